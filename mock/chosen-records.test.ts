import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '../openapi/contract';
import { createMock, type MockOptions, startMock } from './index';
import {
  arrayOf,
  documentOf,
  done,
  idsIn,
  inPath,
  inQuery,
  INTEGER as integer,
  json,
  object,
  ref,
  TEXT as text,
} from './testing/asking';
import { writeFile } from './testing/edited';
import { hasRedis, type RedisServer, startRedis } from './world/redis/testing/redis-server';

const query = (name: string, schema: object = integer) => inQuery(name, schema);
const ERROR = { description: 'Not right', ...json(ref('Error')) };
const creating = (name: string) => ({ requestBody: json(ref('NewThing')), responses: done(201, ref(name)) });
const changing = { requestBody: json(ref('NewThing')), responses: done(200, ref('Thing')) };
const part = { get: { responses: done(200, ref('Part')) } };
const ID = { ...integer, format: 'int64' };

/** Lists as arrays, in wrappers with pages, with cursors, and below parents. */
const PATHS = {
  '/things': {
    get: {
      parameters: [
        query('limit', { ...integer, minimum: 1, maximum: 50 }),
        query('even', { ...integer, minimum: 0, exclusiveMinimum: true, multipleOf: 2 }),
        query('state', { enum: ['open', 'shut'] }),
      ],
      responses: { ...done(200, arrayOf(ref('Thing'))), default: ERROR },
    },
    post: { requestBody: json(ref('NewThing')), responses: { ...done(201, ref('Thing')), 422: ERROR } },
  },
  '/things/{id}': {
    parameters: idsIn('{id}', ID),
    get: { responses: done(200, ref('Thing')) },
    put: changing,
    patch: changing,
    delete: { responses: done(204) },
  },
  '/paged': {
    get: {
      parameters: [query('page'), query('per_page')],
      responses: done(200, object({ items: arrayOf(ref('Part')), total: integer }, 'items', 'total')),
    },
    post: creating('Part'),
  },
  '/paged/{id}': { parameters: [inPath('id', { ...integer, format: 'int32' })], ...part },
  '/things/{thingId}/notes': {
    parameters: idsIn('{thingId}'),
    get: {
      parameters: [query('starting_after', text), query('limit')],
      responses: done(200, object({ data: arrayOf(ref('Part')), has_more: { type: 'boolean' } }, 'data', 'has_more')),
    },
    post: creating('Part'),
  },
  '/things/{thingId}/notes/{id}': { parameters: idsIn('{thingId}{id}'), ...part },
};
const readOnly = true;
const SCHEMAS = {
  Error: object({ code: text, message: text }),
  State: { ...text, enum: ['open', 'shut', null], nullable: true },
  NewThing: object({ name: text, state: { allOf: [ref('State')] } }, 'name'),
  Thing: { allOf: [ref('NewThing'), object({ id: { ...ID, readOnly }, made: { ...text, readOnly } }, 'id')] },
  Part: object({ id: { ...integer, format: 'int32', readOnly }, name: text, thingId: integer }, 'id', 'name'),
};
const documentWith = (paths: object): string =>
  documentOf(paths, { servers: [{ url: '/api' }], components: { schemas: SCHEMAS } });
const document = documentWith(PATHS);

// biome-ignore lint/suspicious/noExplicitAny: each reply is one of its own
type Body = any;

let server: RedisServer | undefined;
beforeAll(async () => {
  server = hasRedis() ? await startRedis() : undefined;
});
afterAll(() => server?.stop());

let worlds = 0;

/** Sends requests to a mock under these choices, as a client. */
async function under(choices: Readonly<Record<string, string>>, store: string, options: Partial<MockOptions> = {}) {
  worlds += 1;
  const terms = { document, fixtures: 'none', checkReplies: true, choices };
  const shared = { store: server?.url, storePrefix: `chosen${worlds}`, port: 0, log: 'errors' } as const;
  const started = store === 'Redis' ? await startMock({ ...terms, ...shared, ...options }) : undefined;
  const mock = started ?? (await createMock({ ...terms, ...options }));
  const ask = async (method: string, path: string, body?: unknown) => {
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const reply = await mock.fetch(new Request(`http://things.test/api${path}`, { method, ...sent }));
    const read = await reply.text();
    return { status: reply.status, body: (read === '' ? undefined : parseJson(read)) as Body };
  };
  const add = async (path: string, count: number) => {
    const made: (number | bigint)[] = [];
    for (let nth = 1; nth <= count; nth += 1) made.push((await ask('POST', path, { name: `n${nth}` })).body.id);
    return made;
  };
  return { ask, add, [Symbol.asyncDispose]: async () => started?.close() };
}

const idsOf = (records: readonly { readonly id: number | bigint }[]) => records.map(({ id }) => id);
const rising = (ids: readonly (number | bigint)[]) => [...ids].sort((one, other) => (one < other ? -1 : 1));

