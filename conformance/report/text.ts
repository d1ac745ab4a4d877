import { styleText } from 'node:util';
import { documentName, partOf } from '../../openapi/contract';
import { printable, printableLines } from '../../openapi/program/printable';
import { reasonOfRemoval } from '../exchange/removal';
import { type Cause, causesOf } from '../judge/causes';
import type { Cell, Finding } from '../verdict/result';
import { judgedOf } from '../verdict/result';
import type { Outcome } from '../verdict/verdict';
import { commandsOf } from './commands';
import type { ReportContext } from './context';
import { shownTarget } from './redact';
import { createdText, knownCount, knownText, learntText, triedText } from './summary';
import { cut } from './wording';

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

/** A line without secrets, as a terminal may show it: what a server or a document says stands in it, however much. */
const shownBy =
  ({ redact }: Pick<ReportContext, 'redact'>) =>
  (line: string): string =>
    printable(cut(redact(line)));

/** The report for people. Plain where there is no terminal, or NO_COLOR is set. */
export function textReport(context: ReportContext, isColoured: boolean): string {
  const paint: Paint = isColoured ? styleText : (_, text) => text;
  const { result } = context;
  const parts = [
    ...causesOf(result.findings).map((cause, index) => findingText(cause, index + 1, context, paint)),
    ...(result.cells.length === 0 ? [] : [tableText(result.cells, context, paint)]),
    ...reasonsText(result.cells, context),
    ...(context.setAside === undefined ? [] : knownText(context.setAside, MOST_SHOWN)).map((lines) =>
      lines.map(shownBy(context)).join('\n'),
    ),
    summaryText(context, paint),
  ];
  return `${parts.join('\n\n')}\n`;
}

function findingText({ finding, consequences }: Cause, number: number, context: ReportContext, paint: Paint): string {
  const { check, title, level, operation, clause, expected, actual, exchanges, seen, outcome } = finding;
  const [word, colour] = HEADS[outcome];
  const head = paint(colour, `${number}. ${word}`);
  const steps = exchanges.map(
    ({ request, response, failure, together }) =>
      `     ${request.method} ${cut(context.redact(shownTarget(request)))}${together === undefined ? '' : `, one of ${together.requests.length} at once`} → ${response?.status ?? failure?.message ?? 'nothing'}${bodyText(context.redact(response?.body.text ?? ''))}`,
  );
  const shown = shownBy(context);
  const lines = [
    `   contract  ${clause.sentence}`,
    `             ${documentName(context.contract.source)}#${clause.pointer}`,
    `   expected  ${expected}`,
    `   actual    ${actual}`,
    ...triedText(finding).map((line) => `   tried     ${line}`),
    '   seen in',
    ...steps,
    '   again',
  ];
  // These may have line breaks, inside quotes; what a terminal would obey they have in writing of their own.
  const commands = commandsOf(finding, context);
  const what = `: ${title} — ${operation}${seen > 1 ? `, seen ${seen} times` : ''}`;
  return [
    `${head} ${paint('bold', shown(`${check} (${level})`))}${shown(what)}`,
    ...lines.map(shown),
    ...commands.map((command) => `     ${printableLines(context.redact(command))}`),
    ...alsoText(consequences).map(shown),
  ].join('\n');
}

const HEADS: Readonly<Record<Finding['outcome'], readonly [string, Style]>> = {
  fail: ['VIOLATION', 'red'],
  flaky: ['FLAKY', 'yellow'],
  warn: ['WARNING', 'yellow'],
};

/** More is in the JSON report. */
const MOST_SHOWN = 12;

/** What follows from the same cause, in a line each. */
function alsoText(consequences: readonly Finding[]): readonly string[] {
  if (consequences.length === 0) return [];
  const more = consequences.length - MOST_SHOWN;
  return [
    '   also, by the same cause',
    ...consequences.slice(0, MOST_SHOWN).map(shortText),
    ...(more > 0 ? [`     and ${more} more`] : []),
  ];
}

const SHORT_HEADS: Readonly<Record<Finding['outcome'], string>> = { fail: '', flaky: 'flaky ', warn: 'warning ' };

const shortText = ({ check, operation, expected, actual, seen, outcome }: Finding): string =>
  `     ${SHORT_HEADS[outcome]}${check} ${operation}: ${actual}; expected ${expected}${seen > 1 ? `; seen ${seen} times` : ''}`;

function bodyText(text: string): string {
  if (text === '') return '';
  const line = printable(text);
  return `  ${line.length <= 200 ? line : `${partOf(line, 0, 199)}…`}`;
}

const MARKS: Readonly<Record<Outcome, readonly [string, Style]>> = {
  pass: ['pass', 'green'],
  fail: ['FAIL', 'red'],
  warn: ['warn', 'yellow'],
  flaky: ['flaky', 'yellow'],
  skip: ['-', 'gray'],
  inconclusive: ['?', 'yellow'],
  error: ['ERROR', 'red'],
  known: ['known', 'gray'],
};

