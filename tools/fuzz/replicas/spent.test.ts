import { createSpent } from './spent';

test('the ledger may have what was served, and what was not answered', () => {
  const spent = createSpent('a', 5);
  for (const remaining of [4, 2]) expect(spent.served(remaining)).toEqual([]);
  spent.unanswered();
  expect([spent.least, spent.most]).toEqual([2, 3]);
  expect([2, 3].flatMap((used) => spent.compare(used))).toEqual([]);
  expect([1, 4].flatMap((used) => spent.compare(used))).toEqual([
    'a: 1 requests are used, and the answers say 2 to 3',
    'a: 4 requests are used, and the answers say 2 to 3',
  ]);
});

test('the same remainder twice, a refusal too early, and one too many are told', () => {
  const spent = createSpent('a', 2);
  expect(spent.served(1)).toEqual([]);
  expect(spent.refused()).toEqual(['a: refused after 1 requests of 2 at the most']);
  expect(spent.served(1)).toEqual(['a: two requests were told that 1 remain']);
  expect(spent.refused()).toEqual([]);
  expect(spent.served(0)).toEqual(['a: 3 requests were served, and 2 are allowed']);
});
