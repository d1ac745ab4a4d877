import { type OptionTable, presence, someOf, type ValuesOf, whole } from '../../openapi/program/option';

/**
 * Parts of the proving ground: servers of the shipped contract that break it or keep it, those of the other ones, and
 * applications, which are asked how much of them is reached.
 */
const PARTS = ['faults', 'lawful', 'library', 'jobs', 'depot', 'venue', 'workshop', 'registry'] as const;

/** The table of options of `npm run selftest`. */
export const OPTIONS = {
  only: { flag: '--only <parts>', help: 'these parts alone', kind: someOf(PARTS), default: PARTS },
  budget: {
    flag: '--budget <number>',
    help: 'requests at the most for each server',
    kind: whole(1, 100_000),
    defaultWords: '600, then 60',
  },
  untilCaught: {
    flag: '--until-caught',
    help: 'judge a faulty server no further than to its first violation',
    kind: presence,
  },
  every: {
    flag: '--every <nth>',
    help: 'every nth server alone, and one at least for each check',
    kind: whole(1, 1000),
    default: 1,
  },
} as const satisfies OptionTable;

/** What a proof goes by. */
export type Options = ValuesOf<typeof OPTIONS>;
