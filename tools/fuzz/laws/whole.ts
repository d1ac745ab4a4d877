import { complaintsOf, type OtherClientResult } from '../other-client';
import type { Slow } from '../send';
import type { LogWatch } from '../target/log';
import { mebibytes } from '../target/mock';
import type { Finding, LawId } from './finding';

/** What was seen of the mock as a whole. */
export interface Whole {
  readonly log: Pick<LogWatch, 'leaks' | 'unsafe' | 'failures'>;
  /** Bytes; undefined where the system, or the mock, does not tell. */
  readonly memory: { readonly peak: number | undefined; readonly bound: number | undefined };
  readonly others: OtherClientResult;
  /** Milliseconds that another client may wait. */
  readonly stall: number;
  readonly ending: { readonly code: number | null; readonly signal: string | null; readonly milliseconds: number };
  readonly slowest: readonly Slow[];
  /** The command that does it all again. */
  readonly again: string;
  /** The command that repeats one attempt. */
  replay(attack: string, at: number): string;
}

const END_LIMIT_MS = 1000;

/** The laws of the mock as a whole, in the order of the report. */
export function judgeWhole(whole: Whole): readonly Finding[] {
  const { log, memory, others, stall, ending, slowest, again, replay } = whole;
  const found: Finding[] = [];
  const find = (law: LawId, what: string, times = 1, more: readonly string[] = []): unknown =>
    found.push({ law, attack: 'all', what, times, again: [again, ...more] });

  const { leaks, failures, unsafe } = log;
  if (leaks.count > 0) find('keys', `the log shows a key: ${leaks.examples.join(' | ')}`, leaks.count);
  if (failures.count > 0) find('log', failures.examples.join(' | '), failures.count);
  if (unsafe.count > 0) find('log', `a line that a terminal obeys: ${unsafe.examples.join(' | ')}`, unsafe.count);

  const { peak, bound } = memory;
  if (peak !== undefined && bound !== undefined && peak > bound) {
    find('memory', `${mebibytes(peak)} MiB, above the stated ${mebibytes(bound)} MiB`);
  }

  if (others.failed > 0) find('others', `another client got ${others.failure ?? 'no success'}`, others.failed);
  const [late] = complaintsOf({ ...others, failed: 0 }, stall);
  if (late !== undefined) {
    const meanwhile = slowestDuring(slowest, others.during);
    const repeats = meanwhile.flatMap(({ attack, at }) => (at === undefined ? [] : [replay(attack, at)]));
    find('others', `${late}; meanwhile: ${meanwhile.map(told).join(', ') || 'nothing slow'}`, 1, repeats);
  }

  const { code, signal, milliseconds } = ending;
  if (code !== 0) find('end', `SIGTERM ended it with ${signal ?? `status ${code}`}`);
  else if (milliseconds > END_LIMIT_MS) find('end', `SIGTERM took ${Math.round(milliseconds)} ms`);
  return found;
}

const slowestDuring = (all: readonly Slow[], [from, to]: OtherClientResult['during']): readonly Slow[] =>
  all
    .filter(({ begun, milliseconds }) => begun <= to && begun + milliseconds >= from)
    .sort((one, two) => two.milliseconds - one.milliseconds)
    .slice(0, 3);

const told = ({ attack, at, milliseconds }: Slow): string =>
  `${attack}${at === undefined ? '' : ` ${at}`} (${Math.round(milliseconds)} ms)`;
