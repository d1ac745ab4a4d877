import { operationOf, shippedContract } from '../testing/contract';
import { exchangeOf } from '../testing/exchange';
import type { Outcome, Rule } from '../verdict/verdict';
import { createResults } from './results';

const RULE: Rule = { id: 'a.rule', title: 'A rule', level: 'MUST' };
const CLAUSE = { sentence: 'It is so.', pointer: '/paths' };

test('a cell counts what was judged and has the worst outcome, and a finding comes once', async () => {
  const contract = await shippedContract();
  const operation = operationOf(contract, 'listPets');
  const results = createResults([RULE.id]);
  const add = (outcome: Outcome, key?: string): void => {
    const seen =
      key === undefined ? [] : [{ key, expected: 'this', actual: 'that', exchanges: [exchangeOf(contract, {})] }];
    results.countExchange();
    results.add(RULE, operation, { outcome, observations: seen }, () => CLAUSE);
  };

  add('pass');
  add('warn', 'odd');
  add('fail', 'wrong');
  add('fail', 'wrong');
  add('pass');

  expect(results.cells()).toEqual([
    { check: 'a.rule', operation: 'listPets', outcome: 'fail', judged: 5, reasons: [] },
  ]);
  expect([results.found, results.failures]).toEqual([2, 1]);
  expect(results.findings().map(({ outcome, seen, firstSeen }) => [outcome, seen, firstSeen])).toEqual([
    ['fail', 2, 3],
    ['warn', 1, 2],
  ]);
});

test('of several sightings the one is shown whose request keeps the contract, then the shorter one', async () => {
  const contract = await shippedContract();
  const results = createResults([RULE.id]);
  const bodies = [{ name: 'B' }, { name: 'Biscuit', categoryId: 1 }, { name: 'Rex', categoryId: 1 }, {}];
  for (const body of bodies) {
    const exchanges = [exchangeOf(contract, { operation: 'createPet', parts: { body } })];
    const seen = [{ key: 'wrong', expected: 'this', actual: 'that', exchanges }];
    results.add(RULE, operationOf(contract, 'createPet'), { outcome: 'fail', observations: seen }, () => CLAUSE);
  }
  const shown = results.findings().map((one) => [one.seen, one.exchanges.map(({ request }) => request.body)]);
  expect(shown).toEqual([[4, ['{"name":"Rex","categoryId":1}']]]);
});

test('what says something only of an operation that serves others is told once one is served', async () => {
  const contract = await shippedContract();
  const operation = operationOf(contract, 'listPets');
  const results = createResults([RULE.id]);
  const refusal = { key: 'the status 400', expected: 'this', actual: 'that', exchanges: [], ofServed: true } as const;
  results.countExchange();
  results.add(RULE, operation, { outcome: 'warn', observations: [refusal] }, () => CLAUSE);
  expect(results.findings()).toEqual([]);
  expect(results.cells()).toMatchObject([
    {
      outcome: 'inconclusive',
      reasons: [expect.stringMatching(/^no request of it was ever accepted: the status 400; /)],
    },
  ]);

  results.countExchange();
  results.noteServed(operation);
  expect(results.findings()).toMatchObject([{ outcome: 'warn', key: 'the status 400', firstSeen: 1 }]);
  expect(results.cells()).toMatchObject([{ outcome: 'warn' }]);
});
