import { contractOf } from '../../../openapi/contract/testing/documents';
import { type Listening, listen } from '../../server/server';
import { mockOnStores } from '../../testing/on-stores';
import type { Worlds } from '../model';
import { StoreUnavailable } from '../stores/store';
import { type AdmittingStores, admittingStores } from '../testing/admitting-stores';
import { StaleState } from './admit';
import { connect } from './connection/connection';
import { redisStores } from './stores';
import { type CountedTrips, countedTrips } from './testing/counted-trips';
import { onRedis } from './testing/on-redis';
import { issuedKey, UNHIDDEN } from './testing/replica';

const WHEN = { createdAt: { type: 'string', format: 'date-time', readOnly: true } } as const;
const FIELDS = { name: { type: 'string' }, size: { type: 'integer' } } as const;
const BODY = { content: { 'application/json': { schema: { type: 'object', properties: FIELDS } } } };
const THING = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, ...FIELDS, ...WHEN },
} as const;
const reply = { description: 'It.', content: { 'application/json': { schema: THING } } };
const all = { description: 'All.', content: { 'application/json': { schema: { type: 'array', items: THING } } } };
const none = { description: 'None.' };
const byId = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } }) as const;
const collection = {
  get: { responses: { 200: all } },
  post: { requestBody: BODY, responses: { 201: reply, 400: none } },
} as const;
const item = {
  get: { responses: { 200: reply, 404: none } },
  put: { requestBody: BODY, responses: { 200: reply, 404: none } },
  patch: { requestBody: BODY, responses: { 200: reply, 404: none } },
  delete: { responses: { 204: none, 404: none } },
} as const;
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  security: [{ key: [] }],
  paths: {
    '/things': collection,
    '/things/{thingId}': { parameters: [byId('thingId')], ...item },
    '/things/{thingId}/parts': { parameters: [byId('thingId')], ...collection },
    '/things/{thingId}/parts/{partId}': { parameters: [byId('thingId'), byId('partId')], ...item },
  },
} as const;

const KIWI = { id: 3, name: 'Kiwi' };

