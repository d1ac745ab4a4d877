import type { Cell } from '../verdict/result';
import { compareReports, RENDERERS } from './compare';
import type { SavedFinding, SavedReport } from './saved';

const finding = (check: string, key: string, more: Partial<SavedFinding> = {}): SavedFinding => ({
  check,
  operation: 'addBook',
  key,
  title: 'A rule',
  expected: 'this',
  actual: 'that',
  connection: 'any',
  exchanges: [],
  ...more,
});

const cell = (check: string, outcome: Cell['outcome'], reasons: readonly string[] = []): Cell => ({
  check,
  operation: 'addBook',
  outcome,
  judged: 1,
  reasons,
});

const report = (more: Partial<SavedReport>): SavedReport => ({
  contract: { title: 'Library', version: '1', source: 'library.yaml', sha256: 'a'.repeat(64) },
  target: 'http://127.0.0.1:1/v1',
  startedAt: '2026-11-22T00:00:00.000Z',
  checks: [],
  violations: [],
  flaky: [],
  warnings: [],
  ...more,
});

/** One rule judges every exchange, one what meets at the same time. */
const OFTEN = (isWhole: boolean) => ({
  isWhole,
  ofEveryExchange: new Set(['reply.status']),
  ofChance: new Set(['at.once']),
});

test('findings are new, fixed or the same by check, operation and key, also those that follow from others', () => {
  const { added, fixed, same } = compareReports(
    report({
      checks: [cell('a.a', 'fail'), cell('b.b', 'fail')],
      violations: [finding('a.a', 'one', { actual: '500' }), finding('b.b', 'gone')],
    }),
    report({
      checks: [cell('a.a', 'fail'), cell('b.b', 'pass')],
      violations: [
        finding('a.a', 'two', { consequences: [finding('a.a', 'one', { outcome: 'fail', actual: '501' })] }),
      ],
    }),
    OFTEN,
  );
  expect(added.map(({ key }) => key)).toEqual(['two']);
  expect(fixed.map(({ key }) => key)).toEqual(['gone']);
  expect(same.map(({ key, actual }) => [key, actual])).toEqual([['one', '501']]);
});

test('what is worse than it was is new, and what is better is the same', () => {
  const checks = [cell('a.a', 'fail')];
  const [warned, failed] = [
    report({ checks, warnings: [finding('a.a', 'one')] }),
    report({ checks, violations: [finding('a.a', 'one')] }),
  ];
  expect(compareReports(warned, failed, OFTEN)).toMatchObject({ added: [{ outcome: 'fail' }], same: [], fixed: [] });
  expect(compareReports(failed, warned, OFTEN)).toMatchObject({ added: [], same: [{ outcome: 'warn' }], fixed: [] });
});

test('what a baseline sets aside is the same or fixed, and never new', () => {
  const checks = [cell('a.a', 'known')];
  const known = report({ checks, baseline: { known: [finding('a.a', 'one', { outcome: 'fail' })] } });
  const found = report({ checks, violations: [finding('a.a', 'one')] });
  expect(compareReports(found, known, OFTEN)).toMatchObject({
    ...{ added: [], fixed: [], uncertain: [], setAside: [] },
    same: [{ key: 'one' }],
  });
  expect(compareReports(known, known, OFTEN).same).toHaveLength(1);
  const [none, other] = [
    report({ checks: [cell('a.a', 'pass')] }),
    report({ checks, baseline: { known: [finding('a.a', 'two', { outcome: 'fail' })] } }),
  ];
  expect(compareReports(known, none, OFTEN)).toMatchObject({ fixed: [{ key: 'one' }], setAside: [] });
  expect(compareReports(none, known, OFTEN)).toMatchObject({ added: [], same: [], setAside: [{ key: 'one' }] });
  expect(compareReports(known, other, OFTEN)).toMatchObject({ added: [], fixed: [{ key: 'one' }], same: [] });
  expect(compareReports(known, found, OFTEN)).toMatchObject({ added: [], fixed: [], same: [{ key: 'one' }] });
});

test('what could not have shown is not fixed, and what is judged no more is listed', () => {
  const before = report({
    checks: [cell('a.a', 'fail'), cell('reply.status', 'fail'), cell('c.c', 'pass'), cell('at.once', 'fail')],
    violations: [finding('a.a', 'one'), finding('reply.status', '418'), finding('at.once', 'race')],
  });
  const now = report({
    checks: [cell('a.a', 'inconclusive', ['no budget']), cell('reply.status', 'pass'), cell('at.once', 'pass')],
  });
  const comparison = compareReports(before, now, OFTEN);
  expect(comparison).toMatchObject({ added: [], fixed: [] });
  expect(comparison.uncertain.map(({ key }) => key)).toEqual(['one', '418', 'race']);
  expect(comparison.lost).toEqual([
    { check: 'a.a', operation: 'addBook', before: 'fail', now: 'inconclusive', reasons: ['no budget'] },
    { check: 'c.c', operation: 'addBook', before: 'pass', now: undefined, reasons: [] },
  ]);
  expect(RENDERERS.text({ before, now, comparison })).toContain('a.a addBook: fail → inconclusive (no budget)\n');
});

test('what a server says marks nothing up and begins no line', () => {
  const before = report({});
  const now = report({ violations: [finding('a.a', 'one', { actual: 'a\n**b** <b>\u001b[2J' })] });
  const compared = { before, now, comparison: compareReports(before, now, OFTEN) };
  expect(RENDERERS.text(compared)).toContain('a.a addBook one: a\\u{a}**b** <b>\\u{1b}[2J; expected this\n');
  expect(RENDERERS.markdown(compared)).toContain(
    '- a.a addBook one: a&#92;u{a}&#42;&#42;b&#42;&#42; &#60;b&#62;&#92;u{1b}&#91;2J',
  );
  expect(JSON.parse(RENDERERS.json(compared)).new).toEqual([
    {
      outcome: 'fail',
      check: 'a.a',
      operation: 'addBook',
      key: 'one',
      expected: 'this',
      actual: 'a\n**b** <b>\u001b[2J',
    },
  ]);
});