describe.each(hasRedis() ? ['memory', 'Redis'] : ['memory'])('with its records in %s, a mock', (store) => {
  test.each(['sequence', 'sparse', 'random'])('shows the newest first, whatever ids it gives: %s', async (ids) => {
    await using api = await under({ 'list.order': 'newest-first', ids }, store);
    const made = await api.add('/things', 7);
    const newest = [...made].reverse();
    expect(idsOf((await api.ask('GET', '/things')).body)).toEqual(newest);
    expect(idsOf((await api.ask('GET', '/things?limit=3')).body)).toEqual(newest.slice(0, 3));
    const parts = (await api.add('/paged', 5)).reverse();
    const pages = await Promise.all([1, 2, 3].map((page) => api.ask('GET', `/paged?per_page=2&page=${page}`)));
    expect(pages.flatMap(({ body }) => idsOf(body.items))).toEqual(parts);
    expect(pages.map(({ body }) => body.total)).toEqual([5, 5, 5]);
  });

  test('shows records in an order without meaning, each once in a walk by cursors below a parent', async () => {
    await using api = await under({ 'list.order': 'any' }, store);
    const [thing] = await api.add('/things', 3);
    const made = await api.add(`/things/${thing}/notes`, 9);
    const walk = async (ids: readonly number[] = []): Promise<readonly number[]> => {
      const after = ids.length === 0 ? '' : `&starting_after=${ids.at(-1)}`;
      const { body } = await api.ask('GET', `/things/${thing}/notes?limit=2${after}`);
      const all = [...ids, ...idsOf(body.data).map(Number)];
      return body.has_more ? walk(all) : all;
    };
    const walked = await walk();
    expect(rising(walked)).toEqual(made);
    expect(walked).not.toEqual(made);
    expect(await walk()).toEqual(walked);
    const few = idsOf((await api.ask('GET', '/things')).body).map(Number);
    expect([[1, 2, 3].join(), [3, 2, 1].join()]).not.toContain(few.join());
  });

  test('gives ids with gaps, or any that the schema allows', async () => {
    await using sparse = await under({ ids: 'sparse' }, store);
    expect(await sparse.add('/things', 3)).toEqual([1, 8, 15]);
    await using random = await under({ ids: 'random' }, store);
    const made = await random.add('/things', 8);
    expect(new Set(made).size).toBe(8);
    expect(made.filter((id) => id > Number.MAX_SAFE_INTEGER).length).toBeGreaterThan(6);
    expect(rising(made)).not.toEqual(made);
    expect((await random.ask('GET', `/things/${made[0]}`)).body).toEqual({ id: made[0], name: 'n1' });
    const small = await random.add('/paged', 4);
    expect(small.every((id) => id > 0 && id < 2 ** 31)).toBe(true);
  });

  test('shows a new record in lists only later', async () => {
    await using api = await under({ reads: 'late' }, store);
    const [listed, made] = [async () => idsOf((await api.ask('GET', '/things')).body), [] as (number | bigint)[]];
    // A machine that has much to do may take longer for a request than a record is hidden.
    do made.push(...(await api.add('/things', 1)));
    while ((await listed()).length === made.length && made.length < 50);
    expect((await api.ask('GET', `/things/${made.at(-1)}`)).status).toBe(200);
    expect(made.length).toBeLessThan(50);
    await expectLater(listed, made);
  });

  test('keeps members that no schema names, or refuses them', async () => {
    await using api = await under({ 'body.unknown': 'stored' }, store);
    const sent = { name: 'A', colour: { of: 'red' }, id: 77, made: 'now' };
    const { body: made } = await api.ask('POST', '/things', sent);
    expect(made).toEqual({ id: 1, name: 'A', colour: { of: 'red' } });
    expect((await api.ask('PATCH', '/things/1', { name: 'B' })).body).toEqual({
      id: 1,
      name: 'B',
      colour: { of: 'red' },
    });
    expect((await api.ask('GET', '/things')).body).toEqual([{ id: 1, name: 'B', colour: { of: 'red' } }]);
    expect((await api.ask('PATCH', '/things/1', { name: 'B', colour: null, size: 3 })).body).toEqual({
      id: 1,
      name: 'B',
      size: 3,
    });
    expect((await api.ask('PUT', '/things/1', { name: 'C' })).body).toEqual({ id: 1, name: 'C' });
    const part = { id: 1, name: 'A', more: true };
    expect((await api.ask('POST', '/paged', { name: 'A', more: true })).body).toEqual(part);
    expect((await api.ask('GET', '/paged')).body.items).toEqual([part]);
    await using strict = await under({ 'body.unknown': 'refused' }, store);
    const refused = await strict.ask('POST', '/things', { name: 'A', colour: 'red' });
    expect(refused).toEqual({
      status: 422,
      body: { code: 'invalid_body', message: expect.stringContaining('colour') },
    });
    expect((await strict.ask('POST', '/things', { name: 'A' })).status).toBe(201);
  });

  test('fills in what has choices', async () => {
    await using api = await under({ 'record.omitted': 'filled' }, store);
    await api.add('/things', 9);
    await api.ask('POST', '/things', { name: 'A', state: null });
    const { body } = await api.ask('GET', '/things');
    const states = body.map(({ state }: { state: string }) => state);
    expect(new Set(states)).toEqual(new Set(['open', 'shut', null]));
    expect(states[9]).toBe(null);
    const open = await api.ask('GET', '/things?state=open');
    expect(open.body.length).toBe(states.filter((state: string) => state === 'open').length);
  });

  test('begins without what is not required', async () => {
    const things = [{ id: 1, name: 'A', state: 'open', made: 'now' }];
    const fixtures = writeFile('json', JSON.stringify({ things, paged: [{ id: 4, name: 'B', thingId: 1 }] }));
    await using api = await under({ 'record.optional': 'left-out' }, store, { fixtures });
    expect((await api.ask('GET', '/things')).body).toEqual([{ id: 1, name: 'A' }]);
    expect((await api.ask('GET', '/paged')).body.items).toEqual([{ id: 4, name: 'B' }]);
    const own = { id: 2, name: 'C', state: 'shut' };
    expect((await api.ask('POST', '/things', { name: 'C', state: 'shut' })).body).toEqual(own);
    expect((await api.ask('GET', '/things/2')).body).toEqual(own);
    await using made = await under({ 'record.optional': 'left-out' }, store, { fixtures: undefined });
    const { body } = await made.ask('GET', '/things');
    expect(body.length).toBeGreaterThan(0);
    expect(new Set(body.flatMap(Object.keys))).toEqual(new Set(['id', 'name']));
    expect((await made.ask('GET', `/things/${body[0].id}`)).body).toEqual(body[0]);
  });
});

