import { run } from '../engine/run';
import type { Cell, Finding, RunResult } from '../model/finding';
import { jsonReport } from '../report/json';
import { findingsOf, type ListedFinding, type SavedReport } from '../report/saved';
import type { Behaviour } from '../selftest/server/behaviour';
import { startServer } from '../selftest/server/server';
import { shippedContract } from '../testing/contract';
import { judged } from '../testing/judged';
import { optionsFor } from '../testing/options';
import { chooseFindings } from './choose';
import { judgeReplay } from './judge';
import { isSendable, resending } from './resend';

/** Whoever reads a record that was made gets another name than the one that it was made with. */
const FORGETFUL: Behaviour = {
  rewrite: (reply, { operation }) => {
    const { body } = reply;
    const isRecord = operation === 'read' && typeof body === 'object' && body !== null && 'name' in body;
    return isRecord && reply.status === 200 ? { ...reply, body: { ...body, name: 'Forgotten' } } : reply;
  },
};

const saved = async (behaviour: Behaviour, checks: readonly string[]): Promise<SavedReport> =>
  JSON.parse(jsonReport(await judged(behaviour, { checks }))) as SavedReport;

describe('the exchanges of a finding', () => {
  test('are sent again in their order, and later paths name the record as it is called now', async () => {
    const report = await saved(FORGETFUL, ['created.readable']);
    const finding = findingsOf(report).find(({ exchanges }) => exchanges.length === 2);
    expect(finding).toMatchObject({ check: 'created.readable', operation: 'createPet' });
    if (finding === undefined) return;
    expect(finding.exchanges.map(({ sentBy, request }) => [sentBy, request.method, request.credential])).toEqual([
      ['created.readable', 'POST', 'main'],
      ['created.readable', 'GET', 'main'],
    ]);
    // Its records have other ids.
    const server = await startServer({
      ...FORGETFUL,
      assignId: ({ made }) => 5_000_000_000_000_000_000n + BigInt(made),
    });
    const result = await run(
      await shippedContract(),
      [resending(finding, 'replay.1')],
      optionsFor(server.baseUrl, {
        keys: { main: server.keys.main, limit: undefined },
        checks: ['replay.1', finding.check],
      }),
      { onProgress: () => {}, onWait: () => {} },
    );
    await server.close();
    expect(result.exchanges.slice(0, 3).map(({ request: { method, target } }) => `${method} ${target}`)).toEqual([
      expect.stringMatching(/^GET/),
      'POST /pets',
      expect.stringMatching(/^GET \/pets\/50000000000000000\d\d$/),
    ]);
    expect(result.findings.map(({ check, operation, key }) => [check, operation, key])).toContainEqual([
      finding.check,
      finding.operation,
      finding.key,
    ]);
  });

  const exchange = { sentBy: 'a.a', request: { method: 'GET', target: '/', headers: {}, credential: 'main' } };
  test.each([
    ['as they stand there', [exchange], true],
    ['not where something else was sent', [{ ...exchange, request: { ...exchange.request, altered: true } }], false],
    ['not where others were sent at once', [exchange, { ...exchange, atOnce: {} }], false],
    [
      'not with a key that may be used up',
      [{ ...exchange, request: { ...exchange.request, credential: 'limit' } }],
      false,
    ],
    ['not where there are none', [], false],
  ] as const)('are sent again %s', (_, exchanges, expected) => {
    expect(isSendable({ ...FOUND, exchanges })).toBe(expected);
  });
});

const FOUND: ListedFinding = {
  ...{ check: 'a.a', operation: 'getPet', key: 'one', outcome: 'fail', number: 1 },
  ...{ title: '', expected: '', actual: '', connection: 'any', exchanges: [] },
};

const { number: _, ...UNNUMBERED } = FOUND;
const FOLLOWING = { ...UNNUMBERED, check: 'b.b' };

const REPORT: SavedReport = {
  contract: { title: '', version: '', source: '', sha256: '' },
  ...{ target: '', startedAt: '', checks: [], flaky: [], warnings: [] },
  violations: [FOUND, { ...FOUND, number: 2, operation: 'listPets', consequences: [FOLLOWING] }],
};

test('a finding is meant by its number, its check, or check and operation; without any all causes are', () => {
  const chosen = (wanted?: string) =>
    chooseFindings(REPORT, wanted).map(({ check, operation }) => `${check} ${operation}`);
  expect(chosen()).toEqual(['a.a getPet', 'a.a listPets']);
  expect(chosen('2')).toEqual(['a.a listPets']);
  expect(chosen('a.a')).toEqual(['a.a getPet', 'a.a listPets']);
  expect(chosen('b.b:getPet')).toEqual(['b.b getPet']);
  expect(() => chosen('3')).toThrow(
    'the report has no finding "3"; numbers go from 1 to 2, and these are in it: a.a:getPet, a.a:listPets, b.b:getPet',
  );
  expect(() => chooseFindings({ ...REPORT, violations: [] }, undefined)).toThrow(/there is nothing to replay/);
});

describe('a finding', () => {
  const cell = (outcome: Cell['outcome'], reasons: readonly string[] = []): Cell => ({
    ...{ check: 'a.a', operation: 'getPet', outcome, judged: 1, reasons },
  });
  const now = (key: string, outcome: Finding['outcome'] = 'fail'): Finding => ({
    ...{ outcome, check: 'a.a', title: '', level: 'MUST', operation: 'getPet', key, topic: {}, exchanges: [] },
    ...{ clause: { sentence: '', pointer: '' }, expected: '', actual: '', seen: 1, firstSeen: 1 },
    ...{ sightings: [], symptoms: new Set() },
  });
  const came = (cells: readonly Cell[], ...findings: readonly Finding[]) => {
    const result: RunResult = {
      ...{ startedAt: 0, milliseconds: 0, requests: 1, exchanges: [], created: [], isInterrupted: false, removed: [] },
      ...{ cells, findings },
    };
    const judging = { isWhole: true, ofEveryExchange: new Set<string>(), ofChance: new Set<string>() };
    return judgeReplay(FOUND, result, new Set(['a.a getPet one', 'a.a getPet two']), judging, String);
  };

  test('still shows where it was found, once at least, or stands in another form', () => {
    expect(came([cell('fail')], now('one'))).toMatchObject({ came: 'still shows', finding: { key: 'one' } });
    expect(came([cell('flaky')], now('one', 'flaky'))).toMatchObject({ note: 'once, and not again' });
    expect(came([cell('fail')], now('three'))).toMatchObject({
      came: 'still shows',
      note: 'in another way than before',
    });
  });

  test('is gone where it was judged and not found; what else the report had is no other form of it', () => {
    expect(came([cell('pass')])).toEqual({ came: 'gone' });
    expect(came([cell('fail')], now('two'))).toEqual({ came: 'gone' });
  });

  test("can't be told where it was not judged, and the reason is", () => {
    expect(came([cell('inconclusive', ['the budget was used up'])])).toEqual({
      came: "can't tell",
      why: 'the budget was used up',
    });
    expect(came([])).toEqual({ came: "can't tell", why: 'nothing that was sent could show it' });
  });
});
