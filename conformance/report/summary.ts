import { UNKNOWN } from '../../openapi/behaviours/read-chosen';
import { documentName } from '../../openapi/contract';
import type { BaselineEntry, SetAside } from '../baseline/baseline';
import type { Exchange } from '../exchange/exchange';
import { brief } from '../verdict/brief';
import { type Finding, findingName, type Learnt, type Lesson, type RunResult } from '../verdict/result';
import { curlOf, curlOptionsOf } from './commands';
import type { ReportContext } from './context';
import { cut } from './wording';

/**
 * What a baseline made of the findings, in blocks of lines that begin with their heading.
 *
 * @param most the lines of a block that are shown
 */
export function knownText(
  { file, known, counted, fixed, uncertain, unknown }: SetAside,
  most = Number.POSITIVE_INFINITY,
): readonly (readonly string[])[] {
  return [
    block(
      `Set aside by ${file}:`,
      known.map(({ finding, reason }) => `${findingName(finding)}: ${finding.actual} (${reason})`),
    ),
    block(
      `Counted, though ${file} names it:`,
      counted.map(({ entry, why }) => `${findingName(entry)}: ${why}`),
    ),
    block(`Fixed, to be taken out of ${file} (--update-baseline does):`, fixed.map(findingName)),
    block(
      `In ${file}, not seen, and maybe still there:`,
      uncertain.map(({ entry, why }) => `${findingName(entry)}: ${why}`),
    ),
    block(
      `In ${file}, and of no check or operation that there is:`,
      unknown.map((entry: BaselineEntry) => findingName(entry)),
    ),
  ]
    .filter((lines) => lines.length > 1)
    .map((lines) => beginningOf(lines, most));
}

const block = (heading: string, lines: readonly string[]): readonly string[] => [
  heading,
  ...lines.map((line) => `  ${line}`),
];

function beginningOf(lines: readonly string[], most: number): readonly string[] {
  const more = lines.length - 1 - most;
  return more > 0 ? [...lines.slice(0, most + 1), `  and ${more} more`] : lines;
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
    return created.length === 0 ? [] : [`${counted(created.length)} created and stay: ${listed(created)}`];
  if (cleaned.length === 0) return [];
  const staying = cleaned.filter(({ reason }) => reason !== undefined);
  const gone = cleaned.length - staying.length;
  if (staying.length === 0) return [`${counted(gone)} created, and deleted again by --clean`];
  const reasons = [...new Set(staying.map(({ reason }) => reason))].slice(0, 3);
  return [
    `${counted(cleaned.length)} created, and ${gone} of them deleted again by --clean; ` +
      `the others stay: ${listed(staying)} (${reasons.join('; ')})`,
  ];
}

const counted = (count: number): string => `${count} ${count === 1 ? 'record was' : 'records were'}`;

const listed = (records: RunResult['created']): string =>
  `${records
    .slice(0, MOST)
    .map(({ id }) => brief(id))
    .join(', ')}${records.length > MOST ? ', …' : ''}`;

/**
 * What a server chooses, as `openapi/choices.schema.json` describes it; the mock starts with it.
 *
 * @param learntAt Unix milliseconds
 */
export function choicesLearnt(context: ReportContext, learnt: Learnt, learntAt: number) {
  const { contract, server, redact } = context;
  return {
    server: redact(server.baseUrl),
    document: `${contract.title} ${contract.version} (${documentName(contract.source)})`,
    learntAt: new Date(learntAt).toISOString(),
    choices: Object.fromEntries([...learnt].map(([id, lesson]) => [id, choiceOf(lesson, context)])),
  };
}

function choiceOf(lesson: Lesson, context: ReportContext) {
  const shown = (text: string): string => cut(context.redact(text));
  if ('unknown' in lesson) return { option: UNKNOWN, because: shown(lesson.unknown) };
  const { seen } = lesson;
  const [first, ...others] = seen.map(({ option }) => option);
  return {
    option: others.length === 0 ? first : [first, ...others],
    because: seen.map(({ option, shows }) => (others.length === 0 ? '' : `${option}: `) + shown(shows)).join('; '),
    evidence: seen.flatMap(({ exchanges }) => exchanges.map((exchange) => evidenceOf(exchange, context))),
  };
}

function evidenceOf({ request, response, failure }: Exchange, context: ReportContext) {
  const shown = (text: string): string => cut(context.redact(text));
  return {
    request: shown(curlOf(request, curlOptionsOf(context))),
    response: shown(response === undefined ? (failure?.message ?? 'nothing') : String(response.status)),
  };
}

/** What was learnt, in a few lines; none where nobody asked. */
export function learntText({ learnt }: ReportContext['result']): readonly string[] {
  if (learnt === undefined) return [];
  const known = [...learnt].flatMap(([id, lesson]) =>
    'seen' in lesson ? [`${id}=${lesson.seen.map(({ option }) => option).join(',')}`] : [],
  );
  const unknown = new Map<string, string[]>();
  for (const [id, lesson] of learnt)
    if ('unknown' in lesson) unknown.set(lesson.unknown, [...(unknown.get(lesson.unknown) ?? []), id]);
  const count = learnt.size - known.length;
  return [
    `Learnt what the server chooses where the contract leaves it open, ${known.length} of ${learnt.size}: ${known.join(', ')}.`,
    ...(count === 0 ? [] : [`Unknown, ${count}:`]),
    ...[...unknown].map(([why, ids]) => `  ${ids.join(', ')}: ${why}`),
  ];
}

/** What came of trying a violation again, where it did not simply come again. */
export function triedText({ outcome, confirmation, isOfKept }: Finding): readonly string[] {
  if (isOfKept === true)
    return ['over one connection: there it shows, and over a fresh one for each request it does not'];
  if (confirmation === undefined || confirmation.came === 'again') return [];
  if (confirmation.came === 'untried') return [`not confirmed: ${confirmation.reason}`];
  if (outcome === 'flaky') return ['again, and it did not come again: a violation only with --strict'];
  return ['again, and it did not come again: what it depends on may have changed meanwhile'];
}
