/** What the requests with one key took from its allowance, by what was answered; its window stays open all the time. */
export interface Spent {
  /** A request that took one. Returns what is wrong. */
  served(remaining: number | undefined): readonly string[];
  /** A request that was refused for the allowance: it took nothing. */
  refused(): readonly string[];
  /** A request without an answer, or without a plain one: it took one or none. */
  unanswered(): void;
  /** Compares it with what the ledger says at the end. */
  compare(used: number): readonly string[];
  /** How many requests took one for sure. */
  readonly least: number;
  readonly most: number;
}

/** @param limit how many requests the window has */
export function createSpent(key: string, limit: number): Spent {
  const told = new Set<number>();
  let least = 0;
  let unknown = 0;
  return {
    served(remaining) {
      least += 1;
      if (least > limit) return [`${key}: ${least} requests were served, and ${limit} are allowed`];
      if (remaining === undefined) return [];
      if (told.has(remaining)) return [`${key}: two requests were told that ${remaining} remain`];
      told.add(remaining);
      return [];
    },
    refused: () =>
      least + unknown < limit ? [`${key}: refused after ${least + unknown} requests of ${limit} at the most`] : [],
    unanswered() {
      unknown += 1;
    },
    compare(used) {
      const [from, to] = [least, Math.min(limit, least + unknown)];
      return used < from || used > to
        ? [`${key}: ${used} requests are used, and the answers say ${from === to ? from : `${from} to ${to}`}`]
        : [];
    },
    get least() {
      return least;
    },
    get most() {
      return Math.min(limit, least + unknown);
    },
  };
}
