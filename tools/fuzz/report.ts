import { asText } from '../bench/table';
import type { Besieged } from './besiege-mock';
import { type Finding, LAWS, NO_TALLY, sumOf, type Tally } from './model';
import type { Result } from './siege';

/** What a siege has found, for a terminal. */
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

const HEAD = ['attack', 'tried', 'replies', 'refused (4xx)', '5xx asked for', 'at a bound', 'other 5xx', 'no reply'];

function table(seed: number, tallies: Besieged['tallies']): string {
  const rows = Object.entries(tallies).map(([name, tally]) => row(name, tally));
  const all = row('all', Object.values(tallies).reduce(sumOf, NO_TALLY));
  return asText({ title: `Siege, seed ${seed}`, head: HEAD, rows: [...rows, all] });
}

const row = (name: string, tally: Tally): readonly string[] => [
  name,
  ...[tally.tried, tally.replies, tally.refused, tally.asked5xx, tally.atBound, tally.other5xx, tally.withoutReply].map(
    (count) => count.toLocaleString('en'),
  ),
];

function figures(mock: Omit<Besieged, 'findings'>, findings: readonly Finding[]): string {
  const { memory, others, ending, seconds, tallies, logLines } = mock;
  const times = (law: Finding['law']): number =>
    findings.reduce((sum, one) => (one.law === law ? sum + one.times : sum), 0);
  const { tried } = Object.values(tallies).reduce(sumOf, NO_TALLY);
  return [
    `5xx not asked for: ${times('no-5xx')}`,
    `replies outside the envelope: ${times('envelope')}`,
    `replies without required rate limit headers: ${times('rate-headers')}`,
    `keys shown: ${times('keys')} (${logLines.toLocaleString('en')} lines of log read)`,
    `peak memory: ${mebibytes(memory.peak)}; stated bound: ${mebibytes(memory.bound)}`,
    `longest stall of another client: ${others.longestOfMock.toFixed(1)} ms, and ${others.longest.toFixed(1)} ms with what else the machine did; median ${others.median.toFixed(1)} ms of ${others.asked}`,
    `SIGTERM to end: ${Math.round(ending)} ms`,
    `${seconds.toFixed(1)} s, ${Math.round(tried / seconds)} attempts a second`,
  ].join('\n');
}

const mebibytes = (bytes: number | undefined): string =>
  bytes === undefined ? 'not told' : `${Math.round(bytes / 2 ** 20)} MiB`;

const findingText = ({ law, attack, what, times, again, at }: Finding): string =>
  [
    `✗ ${LAWS[law]} (${law}, ${attack}${at === undefined ? '' : ` ${at}`}, ${times} ${times === 1 ? 'time' : 'times'})`,
    `  ${what}`,
    ...again.map((line) => `  ${line}`),
  ].join('\n');
