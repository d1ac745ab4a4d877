import { type Api, createMock, type Mock } from '../index';
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
  ref,
  TEXT,
} from '../testing/asking';

const ID = { ...INTEGER, readOnly: true };
const OWNER = { anyOf: [INTEGER, ref('Customer')] };
const schemas = {
  Customer: object({ id: ID, name: TEXT, parent: { anyOf: [INTEGER, ref('Customer')] } }, 'id', 'name'),
  Order: object(
    { id: ID, item: TEXT, note: TEXT, price: INTEGER, customerId: INTEGER, customer: ref('Customer'), owner: OWNER },
    'id',
    'item',
  ),
};
const asked = [inQuery('fields'), inQuery('expand', arrayOf(TEXT), { explode: false })];
const tagged = { 200: { ...done(200, ref('Order'))[200], headers: { ETag: { schema: TEXT } } } };

const DOCUMENT = documentOf(
  {
    '/customers': {
      post: { requestBody: json(ref('Customer')), responses: done(201, ref('Customer')) },
      get: { responses: done(200, arrayOf(ref('Customer'))) },
    },
    '/customers/{id}': { parameters: idsIn('{id}'), get: { responses: { ...done(200, ref('Customer')), ...NONE } } },
    '/orders': {
      post: { requestBody: json(ref('Order')), responses: done(201, ref('Order')) },
      get: { parameters: asked, responses: done(200, object({ data: arrayOf(ref('Order')) }, 'data')) },
    },
    '/orders/{id}': { parameters: idsIn('{id}'), get: { parameters: asked, responses: { ...tagged, ...NONE } } },
  },
  { components: { schemas } },
);

describe('of a record', () => {
  let mock: Mock<Api>;
  let ask: ReturnType<typeof askerOf>;
  beforeAll(async () => {
    mock = await createMock<Api>({ document: DOCUMENT, fixtures: 'none', checkReplies: true, warnings: 'none' });
    ask = askerOf(mock);
    await ask('POST', '/customers', { name: 'Ann', parent: 2 });
    await ask('POST', '/customers', { name: 'Eve' });
    await ask('POST', '/orders', { item: 'tea', note: 'hot', price: 3, customerId: 1, owner: 1 });
  });
  const ORDER = { id: 1, item: 'tea', note: 'hot', price: 3, customerId: 1, owner: 1 };
  const ANN = { id: 1, name: 'Ann', parent: 2 };

  test.each([
    ['', ORDER],
    ['fields=price', { id: 1, item: 'tea', price: 3 }],
    ['fields=note,owner.name', { id: 1, item: 'tea', note: 'hot', owner: 1 }],
    ['fields=nothing', ORDER],
    ['expand=customer', { ...ORDER, customer: ANN }],
    ['expand=owner,customer', { ...ORDER, customer: ANN, owner: ANN }],
    ['expand=customer.parent', { ...ORDER, customer: { ...ANN, parent: { id: 2, name: 'Eve' } } }],
    [
      'expand=owner.name,customer.parent.parent',
      { ...ORDER, owner: ANN, customer: { ...ANN, parent: { id: 2, name: 'Eve' } } },
    ],
    ['expand=item', ORDER],
    ['expand=owner&fields=owner', { id: 1, item: 'tea', owner: ANN }],
  ])('?%s is shown', async (query, shown) => {
    expect((await ask('GET', `/orders/1?${query}`)).body).toEqual(shown);
    expect((await ask('GET', `/orders?${query}`)).body).toEqual({ data: [shown] });
  });

  test('its tag is that of the whole', async () => {
    const tags = ['', '?fields=price'].map(async (query) =>
      (await mock.fetch(`http://localhost/orders/1${query}`)).headers.get('etag'),
    );
    const [whole, part] = await Promise.all(tags);
    expect(part).toBe(whole);
  });
});