/** Checks down, operations across. */
function tableText(cells: readonly Cell[], context: ReportContext, paint: Paint): string {
  const shown = shownBy(context);
  const operations = [...new Set(cells.map(({ operation }) => operation))];
  const checks = [...new Set(cells.map(({ check }) => check))];
  const first = Math.max(5, ...checks.map((check) => check.length));
  const names = operations.map(shown);
  const widths = names.map((name) => Math.max(5, name.length));
  const rows = checks.map((check) => {
    const marks = operations.map((operation, index) => {
      const cell = cells.find((one) => one.check === check && one.operation === operation);
      const [mark, style] = cell === undefined ? ['', 'gray' as const] : MARKS[cell.outcome];
      return paint(style, mark.padEnd(widths[index] ?? 0));
    });
    return [check.padEnd(first), ...marks].join('  ').trimEnd();
  });
  const head = ['check'.padEnd(first), ...names.map((name, index) => name.padEnd(widths[index] ?? 0))].join('  ');
  return [paint('bold', head.trimEnd()), ...rows].join('\n');
}

/** What could not be judged, and why: each reason once. */
function reasonsText(cells: readonly Cell[], context: ReportContext): readonly string[] {
  const by = new Map<string, Cell[]>();
  for (const cell of cells) {
    if (cell.outcome !== 'inconclusive' && cell.outcome !== 'error') continue;
    for (const reason of cell.reasons) {
      const why = `${cell.outcome}: ${reason}`;
      by.set(why, [...(by.get(why) ?? []), cell]);
    }
  }
  const lines = [...by].flatMap(([why, own]) => [`  ${why}`, ...placesOf(own, isOfBudget(why))]);
  return lines.length === 0 ? [] : [['Not judged:', ...lines.map(shownBy(context))].join('\n')];
}

const isOfBudget = (why: string): boolean => why.includes('--max-requests') || why.includes('--max-time');

/** A line for each check, with its operations; of what no request was left for, a line for each operation, with its checks. */
function placesOf(cells: readonly Cell[], isByOperation: boolean): readonly string[] {
  const places = new Map<string, string[]>();
  for (const { check, operation } of cells) {
    const [head, place] = isByOperation ? [operation, check] : [check, operation];
    places.set(head, [...(places.get(head) ?? []), place]);
  }
  return [...places].map(([head, all]) => `    ${head}  ${someOf(all)}`);
}

function someOf(names: readonly string[]): string {
  const more = names.length - MOST_SHOWN;
  return names.slice(0, MOST_SHOWN).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

const amount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export function summaryText(context: ReportContext, paint: Paint): string {
  const { result, server, seed, verdict, contract } = context;
  const causes = causesOf(result.findings);
  const count = (wanted: Finding['outcome']) => causes.filter(({ finding }) => finding.outcome === wanted).length;
  const inconclusive = result.cells.filter(({ outcome }) => outcome === 'inconclusive').length;
  const style = verdict === 'pass' ? 'green' : verdict === 'inconclusive' ? 'yellow' : 'red';
  const flaky = count('flaky');
  const isCounted = (outcome: Finding['outcome']): boolean => outcome !== 'flaky';
  const following =
    result.findings.filter(({ outcome }) => isCounted(outcome)).length -
    causes.filter(({ finding }) => isCounted(finding.outcome)).length;
  const counts = `: ${amount(count('fail'), 'violation')}${following === 0 ? '' : ` (and ${following} that ${following === 1 ? 'follows' : 'follow'} from what is told)`}, ${flaky === 0 ? '' : `${flaky} flaky, `}${amount(count('warn'), 'warning')}, ${inconclusive} inconclusive${context.setAside === undefined ? '' : `, ${knownCount(context.setAside)}`}; ${amount(result.requests, 'request')} in ${(result.milliseconds / 1000).toFixed(1)} s; ${judgedOf(result).percent} % judged${seed === undefined ? '' : `; seed ${seed}`}`;
  const lines = [
    `${contract.title} ${contract.version} at ${server.baseUrl}`,
    ...(result.hasNoOperations === true ? [NO_OPERATIONS] : []),
    ...(result.isInterrupted ? ['The run was interrupted: this is what was found until then.'] : []),
    ...(result.removed.length === 0 ? [] : [`Not all was judged: ${reasonOfRemoval(result.removed)}.`]),
    ...leftOutText(context),
    ...(result.enough === undefined
      ? []
      : [
          `The budget of requests ended before all was judged: by what its cases have taken so far, --max-requests ${result.enough} is enough for all of it.`,
        ]),
    ...createdText(result),
    ...(context.failedBy ?? []).map((why) => `It fails: ${why}.`),
    ...learntText(result),
    ...(context.notes ?? []),
  ];
  return [paint(style, verdict.toUpperCase()) + counts, ...lines.map(shownBy(context))].join('\n');
}

const NO_OPERATIONS =
  'The document describes no operation (it has no paths; webhooks are sent by the server): there is nothing to send, and nothing was judged.';

/** A pass of a run that was narrowed is not to be taken for one of all. */
export const leftOutText = ({ leftOut = [] }: Pick<ReportContext, 'leftOut'>): readonly string[] =>
  leftOut.length === 0 ? [] : [`Left out, as flags or the configuration file say: ${leftOut.join('; ')}.`];
