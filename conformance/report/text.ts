import { styleText } from 'node:util';
import { type Contract, documentName, groupedBy } from '../../openapi/contract';
import { printable, printableLines } from '../../openapi/program/printable';
import { hasMany } from '../exchange/subject';
import { type Cause, causesOf, followingFrom } from '../judge/causes';
import type { RunOptions } from '../run/plan/options';
import type { Planned } from '../run/plan/places';
import { reachingOf } from '../run/plan/reach';
import type { Cell, Finding } from '../verdict/result';
import type { Outcome } from '../verdict/verdict';
import { commandsOf, exportText } from './content/commands';
import type { ReportContext } from './content/context';
import { overviewText } from './content/overview';
import { shownTarget } from './content/redact';
import { knownText, type Paint, type Style, shownBy, summaryText, triedText } from './content/summary';
import { cut, FINDING_PREFIXES, firstOf, furtherText, listed, short } from './content/wording';

/** The report for people. Plain where there is no terminal, or NO_COLOR is set. */
export function textReport(context: ReportContext, isColoured: boolean): string {
  const paint: Paint = isColoured ? styleText : (_, text) => text;
  const { result } = context;
  const parts = [
    ...causesOf(result.findings).map((cause, index) => findingText(cause, index + 1, context, paint)),
    ...exportText(context),
    ...(result.cells.length === 0 ? [] : [tableText(result.cells, context, paint)]),
    ...reasonsText(result.cells, context),
    ...(context.setAside === undefined ? [] : knownText(context.setAside, MOST_SHOWN)).map((lines) =>
      lines.map(shownBy(context)).join('\n'),
    ),
    summaryText(context, paint, false),
    ...overviewText(context).map(([heading = '', ...lines]) =>
      [paint('bold', heading), ...lines.map(shownBy(context))].join('\n'),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

function findingText(cause: Cause, number: number, context: ReportContext, paint: Paint): string {
  const { finding, operations } = cause;
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
    ...(operations.length === 1 ? [] : [`   alike on  ${listed(operations.slice(1), MOST_SHOWN)}`]),
    '   seen in',
    ...steps,
    '   reproduce',
  ];
  // These may have line breaks, inside quotes; what a terminal would obey they have in writing of their own.
  const commands = commandsOf(finding, context);
  const what = `: ${title} — ${operation}${operations.length === 1 ? '' : ` and ${furtherText(cause)}`}${seen > 1 ? `, seen ${seen} times` : ''}`;
  return [
    `${head} ${paint('bold', shown(`${check} (${level})`))}${shown(what)}`,
    ...lines.map(shown),
    ...commands.map((command) => `     ${printableLines(context.redact(command))}`),
    ...alsoText(followingFrom(cause)).map(shown),
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
const alsoText = (consequences: readonly Finding[]): readonly string[] =>
  consequences.length === 0
    ? []
    : [
        '   also, from the same cause',
        ...firstOf(consequences.map(shortText), MOST_SHOWN, (more) => `     and ${more} more`),
      ];

const shortText = ({ check, operation, expected, actual, seen, outcome }: Finding): string =>
  `     ${FINDING_PREFIXES[outcome]}${check} ${operation}: ${actual}; expected ${expected}${seen > 1 ? `; seen ${seen} times` : ''}`;

const bodyText = (text: string): string => (text === '' ? '' : `  ${short(printable(text), 200)}`);

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
  if (operations.length > MOST_SHOWN) return countsText(cells, first, paint);
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

/** Of more operations than fit a terminal how many came out how, check by check. */
function countsText(cells: readonly Cell[], first: number, paint: Paint): string {
  const heads = COLUMNS.map(([head]) => head);
  const rows = [...groupedBy(cells, ({ check }) => check)].map(([check, own]) => {
    const counts = COLUMNS.map(([head, outcomes]) => {
      const count = own.filter(({ outcome }) => outcomes.includes(outcome)).length;
      return `${count === 0 ? '' : count}`.padStart(head.length);
    });
    return [check.padEnd(first), ...counts].join('  ').trimEnd();
  });
  const where = 'The operations of each are in the HTML report (--report html).';
  return [paint('bold', ['check'.padEnd(first), ...heads].join('  ')), ...rows, where].join('\n');
}

/** Operations that a check is not for are counted nowhere. */
const COLUMNS: readonly (readonly [head: string, outcomes: readonly Outcome[]])[] = [
  ['passed', ['pass']],
  ['failed', ['fail']],
  ['warned', ['warn', 'flaky']],
  ['known', ['known']],
  ['not judged', ['inconclusive', 'error']],
];

/** What could not be judged, and why: each reason once. */
function reasonsText(cells: readonly Cell[], context: ReportContext): readonly string[] {
  const unjudged = cells
    .filter(({ outcome }) => outcome === 'inconclusive' || outcome === 'error')
    .flatMap((cell) => cell.reasons.map((reason) => ({ ...cell, why: `${cell.outcome}: ${reason}` })));
  const lines = [...groupedBy(unjudged, ({ why }) => why)].flatMap(([why, own]) => [
    `  ${why}`,
    ...cellLines(own, isOfBudget(why)),
  ]);
  return lines.length === 0 ? [] : [['Not judged:', ...lines.map(shownBy(context))].join('\n')];
}

const isOfBudget = (why: string): boolean => why.includes('--max-requests') || why.includes('--max-time');

/** A line for each check, with its operations; of what no request was left for, a line for each operation, with its checks. */
function cellLines(cells: readonly Cell[], isByOperation: boolean): readonly string[] {
  const [heading, name] = isByOperation ? (['operation', 'check'] as const) : (['check', 'operation'] as const);
  return [...groupedBy(cells, (cell) => cell[heading])].map(
    ([head, own]) =>
      `    ${head}  ${listed(
        own.map((cell) => cell[name]),
        MOST_SHOWN,
      )}`,
  );
}

/** What a run would send, without sending it. */
export function planReport(
  contract: Contract,
  planned: readonly Planned[],
  { maxRequests, target, ratePerMinute }: RunOptions,
): string {
  const rows = groupedBy(planned, ({ check, subject }) => `${check.id} ${subject.operation.id}`);
  const width = Math.max(...[...rows.keys()].map((key) => key.length));
  const plan = contract.plans.find(({ name }) => name.toLowerCase() === target.plan?.toLowerCase());
  const perMinute =
    ratePerMinute ??
    (plan === undefined || plan.allowances === 'custom'
      ? undefined
      : plan.allowances.find(({ seconds }) => seconds === 60)?.requests);
  return [
    ...[...rows].map(
      ([key, cases]) =>
        `${key.padEnd(width)}  ${`${cases.length}`.padStart(4)} ${cases.length === 1 ? 'case' : 'cases'}`,
    ),
    '',
    `${planned.length} cases, and at most ${maxRequests} requests (--max-requests)${hasMany(contract) ? `, of them up to ${reachingOf(maxRequests)} for a first success of each operation` : ''}: the requests of a case are counted while it runs.`,
    perMinute === undefined
      ? 'No plan or rate is known: as fast as the server answers.'
      : `At ${perMinute} requests a minute: ${Math.ceil(maxRequests / perMinute)} minutes at most.`,
    'Nothing was sent.',
    '',
  ].join('\n');
}
