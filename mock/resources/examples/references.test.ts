import { createMock, type Mock } from '../../index';
import {
  arrayOf,
  documentOf,
  done,
  idsIn,
  INTEGER as integer,
  NONE,
  object,
  ref,
  TEXT as text,
} from '../../testing/asking';

const whole = (properties: object) => object(properties, ...Object.keys(properties));
const some = (items: object) => ({ ...arrayOf(items), minItems: 2 });

/** By the name of the collection. */
const RECORDS: Readonly<Record<string, object>> = {
  customers: whole({ id: { ...text, format: 'uuid' }, name: text, last_order_id: integer }),
  categories: whole({ id: integer, label: text, parentCategoryId: integer }),
  orders: whole({
    id: { ...integer, minimum: 500 },
    customerId: { ...text, example: 'cus_1' },
    billing_customer_id: { ...text, maxLength: 5 },
    categoryIds: { ...some(integer), uniqueItems: true },
    category: whole({ id: integer, label: text, colour: text }),
    lines: some(whole({ order_id: integer, category_id: integer, customer_id: text })),
    courier_id: integer,
  }),
};
const GIVEN = {
  ...{ id: 900, customerId: 'cus_9', billing_customer_id: 'cus_8', categoryIds: [71, 72], courier_id: 1 },
  category: { id: 70, label: 'Gone', colour: 'red' },
  lines: [1, 2].map((id) => ({ order_id: id, category_id: id, customer_id: 'cus_7' })),
};
const paths = (path: string, item: string, record: object, idSchema: object, example?: unknown) => [
  [path, { get: { responses: done(200, arrayOf(record), example) } }] as const,
  [
    `${path}/{${item}}`,
    { parameters: idsIn(`{${item}}`, idSchema), get: { responses: { ...done(200, record), ...NONE } } },
  ] as const,
];

const DOCUMENT = documentOf(
  Object.fromEntries([
    ...paths('/reports/vans', 'vanId', whole({ vanId: { ...integer, minimum: 70 }, plate: text }), integer),
    ...paths('/vans', 'vanId', whole({ vanId: integer, plate: text }), integer),
    ...paths('/customers', 'id', ref('customers'), text),
    ...paths('/categories', 'id', ref('categories'), integer),
    ...paths('/orders', 'id', ref('orders'), integer, [GIVEN]),
  ]),
  { components: { schemas: RECORDS } },
);

interface Order {
  readonly id: number;
  readonly customerId: string;
  readonly billing_customer_id: string;
  readonly categoryIds: readonly number[];
  readonly category: { readonly id: number; readonly label: string };
  readonly lines: readonly { readonly order_id: number; readonly category_id: number; readonly customer_id: string }[];
}

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ document: DOCUMENT, checkReplies: true });
});
const listed = async <One>(path: string) =>
  (await (await mock.fetch(`http://localhost/${path}`)).json()) as readonly One[];

test('records that are made up refer to records that are there', async () => {
  const [orders, customers, categories] = await Promise.all([
    listed<Order>('orders'),
    listed<{ id: string; last_order_id: number }>('customers'),
    listed<{ id: number; label: string; parentCategoryId: number }>('categories'),
  ]);
  const customerIds = customers.map(({ id }) => id);
  const orderIds = orders.map(({ id }) => id);
  const categoryIds = categories.map(({ id }) => id);
  // What the document's examples say of a record stays.
  expect(orders.find(({ id }) => id === 900)).toEqual(GIVEN);
  const others = orders.filter(({ id }) => id !== 900);
  expect(others.length).toBeGreaterThan(1);
  for (const order of others) {
    expect(customerIds).toContain(order.customerId);
    // What the schema does not allow is left alone.
    expect(order.billing_customer_id.length).toBeLessThanOrEqual(5);
    for (const id of order.categoryIds) expect(categoryIds).toContain(id);
    const category = categories.find(({ id }) => id === order.category.id);
    expect(order.category.label).toBe(category?.label);
    for (const line of order.lines) {
      expect(line.order_id).toBe(order.id);
      expect(categoryIds).toContain(line.category_id);
      expect(customerIds).toContain(line.customer_id);
    }
  }
  expect(new Set(others.map(({ customerId }) => customerId)).size).toBe(others.length);
  for (const { last_order_id } of customers) expect(orderIds).toContain(last_order_id);
});

test('the same ones are read alone, and after a reset', async () => {
  const [before] = await listed<Order>('orders');
  expect(await listed<Order>(`orders/${before?.id}`)).toEqual(before);
  await mock.reset();
  expect((await listed<Order>('orders'))[0]).toEqual(before);
});

test('no record refers to others by its own id, whatever those are called', async () => {
  const vans = await listed<{ vanId: number }>('vans');
  expect(vans.map(({ vanId }) => vanId)).toEqual([1, 2, 3]);
});
