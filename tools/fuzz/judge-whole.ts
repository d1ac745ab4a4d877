import type { Slow } from './assault';
import type { Finding, LawId } from './model';
import type { Fared } from './others';
import type { LogWatch } from './target/log';

/** What was seen of the mock as a whole. */
export interface Whole {
  readonly log: Pick<LogWatch, 'leaks' | 'unsafe' | 'failures'>;
  readonly peak: number | undefined;
  readonly bound: number | undefined;
  readonly others: Fared;
  /** Milliseconds that another client may wait. */
  readonly stall: number;
  readonly ending: Ending;
  readonly slowest: readonly Slow[];
  /** The command that does it all again. */
  readonly again: string;
  /** The command that repeats one attempt. */
  againOne(attack: string, at: number): string;
}

export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
  readonly milliseconds: number;
}

const END_LIMIT_MS = 1000;

/** The laws of the mock as a whole, in the order of the report. */
export function judgeWhole(whole: Whole): readonly Finding[] {
  const { log, peak, bound, others, stall, ending, slowest, again, againOne } = whole;
  const finding = (law: LawId, what: string, times = 1): Finding => ({
    law,
    attack: 'all',
    what,
    times,
    again: [again],
  });
  const found: Finding[] = [];
  if (log.leaks.count > 0)
    found.push(finding('keys', `the log shows a key: ${log.leaks.examples.join(' | ')}`, log.leaks.count));
  if (log.failures.count > 0) found.push(finding('log', log.failures.examples.join(' | '), log.failures.count));
  if (log.unsafe.count > 0)
    found.push(finding('log', `a line that a terminal obeys: ${log.unsafe.examples.join(' | ')}`, log.unsafe.count));
  if (peak !== undefined && bound !== undefined && peak > bound) {
    found.push(finding('memory', `${mebibytes(peak)} MiB, above the stated ${mebibytes(bound)} MiB`));
  }
  if (others.failed > 0)
    found.push(finding('others', `another client got ${others.failure ?? 'no success'}`, others.failed));
  if (others.longestOfMock > stall) {
    const [from, to] = others.during;
    const meanwhile = slowest
      .filter(({ begun, milliseconds }) => begun <= to && begun + milliseconds >= from)
      .sort((one, two) => two.milliseconds - one.milliseconds)
      .slice(0, 3);
    const what = `another client waited ${Math.round(others.longestOfMock)} ms; meanwhile: ${meanwhile.map(told).join(', ') || 'nothing slow'}`;
    const again = meanwhile.flatMap(({ attack, at }) => (at === undefined ? [] : [againOne(attack, at)]));
    found.push({ ...finding('others', what), again: [whole.again, ...again] });
  }
  if (ending.code !== 0)
    found.push(finding('end', `SIGTERM ended it with ${ending.signal ?? `status ${ending.code}`}`));
  else if (ending.milliseconds > END_LIMIT_MS)
    found.push(finding('end', `SIGTERM took ${Math.round(ending.milliseconds)} ms`));
  return found;
}

const told = ({ attack, at, milliseconds }: Slow): string =>
  `${attack}${at === undefined ? '' : ` ${at}`} (${Math.round(milliseconds)} ms)`;

const mebibytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
