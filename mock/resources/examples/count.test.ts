import { createMock, type Mock } from '../../index';
import { arrayOf, documentOf, done, idsIn, INTEGER as integer, NONE, object, TEXT as text } from '../../testing/asking';

const whole = (properties: object) => object(properties, ...Object.keys(properties));
const resource = (path: string, item: string, record: object, idSchema: object) => [
  [path, { parameters: idsIn(path, text), get: { responses: done(200, arrayOf(record)) } }] as const,
  [
    `${path}/{${item}}`,
    {
      parameters: [...idsIn(path, text), ...idsIn(`{${item}}`, idSchema)],
      get: { responses: { ...done(200, record), ...NONE } },
    },
  ] as const,
];

/** Orders of customers, and notes that stand below an order. */
const DOCUMENT = documentOf(
  Object.fromEntries([
    ...resource('/customers', 'customerId', whole({ id: { ...text, example: 'cus_1' }, name: text }), text),
    ...resource('/orders', 'orderId', whole({ id: integer, customer_id: text, customer_ids: arrayOf(text) }), integer),
    ...resource('/customers/{customerId}/visits', 'visitId', whole({ id: integer, customerId: text }), integer),
    ...resource('/customers/{customerId}/notes', 'noteId', whole({ id: integer, text }), integer),
  ]),
);

interface Order {
  readonly id: number;
  readonly customer_id: string;
  readonly customer_ids: readonly string[];
}

const OWN = {
  customers: [1, 2, 3].map((nth) => ({ id: `own_${nth}`, name: 'Ann' })),
  orders: [1, 2].map((id) => ({ id, customer_id: `own_${id === 1 ? 3 : 1}`, customer_ids: ['own_1', 'own_2'] })),
  visits: [2, 1, 3].map((nth, at) => ({ id: at + 1, customerId: `own_${nth}` })),
};

/** All records, which are valid: `restore` refuses others. */
async function recordsOf(world: Pick<Mock, 'state' | 'restore'>) {
  const state = await world.state();
  await world.restore(state);
  // The documents of these tests have no other records.
  return state.records as unknown as Readonly<Record<string, readonly Order[]>>;
}

const sizes = (records: Readonly<Record<string, readonly unknown[]>>) =>
  Object.values(records).map(({ length }) => length);

test.each([0, 3, 130])(
  'a mock begins with %s records: those that it has otherwise, and then made-up ones',
  async (count) => {
    const usual = (await recordsOf(await createMock())).pets ?? [];
    const { pets = [] } = await recordsOf(await createMock({ fixtures: count }));
    expect(pets).toHaveLength(count);
    expect(pets.slice(0, usual.length)).toEqual(usual.slice(0, count));
    expect(new Set(pets.map(({ id }) => id)).size).toBe(count);
  },
);

test('each list of a document has so many, and references lead to records that are there', async () => {
  const records = await recordsOf(await createMock({ document: DOCUMENT, fixtures: 25 }));
  // Below the first nine customers: visits of all of them are in one collection, notes of each in one of its own.
  expect(sizes(records).toSorted((one, other) => other - one)).toEqual([
    9 * 25,
    ...Array.from({ length: 11 }, () => 25),
  ]);
  const ids = (records.customers ?? []).map(({ id }) => id);
  for (const order of records.orders ?? []) expect(ids).toEqual(expect.arrayContaining([order.customer_id]));
});

describe('a session of a number', () => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await createMock({ document: DOCUMENT, fixtures: OWN });
  });

  test('has the records of the mock, cut, and none that refers to one that was cut', async () => {
    const { customers, orders, visits } = await recordsOf(await mock.session({ fixtures: 2 }));
    expect(customers).toEqual(OWN.customers.slice(0, 2));
    expect(orders).toMatchObject([{ id: 1, customer_id: 'own_1' }, OWN.orders[1] ?? {}]);
    expect(visits).toHaveLength(2 * 2);
    expect(visits).toEqual(expect.arrayContaining(OWN.visits.slice(0, 2)));
    expect(visits).not.toContainEqual(OWN.visits[2]);
    expect(sizes((await mock.state()).records)).toEqual([3, 2, 3]);
  });

  test('is filled up by the seed, and may be empty', async () => {
    const of = async (seed: number) => recordsOf(await mock.session({ fixtures: 9, seed }));
    expect(await of(1)).toEqual(await of(1));
    expect(await of(1)).not.toEqual(await of(2));
    expect(sizes(await of(1))[0]).toBe(9);
    expect(sizes(await recordsOf(await mock.session({ fixtures: 0 })))).toEqual([]);
  });

  test('begins anew with them by a reset', async () => {
    const session = await mock.session({ fixtures: 4 });
    const before = await recordsOf(session);
    await session.restore({ records: {} });
    await session.reset();
    expect(await recordsOf(session)).toEqual(before);
  });

  test('is refused beyond what can be made while a client waits', async () => {
    await expect(mock.session({ fixtures: 1001 })).rejects.toThrow('at most 1000, not 1001');
    await expect(createMock({ fixtures: -1 })).rejects.toThrow('or a number up to 1000');
  });
});
