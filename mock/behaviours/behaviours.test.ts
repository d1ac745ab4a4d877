import fc from 'fast-check';
import { type BehaviourId, OPTIONS_OF } from '../../openapi/behaviours/options';
import type { ChoicesChange } from '../../openapi/types/control';
import { createMock, parseJson } from '../index';
import { BEHAVIOURS } from '.';

const NOON = Date.parse('2026-11-19T12:00:00Z');
const LIBRARY = 'tools/selftest/library/library.yaml';

/** What changes the form of a reply alone. */
const FORM: readonly BehaviourId[] = [
  ...(['headers.further', 'headers.case', 'retry-after', 'challenge'] as const),
  ...([
    'json.member-order',
    'json.spacing',
    'json.escapes',
    'charset',
    'framing',
    'compression',
    'connection',
  ] as const),
];
const SAID: readonly BehaviourId[] = [
  ...(['error.code', 'error.message', 'error.further', 'record.further', 'method.wrong', 'path.invalid'] as const),
];

const KEYS = { authorization: 'Bearer demo-free', 'x-api-key': 'demo-free', 'content-type': 'application/json' };
const REQUESTS: readonly (readonly [path: string, init: RequestInit])[] = [
  ['/pets?limit=3', { headers: { ...KEYS, 'accept-encoding': 'gzip' } }],
  ['/pets', { method: 'POST', headers: KEYS, body: '{"name":"Zoë/1","categoryId":9007199254740993}' }],
  ['/pets/127', { headers: KEYS }],
  ['/pets/127', { method: 'HEAD', headers: { ...KEYS, 'accept-encoding': 'gzip' } }],
  ['/pets/7777', { headers: KEYS }],
  ['/pets/one', { headers: KEYS }],
  ['/pets', { method: 'POST', headers: KEYS, body: '{"name":7}' }],
  ['/pets', { method: 'PATCH', headers: KEYS }],
  ['/pets', {}],
  ['/pets', { method: 'OPTIONS' }],
  ['/books', { headers: KEYS }],
  ['/books/1', { headers: KEYS }],
  ['/nothing', { headers: KEYS }],
];

/** One mock for each document, whose world begins anew with each choice. */
async function mockOf(document: string | undefined) {
  const written = jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const mock = await createMock({ checkReplies: true, log: 'errors', ...(document && { document }) });

  /** What is replied with these choices, one request after the other, and what is wrong with that. */
  return async (choices: ChoicesChange['choices']) => {
    await mock.reset();
    mock.clock.freeze();
    mock.clock.set(NOON);
    await mock.choices.set({ choices });
    written.mockClear();
    const replies: { status: number; body: unknown; length: number; headers: Headers }[] = [];
    for (const [path, init] of REQUESTS) {
      const reply = await mock.fetch(mock.prefix + path, init);
      const text = await reply.text();
      const isJson = /json/.test(reply.headers.get('content-type') ?? '');
      const body = isJson && text !== '' ? parseJson(text) : text;
      replies.push({ status: reply.status, body, length: Buffer.byteLength(text), headers: reply.headers });
    }
    const shown = (await mock.requests()).map(({ response: { body } }) => body && parseJson(body));
    const lines = written.mock.calls.flatMap(([text]) => String(text).split('\n'));
    return { replies, shown, broken: lines.filter((line) => line.includes('BROKEN REPLY')) };
  };
}

afterEach(() => jest.restoreAllMocks());

const choicesOf = (ids: readonly BehaviourId[]) =>
  fc.record(Object.fromEntries(ids.map((id) => [id, fc.constantFrom(...OPTIONS_OF[id])])));

test('any choice of form gives replies that keep the contract, of the same values', async () => {
  const repliesWith = await mockOf(undefined);
  const usual = await repliesWith({});
  await fc.assert(
    fc.asyncProperty(choicesOf(FORM), async (choices) => {
      const { replies, broken, shown } = await repliesWith(choices);
      expect(broken).toEqual([]);
      expect(replies.map(({ status, body }) => ({ status, body }))).toEqual(
        usual.replies.map(({ status, body }) => ({ status, body })),
      );
      // The journal has bodies as they are before any coding.
      expect(shown).toEqual(usual.shown);
      for (const { headers, length } of replies) {
        if (headers.has('content-length') && !headers.has('content-encoding') && length > 0)
          expect(headers.get('content-length')).toBe(String(length));
      }
    }),
    { numRuns: 40, seed: 17 },
  );
});

test.each([
  ['shipped', undefined],
  ['second', LIBRARY],
])('any choice at all gives replies that keep the %s contract', async (_, document) => {
  const repliesWith = await mockOf(document);
  await fc.assert(
    fc.asyncProperty(choicesOf([...FORM, ...SAID]), async (choices) => {
      expect((await repliesWith(choices)).broken).toEqual([]);
    }),
    { numRuns: 40, seed: 17 },
  );
});

test('each row of the table has its behaviour, with each option but the first', () => {
  const rows = Object.entries(OPTIONS_OF).map(([id, [, ...others]]) => [id, others] as const);
  expect(Object.fromEntries(BEHAVIOURS.map(({ id, otherwise }) => [id, Object.keys(otherwise)]))).toEqual(
    Object.fromEntries(rows),
  );
});
