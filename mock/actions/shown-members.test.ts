import { type Api, createMock, type Mock } from '../index';
import { arrayOf, askerOf, documentOf, done, INTEGER, idsIn, json, object, TEXT } from '../testing/asking';

const NUMBER = { type: 'number' };
const service = (schema: object) => ({ ...schema, readOnly: true });
const secret = { ...TEXT, writeOnly: true };

const LINE = object({ sku: TEXT, price: NUMBER, quantity: INTEGER }, 'price');
const ORDER = object(
  {
    id: service(INTEGER),
    items: arrayOf(LINE),
    tags: arrayOf(TEXT),
    item_count: service(INTEGER),
    totalTags: service(INTEGER),
    total: service(NUMBER),
  },
  ...['id', 'item_count', 'totalTags', 'total'],
);
const FIELDS = { lines: arrayOf(LINE), tax: NUMBER, subtotal: NUMBER, total: NUMBER };
const BILL = object({ id: service(INTEGER), ...FIELDS }, 'id', 'subtotal', 'total');
const USER = object({ name: TEXT, password: secret, card: object({ pin: secret, owner: TEXT }) });
const users = { requestBody: json(USER), responses: done(200, USER) };

const DOCUMENT = documentOf({
  '/orders': {
    get: { responses: done(200, arrayOf(ORDER)) },
    post: { requestBody: json(ORDER), responses: done(201, ORDER) },
  },
  '/orders/{id}': { parameters: idsIn('{id}'), patch: { requestBody: json(ORDER), responses: done(200, ORDER) } },
  '/bills': {
    get: { responses: done(200, arrayOf(BILL)) },
    post: { requestBody: json(object(FIELDS)), responses: done(201, BILL) },
  },
  '/me': { get: { responses: done(200, USER) }, put: users, patch: users },
  '/login': {
    post: {
      requestBody: json(USER),
      responses: done(200, object({ user: USER, more: TEXT }), {
        user: { name: 'Ann', password: 'x', card: { pin: '1', owner: 'Ann' } },
        other: 1,
      }),
    },
  },
});

describe('what records and replies show', () => {
  let mock: Mock<Api>;
  let ask: ReturnType<typeof askerOf>;
  beforeAll(async () => {
    mock = await createMock<Api>({ document: DOCUMENT, checkReplies: true, warnings: 'none' });
    ask = askerOf(mock);
  });

  test('counts and totals are those of the items', async () => {
    const items = [{ price: 0.1, quantity: 3 }, { price: 2 }];
    const { body: made } = await ask('POST', '/orders', { items, tags: ['a', 'b'] });
    expect(made).toMatchObject({ item_count: 2, totalTags: 2, total: 2.3 });
    const { body: changed } = await ask('PATCH', `/orders/${made.id}`, { items: [{ price: 4, quantity: 2 }] });
    expect(changed).toMatchObject({ item_count: 1, totalTags: 2, total: 8 });
    expect((await ask('POST', '/orders', {})).body).toMatchObject({ item_count: 0, totalTags: 0, total: 0 });
    for (const { items: lines = [], item_count } of (await ask('GET', '/orders')).body)
      expect(item_count).toBe(lines.length);
  });

  test('what a client may set is its own, and a total with a tax is more than its items', async () => {
    const lines = [{ price: 5 }];
    const { body: bill } = await ask('POST', '/bills', { lines, tax: 1, total: 6 });
    expect(bill).toMatchObject({ subtotal: 5, total: 6 });
    expect((await ask('POST', '/bills', { lines, subtotal: 7, total: 8 })).body).toMatchObject({
      subtotal: 7,
      total: 8,
    });
  });

  test('what is writeOnly is in none, at no depth', async () => {
    const sent = { name: 'Bob', password: 'x', card: { pin: '1', owner: 'Bob' } };
    const shown = { name: 'Bob', card: { owner: 'Bob' } };
    for (const method of ['PATCH', 'PUT']) {
      expect((await ask(method, '/me', sent)).body).toEqual(shown);
      expect((await ask('GET', '/me')).body).toEqual(shown);
    }
    const login = await ask('POST', '/login', sent);
    expect(login.body).toEqual({ user: { name: 'Ann', card: { owner: 'Ann' } }, other: 1 });
  });
});
