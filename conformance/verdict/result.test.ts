import {
  type Cell,
  exitCodeOf,
  type Finding,
  failedBy,
  type RunResult,
  unlessMostlyUnjudged,
  verdictOf,
} from './result';
import { type Outcome, worst } from './verdict';

const FINDING: Omit<Finding, 'outcome'> = {
  ...{ check: 'a.b', title: '', level: 'MUST', operation: 'c', clause: { sentence: '', pointer: '' } },
  ...{ expected: '', actual: '', exchanges: [], seen: 1, firstSeen: 1, topic: {}, sightings: [] },
  ...{ symptoms: new Set<string>(), key: '' },
};

/** A run of these outcomes, with a finding for each violation and warning. */
const resultOf = (outcomes: readonly Outcome[]): RunResult => ({
  ...{ startedAt: 0, milliseconds: 0, requests: 0, exchanges: [], created: [], isInterrupted: false, removed: [] },
  cells: outcomes.map((outcome): Cell => ({ check: 'a.b', operation: 'c', outcome, judged: 1, reasons: [] })),
  findings: outcomes.flatMap((outcome) => (outcome === 'fail' || outcome === 'warn' ? [{ ...FINDING, outcome }] : [])),
});

test('where most was not judged, what has passed is no pass of the whole, and yet something was judged', () => {
  const [cell] = resultOf(['pass']).cells;
  if (cell === undefined) throw new Error('there is a cell');
  const share = { unjudged: 90, all: 100 };
  const left = unlessMostlyUnjudged(cell, share, 'exchanges');
  expect(left).toMatchObject({ outcome: 'inconclusive', reasons: ['90 of 100 exchanges were not judged'] });
  const result = { ...resultOf([]), cells: [left] };
  expect(verdictOf(result, { failOn: [] })).toBe('inconclusive');
  expect(verdictOf(result, { failOn: [], minJudged: 50 })).toBe('fail');
  expect(unlessMostlyUnjudged(cell, { unjudged: 50, all: 100 }, 'exchanges')).toBe(cell);
});

test.each([
  ['all passed', ['pass', 'pass'], [], 'pass', 0],
  ['some do not apply', ['pass', 'skip'], [], 'pass', 0],
  ['a warning', ['pass', 'warn'], [], 'pass', 0],
  ['something left out', ['pass', 'inconclusive'], [], 'inconclusive', 0],
  ['a violation', ['pass', 'fail'], [], 'fail', 1],
  ['a violation and nothing that passed', ['fail'], [], 'fail', 1],
  ['a violation and a fault of the suite', ['pass', 'fail', 'error'], [], 'fail', 1],
  ['a fault of the suite', ['pass', 'error'], [], 'error', 2],
  ['nothing that passed', ['skip', 'inconclusive'], [], 'error', 2],
  ['nothing at all', [], [], 'error', 2],
  ['strict with warnings', ['pass', 'warn'], ['warning'], 'fail', 1],
  ['strict with warnings, and there is none', ['pass', 'inconclusive'], ['warning'], 'inconclusive', 0],
  ['strict with what was left out', ['pass', 'inconclusive'], ['inconclusive'], 'fail', 1],
  ['strict with what was left out, and nothing was', ['pass', 'warn'], ['inconclusive'], 'pass', 0],
  ['strict with both', ['pass', 'warn'], ['warning', 'inconclusive'], 'fail', 1],
] as const)('%s', (_, outcomes, failOn, verdict, code) => {
  expect(verdictOf(resultOf(outcomes), { failOn })).toBe(verdict);
  expect(exitCodeOf(verdict)).toBe(code);
});

test('of several outcomes the worst stands for all', () => {
  expect(worst([])).toBe('skip');
  expect(worst(['pass', 'skip'])).toBe('pass');
  expect(worst(['pass', 'inconclusive', 'skip'])).toBe('inconclusive');
  expect(worst(['inconclusive', 'warn'])).toBe('warn');
  expect(worst(['error', 'fail', 'warn'])).toBe('fail');
});

test('a run that fails without a violation says by what', () => {
  const result = resultOf(['pass', 'warn', 'inconclusive']);
  expect(failedBy(result, { failOn: [], minJudged: 60 })).toEqual([]);
  expect(failedBy(result, { failOn: ['warning', 'inconclusive'], minJudged: 90, outdated: 2 })).toEqual([
    'warnings count as violations: 1',
    'inconclusive results count as violations: 1',
    '2 of the baseline are fixed: remove them (--update-baseline)',
    'at least 90 % of the cells must be judged, but 66 % were',
  ]);
  expect(failedBy(resultOf(['inconclusive']), { failOn: [], minJudged: 90 })).toEqual([]);
});