onRedis('round trips on the way of a request', ({ server }) => {
  let connection: CountedTrips;
  let worlds: Worlds;
  let mock: Listening;
  beforeAll(async () => {
    // The journal is written without waiting, and the time is read again now and then.
    const isUnawaited = (keys: readonly string[]): boolean => keys.some((key) => /:(journal|terms)$/.test(key));
    connection = countedTrips(await connect({ url: server.url }), isUnawaited);
    const contract = await contractOf(DOCUMENT);
    const fixtures = new Map([['things', new Map([[KIWI.id, KIWI]])]]);
    const keys = [issuedKey('ann', 1000), issuedKey('bob', 1)];
    const made = await mockOnStores(contract, await redisStores(connection, 'test', UNHIDDEN), { fixtures, keys });
    worlds = made.worlds;
    mock = await listen(made.served, { host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await mock.close();
    await worlds.leave();
  });

  /** The status, and how many round trips it took. */
  const ask = async (method: string, path: string, body?: unknown, key = 'value-of-ann') => {
    connection.trips();
    const { status } = await fetch(`${mock.origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return [status, connection.trips()];
  };
  const story = async (key?: string) => [
    await ask('GET', '/things', undefined, key),
    await ask('GET', '/things/3', undefined, key),
    await ask('GET', '/things/9', undefined, key),
    await ask('POST', '/things', { name: 'Rex' }, key),
    await ask('PUT', '/things/4', { name: 'Max' }, key),
    await ask('PATCH', '/things/4', { size: 7 }, key),
    await ask('DELETE', '/things/4', undefined, key),
  ];
  const FEW = [
    [200, 1],
    [200, 1],
    [404, 1],
    [201, 2],
    [200, 2],
    [200, 2],
    [204, 2],
  ];

  test('are one where something is read, and two where something is changed', async () => {
    expect(await story()).toEqual(FEW);
  });

  test('are no more while there are faults', async () => {
    await worlds.main.state.faults.add({ operationId: 'nothing', status: 503 });
    expect(await ask('GET', '/things')).toEqual([200, 1]);
    await worlds.main.state.faults.add({ times: 1, status: 503 });
    expect(await ask('GET', '/things')).toEqual([503, 1]);
    expect(await ask('POST', '/things', { name: 'Rex' })).toEqual([201, 2]);
    await worlds.main.state.faults.clear();
  });

  test('are no more for the key of a session', async () => {
    const { apiKeys, id } = await worlds.open();
    await ask('GET', '/things', undefined, apiKeys.ann);
    expect(await story(apiKeys.ann)).toEqual(FEW);
    await worlds.close(id);
  });

  test('are one for a client that is over its limit, and two at most for one that is unknown', async () => {
    await ask('GET', '/things', undefined, 'value-of-bob');
    expect(await ask('GET', '/things', undefined, 'value-of-bob')).toEqual([429, 1]);
    const [status, trips] = await ask('GET', '/things', undefined, 'value-of-none');
    expect([status, Number(trips) <= 2]).toEqual([401, true]);
  });

  test('are as many below another record', async () => {
    expect([
      await ask('POST', '/things/3/parts', { name: 'wing' }),
      await ask('GET', '/things/3/parts'),
      await ask('GET', '/things/3/parts/1'),
      await ask('PATCH', '/things/3/parts/1', { size: 7 }),
      await ask('DELETE', '/things/3/parts/1'),
    ]).toEqual([
      [201, 2],
      [200, 1],
      [200, 1],
      [200, 2],
      [204, 2],
    ]);
  });
});

// The whole mock on stores that admit a request with a round trip, without Redis.
describe('an operation that begins before its request is admitted', () => {
  const MOST = 10;

  let stores: AdmittingStores;
  let worlds: Worlds;
  let mock: Listening;
  beforeAll(async () => {
    stores = admittingStores();
    const contract = await contractOf(DOCUMENT);
    const fixtures = new Map([['things', new Map([[KIWI.id, KIWI]])]]);
    const made = await mockOnStores(contract, stores, { fixtures, keys: [issuedKey('ann', MOST)] });
    worlds = made.worlds;
    mock = await listen(made.served, { host: '127.0.0.1', port: 0 });
  });
  afterAll(() => mock.close());
  beforeEach(() => worlds.main.reset());
  afterEach(() => {
    stores.beforeAdmission = () => {};
  });

  const ask = async (method: string, path: string, body?: unknown): Promise<readonly [number, unknown]> => {
    const response = await fetch(`${mock.origin}${path}`, {
      method,
      headers: { authorization: 'Bearer value-of-ann', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return [response.status, text === '' ? undefined : JSON.parse(text)];
  };
  const names = async (): Promise<readonly unknown[]> =>
    (await worlds.main.state.records.list('things', [], 99)).map(({ name }) => name);
  const useAll = async (): Promise<void> => {
    for (let count = 0; count < MOST; count += 1) await ask('GET', '/things');
  };

  test('every operation does what it does on stores that answer at once', async () => {
    const createdAt: unknown = expect.any(String);
    const made = { id: 4, name: 'Rex', createdAt };
    expect(await ask('POST', '/things', { name: 'Rex' })).toEqual([201, made]);
    expect(await ask('GET', '/things/4')).toEqual([200, made]);
    expect(await ask('GET', '/things')).toEqual([200, [KIWI, made]]);
    expect(await ask('PATCH', '/things/4', { size: 7 })).toEqual([200, { ...made, size: 7 }]);
    expect(await ask('PUT', '/things/4', { name: 'Max' })).toEqual([200, { id: 4, name: 'Max', createdAt }]);
    expect(await ask('DELETE', '/things/3')).toEqual([204, undefined]);
    expect(await ask('POST', '/things', { name: 7 })).toMatchObject([400, {}]);
    expect(await names()).toEqual(['Max']);
  });

  test.each([
    ['POST', '/things', { name: 'Rex' }],
    ['PATCH', '/things/3', { name: 'Rex' }],
    ['PUT', '/things/3', { name: 'Rex' }],
    ['DELETE', '/things/3', undefined],
  ] as const)('a %s over the limit changes nothing', async (method, path, body) => {
    await useAll();
    expect(await ask(method, path, body)).toMatchObject([429, {}]);
    expect(await names()).toEqual(['Kiwi']);
    // What came with it is in the journal all the same.
    const [entry] = await worlds.main.state.journal.find({}, 1);
    expect(entry).toMatchObject({ method, status: 429 });
    if (body !== undefined) expect(Buffer.from(entry?.requestBody ?? '').toString()).toBe(JSON.stringify(body));
  });

  test('what a fault answers changes nothing', async () => {
    await worlds.main.state.faults.add({ times: 1, status: 503 });
    expect(await ask('POST', '/things', { name: 'Rex' })).toMatchObject([503, {}]);
    expect(await names()).toEqual(['Kiwi']);
    expect(await ask('POST', '/things', { name: 'Rex' })).toMatchObject([201, { id: 4 }]);
  });

  test('what a fault delays is carried out after the delay', async () => {
    await worlds.main.state.faults.add({ delayMs: 1 });
    expect(await ask('POST', '/things', { name: 'Rex' })).toMatchObject([201, { id: 4 }]);
    expect(await ask('GET', '/things/4')).toMatchObject([200, { name: 'Rex' }]);
  });

  test('a request to a state that is outdated begins anew, with the body that it came with', async () => {
    let outdated = 3;
    stores.beforeAdmission = () => {
      outdated -= 1;
      if (outdated >= 0) throw new StaleState();
    };
    expect(await ask('POST', '/things', { name: 'Rex' })).toMatchObject([201, { id: 4 }]);
    expect(await names()).toEqual(['Kiwi', 'Rex']);
  });

  test('nothing is changed for a request that could not be admitted', async () => {
    stores.beforeAdmission = () => {
      throw new StoreUnavailable('The store of the mock can not be reached.');
    };
    expect(await ask('POST', '/things', { name: 'Rex' })).toMatchObject([503, {}]);
    expect(await ask('DELETE', '/things/3')).toMatchObject([503, {}]);
    expect(await names()).toEqual(['Kiwi']);
  });

  test('what is drawn from the time of a request is drawn from that of its admission', async () => {
    const { clock } = worlds.main.state;
    clock.set(Date.parse('2031-01-01T00:00:00Z'));
    stores.beforeAdmission = () => clock.advance(86_400);
    const [status, made] = await ask('POST', '/things', { name: 'Rex' });
    expect([status, made]).toEqual([
      201,
      { id: 4, name: 'Rex', createdAt: expect.stringContaining('2031-01-02T00:00') },
    ]);
  });
});
