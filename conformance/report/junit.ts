import type { KnownFinding } from '../baseline/baseline';
import type { Cell, Finding } from '../verdict/result';
import type { Report, ReportContext } from './context';
import { isInconclusive, type Unjudged, unjudgedByOperation } from './coverage';

/** The report for CI servers: one testcase for each check and operation; of what could not be judged, where that is much, one for each operation. */
export const junit = { id: 'junit', file: 'junit.xml', render: junitReport } as const satisfies Report;

export function junitReport({ result, setAside, contract, server, redact, failedBy = [] }: ReportContext): string {
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
    ...cells.flatMap((cell) => testcase(cell, result.findings, setAside?.known ?? [])),
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
  `      <skipped message="${xml(`inconclusive: ${reasons.join('; ')}: ${checks.join(', ')}`)}"/>`,
  '    </testcase>',
];

function testcase(
  { check, operation, outcome, reasons }: Cell,
  findings: readonly Finding[],
  known: readonly KnownFinding[],
): readonly string[] {
  const open = `    <testcase classname="${xml(check)}" name="${xml(operation)}"`;
  const own = findings.filter((finding) => finding.check === check && finding.operation === operation);
  const told = own
    .map(
      ({ outcome: kind, clause, expected, actual }) =>
        `${kind}: expected ${expected}; actual ${actual}; ${clause.sentence} (${clause.pointer})`,
    )
    .join('\n');
  if (outcome === 'fail')
    return [
      `${open}>`,
      `      <failure message="${xml(own[0]?.actual ?? '')}">${xml(told)}</failure>`,
      '    </testcase>',
    ];
  if (outcome === 'error')
    return [`${open}>`, `      <failure message="${xml(reasons.join('; '))}"/>`, '    </testcase>'];
  if (outcome === 'skip' || outcome === 'inconclusive')
    return [`${open}>`, `      <skipped message="${xml(`${outcome}: ${reasons.join('; ')}`)}"/>`, '    </testcase>'];
  if (outcome === 'known')
    return [
      `${open}>`,
      `      <skipped message="${xml(`known: ${reasonsFor(known, check, operation)}`)}"/>`,
      '    </testcase>',
    ];
  if (outcome === 'warn' || outcome === 'flaky')
    return [`${open}>`, `      <system-out>${xml(told)}</system-out>`, '    </testcase>'];
  return [`${open}/>`];
}

const SKIPPED: ReadonlySet<Cell['outcome']> = new Set<Cell['outcome']>(['skip', 'inconclusive', 'known']);

/** Why the findings of a cell are set aside, each reason once. */
const reasonsFor = (known: readonly KnownFinding[], check: string, operation: string): string => {
  const own = known.filter(({ finding }) => finding.check === check && finding.operation === operation);
  return [...new Set(own.map(({ reason }) => reason))].join('; ');
};

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
