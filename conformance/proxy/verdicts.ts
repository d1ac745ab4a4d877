/** A reply waits no longer than this for what is said of it. */
const MOST_MS = 1000;

/** What is said of replies that are held, by their numbers. */
export interface Verdicts {
  /** @returns its number, and what comes to be said of it: undefined where nothing is wrong, or nobody said it in time */
  ask(): { readonly held: number; readonly said: Promise<string | undefined> };
  answer(held: number, text: string | undefined): void;
}

export function createVerdicts(): Verdicts {
  const waiting = new Map<number, (text: string | undefined) => void>();
  let asked = 0;
  const answer = (held: number, text: string | undefined): void => {
    waiting.get(held)?.(text);
    waiting.delete(held);
  };
  return {
    answer,
    ask() {
      asked += 1;
      const held = asked;
      const said = new Promise<string | undefined>((resolve) => {
        const timer = setTimeout(() => answer(held, undefined), MOST_MS);
        waiting.set(held, (text) => {
          clearTimeout(timer);
          resolve(text);
        });
      });
      return { held, said };
    },
  };
}
