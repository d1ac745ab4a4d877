import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../openapi/program/testing/folder';
import { faults } from '../../tools/selftest/faults';
import { on } from '../../tools/selftest/server/altering';
import type { Behaviour } from '../../tools/selftest/server/model';
import { startServer } from '../../tools/selftest/server/server';
import { CHECKS } from '../checks';
import { judgingOf } from '../commands/conclude';
import { resendingId } from '../commands/replay';
import { findingsOf, type ListedFinding, type SavedReport } from '../comparison/saved';
import { checksBehind } from '../report/content/context';
import { jsonReport } from '../report/json';
import { RELATIONS } from '../rules/relations';
import { run } from '../run/run';
import { runHere } from '../testing/command';
import { shippedContract } from '../testing/contract';
import { judged } from '../testing/judged';
import { optionsFor } from '../testing/options';
import type { Cell, Finding, RunResult } from '../verdict/result';
import { chooseFindings, doubtOf, judgeReplay } from './judge';
import { isSendable, resending } from './resend';

/** A record that was made is read with another name than it was made with. */
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

test('of a server that is as it was nothing is gone that only what a whole run builds up can show', async () => {
  const behaviour = faults.find(({ name }) => name === 'a create after a refused one is lost')?.behaviour ?? {};
  const report = await saved(behaviour, []);
  const causes = chooseFindings(report, undefined);
  const server = await startServer(behaviour);
  const resends = causes.flatMap((one, index) => (isSendable(one) ? [resending(one, resendingId(index))] : []));
  const behind = causes.flatMap(({ check, exchanges }) => checksBehind(check, exchanges));
  const result = await run(
    await shippedContract(),
    [...resends, ...CHECKS],
    optionsFor(server.baseUrl, {
      keys: { main: server.keys.main, limit: undefined },
      checks: [...resends.map(({ id }) => id), ...behind],
    }),
    { onProgress: () => {}, onWait: () => {} },
  );
  await server.close();
  const judging = { ...judgingOf(true), ofRecords: new Set(RELATIONS.map(({ id }) => id)) };
  expect(causes.map(({ check }) => check)).toContain('created.new-id');
  const came = causes.map((one) => judgeReplay(one, result, report, judging, String).came);
  expect(came.filter((one) => one === 'gone')).toEqual([]);
});

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
  expect(chosen('2.1')).toEqual(['b.b getPet']);
  expect(() => chosen('1.1')).toThrow('no finding "1.1"');
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
    const report = { ...REPORT, violations: [FOUND, { ...FOUND, key: 'two' }] };
    return judgeReplay(FOUND, result, report, { ...judging, ofRecords: new Set<string>() }, String);
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

  test("can't be told where what showed it is not what was judged now", () => {
    const of = (
      more: Partial<ListedFinding>,
      rules: 'ofRecords' | 'ofEveryExchange',
      reasons: readonly string[] = [],
    ) => {
      const judging = { isWhole: true, ofEveryExchange: new Set<string>(), ofChance: new Set<string>() };
      const all = { ...judging, ofRecords: new Set<string>(), [rules]: new Set([FOUND.check]) };
      return doubtOf({ ...FOUND, ...more }, cell('fail', ['there is no list']), cell('pass', reasons), all);
    };
    const request = { method: 'GET', target: '/', headers: {}, credential: 'main' };
    const others = { exchanges: [{ sentBy: 'b.b', request }] };
    expect(of(others, 'ofRecords')).toMatch(/^requests of other checks showed it/);
    expect(of({ exchanges: [{ sentBy: 'a.a', request }] }, 'ofRecords')).toBeUndefined();
    expect(of(others, 'ofEveryExchange')).toBeUndefined();
    expect(of({ exchanges: [{ sentBy: 'b.b', request, atOnce: {} }] }, 'ofEveryExchange')).toMatch(
      /^what showed it can't/,
    );
    expect(of({ triedAgain: 'did not come again' }, 'ofRecords')).toMatch(/^it comes and goes/);
    expect(of({}, 'ofRecords', ['there is no list'])).toBeUndefined();
    expect(of({}, 'ofRecords', ['no value is known'])).toBe(
      'not all was judged that was judged before: no value is known',
    );
  });

  test("can't be told where it was not judged, and the reason is", () => {
    expect(came([cell('inconclusive', ['the budget was used up'])])).toEqual({
      came: "can't tell",
      why: 'the budget was used up',
    });
    expect(came([])).toEqual({ came: "can't tell", why: 'nothing that was sent could show it' });
  });
});

const failing = on({ operation: 'read', status: 200 }, () => ({ status: 500 }));
/** What stays broken. */
const FAILING: Behaviour = { rewrite: failing };
/** With what is mended. */
const BOTH: Behaviour = {
  rewrite: async (reply, asked) =>
    on({ operation: 'read', status: 404 }, () => ({ headers: { 'Content-Type': 'text/html' } }))(
      await failing(reply, asked),
      asked,
    ),
};

test('of all findings each comes to what its number alone comes to, whatever the others still break', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'report.json');
  const report = jsonReport(await judged(BOTH, { maxRequests: 200 }));
  writeFileSync(file, report);
  const server = await startServer(FAILING);
  try {
    const replay = async (...wanted: readonly string[]): Promise<readonly string[]> => {
      const args = ['--base-url', server.baseUrl, '--api-key', server.keys.main, '--quiet'];
      const { stdout } = await runHere(['replay', file, ...wanted, ...args]);
      return stdout.split('\n').filter((line) => /^\d+\. /.test(line));
    };
    const all = await replay();
    const alone = await Promise.all(all.map(async (_, index) => (await replay(`${index + 1}`))[0]));
    expect(all.length).toBeGreaterThan(1);
    expect(all).toContainEqual(expect.stringMatching(/^\d+\. reply\.media-type getPet .*: gone$/));
    expect(all).toEqual(alone);
  } finally {
    await server.close();
  }
});
