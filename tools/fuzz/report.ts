import { asText } from '../bench/table';
import type { Attacked } from './attack-mock';
import { type Finding, LAWS } from './laws/finding';
import { COUNTS, sumOf, type Tally } from './laws/replies';
import { mebibytes } from './target/mock';

/** What a run has found, as `--json` writes it. */
export interface Result {
  readonly seed: number;
  readonly seconds: number;
  /** Of the mock that the attacks went against; undefined where only scenarios were asked for. */
  readonly mock: Attacked | undefined;
  /** The scenarios that were run. */
  readonly scenarios: readonly string[];
  readonly findings: readonly Finding[];
}

/** The same for a terminal. */
export function report({ mock, findings, scenarios, seed }: Result): string {
  return [
    ...(mock === undefined ? [] : [table(seed, mock.tallies), figures(mock, findings)]),
    ...(scenarios.length === 0 ? [] : [`files and processes: ${scenarios.join(', ')}`]),
    ...findings.map(findingText),
    summaryOf(findings.length),
  ].join('\n\n');
}

const summaryOf = (findings: number): string =>
  findings === 0 ? 'No law was broken.' : `${findings} ${findings === 1 ? 'finding' : 'findings'}.`;

function table(seed: number, tallies: Attacked['tallies']): string {
  const row = (name: string, tally: Tally): readonly string[] => {
    // True: the keys of a tally are those.
    const counts = Object.keys(COUNTS) as (keyof Tally)[];
    return [name, ...counts.map((one) => tally[one].toLocaleString('en'))];
  };
  const rows = Object.entries(tallies).map(([name, tally]) => row(name, tally));
  const all = row('all', sumOf(Object.values(tallies)));
  return asText({ title: `Fuzz, seed ${seed}`, head: ['attack', ...Object.values(COUNTS)], rows: [...rows, all] });
}

function figures(mock: Attacked, findings: readonly Finding[]): string {
  const { memory, others, ending, seconds, tallies, logLines } = mock;
  const times = (law: Finding['law']): number =>
    findings.reduce((sum, one) => (one.law === law ? sum + one.times : sum), 0);
  const { tried } = sumOf(Object.values(tallies));
  return [
    `5xx not asked for: ${times('no-5xx')}`,
    `replies outside the envelope: ${times('envelope')}`,
    `replies without required rate limit headers: ${times('rate-headers')}`,
    `keys shown: ${times('keys')} (${logLines.toLocaleString('en')} lines of log read)`,
    `peak memory: ${memoryText(memory.peak)}; stated bound: ${memoryText(memory.bound)}`,
    `longest stall of another client: ${inMs(others.longestOfMock)}, ` +
      `and ${inMs(others.longest)} with what else the machine did; median ${inMs(others.median)} of ${others.asked}`,
    `SIGTERM to end: ${Math.round(ending)} ms`,
    `${seconds.toFixed(1)} s, ${Math.round(tried / seconds)} attempts a second`,
  ].join('\n');
}

const inMs = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;

const memoryText = (bytes: number | undefined): string => (bytes === undefined ? 'unknown' : `${mebibytes(bytes)} MiB`);

const findingText = ({ law, attack, what, times, again, at }: Finding): string =>
  [
    `✗ ${LAWS[law]} (${law}, ${attack}${at === undefined ? '' : ` ${at}`}, ${times} time${times === 1 ? '' : 's'})`,
    `  ${what}`,
    ...again.map((line) => `  ${line}`),
  ].join('\n');
