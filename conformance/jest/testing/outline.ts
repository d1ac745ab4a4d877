import { documentName } from '../../../openapi/contract';
import { printable } from '../../../openapi/program/printable';
import { CHECKS } from '../../checks';
import { failOnOf } from '../../commands/conclude';
import { subjectsOf } from '../../exchange/subject';
import { isChosen } from '../../judge/choice';
import { curlsOf } from '../../report/content/commands';
import type { ReportContext } from '../../report/content/context';
import { ORACLES } from '../../rules/oracles';
import { caseOptionsOf } from '../../run/plan/plan';
import type { Cell, Finding } from '../../verdict/result';
import { judgedOf, reasonOfError } from '../../verdict/result';
import type { Rule } from '../../verdict/verdict';
import type { JudgedServer } from './judge-server';
import type { Group, Outlined } from './model';

/** The tests that show what was judged: a group for each rule, a test for each operation. */
export function outline(judged: JudgedServer): readonly Group[] {
  const { context } = judged;
  const rules: readonly Rule[] = [...ORACLES, ...CHECKS];
  const groups = rules.map((rule) => {
    const cells = context.result.cells.filter(({ check }) => check === rule.id);
    const unasked = { title: 'any operation', skipped: whyUnasked(rule, judged) };
    const tests = cells.length === 0 ? [unasked] : cells.map((cell) => ofCell(cell, judged));
    return { title: `${rule.id}: ${rule.title}`, tests };
  });
  return [...groups, { title: 'the run as a whole', tests: [ofWhole(judged), ofMock(judged)] }].map((group) =>
    shownBy(context, group),
  );
}

function ofCell({ check, operation, outcome, reasons }: Cell, { context, flags }: JudgedServer): Outlined {
  const own = context.result.findings.filter((one) => one.check === check && one.operation === operation);
  const counts: Readonly<Partial<Record<Cell['outcome'], (typeof flags.failOn)[number]>>> = {
    warn: 'warning',
    flaky: 'flaky',
    inconclusive: 'inconclusive',
  };
  const counted = counts[outcome];
  const isFailed =
    outcome === 'fail' || outcome === 'error' || (counted !== undefined && failOnOf(flags).includes(counted));
  const why = reasons.join('; ');
  if (isFailed)
    return {
      title: operation,
      failure: own.length === 0 ? why : own.map((one) => findingText(one, context)).join('\n\n'),
    };
  if (outcome === 'pass') return { title: operation };
  if (outcome === 'warn') return { title: `${operation} (with a warning: ${own[0]?.actual ?? why})` };
  return { title: operation, skipped: NOT_JUDGED[outcome] ?? (why === '' ? outcome : why) };
}

/** What was seen, and is no verdict. */
const NOT_JUDGED: Readonly<Partial<Record<Cell['outcome'], string>>> = {
  flaky: 'what was found did not come again',
  known: 'what was found is known, by the baseline',
};

function ofWhole({ context: { result, verdict, failedBy = [] }, troubles }: JudgedServer): Outlined {
  const { cells, judged, percent } = judgedOf(result);
  const title = `${verdict}: ${judged} of ${cells} cells judged (${percent} %), by ${result.requests} requests`;
  if (verdict === 'error') return { title, failure: reasonOfError(result) };
  if (failedBy.length > 0) return { title, failure: failedBy.join('; ') };
  if (verdict === 'fail') return { title, failure: 'see the tests that failed' };
  return troubles.length > 0 ? { title, failure: troubles.join('\n') } : { title };
}

function ofMock({ context: { result }, isMock }: JudgedServer): Outlined {
  const title = 'of the mock there is nothing to warn of, and nothing is inconclusive';
  if (!isMock) return { title, skipped: 'another server was judged' };
  const unjudged = result.cells.filter(({ outcome }) => outcome === 'inconclusive');
  const wrong = [
    ...result.findings.map(({ check, operation, actual }) => `${check} ${operation}: ${actual}`),
    ...unjudged.map(({ check, operation, reasons }) => `${check} ${operation}: ${reasons.join('; ')}`),
    ...(result.requests > 600 ? [`it took ${result.requests} requests`] : []),
  ];
  return wrong.length === 0 ? { title } : { title, failure: wrong.join('\n') };
}

function findingText({ expected, actual, clause, exchanges }: Finding, context: ReportContext): string {
  return [
    `contract  ${clause.sentence}`,
    `          ${documentName(context.contract.source)}#${clause.pointer}`,
    `expected  ${expected}`,
    `actual    ${actual}`,
    ...curlsOf(exchanges, context).map((line) => `again     ${line}`),
  ].join('\n');
}

/** Without secrets, and as a terminal may show it: a server and a document have words in it. */
const shownBy = ({ redact }: ReportContext, { title, tests }: Group): Group => ({
  title: printable(redact(title)),
  tests: tests.map(({ title: name, skipped, failure }) => ({
    title: printable(redact(name)),
    ...(skipped === undefined ? {} : { skipped: printable(redact(skipped)) }),
    ...(failure === undefined ? {} : { failure: redact(failure).split('\n').map(printable).join('\n') }),
  })),
});

/** Why a rule was judged on no operation at all. */
function whyUnasked(
  { id }: Rule,
  { context: { contract }, options }: Pick<JudgedServer, 'context' | 'options'>,
): string {
  if (!isChosen(id, options)) return 'the options leave it out';
  const check = CHECKS.find((one) => one.id === id);
  if (check === undefined) return 'no reply had anything to judge by it';
  const subjects = subjectsOf(contract).filter((subject) => check.applies(subject));
  if (subjects.length === 0) return 'the contract has nothing that it applies to';
  const given = caseOptionsOf(options);
  const isAsked = (caseOptions: typeof given): boolean =>
    subjects.some((subject) => check.cases(subject, caseOptions).length > 0);
  if (isAsked(given)) return 'the options leave out what it applies to';
  const limits = { most: options.maxRequests, waitForReset: options.waitForReset };
  if (isAsked({ ...given, limits }))
    return 'there is no key whose allowance may be used up: "limitKey" in conformance.config.json';
  const waiting = { ...limits, waitForReset: true };
  return isAsked({ ...given, limits: waiting })
    ? 'it was not asked to wait for the end of the window: "limitKey" and "waitForReset" in conformance.config.json'
    : 'the options leave it nothing to send';
}
