import { SHIPPED_DOCUMENT } from '../../../openapi/contract';

/** Which law a finding breaks. */
export type LawId =
  | 'well-formed'
  | 'answered'
  | 'no-5xx'
  | 'envelope'
  | 'rate-headers'
  | 'keys'
  | 'alive'
  | 'others'
  | 'memory'
  | 'ledger'
  | 'log'
  | 'end'
  | 'process';

export const LAWS: Readonly<Record<LawId, string>> = {
  'well-formed': 'every reply is well-formed HTTP',
  answered: 'a complete request gets a reply',
  'no-5xx': 'no 5xx that the request did not ask for',
  envelope: 'every error is in the envelope of the document',
  'rate-headers': 'replies have the rate limit headers that the document requires',
  keys: 'no key shows in the log, the request log or a reply',
  alive: 'the mock lives',
  others: 'another client is answered in time',
  memory: 'memory stays below the stated bound',
  ledger: 'what was accepted is there, and nothing else',
  log: 'the log has no failure and no broken reply',
  end: 'SIGTERM ends it within a second, with status 0',
  process: 'files and processes around it do no harm',
};

export interface Finding {
  readonly law: LawId;
  readonly attack: string;
  /** What was seen, in one line. */
  readonly what: string;
  /** The number of the attempt; undefined where it is not known. */
  readonly at?: number | undefined;
  /** How often the same was seen, this one included. */
  readonly times: number;
  /** Commands that repeat it, the surest first. */
  readonly again: readonly string[];
}

/** Adds a finding; what was seen before counts as the same again. */
export function addFinding(findings: Finding[], one: Finding): void {
  const place = findings.findIndex(
    ({ law, attack, what }) => law === one.law && attack === one.attack && shape(what) === shape(one.what),
  );
  const before = findings[place];
  if (before === undefined) findings.push(one);
  else findings[place] = { ...before, times: before.times + one.times };
}

const shape = (what: string): string =>
  what
    .replaceAll(/\d+/g, 'N')
    .replace(/, such as .*/s, '')
    .replace(/ header \S+/, ' header')
    .slice(0, 100);

/** A command of the fuzzer with these flags, for the same document. */
export const commandLine = (document: string, flags: string): string =>
  `npm run fuzz -- ${flags}${document === SHIPPED_DOCUMENT ? '' : ` --document ${document}`}`;
