import type { FaultRule } from '../../openapi/types/control';
import {
  alike,
  BLANK,
  type Draft,
  effectInWords,
  isUsedUp,
  PRESETS,
  ruleOf,
  scopeInWords,
  wrongIn,
} from './page/model/faults';

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
  [
    { status: 502, text: '<p>', mediaType: 'text/html', delayMs: { from: 200, to: 2000 }, after: 2 },
    'wait 200 ms to 2 s, then answer 502 in text/html',
    'every request, after 2 that pass',
  ],
  [
    { body: { a: 1 }, headers: { 'Retry-After': 5 }, match: { method: 'GET', path: '/things/*', key: 'first' } },
    'answer 200 with a body of its own with Retry-After',
    'every GET /things/* with key first',
  ],
  [
    { status: 500, operationId: 'getThing', match: { query: { a: 1 }, headers: { X: 'y' }, body: { b: 2 } } },
    'answer 500',
    'every getThing with ?a=1 and X: y and {"b":2}',
  ],
  [
    { status: 500, operationId: 'makeThing', match: { method: 'POST', path: '/things' } },
    'answer 500',
    'every POST /things (makeThing)',
  ],
])('the rule %j is "%s" on "%s"', (rule, effect, scope) => {
  expect([effectInWords(rule), scopeInWords(rule)]).toEqual([effect, scope]);
});

test('a fault is found by its rule, in whatever order it is written', () => {
  const slow = { id: '3', rule: { match: { path: '/a' }, delayMs: { to: 8, from: 2 } }, struck: 0 };
  expect(alike([slow], { delayMs: { from: 2, to: 8 }, match: { path: '/a' } })).toEqual([slow]);
  expect(alike([slow], { delayMs: { from: 2, to: 9 }, match: { path: '/a' } })).toEqual([]);
  expect(alike([slow], { delayMs: { from: 2, to: 8 } })).toEqual([]);

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

describe('the form', () => {
  const made = (draft: Partial<Draft>) => ruleOf({ ...BLANK, ...draft });

  test.each<readonly [draft: Partial<Draft>, rule: string]>([
    [{}, '{"status":500}'],
    [{ effect: 'wait', delayFrom: '200' }, '{"delayMs":200}'],
    [{ effect: 'wait', delayFrom: '200', delayTo: '800' }, '{"delayMs":{"from":200,"to":800}}'],
    [{ effect: 'abort', times: '2', after: '1' }, '{"after":1,"times":2,"abort":"CONNECTION_RESET_BY_PEER"}'],
    [
      { effect: 'reply', status: '200', body: '{"id": 9007199254740993}', percent: '30', key: 'first' },
      '{"key":"first","probability":0.3,"status":200,"body":{"id": 9007199254740993},"mediaType":"application/json"}',
    ],
    [
      {
        effect: 'reply',
        status: '502',
        mediaType: 'text/html',
        body: '<h1>"Bad"</h1>\n',
        headers: 'A: 1\nB: x:y\n\nA: 2',
      },
      '{"status":502,"headers":{"A":["1","2"],"B":"x:y"},"text":"<h1>\\"Bad\\"</h1>\\n","mediaType":"text/html"}',
    ],
    [{ effect: 'reply', status: '204' }, '{"status":204}'],
    [
      { method: 'GET', path: '/a/*', query: 'b=c=d', sentHeaders: 'X: y', sentBody: '{"e":1}' },
      '{"match":{"method":"GET","path":"/a/*","query":{"b":"c=d"},"headers":{"X":"y"},"body":{"e":1}},"status":500}',
    ],
  ])('makes of %j the rule %s', (draft, rule) => {
    expect(made(draft)).toEqual({ rule });
    expect(() => JSON.parse(rule)).not.toThrow();
  });

  test.each<readonly [draft: Partial<Draft>, field: string, message: string]>([
    [{ effect: 'reply', body: '{' }, 'body', 'This is not JSON: '],
    [{ effect: 'reply', headers: 'none' }, 'headers', 'Write Name: value, one a line; this is none: none'],
    [{ query: '=c' }, 'query', 'Write name=value, one a line; this is none: =c'],
    [{ sentBody: "{'a': 1}" }, 'sentBody', 'This is not JSON: '],
  ])('says of %j what is wrong with the field %s', (draft, field, message) => {
    expect(made(draft)).toEqual({ wrong: { [field]: expect.stringContaining(message) } });
  });

  test.each([
    ['The field "headers.Connection" is refused.', ['headers']],
    ['The field "match.headers[\'a.b\']" must be a text.', ['sentHeaders']],
    ['The field "delayMs" must be at most 600000, not 600001.', ['delayFrom']],
    ['The field "times" must be at least 1, not 0. The field "match.path" must be a path.', ['path', 'times']],
    ['The field "bodyguard" is no property.', []],
    ['The request body must have one of them.', []],
  ])('shows the refusal %j at the fields %j', (message, fields) => {
    const wrong = wrongIn(message);
    expect(Object.keys(wrong)).toEqual(fields);
    for (const said of Object.values(wrong)) expect(message).toContain(said);
  });
});
