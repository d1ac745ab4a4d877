import { inputAccepted } from '../../checks/input/accepted';
import { gives, inPath, judgedByOne, TEXT, takes } from '../../testing/small-server';

test('of two that a body names one lies below the other: an address of its customer', async () => {
  const customer = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { ...TEXT, readOnly: true }, name: TEXT },
  };
  const address = {
    type: 'object',
    required: ['id', 'city'],
    properties: { id: { ...TEXT, readOnly: true }, city: TEXT },
  };
  const order = {
    type: 'object',
    required: ['id', 'customerId'],
    properties: { id: { ...TEXT, readOnly: true }, customerId: TEXT, shippingAddressId: TEXT, note: TEXT },
  };
  const records = (schema: object) => ({ type: 'array', items: schema });
  const made = (schema: object) => ({ ...takes(schema), ...gives(201, schema, 404, 422) });
  const paths = {
    '/customers': { get: gives(200, records(customer)), post: made(customer) },
    '/customers/{customerId}': { parameters: [inPath('customerId')], get: gives(200, customer, 404) },
    '/customers/{customerId}/addresses': {
      parameters: [inPath('customerId')],
      ...{ get: gives(200, records(address), 404), post: made(address) },
    },
    '/customers/{customerId}/addresses/{addressId}': {
      parameters: [inPath('customerId'), inPath('addressId')],
      get: gives(200, address, 404),
    },
    '/orders': { get: gives(200, records(order)), post: made(order) },
    '/orders/{orderId}': { parameters: [inPath('orderId')], get: gives(200, order, 404) },
  };
  const customers = new Map<string, Map<string, object>>(['c1', 'c2'].map((id) => [id, new Map()]));
  const orders: Record<string, unknown>[] = [];
  let withAddress = 0;
  const { findings } = await judgedByOne(inputAccepted, paths, ({ method, steps, sent }) => {
    const [first, id = '', , below = ''] = steps;
    const addresses = customers.get(id);
    if (first === 'orders' && method === 'POST') {
      const ofCustomer = customers.get(String(sent.customerId));
      const isOwn = sent.shippingAddressId === undefined || ofCustomer?.has(String(sent.shippingAddressId)) === true;
      if (ofCustomer === undefined || !isOwn) return [422];
      withAddress += sent.shippingAddressId === undefined ? 0 : 1;
      orders.push({ ...sent, id: `o${orders.length}` });
      return [201, orders.at(-1)];
    }
    if (first === 'orders') {
      const one = orders.find((each) => each.id === id);
      return id === '' ? [200, orders] : [one === undefined ? 404 : 200, one];
    }
    if (steps.length > 1 && addresses === undefined) return [404];
    if (method === 'POST') {
      const one = { ...sent, id: `${steps.length}-${customers.size}-${addresses?.size}` };
      if (steps.length === 1) customers.set(one.id, new Map());
      addresses?.set(one.id, one);
      return [201, one];
    }
    if (steps.length === 1) return [200, [...customers.keys()].map((each) => ({ id: each, name: each }))];
    if (steps.length === 2) return [200, { id, name: id }];
    if (steps.length === 3) return [200, [...(addresses ?? new Map()).values()]];
    return [addresses?.has(below) === true ? 200 : 404, addresses?.get(below)];
  });
  // A customer that is none may be refused.
  expect(findings.filter(({ actual }) => actual.includes('shippingAddressId'))).toEqual([]);
  expect(withAddress).toBeGreaterThan(0);
});
