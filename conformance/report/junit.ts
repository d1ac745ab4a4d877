import type { Cell, Finding } from '../verdict/result';
import type { Report, ReportContext } from './content/context';
import { isInconclusive, type Unjudged, unjudgedByOperation } from './content/coverage';

/** The report for CI servers: one testcase for each check and operation; of what could not be judged, where that is much, one for each operation. */
export const junit = {
  id: 'junit',
  use: 'CI servers: one test for each check and operation',
  file: 'junit.xml',
  render: junitReport,
} as const satisfies Report;

export function junitReport(context: ReportContext): string {
  const { result, contract, server, redact, failedBy = [] } = context;
  const folded = unjudgedByOperation(result.cells);
  const cells = folded === undefined ? result.cells : result.cells.filter((cell) => !isInconclusive(cell));
  const tests = cells.length + (folded?.length ?? 0) + failedBy.length;
  const failed = cells.filter(({ outcome }) => outcome === 'fail' || outcome === 'error').length + failedBy.length;
  const skipped = cells.filter(({ outcome }) => SKIPPED.has(outcome)).length + (folded?.length ?? 0);
  const name = xml(`${contract.title} at ${server.baseUrl}`);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${tests}" failures="${failed}" skipped="${skipped}">`,
    `  <testsuite name="${name}" tests="${tests}" failures="${failed}" errors="0" skipped="${skipped}" time="${(result.milliseconds / 1000).toFixed(3)}">`,
    ...cells.flatMap((cell) => testcase(cell, context)),
    ...(folded ?? []).flatMap(foldedCase),
    ...failedBy.map(gateCase),
    '  </testsuite>',
    '</testsuites>',
  ];
  return `${redact(lines.join('\n'))}\n`;
}

/** What the run was asked for besides violations: no check stands for it, and CI servers look at tests alone. */
const gateCase = (why: string, index: number): string =>
  `    <testcase classname="gate" name="${index + 1}"><failure message="${xml(why)}"/></testcase>`;

/** Many checks of one operation that could not be judged are one test. */
const foldedCase = ({ operation, checks, reasons }: Unjudged): readonly string[] => [
  `    <testcase classname="not-judged" name="${xml(operation)}">`,
  `      ${skipped('inconclusive', [`${reasons.join('; ')}: ${checks.join(', ')}`])}`,
  '    </testcase>',
];

function testcase(cell: Cell, { result, setAside }: ReportContext): readonly string[] {
  const { check, operation } = cell;
  const isOwn = (finding: Finding): boolean => finding.check === check && finding.operation === operation;
  const known = setAside?.known.filter(({ finding }) => isOwn(finding)) ?? [];
  const body = bodyOf(cell, result.findings.filter(isOwn), [...new Set(known.map(({ reason }) => reason))]);
  const open = `    <testcase classname="${xml(check)}" name="${xml(operation)}"`;
  return body === undefined ? [`${open}/>`] : [`${open}>`, `      ${body}`, '    </testcase>'];
}

/** What a testcase has where it does not pass. */
function bodyOf(
  { outcome, reasons }: Cell,
  findings: readonly Finding[],
  known: readonly string[],
): string | undefined {
  const found = findings.map(
    ({ outcome: kind, clause, expected, actual }) =>
      `${kind}: expected ${expected}; actual ${actual}; ${clause.sentence} (${clause.pointer})`,
  );
  const bodies: Readonly<Record<Cell['outcome'], string | undefined>> = {
    pass: undefined,
    fail: `<failure message="${xml(findings[0]?.actual ?? '')}">${xml(found.join('\n'))}</failure>`,
    error: `<failure message="${xml(reasons.join('; '))}"/>`,
    skip: skipped(outcome, reasons),
    inconclusive: skipped(outcome, reasons),
    known: skipped(outcome, known),
    warn: `<system-out>${xml(found.join('\n'))}</system-out>`,
    flaky: `<system-out>${xml(found.join('\n'))}</system-out>`,
  };
  return bodies[outcome];
}

const skipped = (why: string, reasons: readonly string[]): string =>
  `<skipped message="${xml(`${why}: ${reasons.join('; ')}`)}"/>`;

const SKIPPED: ReadonlySet<Cell['outcome']> = new Set<Cell['outcome']>(['skip', 'inconclusive', 'known']);

/** XML 1.0 §2.2 has no way to write most control characters nor half a surrogate pair, and §2.4 wants the others escaped. Nor is one left that a terminal would obey or not show. */
function xml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffe\uffff]/gu, '\ufffd');
}
