import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cell, Finding, RunResult } from '../verdict/result';
import type { Topic } from '../verdict/verdict';
import type { Baseline, BaselineEntry } from './baseline';
import { baselineText, NO_REASON, readBaseline, updatedBaseline } from './baseline';
import type { Judging } from './fixed';
import { countNew, setAsideKnown } from './set-aside';

const TODAY = '2026-11-22';
const JUDGING: Judging = {
  isWhole: true,
  ofEveryExchange: new Set(['reply.status', 'reply.schema', 'reply.no-5xx']),
  ofChance: new Set(['at.once']),
};
const NAMING = {
  checks: new Set(['a.a', 'b.b', 'reply.status', 'reply.schema', 'reply.no-5xx']),
  operations: new Set(['addBook', 'getBook']),
  redact: (text: string) => text,
};

const finding = (check: string, key: string, more: Partial<Finding> & { topic?: Topic } = {}): Finding => ({
  ...{ outcome: 'fail', check, title: '', level: 'MUST', operation: 'addBook', key, topic: {} },
  ...{ clause: { sentence: '', pointer: '' }, expected: '', actual: '', exchanges: [], seen: 1, firstSeen: 1 },
  ...{ sightings: [[1]], symptoms: new Set() },
  ...more,
});

const cell = (check: string, outcome: Cell['outcome'], more: Partial<Cell> = {}): Cell => ({
  ...{ check, operation: 'addBook', outcome, judged: 1, reasons: [] },
  ...more,
});

const resultOf = (cells: readonly Cell[], ...findings: readonly Finding[]): RunResult => ({
  ...{ startedAt: 0, milliseconds: 0, requests: 1, exchanges: [], created: [], isInterrupted: false, removed: [] },
  cells,
  findings,
});

const entry = (check: string, key: string, more: Partial<BaselineEntry> = {}): BaselineEntry => ({
  ...{ check, operation: 'addBook', key, reason: 'ticket 12', date: '2026-01-01' },
  ...more,
});

const baselineOf = (...findings: readonly BaselineEntry[]): Baseline => ({ file: 'known.json', findings });

const gated = (result: RunResult, baseline: Baseline, judging: Judging = JUDGING) =>
  setAsideKnown(result, baseline, judging, NAMING, TODAY);
const updated = (result: RunResult, baseline: Baseline, judging: Judging = JUDGING) =>
  updatedBaseline(baseline, result, judging, (text) => text, ['fail'], TODAY).findings;

const keys = (findings: readonly { readonly key: string }[]) => findings.map(({ key }) => key);

test('while a run goes on the violations count that are not set aside, or not any longer', () => {
  const count = (...known: readonly BaselineEntry[]) =>
    countNew([finding('a.a', 'old'), finding('a.a', 'new')], baselineOf(...known), (text) => text, TODAY);
  expect(count()).toBe(2);
  expect(count(entry('a.a', 'old'))).toBe(1);
  expect(count(entry('a.a', 'old', { expires: '2026-01-01' }))).toBe(2);
  expect(count(entry('a.a', 'old', { outcome: 'warn' }))).toBe(2);
});

