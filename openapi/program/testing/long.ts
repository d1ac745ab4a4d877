/** Whether this is `npm run test:long`, which makes all rounds; `npm test` makes a sample of them. */
export const IS_LONG = process.env.TEST_LONG === '1';

/** All of a list in a long round, else `few` of it, spread evenly from the first on. */
export const sampled = <Item>(all: readonly Item[], few: number): readonly Item[] =>
  IS_LONG || few >= all.length
    ? all
    : Array.from({ length: few }, (_, nth) => all[Math.floor((nth * all.length) / few)] as Item);

/** How many rounds: so many in a long round, else a tenth of them. */
export const rounds = (many: number): number => (IS_LONG ? many : Math.ceil(many / 10));
