import { type OptionKind, text } from '../../openapi/program/option';
import { type MockOptions, type MockRow, OPTIONS, type Options } from '../setup/options';

/** Those of `createMock` that need no file and no network. */
const OF_PAGES = [
  ...(['fixtures', 'planLimits', 'banAfter', 'banSeconds', 'keepRemoved', 'seed'] as const),
  ...(['maxRecords', 'recordsMemory', 'journal', 'journalMemory', 'maxSessions'] as const),
  ...(['cors', 'checkReplies', 'choices', 'choice', 'vary', 'except'] as const),
];

type OfPages = (typeof OF_PAGES)[number];

const origin: OptionKind<string> = text(
  'an origin such as https://api.example',
  (given) => URL.canParse(given) && new URL(given).origin === given,
);

/** What a mock in a page and one in a worker take, wherever it is said. */
export const SHARED_OPTIONS = {
  // The cast is true: these are the rows of these names.
  ...(Object.fromEntries(OF_PAGES.map((name) => [name, OPTIONS[name]])) as Pick<typeof OPTIONS, OfPages>),
  origin: {
    flag: '--origin <origin>',
    help: 'origin whose API the mock answers for, such as https://api.example',
    kind: origin,
    defaultWords: 'that of the page',
  } satisfies MockRow,
};

export type SharedOptions = Pick<MockOptions, OfPages>;

/** What a mock in a page or in a worker is made from. */
export interface PageValues extends Partial<Pick<Options, OfPages | 'strict'>> {
  readonly document?: Readonly<Record<string, unknown>> | undefined;
  readonly keys?: readonly unknown[] | undefined;
  /** The name under which the default world is kept from one page to the next. */
  readonly state?: string | undefined;
}

/**
 * Why a mock can't stand in for an API whose paths begin with this prefix; undefined where it can. Without one it would answer for
 * the files of the page.
 *
 * @param named the origin whose requests are answered; undefined: that of the page
 */
export const whyNoPlace = (prefix: string, named: string | undefined): string | undefined =>
  prefix === '' && named === undefined
    ? "the document's server has no path, so that the mock would answer for every file of the page: name another origin, such as https://api.example"
    : undefined;
