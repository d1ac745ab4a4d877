import type { styleText } from 'node:util';
import { groupedBy } from '../../../openapi/contract';
import { printable } from '../../../openapi/program/printable';
import type { SetAside } from '../../baseline/baseline';
import { isSuccess } from '../../exchange/exchange';
import { reasonOfRemoval } from '../../exchange/removal';
import { causesOf } from '../../judge/causes';
import { brief } from '../../verdict/brief';
import { type Finding, findingName, judgedOf, type RunResult } from '../../verdict/result';
import type { ReportContext } from './context';
import { cut, firstOf, plural } from './wording';

export type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

/** A line without secrets, as a terminal may show it: what a server or a document says stands in it, however much. */
export const shownBy =
  ({ redact }: Pick<ReportContext, 'redact'>) =>
  (line: string): string =>
    printable(cut(redact(line)));

/**
 * What a run comes to: its verdict and counts in a line, then what is to be known of it, a line each.
 *
 * @param isAlone whether no overview follows, which tells what was not reached
 */
export function summaryText(context: ReportContext, paint: Paint, isAlone = true): string {
  const { result, server, seed, verdict, contract } = context;
  const causes = causesOf(result.findings);
  const count = (wanted: Finding['outcome']) => causes.filter(({ finding }) => finding.outcome === wanted).length;
  const inconclusive = result.cells.filter(({ outcome }) => outcome === 'inconclusive').length;
  const style = verdict === 'pass' ? 'green' : verdict === 'inconclusive' ? 'yellow' : 'red';
  const flaky = count('flaky');
  const counts = `: ${plural(count('fail'), 'violation')}${followingText(result)}, ${flaky === 0 ? '' : `${flaky} flaky, `}${plural(count('warn'), 'warning')}, ${inconclusive} inconclusive${context.setAside === undefined ? '' : `, ${knownCount(context.setAside)}`}; ${plural(result.requests, 'request')} in ${(result.milliseconds / 1000).toFixed(1)} s; ${judgedOf(result).percent} % judged${seed === undefined ? '' : `; seed ${seed}`}`;
  const lines = [
    `${contract.title} ${contract.version} at ${server.baseUrl}`,
    ...(result.isInterrupted ? ['The run was interrupted: this is what was found until then.'] : []),
    ...(result.removed.length === 0 ? [] : [`Not all was judged: ${reasonOfRemoval(result.removed)}.`]),
    ...leftOutText(context),
    ...(isAlone ? notCalledText(result.notCalled) : []),
    ...(result.enough === undefined || !isAlone
      ? []
      : [
          `The request budget ran out before everything was judged: going by the cases so far, all of it takes about ${result.enough} requests (--max-requests ${result.enough}).`,
        ]),
    ...createdText(result),
    ...changedText(result),
    ...(context.failedBy ?? []).map((why) => `It fails: ${why}.`),
    ...learntText(result),
    ...(context.notes ?? []),
  ];
  return [paint(style, verdict.toUpperCase()) + counts, ...lines.map(shownBy(context))].join('\n');
}

/** How many violations follow from others; of what is no violation none does. */
export function followingText({ findings }: Pick<RunResult, 'findings'>): string {
  const isViolation = ({ outcome }: Finding): boolean => outcome === 'fail';
  const causes = causesOf(findings).filter(({ finding }) => isViolation(finding));
  const count = findings.filter(isViolation).length - causes.length;
  return count === 0
    ? ''
    : ` (and ${count} that ${count === 1 ? 'follows' : 'follow'} from ${causes.length === 1 ? 'it' : 'these'})`;
}

/** A pass of a run that was narrowed is not to be taken for one of all. */
export const leftOutText = ({ leftOut = [] }: Pick<ReportContext, 'leftOut'>): readonly string[] =>
  leftOut.length === 0 ? [] : [`Left out by flags or the configuration file: ${leftOut.join('; ')}.`];

/** What a run does not call of its own accord, a line for each reason. */
export const notCalledText = (notCalled: RunResult['notCalled'] = []): readonly string[] =>
  [...groupedBy(notCalled, ({ why }) => why)].map(
    ([why, all]) =>
      `Not called, since it ${why}: ${all.map(({ operation }) => operation.id).join(', ')} (--include NAME calls it).`,
  );

/**
 * What a baseline made of the findings, in blocks of lines that begin with their heading.
 *
 * @param most the lines of a block that are shown
 */