describe('a baseline sets aside', () => {
  test('what it names, and what is left makes the cell', () => {
    const { result, setAside } = gated(
      resultOf(
        [cell('a.a', 'fail'), cell('b.b', 'fail')],
        finding('a.a', 'old'),
        finding('b.b', 'old'),
        finding('b.b', 'new', { outcome: 'warn' }),
      ),
      baselineOf(entry('a.a', 'old'), entry('b.b', 'old')),
    );
    expect(keys(result.findings)).toEqual(['new']);
    expect(result.cells.map(({ outcome }) => outcome)).toEqual(['known', 'warn']);
    expect(setAside.known.map(({ reason }) => reason)).toEqual(['ticket 12', 'ticket 12']);
  });

  test('nothing after its last day, and says so', () => {
    const result = resultOf([cell('a.a', 'fail')], finding('a.a', 'old'));
    expect(keys(gated(result, baselineOf(entry('a.a', 'old', { expires: TODAY }))).result.findings)).toEqual([]);
    const over = gated(result, baselineOf(entry('a.a', 'old', { expires: '2026-11-21' })));
    expect(keys(over.result.findings)).toEqual(['old']);
    expect(over.setAside.counted.map(({ why }) => why)).toEqual(['it was set aside until 2026-11-21']);
  });

  test('no violation that was a warning, but a warning that was a violation', () => {
    const warning = baselineOf(entry('a.a', 'old', { outcome: 'warn' }));
    const violation = resultOf([cell('a.a', 'fail')], finding('a.a', 'old'));
    expect(gated(violation, warning).setAside.counted.map(({ why }) => why)).toEqual([
      'it was a warning when it was set aside',
    ]);
    const better = resultOf([cell('a.a', 'warn')], finding('a.a', 'old', { outcome: 'warn' }));
    expect(keys(gated(better, baselineOf(entry('a.a', 'old'))).result.findings)).toEqual([]);
  });

  test('what follows from a known cause, but not the same defect on another operation', () => {
    const defect = { topic: { defect: 'name maxLength' } };
    const { result, setAside } = gated(
      resultOf(
        [cell('reply.no-5xx', 'fail'), cell('reply.schema', 'fail'), cell('reply.status', 'fail')],
        finding('reply.no-5xx', '500', defect),
        finding('reply.status', '500'),
        finding('reply.no-5xx', '500', { ...defect, operation: 'getBook' }),
      ),
      baselineOf(entry('reply.no-5xx', '500')),
    );
    expect(result.findings.map(({ check, operation }) => [check, operation])).toEqual([['reply.no-5xx', 'getBook']]);
    expect(setAside.known.at(-1)).toMatchObject({
      finding: { check: 'reply.status' },
      reason: 'follows from reply.no-5xx addBook 500: ticket 12',
    });
  });

  test('a consequence no longer than what it followed from shows', () => {
    const follows = { check: 'reply.no-5xx', operation: 'addBook', key: '500' };
    const baseline = baselineOf(entry('a.a', 'refused', { follows }));
    const still = resultOf([cell('a.a', 'fail'), cell('reply.no-5xx', 'pass')], finding('a.a', 'refused'));
    expect(gated(still, baseline).setAside.counted.map(({ why }) => why)).toEqual([
      'what it followed from is fixed: reply.no-5xx addBook 500',
    ]);
    // Nobody knows whether it is fixed.
    const unjudged = resultOf([cell('a.a', 'fail'), cell('reply.no-5xx', 'inconclusive')], finding('a.a', 'refused'));
    expect(keys(gated(unjudged, baseline).result.findings)).toEqual([]);
  });
});

describe('fixed is', () => {
  const ofCheck = baselineOf(entry('a.a', 'old'));
  const ofOracle = baselineOf(entry('reply.status', '418'));

  const part = { reasons: ['no budget'] };
  test.each<readonly [string, Baseline, readonly Cell[], { isWhole?: false; isInterrupted?: true }, readonly string[]]>(
    [
      ['what was judged and did not show', ofCheck, [cell('a.a', 'pass')], {}, ['old']],
      ['what another finding stands in the place of', ofCheck, [cell('a.a', 'fail')], {}, ['old']],
      ['no check that was left out', ofCheck, [cell('b.b', 'pass')], {}, []],
      ['no check that does not apply', ofCheck, [cell('a.a', 'skip')], {}, []],
      ['no check that could not judge', ofCheck, [cell('a.a', 'inconclusive')], {}, []],
      ['no check that was judged in part', ofCheck, [cell('a.a', 'fail', part)], {}, []],
      ['nothing of a run that was ended', ofCheck, [cell('a.a', 'pass')], { isInterrupted: true }, []],
      ['what is judged on every exchange, of a whole run', ofOracle, [cell('reply.status', 'pass')], {}, ['418']],
      ['not so where checks were left out', ofOracle, [cell('reply.status', 'pass')], { isWhole: false }, []],
      ['nor where one could not judge', ofOracle, [cell('reply.status', 'pass'), cell('a.a', 'inconclusive')], {}, []],
      ['nothing that depends on what meets', baselineOf(entry('at.once', 'race')), [cell('at.once', 'pass')], {}, []],
      [
        'nothing that comes and goes',
        baselineOf(entry('a.a', 'old', { outcome: 'flaky' })),
        [cell('a.a', 'pass')],
        {},
        [],
      ],
    ],
  )('%s', (_, baseline, cells, { isWhole = true, isInterrupted = false }, fixed) => {
    const [result, judging] = [
      { ...resultOf(cells), isInterrupted },
      { ...JUDGING, isWhole },
    ];
    expect(keys(gated(result, baseline, judging).setAside.fixed)).toEqual(fixed);
    // An update takes out what is fixed, and nothing else.
    expect(keys(updated(result, baseline, judging))).toEqual(fixed.length > 0 ? [] : keys(baseline.findings));
  });
});

