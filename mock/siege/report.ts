import { asText } from '../bench/table';
import { type Finding, LAWS, NO_TALLY, sumOf, type Tally } from './model';
import type { Result } from './siege';

/** What a siege has found, for a terminal. */
export function report(result: Result): string {
  return [table(result), whole(result), ...result.findings.map(findingText), verdict(result)].join('\n\n');
}

const HEAD = ['attack', 'tried', 'replies', 'refused (4xx)', '5xx asked for', 'at a bound', 'other 5xx', 'no reply'];

function table({ tallies, seed }: Result): string {
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

function whole({ memory: { peak, bound }, others, ending, seconds, findings, tallies, logLines }: Result): string {
  const times = (law: Finding['law']): number =>
    findings.reduce((sum, one) => (one.law === law ? sum + one.times : sum), 0);
  const { tried } = Object.values(tallies).reduce(sumOf, NO_TALLY);
  return [
    `5xx not asked for: ${times('no-5xx')}`,
    `replies outside the envelope: ${times('envelope')}`,
    `replies without required rate limit headers: ${times('rate-headers')}`,
    `keys shown: ${times('keys')} (${logLines.toLocaleString('en')} lines of log read)`,
    `peak memory: ${mebibytes(peak)}; stated bound: ${mebibytes(bound)}`,
    `longest stall of another client: ${others.longestOfMock.toFixed(1)} ms (${others.longest.toFixed(1)} ms with what the machine was busy with; median ${others.median.toFixed(1)} ms of ${others.asked})`,
    `SIGTERM to end: ${Math.round(ending)} ms`,
    `${seconds.toFixed(1)} s, ${Math.round(tried / seconds)} attempts a second`,
  ].join('\n');
}

const mebibytes = (bytes: number | undefined): string =>
  bytes === undefined ? 'unknown' : `${Math.round(bytes / 2 ** 20)} MiB`;

const findingText = ({ law, attack, what, times, again, at }: Finding): string =>
  [
    `✗ ${LAWS[law]} (${law}, ${attack}${at === undefined ? '' : ` ${at}`}, ${times} times)`,
    `  ${what}`,
    ...again.map((line) => `  ${line}`),
  ].join('\n');

const verdict = ({ findings }: Result): string =>
  findings.length === 0 ? 'No law was broken.' : `${findings.length} findings.`;
