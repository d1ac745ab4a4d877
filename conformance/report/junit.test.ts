import { execFileSync } from 'node:child_process';
import { judged } from '../testing/judged';
import type { ReportContext } from './context';
import { junitReport } from './junit';

/** Whether XML is well-formed, by Python's expat; its message where it is not. */
function problemOf(xml: string): string {
  const program = 'import sys, xml.etree.ElementTree as t; t.fromstring(sys.stdin.buffer.read())';
  try {
    execFileSync('python3', ['-c', program], { input: Buffer.from(xml), stdio: ['pipe', 'pipe', 'pipe'] });
    return '';
  } catch (error) {
    return String(error);
  }
}

const HOSTILE = [
  ']]><x a="1">&amp;</x>',
  '</failure></testcase>',
  'null \u0000, bell \u0007, escape \u001b[2J, delete \u007f, next line \u0085',
  'half a pair \ud83d, the other \udc15, none \ufffe \uffff',
  '\u{1F415} e\u0301 \u202Eabc',
  '<!--',
];

let context: ReportContext;
beforeAll(async () => {
  context = await judged({ filter: (animals) => animals }, { maxRequests: 60 });
});

test.each(HOSTILE)('the report is well-formed though a server says %j', (text) => {
  const findings = context.result.findings.map((finding) => ({ ...finding, expected: text, actual: text }));
  const cells = context.result.cells.map((cell, index) =>
    index % 3 === 0 ? { ...cell, outcome: 'inconclusive' as const, reasons: [text] } : cell,
  );
  const xml = junitReport({ ...context, result: { ...context.result, findings, cells } });
  expect(findings.length).toBeGreaterThan(0);
  expect(problemOf(xml)).toBe('');
});

test('there is one testcase for each check and operation, and the counts are theirs', () => {
  const xml = junitReport(context);
  const { cells } = context.result;
  expect([...xml.matchAll(/<testcase /g)]).toHaveLength(cells.length);
  const count = (...outcomes: readonly string[]) => cells.filter(({ outcome }) => outcomes.includes(outcome)).length;
  expect(count('fail')).toBeGreaterThan(0);
  expect([...xml.matchAll(/<failure /g)]).toHaveLength(count('fail', 'error'));
  expect([...xml.matchAll(/<skipped /g)]).toHaveLength(count('skip', 'inconclusive'));
  expect(xml).toContain(
    `<testsuites tests="${cells.length}" failures="${count('fail', 'error')}" skipped="${count('skip', 'inconclusive')}">`,
  );
  expect(xml).toContain('<testcase classname="list.filter" name="listPets">\n      <failure message="');
});
