import { createMock } from '../../index';
import {
  arrayOf,
  askerOf,
  documentOf,
  done,
  INTEGER,
  idsIn,
  inQuery,
  json,
  NONE,
  object,
  TEXT,
} from '../../testing/asking';
import { hasRedis, type RedisServer, startRedis } from '../../world/redis/testing/redis-server';

// As many generators write documents: each schema where it is used, none by reference.
const address = () => object({ city: TEXT, street: TEXT });
const order = () =>
  object(
    {
      id: { ...INTEGER, readOnly: true },
      title: TEXT,
      status: { ...TEXT, enum: ['open', 'closed'] },
      tags: arrayOf(TEXT),
      address: address(),
    },
    'id',
  );
const found = (schema?: object, example?: unknown, status = 200) => ({
  responses: { ...done(status, schema, example), ...NONE },
});
const below = (path: string, methods: object) => ({
  [`/orders/{id}/${path}`]: { parameters: idsIn('{id}'), ...methods },
});
const merging = (schema: object) => ({ content: { 'application/merge-patch+json': { schema } } });
const patching = () => ({
  content: { 'application/json-patch+json': { schema: arrayOf(object({ op: TEXT, path: TEXT, value: {} })) } },
});

const PATHS = {
  '/orders': {
    get: {
      parameters: [inQuery('filter', { type: 'object', additionalProperties: true }, { style: 'deepObject' })],
      responses: done(200, arrayOf(order())),
    },
    post: { requestBody: json(order()), responses: done(201, order()) },
  },
  '/orders/{id}': { parameters: idsIn('{id}'), get: found(order()) },
  ...below('letter', {
    get: found(object({ links: arrayOf(object({ href: TEXT })), html: TEXT, plain: TEXT })),
    put: {
      requestBody: json(object({ html: TEXT, plain: TEXT, template: object({ id: INTEGER }) })),
      ...found(object({ links: arrayOf(object({ href: TEXT })), html: TEXT, plain: TEXT })),
    },
  }),
  '/orders/search': { post: { requestBody: json(object({ status: TEXT })), responses: done(200, arrayOf(order())) } },
  '/orders/query': {
    post: {
      requestBody: json(object({ filter: object({ title: TEXT }), limit: INTEGER })),
      responses: done(200, object({ results: arrayOf(object({ id: INTEGER, title: TEXT })), total: INTEGER })),
    },
  },
  '/orders/count': {
    get: { parameters: [inQuery('status')], responses: done(200, object({ count: INTEGER })) },
    post: { requestBody: json(object({ status: TEXT })), responses: done(200, INTEGER) },
  },
  ...below('close', { post: found(order()) }),
  ...below('duplicate', { post: found(order(), undefined, 201) }),
  ...below('summary', { get: found(object({ id: INTEGER, title: TEXT, lines: INTEGER }), { id: 99, title: 'other' }) }),
  ...below('owner', { get: found(object({ order_id: INTEGER, name: TEXT }), { order_id: 99, name: 'Ann' }) }),
  ...below('export', {
    post: found(
      object({ job: object({ orderId: INTEGER }), about: arrayOf(object({ type: TEXT, id: INTEGER })) }),
      {
        job: { orderId: 99 },
        about: [
          { type: 'order', id: 99 },
          { type: 'user', id: 5 },
        ],
      },
      202,
    ),
  }),
  ...below('tags', { put: { requestBody: json(arrayOf(TEXT)), ...found(order()) } }),
  ...below('status', {
    get: found(object({ status: TEXT })),
    put: { requestBody: json(object({ status: TEXT })), ...found(object({ status: TEXT })) },
  }),
  ...below('address', {
    get: found(address()),
    patch: { requestBody: { content: { ...merging(address()).content, ...patching().content } }, ...found(address()) },
    delete: { responses: { ...done(204), ...NONE } },
  }),
};

const STORES = ['memory', ...(hasRedis() ? ['Redis'] : [])];

