import { groupedBy } from '../../openapi/contract';
import { printable, printableLines } from '../../openapi/program/printable';
import type { Exchange } from '../exchange/exchange';
import { type Cause, causesOf } from '../judge/causes';
import { commandsOf, exportText } from './content/commands';
import type { Environment, Report, ReportContext } from './content/context';
import { coverageOf, isInconclusive, unjudgedByOperation } from './content/coverage';
import { locationsOf, type SourceLocation } from './content/location';
import { overviewOf, overviewText } from './content/overview';
import { reachOf } from './content/reach';
import { shownTarget } from './content/redact';
import { knownText, summaryText } from './content/summary';
import { apartText, FINDING_NAMES, short } from './content/wording';

/** The report for pull requests and summaries of CI servers: what is most important, in few bytes. */
export const markdown = {
  id: 'markdown',
  use: 'comments on pull requests: at most 60 kB; says what was cut',
  file: 'report.md',
  render: markdownReport,
} as const satisfies Report;

/** GitHub takes 65,536 characters of a comment, and 1 MiB of a step's summary. */
const MOST_BYTES = 60_000;
const MOST_OF_TABLE = 12_000;
const MOST_OF_KNOWN = 6000;
const MOST_OF_NAMES = 3000;

export function markdownReport(context: ReportContext, environment: Environment): string {
  const causes = causesOf(context.result.findings);
  const above = [
    headOf(context),
    ...overviewLines(context),
    ...listOf(causes, context),
    ...exportText(context).map(plain),
  ];
  const below = [...knownOf(context), ...reachTable(context), coverageTable(context), ...unjudgedOf(context)];
  const locationOf = locationsOf(context, environment);
  const details = causes.map((cause, index) => detailsOf(cause, index + 1, locationOf, context));
  const left = MOST_BYTES - Buffer.byteLength([...above, ...below].join('\n\n')) - 200;
  const shown = fitting(details, left, (more) => [
    `${more} more findings are left out: the other reports have all of them.`,
  ]);
  return `${[...above, ...shown, ...below].join('\n\n')}\n`;
}

function headOf(context: ReportContext): string {
  const [verdict = '', ...about] = summaryText(context, (_, text) => text, false).split('\n');
  return [`## ${plain(verdict)}`, ...about.map((line) => plain(short(line, 1000)))].join('\n\n');
}

/** What a reader can act on; a list of Markdown would number the findings anew. */
function overviewLines(context: ReportContext): readonly string[] {
  const flags = overviewOf(context).advice.map(({ give }) => context.redact(give));
  const inMarkdown = (line: string): string => {
    const flag = flags.find((one) => line.startsWith(`${one} `)) ?? '';
    return flag === '' ? plain(line) : `${code(flag)}${plain(line.slice(flag.length))}`;
  };
  return overviewText(context).map(([heading = '', ...lines]) =>
    [`**${plain(heading)}**`, ...lines.map((line) => `- ${inMarkdown(context.redact(line.trim()))}`)].join('\n'),
  );
}

function listOf(causes: readonly Cause[], { redact }: ReportContext): readonly string[] {
  if (causes.length === 0) return [];
  const rows = causes.map((cause, index) => [
    `${index + 1}`,
    FINDING_NAMES[cause.finding.outcome],
    code(cause.finding.check),
    `${code(cause.finding.operation)}${moreOf(cause)}`,
    `${code(short(redact(cause.finding.actual), 160))}${cause.consequences.length === 0 ? '' : `, and ${cause.consequences.length} that follow`}`,
  ]);
  return [table(['', 'what', 'check', 'operation', 'actual'], rows, MOST_OF_TABLE)];
}

const moreOf = (cause: Cause): string =>
  cause.operations.length === 1 ? '' : ` and ${cause.operations.length - 1} more${apartText(cause)}`;

const MOST_EXCHANGES = 6;
const MOST_CONSEQUENCES = 12;
const MOST_OPERATIONS = 40;

