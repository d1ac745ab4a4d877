import { servedEach } from '../testing/adapters';
import { arrayOf, body, documentOf, done, INTEGER, idsIn, object, REFUSED, TEXT } from '../testing/asking';

const ORDER = object({ id: INTEGER, item: TEXT }, 'id', 'item');
const ITEM = body(object({ item: TEXT }, 'item'));
const header = (name: string) => ({ name, in: 'header', schema: TEXT });
const none = (status: number, description = 'No.') => ({ [status]: { ...REFUSED, description } });

const PATHS = {
  '/orders': {
    get: { responses: done(200, arrayOf(ORDER)) },
    post: {
      parameters: [header('Idempotency-Key')],
      requestBody: ITEM,
      responses: {
        201: { ...done(201, ORDER)[201], headers: { Location: { schema: TEXT } } },
        ...none(409, 'It is there already.'),
        ...none(422, 'The idempotency key was another request’s.'),
        ...none(400),
      },
    },
  },
  '/orders/{id}': { parameters: idsIn('{id}'), delete: { responses: { ...done(204), ...none(404) } } },
  '/payments': {
    post: {
      parameters: [header('X-Idempotency-Key')],
      requestBody: ITEM,
      responses: { ...done(201, ORDER), ...none(400) },
    },
  },
  '/notes': { post: { requestBody: ITEM, responses: done(201, ORDER) } },
};
const ERROR = object({ message: TEXT }, 'message');
const options = () => ({
  document: documentOf(PATHS, {
    components: { schemas: { Error: ERROR }, securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    security: [{ key: [] }],
  }),
  planLimits: false,
  checkReplies: true,
});

describe.each(servedEach(options))('requests under an idempotency key %s', (_, start) => {
  let served: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    served = await start();
  });
  afterAll(() => served.close());

  const ask = async (method: string, path: string, headers: Readonly<Record<string, string>> = {}, sent?: object) => {
    const given = { authorization: 'Bearer demo-business', 'content-type': 'application/json', ...headers };
    const content = sent === undefined ? {} : { body: JSON.stringify(sent) };
    const reply = await served.ask(served.baseUrl + path, { method, headers: given, ...content });
    const text = await reply.text();
    return { status: reply.status, location: reply.headers.get('location'), body: text && JSON.parse(text) };
  };
  const order = (key: string, item = 'tea', headers = {}) =>
    ask('POST', '/orders', { 'idempotency-key': key, ...headers }, { item });
  const count = async () => (await ask('GET', '/orders')).body.length;

  test('what is sent again gets the first reply, also once the record is gone, and nothing more is stored', async () => {
    const first = await order('a');
    const before = await count();
    expect(first).toMatchObject({ status: 201, location: `/orders/${first.body.id}` });
    expect(await order('a')).toEqual(first);
    expect(await count()).toBe(before);
    await ask('DELETE', `/orders/${first.body.id}`);
    expect(await order('a')).toEqual(first);
    expect(await count()).toBe(before - 1);
  });

  test('of many at once one is carried out, and the others get its reply', async () => {
    const before = await count();
    const replies = await Promise.all(Array.from({ length: 8 }, () => order('at once')));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await count()).toBe(before + 1);
  });

  test('another request under the key is refused as the document says, and else with 400', async () => {
    await order('b');
    expect(await order('b', 'coffee')).toMatchObject({ status: 422, body: { message: expect.stringMatching('key') } });
    const pay = (item: string) => ask('POST', '/payments', { 'x-idempotency-key': 'b' }, { item });
    expect((await pay('tea')).status).toBe(201);
    expect((await pay('coffee')).status).toBe(400);
  });

  test('another caller, operation or key is another request, as is one whose operation has no such header', async () => {
    const ids = [
      await order('c'),
      await order('d'),
      await order('c', 'coffee', { authorization: 'Bearer demo-pro' }),
      await ask('POST', '/notes', { 'idempotency-key': 'c' }, { item: 'tea' }),
      await ask('POST', '/notes', { 'idempotency-key': 'c' }, { item: 'tea' }),
    ].map(({ status, body: { id } }) => `${status} ${id}`);
    expect(new Set(ids).size).toBeGreaterThan(3);
    expect(ids.every((one) => one.startsWith('201'))).toBe(true);
  });

  test('what was refused may be sent again under its key, put right', async () => {
    expect((await ask('POST', '/orders', { 'idempotency-key': 'e' }, {})).status).toBe(400);
    expect((await order('e')).status).toBe(201);
  });

  const admin = async (method: string, path: string, sent?: string): Promise<string> => {
    const headers = { 'content-type': 'application/json' };
    const told = await served.ask(`${served.baseUrl}/__admin${path}`, { method, headers, ...(sent && { body: sent }) });
    expect(told.ok).toBe(true);
    return told.text();
  };

  test('a reset forgets, as does what puts other records in place of all', async () => {
    await order('f', 'tea');
    await admin('POST', '/reset');
    expect((await order('f', 'coffee')).body).toMatchObject({ item: 'coffee' });
    await admin('PUT', '/state', '{"records":{}}');
    expect((await order('f', 'milk')).body).toMatchObject({ item: 'milk' });
  });

  test('what is remembered is part of the state', async () => {
    const first = await order('s', 'tea');
    const state = await admin('GET', '/state');
    await admin('POST', '/reset');
    expect((await order('s', 'coffee')).body).toMatchObject({ item: 'coffee' });
    await admin('PUT', '/state', state);
    expect(await order('s', 'tea')).toEqual(first);
    expect((await order('s', 'coffee')).status).toBe(422);
    expect(await admin('GET', '/state')).toContain(JSON.stringify(first.location));
  });
});
