import { SHIPPED_DOCUMENT } from '../../openapi/contract';
import { type OptionTable, someOf, text, type ValuesOf, whole } from '../../openapi/program/option';
import { ATTACKS } from './attacks';
import { commandLine } from './laws/finding';
import { SCENARIOS } from './scenarios';

/** The table of options of `npm run fuzz`. */
export const OPTIONS = {
  seed: { flag: '--seed <number>', help: 'decides all attempts', kind: whole(0, 2 ** 32 - 1), default: 1 },
  count: { flag: '--count <number>', help: 'attempts at the most', kind: whole(1, 100_000_000), default: 20_000 },
  seconds: {
    flag: '--seconds <number>',
    help: 'seconds after which no attempt begins',
    kind: whole(1, 86_400),
    default: 3600,
  },
  only: {
    flag: '--only <names>',
    help: 'these attacks and scenarios alone',
    kind: someOf([...ATTACKS, ...SCENARIOS].map(({ name }) => name)),
  },
  at: {
    flag: '--at <number>',
    help: 'the attempt of this number alone; needs one attack by --only',
    kind: whole(0, 2 ** 31),
  },
  document: {
    flag: '--document <file>',
    help: 'OpenAPI document that the mock serves',
    kind: text('a file'),
    default: SHIPPED_DOCUMENT,
    defaultWords: 'the shipped one',
  },
  stall: {
    flag: '--stall <ms>',
    help: 'how long another client may wait for a reply',
    kind: whole(1, 60_000),
    // Matching a text by the patterns of a document may take 100 ms (`MOST_MS` in openapi/contract/pattern/timed.ts), and
    // all clients wait for it; as much again is for the request around it.
    default: 200,
  },
  json: { flag: '--json <file>', help: 'write the figures to a file, too', kind: text('a file') },
} as const satisfies OptionTable;

export type Options = ValuesOf<typeof OPTIONS>;

/** The command that does all of it again. */
export const replayAll = ({ seed, count, only, at, document }: Options): string => {
  const flags = [`--seed ${seed}`, at === undefined ? `--count ${count}` : `--at ${at}`];
  return commandLine(document, [...flags, ...(only === undefined ? [] : [`--only ${only.join()}`])].join(' '));
};

/** The command that repeats one attempt. */
export const replayOne = ({ seed, document }: Options, attack: string, at: string | number): string =>
  commandLine(document, `--seed ${seed} --only ${attack} --at ${at}`);
