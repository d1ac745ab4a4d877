import type { Contract } from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import { createJudge } from '../judge/judge';
import { shippedContract } from '../testing/contract';
import { exchangeOf, type Told } from '../testing/exchange';
import type { Observed } from './observed';
import { createOrder } from './order';

const TARGET = { baseUrl: '', plan: undefined, limitPlan: undefined, exclusive: false };
const CHOICE = { checks: ['list', 'created', 'records'], excludedChecks: [], operations: [], excludeDeprecated: false };

let contract: Contract;
beforeAll(async () => {
  contract = await shippedContract();
});

const rex = { id: 1, name: 'Rex', categoryId: 3 };
const credential = { caller: 'a', isAlone: true };
const list = (...body: readonly object[]): Told => ({ parts: { query: { limit: 100 }, credential }, body });
const create: Told = {
  operation: 'createPet',
  status: 201,
  parts: { body: { name: 'Rex', categoryId: 3 }, credential },
  body: rex,
};

type Flight = readonly [began: number, ended: number, meanwhile: Observed['meanwhile'], told: Told | undefined | 'gap'];

/** What is found in exchanges, in the order of their ends. */
function found(flights: readonly Flight[]): readonly string[] {
  const judge = createJudge(contract, TARGET, CHOICE);
  const judged: Exchange[] = [];
  const order = createOrder(judge, (exchange) => judged.push(exchange));
  for (const [began, ended, meanwhile, told] of flights) {
    if (told === 'gap') order.leaveGap(ended);
    else if (told === undefined) order.skip({ began, ended, meanwhile });
    // Seconds apart: what is looked for at once may be shown a little late.
    else order.add({ began, ended, meanwhile }, { ...exchangeOf(contract, told), startedAt: began * 10_000 }, true);
  }
  order.flush();
  expect(judged).toHaveLength(flights.filter(([, , , told]) => typeof told === 'object').length);
  return judge.findings().map(({ check, actual }) => `${check}: ${actual}`);
}

test('what came one after the other is held against each other', () => {
  expect(
    found([
      [1, 2, 'nothing', create],
      [3, 4, 'nothing', list()],
    ]),
  ).toEqual(['created.listed: a list without it']);
});

test.each<readonly [string, readonly Flight[]]>([
  [
    'a list that began before the create had ended',
    [
      [1, 3, 'safe', create],
      [2, 4, 'nothing', list()],
    ],
  ],
  [
    'a list that lies across those that were judged already',
    [
      [1, 3, 'safe', create],
      ...Array.from({ length: 40 }, (_, index): Flight => [4 + 2 * index, 5 + 2 * index, 'safe', list(rex)]),
      [2, 100, 'nothing', list()],
    ],
  ],
  [
    'lists while something is on its way that may change all',
    [
      [2, 3, 'any', create],
      ...Array.from({ length: 40 }, (_, index): Flight => [4 + 2 * index, 5 + 2 * index, 'any', list(rex)]),
      [101, 102, 'any', list()],
    ],
  ],
  [
    'a list after many that were left out',
    [
      [1, 2, 'nothing', create],
      [3, 40, 'nothing', 'gap'],
      [41, 42, 'nothing', list()],
    ],
  ],
  [
    'a list that began while others went by that were left out, and another one after it',
    [
      [2, 40, 'any', 'gap'],
      [3, 41, 'nothing', list(rex)],
      [42, 43, 'nothing', list()],
    ],
  ],
  [
    'a list after a request that was not read',
    [
      [1, 2, 'nothing', create],
      [3, 4, 'nothing', undefined],
      [5, 6, 'nothing', list()],
    ],
  ],
])('nothing is said of %s', (_, flights) => {
  expect(found(flights)).toEqual([]);
});

test('what a reply says by itself is judged all the same', () => {
  expect(
    found([
      [1, 3, 'safe', list(rex)],
      [2, 4, 'nothing', list(rex, rex)],
    ]),
  ).toEqual(['list.no-duplicates: the id 1 twice']);
});