/** What is folded away: a finding with its evidence. */
function detailsOf(
  cause: Cause,
  number: number,
  locationOf: (pointer: string) => SourceLocation,
  context: ReportContext,
): string {
  const { redact } = context;
  const { finding, operations, consequences } = cause;
  const { check, title, level, operation, clause, expected, actual, exchanges, seen, outcome } = finding;
  const { text, line } = locationOf(clause.pointer);
  const again = commandsOf(finding, context).map(redact).join('\n');
  const shownExchanges = exchanges.slice(0, MOST_EXCHANGES);
  const also = consequences.map((one) => `- ${code(one.check)} ${code(one.operation)}: ${told(redact(one.actual))}`);
  return [
    `<details><summary>${number}. ${FINDING_NAMES[outcome]}: ${plain(title)} (${code(check)}, ${level}) — ${code(operation)}${moreOf(cause)}</summary>`,
    [
      `- contract: ${plain(short(redact(clause.sentence), 500))} (${code(text)}${line === undefined ? '' : `, line ${line}`})`,
      `- expected: ${told(redact(expected))}`,
      `- actual: ${told(redact(actual))}`,
      ...(seen > 1 ? [`- seen ${seen} times`] : []),
      ...(operations.length > 1
        ? [
            `- alike on: ${operations.slice(1, MOST_OPERATIONS).map(code).join(', ')}${operations.length > MOST_OPERATIONS ? ', …' : ''}`,
          ]
        : []),
    ].join('\n'),
    block('http', shownExchanges.map((one) => exchangeText(one, redact)).join('\n\n')),
    ...(exchanges.length > MOST_EXCHANGES
      ? [`${exchanges.length - MOST_EXCHANGES} more exchanges are left out here.`]
      : []),
    // Part of a command would do something else.
    again.length > 4000 ? 'The commands that reproduce it are too long for this report.' : block('sh', again),
    ...(also.length === 0 ? [] : ['From the same cause:', also.slice(0, MOST_CONSEQUENCES).join('\n')]),
    ...(also.length > MOST_CONSEQUENCES ? [`and ${also.length - MOST_CONSEQUENCES} more`] : []),
    '</details>',
  ].join('\n\n');
}

const told = (text: string): string => code(short(text, 500));

function exchangeText({ request, response, failure }: Exchange, redact: (text: string) => string): string {
  const sent = request.body === undefined ? '' : `\n${short(redact(request.body), 600)}`;
  const came = response === undefined ? (failure?.message ?? 'no reply') : `${response.status}`;
  const body = short(redact(response?.body.text ?? ''), 600);
  return `${request.method} ${short(redact(shownTarget(request)), 600)}${sent}\n→ ${redact(came)}${body === '' ? '' : `\n${body}`}`;
}

/** What a baseline made of the findings. */
const knownOf = ({ setAside, redact }: ReportContext): readonly string[] =>
  setAside === undefined
    ? []
    : knownText(setAside).map(([heading = '', ...lines]) => {
        const all = lines.map((line) => `- ${plain(short(redact(line.trim()), 300))}`);
        return [plain(redact(heading)), '', ...fitting(all, MOST_OF_KNOWN, (more) => [`- and ${more} more`])].join(
          '\n',
        );
      });

/** The operations that gave no success, and what stood in their way. */
function reachTable(context: ReportContext): readonly string[] {
  const rows = reachOf(context)
    .filter(({ state }) => state !== 'reached')
    .map(({ operation, tries, statuses, why = '', give }) => [
      code(operation.id),
      `${tries}`,
      statuses.join(', '),
      plain(why),
      give === undefined ? '' : code(context.redact(give)),
    ]);
  const head = ['operation', 'tries', 'replies', 'what stood in its way', 'to give'];
  return rows.length === 0 ? [] : [`### Not reached\n\n${table(head, rows, MOST_OF_TABLE)}`];
}

