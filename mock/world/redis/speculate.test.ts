import { contractOf } from '../../../openapi/contract/testing/documents';
import { type Listening, listen } from '../../server/server';
import { mockOnStores } from '../../testing/on-stores';
import type { Worlds } from '../model';
import { StoreUnavailable } from '../stores/store';
import { type AdmittingStores, admittingStores } from '../testing/admitting-stores';
import { StaleState } from './transact';

// The whole mock on stores that admit a request with a round trip, so that operations begin before they are admitted.

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
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  security: [{ key: [] }],
  paths: {
    '/things': {
      get: { responses: { 200: all } },
      post: { requestBody: BODY, responses: { 201: reply, 400: none } },
    },
    '/things/{thingId}': {
      parameters: [{ name: 'thingId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: reply, 404: none } },
      put: { requestBody: BODY, responses: { 200: reply, 404: none } },
      patch: { requestBody: BODY, responses: { 200: reply, 404: none } },
      delete: { responses: { 204: none, 404: none } },
    },
  },
} as const;
const KIWI = { id: 3, name: 'Kiwi' };
const MOST = 10;
const A_FEW_A_DAY = [{ window: 'day', requests: MOST, seconds: 86_400 }];
const ISSUED = { value: 'value-of-ann', key: { name: 'ann', plan: 'Free', allowances: A_FEW_A_DAY, revoked: false } };

let stores: AdmittingStores;
let worlds: Worlds;
let mock: Listening;
beforeAll(async () => {
  stores = admittingStores();
  const contract = await contractOf(DOCUMENT);
  const fixtures = new Map([['things', new Map([[KIWI.id, KIWI]])]]);
  const made = await mockOnStores(contract, stores, { fixtures, keys: [ISSUED] });
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

test('nothing is changed for a request that nobody could admit', async () => {
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
  expect([status, made]).toEqual([201, { id: 4, name: 'Rex', createdAt: expect.stringContaining('2031-01-02T00:00') }]);
});
