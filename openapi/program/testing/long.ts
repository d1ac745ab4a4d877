/** Whether this is `npm run test:long`, which makes all rounds; `npm test` makes a sample of them. */
export const IS_LONG = process.env.TEST_LONG === '1';

/** All of a list in a long round, else so many of it, spread evenly from the first on. */
export function sampled<Item>(all: readonly Item[], few: number): readonly Item[] {
  if (IS_LONG || few >= all.length) return all;
  const shareOf = (index: number): number => Math.floor((index * few) / all.length);
  return all.filter((_, index) => shareOf(index) > shareOf(index - 1));
}

/** How many rounds: so many in a long round, else a tenth of them. */
export const rounds = (many: number): number => (IS_LONG ? many : Math.ceil(many / 10));
