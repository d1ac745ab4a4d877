import { writeFile } from '../../mock/testing/edited';
import { readReport } from '../comparison/saved';
import { judged } from '../testing/judged';
import type { Cell } from '../verdict/result';
import type { ReportContext } from './content/context';
import { jsonReport } from './json';
import { junitReport } from './junit';
import { markdownReport } from './markdown';

const BUDGET = 'the budget of requests (--max-requests) was used up';

/** What a run of a contract of many operations has left, where a small budget has judged one check of each. */
const cellsOf = (operations: number, checks: number): readonly Cell[] =>
  Array.from({ length: operations }, (_, nth) =>
    Array.from({ length: checks }, (_, check): Cell => {
      const reasons = check === 1 ? ['nothing was created'] : [BUDGET];
      const cell = { check: `input.c${check}`, operation: `operation${nth}`, judged: 1 };
      return check === 0 ? { ...cell, outcome: 'pass', reasons: [] } : { ...cell, outcome: 'inconclusive', reasons };
    }),
  ).flat();

let context: ReportContext;
beforeAll(async () => {
  context = await judged({}, { maxRequests: 30 });
});

const withCells = (cells: readonly Cell[]): ReportContext => ({ ...context, result: { ...context.result, cells } });

test('what could not be judged of many operations stands by operation and reason in every report, and nothing of it is lost', async () => {
  const many = withCells(cellsOf(40, 8));
  const text = jsonReport(many);
  const report = JSON.parse(text);
  expect(report.inconclusive).toHaveLength(80);
  expect(report.inconclusive.slice(0, 2)).toEqual([
    { operation: 'operation0', checks: ['input.c1'], reasons: ['nothing was created'] },
    {
      operation: 'operation0',
      checks: ['input.c2', 'input.c3', 'input.c4', 'input.c5', 'input.c6', 'input.c7'],
      reasons: [BUDGET],
    },
  ]);
  expect(report.checks).toHaveLength(320);
  expect((await readReport(writeFile('json', text))).checks).toHaveLength(320);

  const xml = junitReport(many);
  expect(xml).toContain('<testsuites tests="120" failures="0" skipped="80">');
  expect(xml.match(/<testcase /g)).toHaveLength(120);
  expect(xml).toContain(
    `    <testcase classname="not-judged" name="operation3">\n      <skipped message="inconclusive: ${BUDGET}: input.c2, input.c3, input.c4, input.c5, input.c6, input.c7"/>`,
  );

  const markdown = markdownReport(many, {});
  expect(markdown).toMatch(/was used up \| 240 \| <code>operation0 \(6\), operation1 \(6\), .*operation39 \(6\)/);
  expect(markdown).toMatch(/nothing was created \| 40 \| <code>operation0 \(1\), /);
});

test('of a few operations each check stands by itself', () => {
  const few = withCells(cellsOf(5, 8));
  const report = JSON.parse(jsonReport(few));
  expect(report.inconclusive).toHaveLength(35);
  expect(report.inconclusive[1]).toEqual({ check: 'input.c2', operation: 'operation0', reasons: [BUDGET] });
  expect(junitReport(few).match(/<testcase /g)).toHaveLength(40);
  expect(markdownReport(few, {})).toContain('<code>input.c2 operation0, input.c3 operation0');
});

test('the schema of the report takes one check or several, and not both', async () => {
  const report = JSON.parse(jsonReport(context));
  const one = { operation: 'getPet', reasons: [] };
  const reading = (more: object): Promise<unknown> =>
    readReport(writeFile('json', JSON.stringify({ ...report, inconclusive: [{ ...one, ...more }] })));
  await expect(reading({ check: 'input.query' })).resolves.toBeDefined();
  await expect(reading({ checks: ['input.query'] })).resolves.toBeDefined();
  await expect(reading({})).rejects.toThrow(/inconclusive/);
  await expect(reading({ check: 'input.query', checks: ['input.query'] })).rejects.toThrow(/inconclusive/);
});
