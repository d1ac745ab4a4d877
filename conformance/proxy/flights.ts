/** Counts the requests in flight over all connections, and gives each beginning and end its place in one order. */
export interface Flights {
  begin(isSafe: boolean): number;
  /** The last place that was given. */
  now(): number;
  /** @returns its place, and what is still in flight */
  end(isSafe: boolean): { readonly at: number; readonly meanwhile: 'nothing' | 'safe' | 'any' };
}

export function createFlights(): Flights {
  let at = 0;
  let safe = 0;
  let unsafe = 0;
  return {
    begin(isSafe) {
      if (isSafe) safe += 1;
      else unsafe += 1;
      at += 1;
      return at;
    },
    now: () => at,
    end(isSafe) {
      if (isSafe) safe -= 1;
      else unsafe -= 1;
      at += 1;
      return { at, meanwhile: unsafe > 0 ? 'any' : safe > 0 ? 'safe' : 'nothing' };
    },
  };
}