test('fills in as many members as may stand beside each other', async () => {
  const some = { enum: ['a', 'b'] };
  const properties = { id: { ...integer, readOnly: true }, name: text, one: some, two: some, three: some };
  const schema = { type: 'object', required: ['id', 'name'], properties, not: { required: ['one', 'two'] } };
  const post = { requestBody: json(ref('NewThing')), responses: done(201, schema) };
  const own = documentWith({ '/ones': { get: { responses: done(200, arrayOf(schema)) }, post } });
  await using api = await under({ 'record.omitted': 'filled' }, 'memory', { document: own });
  const { status, body } = await api.ask('POST', '/ones', { name: 'A' });
  expect([status, Object.keys(body)]).toEqual([201, ['id', 'name', 'one', 'three']]);
});

(hasRedis() ? test : test.skip)('replicas agree on the order of records, and on when lists show them', async () => {
  const storePrefix = 'chosen-together';
  const choices = { 'list.order': 'newest-first', reads: 'late', ids: 'random' };
  await using one = await under(choices, 'Redis', { storePrefix });
  await using other = await under(choices, 'Redis', { storePrefix });
  const made: (number | bigint)[] = [];
  for (const api of [one, other, one, other]) made.push(...(await api.add('/things', 1)));
  for (const api of [one, other]) {
    await expectLater(async () => idsOf((await api.ask('GET', '/things')).body), made.toReversed());
  }
});

/** Asks until this is the answer. */
async function expectLater(ask: () => Promise<unknown>, expected: unknown): Promise<void> {
  const deadline = Date.now() + 5000;
  let found = await ask();
  while (!isDeepStrictEqual(found, expected) && Date.now() < deadline) found = await ask();
  expect(found).toEqual(expected);
}

describe('a query that the document does not allow', () => {
  const listed = async (choices: Readonly<Record<string, string>>, path: string) => {
    await using api = await under(choices, 'memory');
    await api.add('/things', 4);
    const { status, body } = await api.ask('GET', path);
    return status === 200 ? idsOf(body) : [status, body.message ?? body];
  };

  test.each([
    ['refused', 'limit=0', [400, 'The query parameter "limit" must be at least 1, not 0.']],
    ['ignored', 'limit=0', [1, 2, 3, 4]],
    ['clamped', 'limit=0', [1]],
    ['clamped', 'limit=two', [1, 2, 3, 4]],
    ['clamped', 'limit=2.7', [1, 2, 3, 4]],
    ['clamped', 'limit=1&limit=2', [1, 2, 3, 4]],
    ['clamped', 'state=ajar', [1, 2, 3, 4]],
  ])('is %s: %s', async (option, asked, expected) => {
    expect(await listed({ 'query.invalid': option }, `/things?${asked}`)).toEqual(expected);
  });

  test('is refused by a name that the document does not know', async () => {
    const refused = await listed({ 'query.unknown': 'refused' }, '/things?limit=2&colour=red');
    expect(refused).toEqual([400, expect.stringContaining('"colour"')]);
    expect(await listed({ 'query.unknown': 'refused' }, '/things?limit=2&access_token=x')).toEqual([1, 2]);
    await using api = await under({ 'query.unknown': 'refused' }, 'memory');
    // No refusal is documented there.
    expect((await api.ask('GET', '/paged?colour=red')).status).toBe(200);
  });
});