/** What of each operation was asked for, and which of its documented replies came. */
function coverageTable({ contract, result, setAside }: ReportContext): string {
  const known = setAside === undefined ? [] : ['known'];
  const rows = coverageOf({ contract, result }).operations.map(({ operation, requests, statuses, replies }) => {
    const cells = result.cells.filter((cell) => cell.operation === operation);
    const count = (...outcomes: readonly string[]) =>
      `${cells.filter(({ outcome }) => outcomes.includes(outcome)).length}`;
    const missing = replies.filter(({ seen }) => seen === 0).map(({ status }) => plain(status));
    return [
      code(operation),
      `${requests}`,
      statuses.join(', '),
      missing.join(', '),
      count('pass'),
      count('fail'),
      count('warn', 'flaky'),
      ...known.map((outcome) => count(outcome)),
      count('inconclusive', 'error'),
    ];
  });
  const head = [
    'operation',
    'requests',
    'replies',
    'documented, and never came',
    'passed',
    'failed',
    'warned',
    ...known,
    'not judged',
  ];
  return `### Coverage\n\n${table(head, rows, MOST_OF_TABLE)}`;
}

/** What was not judged, by its reasons. */
function unjudgedOf({ result, redact }: ReportContext): readonly string[] {
  const folded = unjudgedByOperation(result.cells);
  const apart = result.cells
    .filter((cell) => cell.outcome === 'error' || (folded === undefined && isInconclusive(cell)))
    .map(({ check, operation, reasons }) => ({ reasons, count: 1, name: `${check} ${operation}` }));
  const groups = (folded ?? []).map(({ operation, checks, reasons }) => ({
    reasons,
    count: checks.length,
    name: `${operation} (${checks.length})`,
  }));
  const rows = [...groupedBy([...apart, ...groups], ({ reasons }) => reasons.join('; '))].map(([why, all]) => [
    plain(short(redact(why), 300)),
    `${all.reduce((sum, { count }) => sum + count, 0)}`,
    code(short(all.map(({ name }) => name).join(', '), folded === undefined ? 300 : MOST_OF_NAMES)),
  ]);
  const what = folded === undefined ? 'check and operation' : 'operation, and how many checks';
  return rows.length === 0 ? [] : [`### Not judged\n\n${table(['why', '', what], rows, MOST_OF_TABLE)}`];
}

/**
 * A text as it is: nothing in it is taken for Markdown or HTML, in tables and headings too (CommonMark 0.31 §2.5: what is
 * written as an entity marks nothing up).
 */
export const plain = (text: string): string => printable(text).replaceAll(MARKS, (mark) => `&#${mark.charCodeAt(0)};`);

/** The same in the type of code, where no user is mentioned and nothing linked. */
export const code = (text: string): string => `<code>${plain(text)}</code>`;

/** GFM, and what sites make of it besides: formulas, mentions, links of bare addresses. */
const MARKS = /[&<>`*_[\]\\|~!#$@]|:(?=\/\/)|(?<=www)\./gi;

/** A block of code, between fences that are longer than any in it (CommonMark 0.31 §4.5). */
export function block(language: string, text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${printableLines(text)}\n${fence}`;
}

/** @param cells texts of Markdown */
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table, of so many bytes at the most; how many are left out stands behind it. */
function table(head: readonly string[], rows: readonly (readonly string[])[], bytes: number): string {
  const shown = fitting(rows.map(row), bytes, (more) => ['', `${more} more rows are left out here.`]);
  return [row(head), row(head.map(() => '---')), ...shown].join('\n');
}

/** The first of some texts, as many as fit in so many bytes, and how many more there are. */
function fitting(
  texts: readonly string[],
  bytes: number,
  note: (more: number) => readonly string[],
): readonly string[] {
  let left = bytes;
  const over = texts.findIndex((text) => {
    left -= Buffer.byteLength(text) + 2;
    return left < 0;
  });
  return over < 0 ? texts : [...texts.slice(0, over), ...note(texts.length - over)];
}
