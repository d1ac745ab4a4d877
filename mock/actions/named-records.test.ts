import { createMock } from '../index';
import { arrayOf, askerOf, documentOf, done, INTEGER, inPath, json, NONE, object, TEXT } from '../testing/asking';
import { hasRedis, type RedisServer, startRedis } from '../world/redis/testing/redis-server';

const itemsOf = (record: object, body: object) => ({
  get: { responses: { ...done(200, record), ...NONE } },
  put: { requestBody: json(body), responses: { ...done(200, record), ...done(201, record), ...NONE } },
});
const LABEL = object({ id: { ...INTEGER, readOnly: true }, name: TEXT, size: INTEGER }, 'id', 'name');
const FLAG = object({ id: { ...TEXT, format: 'uuid' }, key: TEXT, on: { type: 'boolean' } }, 'id', 'key');
const CONTACT = object({ id: { ...TEXT, readOnly: true }, external_id: TEXT, email: TEXT }, 'id');
const VOLUME = object({ name: TEXT, driver: TEXT }, 'name');
const mapOf = (values: object) => ({ type: 'object', additionalProperties: values });

const PATHS = {
  '/labels': { get: { responses: done(200, arrayOf(LABEL)) } },
  '/labels/{idOrName}': {
    parameters: [inPath('idOrName', TEXT)],
    ...itemsOf(LABEL, object({ name: TEXT, size: INTEGER })),
  },
  '/contacts': { post: { requestBody: json(CONTACT), responses: done(201, CONTACT) } },
  '/contacts/{id}': { parameters: [inPath('id', TEXT)], get: { responses: { ...done(200, CONTACT), ...NONE } } },
  '/contacts/find_by_external_id/{external_id}': {
    parameters: [inPath('external_id', TEXT)],
    get: { responses: { ...done(200, CONTACT), ...NONE } },
  },
  '/volumes': {
    get: { responses: done(200, object({ volumes: mapOf(object({ driver: TEXT })) })) },
    post: { requestBody: json(VOLUME), responses: done(201, VOLUME) },
  },
  '/volumes/{volume}': { parameters: [inPath('volume', TEXT)], get: { responses: { ...done(200, VOLUME), ...NONE } } },
  '/settings': { get: { responses: done(200, mapOf(object({ value: TEXT }))) } },
  '/settings/{name}': {
    parameters: [inPath('name', TEXT)],
    put: { requestBody: json(object({ value: TEXT })), responses: done(204) },
    delete: { responses: done(204) },
  },
  '/flags': { get: { responses: done(200, arrayOf(FLAG)) } },
  '/flags/{flag}': {
    parameters: [{ ...inPath('flag', TEXT), description: 'ID or key of the flag.' }],
    ...itemsOf(FLAG, object({ on: { type: 'boolean' } })),
  },
};

const STORES = ['memory', ...(hasRedis() ? ['Redis'] : [])];

describe.each(STORES)('what is put under a name, in %s,', (kind) => {
  let redis: RedisServer | undefined;
  beforeAll(async () => {
    redis = kind === 'memory' ? undefined : await startRedis();
  });
  afterAll(() => redis?.stop());

  const start = async () => {
    const mock = await createMock({
      document: documentOf(PATHS),
      fixtures: 'none',
      checkReplies: true,
      ...(redis === undefined ? {} : { store: redis.url }),
    });
    await mock.reset();
    return mock;
  };

  test('is found under it and under its id, and replaced there', async () => {
    const ask = askerOf(await start());
    const made = await ask('PUT', '/labels/urgent', { name: 'urgent', size: 3 });
    expect(made).toMatchObject({ status: 201, body: { id: 1, name: 'urgent', size: 3 } });
    expect((await ask('PUT', '/labels/urgent', { size: 4 })).body).toEqual({ id: 1, name: 'urgent', size: 4 });
    for (const path of ['/labels/urgent', '/labels/1']) expect((await ask('GET', path)).body.size).toBe(4);
    expect((await ask('GET', '/labels')).body).toHaveLength(1);
    // A number is an id.
    expect(await ask('PUT', '/labels/7', { name: 'later' })).toMatchObject({ status: 201, body: { id: 7 } });
  });

  test('has an id of the form that ids have, and the name of the path', async () => {
    const ask = askerOf(await start());
    const { body: made } = await ask('PUT', '/flags/dark-mode', { on: true });
    expect(made).toEqual({ id: expect.stringMatching(/^[\da-f-]{36}$/), key: 'dark-mode', on: true });
    expect((await ask('GET', `/flags/${made.id}`)).body).toEqual(made);
  });

  test('or made with a key of its own, is read by that key where a path asks for it', async () => {
    const ask = askerOf(await start());
    const { body: made } = await ask('POST', '/contacts', { external_id: 'e-1', email: 'a@x.test' });
    expect((await ask('GET', '/contacts/find_by_external_id/e-1')).body).toEqual(made);
    expect((await ask('GET', '/contacts/find_by_external_id/e-2')).status).toBe(404);
  });

  test('is in the map of all under it, whether or not its record says it and can be read', async () => {
    const ask = askerOf(await start());
    await ask('POST', '/volumes', { name: 'data', driver: 'local' });
    expect((await ask('GET', '/volumes')).body).toEqual({ volumes: { data: { driver: 'local' } } });
    expect((await ask('GET', '/volumes/data')).body).toEqual({ name: 'data', driver: 'local' });
    await ask('PUT', '/settings/theme', { value: 'dark' });
    expect((await ask('GET', '/settings')).body).toEqual({ theme: { value: 'dark' } });
    await ask('DELETE', '/settings/theme');
    expect((await ask('GET', '/settings')).body).toEqual({});
  });

  test('is there once, though several requests put it at once', async () => {
    const ask = askerOf(await start());
    await Promise.all([1, 2, 3, 4].map((size) => ask('PUT', '/labels/urgent', { size })));
    expect((await ask('GET', '/labels')).body).toMatchObject([{ name: 'urgent' }]);
  });
});
