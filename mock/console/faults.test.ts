import { alike, effectInWords, isUsedUp, PRESETS, scopeInWords } from './page/model/faults';
import type { FaultRule } from './page/model/model';

test.each<readonly [rule: FaultRule, effect: string, scope: string]>([
  [{ status: 503 }, 'answer 503', 'every request'],
  [{ delayMs: 2000, status: 500, probability: 0.3 }, 'wait 2 s, then answer 500', '30 % of requests'],
  [{ delayMs: 20, operationId: 'getThing', key: 'first' }, 'wait 20 ms', 'every getThing with key first'],
  [{ abort: 'EMPTY_RESPONSE', times: 1 }, 'close without a reply', 'every request, once'],
  [
    { abort: 'RANDOM_DATA_THEN_CLOSE', probability: 0.07, times: 3 },
    'send rubbish and close',
    '7 % of requests, at most 3 times',
  ],
])('the rule %j is "%s" on "%s"', (rule, effect, scope) => {
  expect([effectInWords(rule), scopeInWords(rule)]).toEqual([effect, scope]);
});

test('a fault is found by its effect', () => {
  const down = { id: '1', rule: { status: 503, probability: 1 }, struck: 0 };
  const once = { id: '2', rule: { status: 503, times: 1 }, struck: 0 };
  expect(alike([down, once], { status: 503 })).toEqual([down]);
});

test.each([
  [{ status: 503 }, 7, false],
  [{ status: 503, times: 2 }, 1, false],
  [{ status: 503, times: 2 }, 2, true],
])('the rule %j that struck %d times is used up: %s', (rule, struck, expected) => {
  expect(isUsedUp({ id: '1', rule, struck })).toBe(expected);
});

test('no two presets are alike', () => {
  const switched = PRESETS.map(({ title, rule }) => ({ id: title, rule, struck: 0 }));
  expect(PRESETS.map(({ rule }) => alike(switched, rule).length)).toEqual(PRESETS.map(() => 1));
});
