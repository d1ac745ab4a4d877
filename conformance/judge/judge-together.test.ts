import type { Contract } from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import { libraryContract, shippedContract } from '../testing/contract';
import { exchangeOf, type Told } from '../testing/exchange';
import { createJudge, type Judge } from './judge';

const TARGET = { baseUrl: '', plan: undefined, limitPlan: undefined, exclusive: true };
const EVERYTHING = { checks: [], excludedChecks: [], operations: [], excludeDeprecated: false };

let contract: Contract;
let library: Contract;
beforeAll(async () => {
  contract = await shippedContract();
  library = await libraryContract();
});

const rex = { id: 1, name: 'Rex', categoryId: 1 };
const bella = { id: 2, name: 'Bella', categoryId: 2 };

const NOW_S = 1_800_000_000;

let left = 1000;
let number = 0;
beforeEach(() => {
  left = 1000;
  number = 0;
});

/** One that takes one of the allowance. */
function told(one: Told, rest?: number): Exchange {
  number += 1;
  left -= 1;
  const headers = {
    'content-type': 'application/json',
    date: new Date(NOW_S * 1000).toUTCString(),
    'x-ratelimit-limit': '1000',
    'x-ratelimit-remaining': String(rest ?? left),
    'x-ratelimit-reset': String(NOW_S + 30),
  };
  // So far apart that no list may be late any more.
  return { ...exchangeOf(contract, { headers, ...one }), number, startedAt: number * 4000 };
}

const list = (...body: readonly object[]): Told => ({ parts: { query: { limit: 100 } }, body });
const create = (record: { name: string; categoryId: number }): Told => ({
  operation: 'createPet',
  status: 201,
  parts: { body: { name: record.name, categoryId: record.categoryId } },
  body: record,
});

/** The same exchanges, as if they had taken place at once. */
const atOnce = (...exchanges: readonly Exchange[]): readonly Exchange[] => {
  const requests = exchanges.map(({ request }) => request);
  return exchanges.map((one) => ({ ...one, together: { batch: 1, requests, began: 0, ended: 9 } }));
};

const broken = (judge: Judge, exchanges: readonly Exchange[]): readonly string[] =>
  exchanges.flatMap((one) => judge.brokenBy(one)).map(({ rule, breach }) => `${rule.id} ${breach.key}`);
const found = (judge: Judge) => judge.findings().map(({ check, actual }) => `${check}: ${actual}`);

test('a list shows what was there before, and may show or lack what is made at the same time', () => {
  for (const shown of [[rex], [rex, bella]]) {
    const judge = createJudge(contract, TARGET, EVERYTHING);
    judge.observe(told(create(rex)));
    const batch = atOnce(told(create(bella)), told(list(...shown)));
    judge.observeTogether(batch);
    expect([broken(judge, batch), found(judge)]).toEqual([[], []]);
  }
});

test('what is wrong with one is left to the case, unless it was found before', () => {
  const judge = createJudge(contract, TARGET, EVERYTHING);
  judge.observe(told(create(rex)));
  const batch = atOnce(told(create(bella)), told(list(bella)));
  judge.observeTogether(batch);
  expect(broken(judge, batch)).toEqual(['created.listed not listed']);
  expect(found(judge)).toEqual([]);
  judge.observe(told(list(bella)));
  judge.observeTogether(atOnce(told(list(bella)), told(list(bella, rex))));
  expect(judge.findings().map(({ check, seen }) => [check, seen])).toEqual([['created.listed', 2]]);
});

test('what was made at once is known from then on', () => {
  const judge = createJudge(contract, TARGET, EVERYTHING);
  judge.observeTogether(atOnce(told(create(rex)), told(create(bella))));
  judge.observe(told(list(rex)));
  expect(found(judge)).toEqual(['created.listed: a list without it']);
});

test('a record that several write to at once may be shown as any of them leaves it, and after that as it is read', () => {
  const judge = createJudge(library, { ...TARGET, exclusive: false }, EVERYTHING);
  const path = { branchId: '5b1c0000-0000-4000-8000-000000000001' };
  const shown = (name: string) => ({ id: path.branchId, name, kind: 'central', createdAt: '2026-11-22T00:00:00Z' });
  const put = (name: string, reply = name): Told => ({
    operation: 'replaceBranch',
    parts: { path, body: { name, kind: 'central' } },
    headers: { 'content-type': 'application/json' },
    body: shown(reply),
  });
  const read = (name: string): Told => ({
    operation: 'getBranch',
    parts: { path },
    headers: { 'content-type': 'application/json' },
    body: shown(name),
  });
  judge.observe(exchangeOf(library, read('Old')));
  const batch = atOnce(
    exchangeOf(library, put('One')),
    exchangeOf(library, put('Other', 'One')),
    exchangeOf(library, read('Old')),
  );
  judge.observeTogether(batch);
  judge.observe(exchangeOf(library, read('Other')));
  expect([broken(judge, batch), found(judge)]).toEqual([[], []]);
});

describe('the allowance of requests at once', () => {
  const rests = (...figures: readonly number[]) => {
    const judge = createJudge(contract, TARGET, EVERYTHING);
    judge.observe(told(list(rex), 999));
    judge.observeTogether(atOnce(...figures.map((rest) => told(list(rex), rest))));
    return { judge, found: () => found(judge) };
  };

  test('falls by as many as they are, whichever is counted first, and what comes next is held to it', () => {
    const { judge, found: findings } = rests(996, 998, 997);
    expect(findings()).toEqual([]);
    judge.observe(told(list(rex), 995));
    expect(findings()).toEqual([]);
    judge.observe(told(list(rex), 995));
    expect(findings()).toEqual(['allowance.count: 995 left, after 995']);
  });

  test.each([
    ['the same rest twice', [998, 997, 997]],
    ['too little gone', [999, 998, 997]],
    ['too much gone', [998, 997, 989]],
  ])('shows %s', (_, figures) => {
    expect(rests(...figures).found()).toEqual([
      `allowance.count: ${figures.join(', ')} left, after 999, with 3 requests at once`,
    ]);
  });
});
