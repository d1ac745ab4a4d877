import fc from 'fast-check';
import { startMock } from '../../mock';
import type { Contract } from '../../openapi/contract';
import { character } from '../../openapi/program/testing/texts';
import { faults } from '../../tools/selftest/faults';
import { lawful } from '../../tools/selftest/lawful';
import type { Behaviour } from '../../tools/selftest/server/model';
import { startServer } from '../../tools/selftest/server/server';
import { shippedContract } from '../testing/contract';
import { type Asked, judgedHar, recorded, type WrittenEntry } from '../testing/har';
import type { Finding } from '../verdict/result';

let contract: Contract;
beforeAll(async () => {
  contract = await shippedContract();
});

const shown = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ outcome, check, operation, actual }) => `${outcome} ${check} ${operation}: ${actual}`);

/** What clients send, right and wrong: some of it nothing that the suite would. */
const headersDrawn = fc.constantFrom<Readonly<Record<string, string>>>(
  {},
  { accept: 'application/json' },
  { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'user-agent': 'Mozilla/5.0' },
  { 'accept-language': 'de', 'x-request-id': '7', traceparent: '00-1-2-01' },
  { 'x-tenant': 'one', cookie: 'session=abcdefgh; theme=dark' },
  { prefer: 'return=minimal' },
  { 'idempotency-key': 'once' },
  { 'if-none-match': '"x"', 'if-modified-since': 'Sun, 06 Nov 1994 08:49:37 GMT' },
  { range: 'bytes=0-3' },
  { 'content-type': 'text/plain' },
  { 'x-http-method-override': 'DELETE' },
);
const keyDrawn = fc.constantFrom('demo-business', 'demo-free', 'demo-business', 'no-such-key', undefined);
const pathDrawn = fc.oneof(
  fc.constantFrom(
    '/pets',
    '/pets',
    '/pets?limit=100',
    '/pets?limit=3',
    '/pets?status=sold',
    '/toys',
    '/pets/',
    '/pets/%zz',
  ),
  fc.constantFrom(
    '/pets?limit=0',
    '/pets?limit=x&limit=2',
    '/pets?utm_source=mail',
    '/pets?status=',
    '/pets?status=sold&limit=100',
  ),
  fc.integer({ min: 1, max: 140 }).map((id) => `/pets/${id}`),
);
const bodyDrawn = fc.oneof(
  fc
    .record({
      name: fc.string({ minLength: 1, maxLength: 9, unit: character }),
      categoryId: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
    })
    .map(({ name, categoryId }) => `{"name":${JSON.stringify(name)},"categoryId":${categoryId}}`),
  fc.constantFrom(
    '{',
    '{}',
    '[]',
    'null',
    '',
    'name=Rex',
    '{"name":"a","name":"b","categoryId":1}',
    '{"name":7}',
    '{"name":"x","categoryId":1e3}',
  ),
);
const askedDrawn: fc.Arbitrary<Asked> = fc
  .tuple(
    fc.constantFrom('GET', 'GET', 'POST', 'HEAD', 'DELETE', 'OPTIONS'),
    pathDrawn,
    headersDrawn,
    keyDrawn,
    bodyDrawn,
  )
  .map(([method, path, headers, key, body]) => ({
    method,
    path: method === 'POST' ? '/pets' : path,
    headers: {
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...headers,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(method === 'POST' ? { body } : {}),
  }));

/** Some requests alone, some at once. */
async function record(baseUrl: string, batches: readonly (readonly Asked[])[]): Promise<WrittenEntry[]> {
  const entries: WrittenEntry[] = [];
  for (const batch of batches) entries.push(...(await Promise.all(batch.map((asked) => recorded(baseUrl, asked)))));
  return entries;
}

test('whatever clients send, the mock is not accused', async () => {
  const mock = await startMock();
  const batchesDrawn = fc.array(fc.array(askedDrawn, { minLength: 1, maxLength: 4 }), { minLength: 5, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(batchesDrawn, fc.boolean(), async (batches, isComplete) => {
      const entries = await record(mock.baseUrl, batches);
      const { result } = await judgedHar(contract, [entries], mock.baseUrl, isComplete);
      expect(shown(result.findings)).toEqual([]);
    }),
    { seed: 1, numRuns: 3 },
  );
  await mock.close();
});

const HEADERS = { authorization: 'Bearer ak-Main-7Qk2XvR9tLbW3zNc', 'content-type': 'application/json' };
const create = (name: string): Asked => ({
  method: 'POST',
  path: '/pets',
  headers: HEADERS,
  body: `{"name":"${name}","categoryId":9007199254740993,"status":"sold"}`,
});
const get = (path: string): Asked => ({ path, headers: HEADERS });

/** What a page of a shop does. */
const SESSION: readonly (readonly Asked[])[] = [
  [get('/pets')],
  [create('Rex')],
  [get('/pets?limit=100')],
  [get('/pets?status=sold&limit=100'), get('/pets/1'), create('Bella')],
  [get('/pets/2')],
  [{ ...create('Max'), body: '{"name":1}' }],
  [get('/pets/999999999')],
  [{ path: '/pets' }],
  [get('/pets?limit=100')],
];

async function findingsAt(behaviour: Behaviour): Promise<readonly Finding[]> {
  const server = await startServer(behaviour);
  try {
    const entries = await record(server.baseUrl, SESSION);
    return (await judgedHar(contract, [entries], server.baseUrl)).result.findings;
  } finally {
    await server.close();
  }
}

/** Each list of servers is long: others of it are tried by `npm run selftest`, which sends requests of its own. */
const SOME = lawful.filter((_, index) => index % 12 === 0);

test('unusual servers that keep the contract are not accused', async () => {
  const accused = await Promise.all(
    SOME.map(async ({ name, behaviour }) => {
      // Of one that never ends a reply, say, nothing is recorded.
      const findings = await findingsAt(behaviour).catch(() => []);
      return shown(findings.filter(({ outcome }) => outcome === 'fail')).map((one) => `${name}: ${one}`);
    }),
  );
  expect(SOME.length).toBeGreaterThan(10);
  expect(accused.flat()).toEqual([]);
});

test.each(['reply.headers', 'error.envelope', 'created.new-id', 'records.kept'] as const)(
  'what a client of every day gets shows faults: %s',
  async (id) => {
    const some = faults.filter(({ caughtBy }) => caughtBy.includes(id)).slice(0, 2);
    const found = await Promise.all(some.map(({ behaviour }) => findingsAt(behaviour).catch(() => [])));
    expect(found.flat().map(({ check }) => check)).toContain(id);
  },
);

describe('a recorder that', () => {
  let mock: Awaited<ReturnType<typeof startMock>>;
  let entries: readonly WrittenEntry[];
  beforeAll(async () => {
    mock = await startMock();
    const key = { authorization: 'Bearer demo-business', 'content-type': 'application/json' };
    const rex = { method: 'POST', path: '/pets', headers: key, body: '{"name":"Rex","categoryId":9007199254740993}' };
    entries = await record(mock.baseUrl, [
      [{ path: '/pets', headers: key }],
      [rex],
      [{ path: '/pets?limit=3', headers: key }],
      [{ path: '/pets?limit=x', headers: key }],
    ]);
  });
  afterAll(() => mock.close());

  type Change = (entry: WrittenEntry) => unknown;
  const withContent =
    (change: (content: WrittenEntry['response']['content']) => object): Change =>
    (entry) => ({
      ...entry,
      response: { ...entry.response, content: change(entry.response.content) },
    });
  const textOf = ({ text }: WrittenEntry['response']['content']): string => String(text);
  const withHeaders =
    (change: (headers: WrittenEntry['response']['headers']) => readonly object[]): Change =>
    (entry) => ({
      ...entry,
      response: { ...entry.response, headers: change(entry.response.headers) },
    });
  const added = (...pairs: readonly (readonly [string, string])[]) =>
    withHeaders((headers) => [...headers, ...pairs.map(([name, value]) => ({ name, value }))]);
  const SCRIPTS_SEE = ['content-type', 'content-length', 'cache-control'];

  const HABITS: readonly (readonly [string, Change])[] = [
    ['leaves bodies out', withContent(({ size }) => ({ size }))],
    ['writes empty texts for them', withContent(({ size }) => ({ size, text: '' }))],
    ['does not know their size', withContent(() => ({ size: -1, text: '' }))],
    ['cuts them', withContent((content) => ({ ...content, text: textOf(content).slice(0, 20) }))],
    ['cuts them, and says so nowhere', withContent((content) => ({ size: 20, text: textOf(content).slice(0, 20) }))],
    [
      'writes them in base64',
      withContent((content) => ({
        ...content,
        encoding: 'base64',
        text: Buffer.from(textOf(content)).toString('base64'),
      })),
    ],
    ['has decoded what was compressed', added(['content-encoding', 'gzip'])],
    ['names the first line as HTTP/2 does', added([':status', '200'])],
    ['lists headers twice', withHeaders((headers) => [...headers, ...headers])],
    ['sees what scripts see', withHeaders((headers) => headers.filter(({ name }) => SCRIPTS_SEE.includes(name)))],
    ['has no headers', withHeaders(() => [])],
    ['does not know how long it took', (entry) => ({ ...entry, time: -1 })],
    ['saw no reply', (entry) => ({ ...entry, response: { ...entry.response, status: 0 } })],
    [
      'had it in a cache',
      (entry) => ({ ...entry, _fromCache: 'disk', response: { ...entry.response, content: { text: '[]' } } }),
    ],
    [
      'shows its own copy where the server has said 304',
      (entry) =>
        entry.response.status === 200
          ? {
              ...entry,
              request: { ...entry.request, headers: [{ name: 'If-None-Match', value: '"1"' }] },
              response: { ...entry.response, headers: [{ name: 'server', value: 'x' }], bodySize: 0 },
            }
          : entry,
    ],
    [
      'shows its own copy without a request',
      (entry) => ({ ...entry, response: { ...entry.response, content: { text: '[{}]' }, bodySize: -552 } }),
    ],
    [
      'had a request that HTTP forbids',
      (entry) => ({ ...entry, request: { ...entry.request, headers: [{ name: 'X-A', value: 'a\u0001b' }] } }),
    ],
    ['followed a redirect', (entry) => ({ ...entry, response: { ...entry.response, status: 307, content: {} } })],
  ];

  test('leaves bodies out leaves what they would show unjudged, and not what they need not show', async () => {
    const leftOut = entries.map(withContent(({ size }) => ({ size })));
    const { cells } = (await judgedHar(contract, [leftOut], mock.baseUrl)).result;
    const outcomes = cells.filter(({ operation }) => operation === 'listPets').map((one) => [one.check, one.outcome]);
    expect(outcomes).toContainEqual(['reply.schema', 'inconclusive']);
    expect(outcomes).toContainEqual(['reply.headers', 'pass']);
  });

  test.each(HABITS)('%s is not held against the server', async (_, change) => {
    const { result } = await judgedHar(contract, [entries.map(change)], mock.baseUrl, true);
    expect(shown(result.findings)).toEqual([]);
  });
});

describe('what is held against what', () => {
  test('a reset in between, other files and other days are no fault; with all that happened, they are', async () => {
    const server = await startServer();
    const before = await record(server.baseUrl, SESSION);
    await server.close();
    const lost = before.map((entry) => ({
      ...entry,
      startedDateTime: new Date(Date.parse(entry.startedDateTime) + 3_600_000).toISOString(),
      response: {
        ...entry.response,
        headers: entry.response.headers.filter(({ name }) => !['date', 'x-ratelimit-reset'].includes(name)),
      },
    }));
    // The same ids are given again.
    const findingsOf = async (recordings: readonly (readonly unknown[])[], isComplete: boolean) =>
      (await judgedHar(contract, recordings, server.baseUrl, isComplete)).result.findings.map(({ check }) => check);
    const reset = { ...before[0], request: { method: 'POST', url: `${new URL(server.baseUrl).origin}/reset` } };
    const isNewId = expect.arrayContaining(['created.new-id']);
    expect(await findingsOf([before, lost], false)).not.toEqual(isNewId);
    expect(await findingsOf([[...before, ...lost]], false)).not.toEqual(isNewId);
    expect(
      await findingsOf([[...before, { ...reset, startedDateTime: lost[0]?.startedDateTime, time: 0 }, ...lost]], true),
    ).not.toEqual(isNewId);
    expect(await findingsOf([before, lost], true)).toEqual(isNewId);
  });
});