export function knownText(
  { file, known, counted, fixed, uncertain, unknown }: SetAside,
  most = Number.POSITIVE_INFINITY,
): readonly (readonly string[])[] {
  const blocks: readonly (readonly [string, readonly string[]])[] = [
    [
      `Set aside by ${file}:`,
      known.map(({ finding, reason }) => `${findingName(finding)}: ${finding.actual} (${reason})`),
    ],
    [`Counted, although ${file} lists it:`, counted.map(({ entry, why }) => `${findingName(entry)}: ${why}`)],
    [`Fixed, remove from ${file} (--update-baseline does):`, fixed.map(findingName)],
    [
      `In ${file}, not seen, but maybe still there:`,
      uncertain.map(({ entry, why }) => `${findingName(entry)}: ${why}`),
    ],
    [`In ${file}, for a check or operation that does not exist:`, unknown.map(findingName)],
  ];
  return blocks
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => [
      heading,
      ...firstOf(lines, most, (more) => `and ${more} more`).map((line) => `  ${line}`),
    ]);
}

/** The same in half a line, for a summary. */
export function knownCount({ known, fixed, uncertain }: SetAside): string {
  return [
    `${known.length} known`,
    ...(fixed.length === 0 ? [] : [`${fixed.length} fixed`]),
    ...(uncertain.length === 0 ? [] : [`${uncertain.length} maybe still there`]),
  ].join(', ');
}

/** The most records that are named. */
const MOST = 10;

/** What became of the records that a run has made, in a line each: what was deleted, and what stays. */
export function createdText({ created, cleaned }: Pick<RunResult, 'created' | 'cleaned'>): readonly string[] {
  if (cleaned === undefined)
    return created.length === 0
      ? []
      : [`${counted(created.length)} created and ${created.length === 1 ? 'remains' : 'remain'}: ${idsOf(created)}`];
  if (cleaned.length === 0) return [];
  const staying = cleaned.filter(({ reason }) => reason !== undefined);
  const gone = cleaned.length - staying.length;
  if (staying.length === 0) return [`${counted(gone)} created, and deleted again by --clean`];
  const reasons = [...new Set(staying.map(({ reason }) => reason))].slice(0, 3);
  return [
    `${counted(cleaned.length)} created, and ${gone} of them deleted again by --clean; ` +
      `the others remain: ${idsOf(staying)} (${reasons.join('; ')})`,
  ];
}

/** What there is but one of, which no run has made: the settings of whoever calls, for one. */
export function changedText({ exchanges }: Pick<RunResult, 'exchanges'>): readonly string[] {
  const changing = exchanges.filter((exchange) => {
    const { method, operation } = exchange.request;
    return (
      CHANGES.includes(method) && method === operation.method && !operation.path.includes('{') && isSuccess(exchange)
    );
  });
  const each = [...groupedBy(changing, ({ request: { operation } }) => `${operation.method} ${operation.path}`)];
  const told = each.map(([name, { length }]) => `${name} (${length === 1 ? 'once' : `${length} times`})`);
  return told.length === 0 ? [] : [`Changed, and not put back: ${told.join(', ')}`];
}

const CHANGES = ['PUT', 'PATCH', 'DELETE'];

const counted = (count: number): string => `${count} ${count === 1 ? 'record was' : 'records were'}`;

const idsOf = (records: RunResult['created']): string =>
  `${records
    .slice(0, MOST)
    .map(({ id }) => brief(id))
    .join(', ')}${records.length > MOST ? ', …' : ''}`;

/** What was learnt, in a few lines; none where --learn is not given. */
function learntText({ learnt }: ReportContext['result']): readonly string[] {
  if (learnt === undefined) return [];
  const known = [...learnt].flatMap(([id, lesson]) =>
    'seen' in lesson ? [`${id}=${lesson.seen.map(({ option }) => option).join(',')}`] : [],
  );
  const unknown = [...learnt].flatMap(([id, lesson]) => ('unknown' in lesson ? [{ id, why: lesson.unknown }] : []));
  return [
    `Learned ${known.length} of ${learnt.size} unspecified behaviours: ${known.join(', ')}.`,
    ...(unknown.length === 0 ? [] : [`Unknown, ${unknown.length}:`]),
    ...[...groupedBy(unknown, ({ why }) => why)].map(([why, all]) => `  ${all.map(({ id }) => id).join(', ')}: ${why}`),
  ];
}

/** What came of trying a violation again, where it did not simply come again. */
export function triedText({ outcome, confirmation, isOfKept }: Finding): readonly string[] {
  if (isOfKept === true) return ['shows over one connection, but not with a fresh connection for each request'];
  if (confirmation === undefined || confirmation.came === 'again') return [];
  if (confirmation.came === 'untried') return [confirmation.reason ?? 'not again'];
  if (outcome === 'flaky') return ['again, and not reproduced: a violation only with --strict'];
  return ['again, and not reproduced: what it depends on may have changed'];
}
