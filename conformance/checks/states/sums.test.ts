import { gives, inPath, judgedByOne, TEXT, takes } from '../../testing/small-server';
import { statesAction } from './action';

const state = { ...TEXT, enum: ['open', 'closed'], readOnly: true };
const NUMBER = { type: 'integer' };
const ID = { ...TEXT, readOnly: true };
const ORDER = {
  ...{ type: 'object', required: ['id', 'state', 'balance', 'name'] },
  properties: { id: ID, name: TEXT, state, balance: { ...NUMBER, readOnly: true } },
};
const PAYMENT = {
  ...{ type: 'object', required: ['orderId', 'amount'] },
  properties: {
    ...{ id: ID, orderId: TEXT, amount: { ...NUMBER, minimum: 1 } },
    status: { ...TEXT, enum: ['authorized', 'captured'], readOnly: true },
  },
};
const description =
  'Authorizes a payment for an open order (others: 409). The amount may not exceed the `balance` of the order less the amounts of its authorized payments (422).';
const PATHS = {
  '/orders': { get: gives(200, { type: 'array', items: ORDER }), post: { ...takes(ORDER), ...gives(201, ORDER) } },
  '/orders/{orderId}': { parameters: [inPath('orderId')], get: gives(200, ORDER, 404) },
  '/orders/{orderId}/close': {
    parameters: [inPath('orderId')],
    post: { description: 'The order becomes `closed`.', ...gives(200, ORDER, 404) },
  },
  '/payments': {
    get: gives(200, { type: 'array', items: PAYMENT }),
    post: { description, ...takes(PAYMENT), ...gives(201, PAYMENT, 404, 409, 422) },
  },
  '/payments/{id}': { parameters: [inPath('id')], get: gives(200, PAYMENT, 404) },
};

/** What is found where payments that are authorized leave less room for others, or do not; or where nothing is refused. */
async function judged(bound: 'less what is authorized' | 'the balance' | 'none') {
  const orders = new Map<string, Record<string, unknown>>();
  const payments: { readonly id: string; readonly orderId: string; readonly amount: number }[] = [];
  const { findings } = await judgedByOne(statesAction, PATHS, ({ method, steps: [first, id, deed], sent }) => {
    if (first === 'orders' && method === 'GET')
      return id === undefined ? [200, [...orders.values()]] : [orders.has(id) ? 200 : 404, orders.get(id)];
    if (first === 'orders' && deed !== undefined)
      return [orders.has(id ?? '') ? 200 : 404, Object.assign(orders.get(id ?? '') ?? {}, { state: 'closed' })];
    if (first === 'orders') {
      const made = { ...sent, id: `o${orders.size}`, state: 'open', balance: 900 };
      orders.set(made.id, made);
      return [201, made];
    }
    const found = payments.find((one) => one.id === id);
    if (method === 'GET') return id === undefined ? [200, payments] : [found === undefined ? 404 : 200, found];
    const order = orders.get(String(sent.orderId));
    if (order === undefined) return [422];
    if (order.state !== 'open') return [409];
    const before = payments
      .filter(({ orderId }) => orderId === sent.orderId)
      .reduce((sum, { amount }) => sum + amount, 0);
    const room = bound === 'none' ? Number.POSITIVE_INFINITY : 900 - (bound === 'the balance' ? 0 : before);
    if (Number(sent.amount) > room) return [422];
    const payment = {
      ...sent,
      id: `p${payments.length}`,
      orderId: String(sent.orderId),
      amount: Number(sent.amount),
      status: 'authorized',
    };
    payments.push(payment);
    return [201, payment];
  });
  return findings.map(({ key }) => key);
}

test('what names an order in its body counts as what is made below one, and what is authorized leaves less', async () => {
  expect(await judged('less what is authorized')).toEqual([]);
  expect(await judged('the balance')).toEqual(['beyond what is left']);
  expect(await judged('none')).toEqual(['beyond the total']);
});