test('what does not show and was not judged to the end stands there with the reason', () => {
  const baseline = baselineOf(entry('a.a', 'old'), entry('b.b', 'old'));
  const { setAside } = gated(resultOf([cell('a.a', 'inconclusive', { reasons: ['no budget'] })]), baseline);
  expect(setAside.uncertain.map(({ entry: { check }, why }) => [check, why])).toEqual([
    ['a.a', 'no budget'],
    ['b.b', 'nothing that was sent could show it'],
  ]);
});

test('an update adds what counts, keeps what is said of the rest, sorts, and changes nothing when it is done again', () => {
  const result = resultOf(
    [cell('reply.no-5xx', 'fail'), cell('reply.status', 'fail'), cell('a.a', 'fail'), cell('b.b', 'warn')],
    finding('reply.no-5xx', '500'),
    finding('reply.status', '500'),
    finding('a.a', 'B', { sightings: [[2]] }),
    finding('a.a', 'a', { sightings: [[2]] }),
    finding('b.b', 'lawful', { outcome: 'warn' }),
  );
  const first = updated(result, baselineOf(entry('a.a', 'a', { expires: '2026-01-01' }), entry('gone.check', 'x')));
  expect(first).toEqual([
    entry('a.a', 'B', { reason: NO_REASON, date: TODAY }),
    entry('a.a', 'a', { expires: '2026-01-01' }),
    entry('gone.check', 'x'),
    entry('reply.no-5xx', '500', { reason: NO_REASON, date: TODAY }),
    entry('reply.status', '500', {
      follows: { check: 'reply.no-5xx', operation: 'addBook', key: '500' },
      reason: NO_REASON,
      date: TODAY,
    }),
  ]);
  expect(updatedBaseline(baselineOf(...first), result, JUDGING, String, ['fail'], '2027-01-01').findings).toEqual(
    first,
  );
  const { setAside } = gated(result, baselineOf(...first));
  expect(setAside.counted.map(({ entry: { key } }) => key)).toEqual(['a']);
  expect(keys(setAside.unknown)).toEqual(['x']);
});

describe('a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'baseline-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const written = (text: string): string => {
    const file = join(folder, 'known.json');
    writeFileSync(file, text);
    return file;
  };

  test('is read as it was written', async () => {
    const findings = [entry('a.a', 'clef 𝄞, ESC \u001b, \u202e', { expires: TODAY, outcome: 'warn' })];
    const text = baselineText({ file: '', $schema: 'baseline.schema.json', findings });
    expect(text).not.toMatch(/\p{Cc}(?<!\n)|\p{Cf}/u);
    const file = written(text);
    expect(await readBaseline(file, false)).toEqual({ file, $schema: 'baseline.schema.json', findings });
  });

  test('may be missing where it is about to be written, and only there', async () => {
    const file = join(folder, 'none.json');
    expect(await readBaseline(file, true)).toEqual({ file, findings: [] });
    await expect(readBaseline(file, false)).rejects.toThrow(`the baseline ${file} can't be read: no such file`);
  });

  const [one, other] = [entry('a.a', 'x'), entry('a.a', 'y')];
  test.each([
    ['{', /^the baseline .*known\.json is not JSON: /],
    [[], /known\.json is not valid: the file must be an object/],
    [
      { findings: [{ check: 'a.a' }] },
      /the field "findings\[0\]\.operation" is missing\. See conformance\/baseline\.schema\.json\.$/,
    ],
    [
      { findings: [{ ...one, expires: '2026-02-30' }] },
      /the field "findings\[0\]\.expires" must be a text in the format date, not "2026-02-30"/,
    ],
    [{ findings: [{ ...one, until: 'x' }] }, /the field "findings\[0\]\.until" is unknown; there may be /],
    [
      { findings: [one, other, one] },
      /twice: \/findings\/0 and \/findings\/2 are both "a\.a addBook x"\. Leave one out\.$/,
    ],
  ])('that is no baseline is refused in one line: %j', async (file, message) => {
    const text = typeof file === 'string' ? file : JSON.stringify(file);
    await expect(readBaseline(written(text), false)).rejects.toThrow(message);
  });
});