describe.each(STORES)('below a record, in %s,', (kind) => {
  let redis: RedisServer | undefined;
  let ask: ReturnType<typeof askerOf>;
  beforeAll(async () => {
    redis = kind === 'memory' ? undefined : await startRedis();
  });
  afterAll(() => redis?.stop());
  beforeEach(async () => {
    const document = documentOf(PATHS);
    const mock = await createMock({
      document,
      fixtures: 'none',
      checkReplies: true,
      ...(redis && { store: redis.url }),
    });
    await mock.reset();
    ask = askerOf(mock);
    for (const [title, status] of [
      ['A', 'open'],
      ['B', 'closed'],
      ['C', 'open'],
    ])
      await ask('POST', '/orders', { title, status, tags: ['x'] });
  });
  const bodyOf = async (...request: Parameters<typeof ask>) => (await ask(...request)).body;
  const titlesOf = (records: readonly { title: string }[]) => records.map(({ title }) => title).join('');

  test('an action shows that record, changed, and not its example', async () => {
    expect(await bodyOf('POST', '/orders/3/close')).toMatchObject({ id: 3, title: 'C', status: 'closed' });
    expect(await bodyOf('GET', '/orders/3')).toMatchObject({ status: 'closed' });
  });

  test('a reply of another kind has the id of that record, and what it shows of it', async () => {
    expect(await bodyOf('GET', '/orders/2/summary')).toMatchObject({ id: 2, title: 'B' });
    expect(await bodyOf('GET', '/orders/2/owner')).toEqual({ order_id: 2, name: 'Ann' });
    expect(await bodyOf('POST', '/orders/2/export')).toEqual({
      job: { orderId: 2 },
      about: [
        { type: 'order', id: 2 },
        { type: 'user', id: 5 },
      ],
    });
    expect((await ask('GET', '/orders/9/summary')).status).toBe(404);
  });

  test('a member with a path of its own is shown, replaced, patched and removed in the record', async () => {
    expect(await bodyOf('PUT', '/orders/1/tags', ['y', 'z'] as object)).toMatchObject({ id: 1, tags: ['y', 'z'] });
    expect(await bodyOf('PUT', '/orders/1/status', { status: 'closed' })).toEqual({ status: 'closed' });
    const patch = (type: string, body: object) =>
      bodyOf('PATCH', '/orders/1/address', body, { 'content-type': `application/${type}+json` });
    expect(await patch('merge-patch', { city: 'Rome' })).toEqual({ city: 'Rome' });
    const street = { op: 'add', path: '/street', value: 'Via Appia' };
    expect(await patch('json-patch', [street])).toEqual({ city: 'Rome', street: 'Via Appia' });
    expect(await bodyOf('GET', '/orders/1')).toMatchObject({
      ...{ tags: ['y', 'z'], status: 'closed', address: { city: 'Rome', street: 'Via Appia' } },
    });
    await ask('DELETE', '/orders/1/address');
    expect(await bodyOf('GET', '/orders/1/address')).toEqual({});
  });

  test('what is shown and taken in two forms is as it was put', async () => {
    expect(await bodyOf('PUT', '/orders/1/letter', { html: '<p>hi</p>' })).toMatchObject({ html: '<p>hi</p>' });
    expect(await bodyOf('GET', '/orders/1/letter')).toMatchObject({ html: '<p>hi</p>' });
    expect((await bodyOf('GET', '/orders/2/letter')).html).not.toBe('<p>hi</p>');
  });

  test('a copy is a record of its own', async () => {
    expect(await bodyOf('POST', '/orders/2/duplicate')).toMatchObject({ id: 4, title: 'B', status: 'closed' });
    expect(titlesOf(await bodyOf('GET', '/orders'))).toBe('ABCB');
  });
});

describe('a question of the records of a list', () => {
  test('by a body, however it is wrapped, finds those that the list has, and counts them', async () => {
    const ask = askerOf(await createMock({ document: documentOf(PATHS), fixtures: 'none', checkReplies: true }));
    for (const title of ['A', 'B', 'A'])
      await ask('POST', '/orders', { title, status: title === 'B' ? 'closed' : 'open' });
    const search = async (path: string, body: object) => (await ask('POST', path, body)).body;
    expect(await search('/orders/search', { status: 'closed' })).toEqual([{ id: 2, title: 'B', status: 'closed' }]);
    const limited = await search('/orders/query', { filter: { title: 'A' }, limit: 1 });
    expect(limited).toEqual({ results: [{ id: 1, title: 'A' }], total: 2 });
    expect(await search('/orders/count', { status: 'open' })).toBe(2);
    expect((await ask('GET', '/orders/count?status=closed')).body).toEqual({ count: 1 });
    expect((await ask('GET', '/orders/count')).body).toEqual({ count: 3 });
  });

  test('by a filter with an operator of equality finds those', async () => {
    const ask = askerOf(await createMock({ document: documentOf(PATHS), fixtures: 'none' }));
    for (const title of ['A', 'B', 'C']) await ask('POST', '/orders', { title });
    const idsBy = async (filter: string) =>
      (await ask('GET', `/orders?${encodeURI(filter)}`)).body.map(({ id }: { id: number }) => id);
    expect(await idsBy('filter[title][_eq]=B')).toEqual([2]);
    expect(await idsBy('filter[title][$eq]=C')).toEqual([3]);
    expect(await idsBy('filter[title][in]=A,C')).toEqual([1, 3]);
  });
});
