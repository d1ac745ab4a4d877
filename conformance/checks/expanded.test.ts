import { gives, inPath, judgedByOne, TEXT, takes } from '../testing/small-server';
import { replyExpanded } from './expanded';

const ID = { ...TEXT, readOnly: true };
const PAYMENT = { type: 'object', required: ['orderId', 'text'], properties: { id: ID, orderId: TEXT, text: TEXT } };
const payments = { type: 'array', items: PAYMENT, description: 'Only with `expand=payments`.' };
const ORDER = { type: 'object', required: ['id', 'name'], properties: { id: ID, name: TEXT, payments } };
const expand = {
  name: 'expand',
  in: 'query',
  description: 'Related objects to include.',
  schema: { type: 'array', items: { ...TEXT, enum: ['payments'] } },
  style: 'form',
  explode: false,
};
const limit = { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } };
const PATHS = {
  '/orders': {
    get: { parameters: [expand, limit], ...gives(200, { type: 'array', items: ORDER }) },
    post: { ...takes(ORDER), ...gives(201, ORDER) },
  },
  '/orders/{orderId}': { parameters: [inPath('orderId')], get: { parameters: [expand], ...gives(200, ORDER, 404) } },
  '/payments': {
    get: gives(200, { type: 'array', items: PAYMENT }),
    post: { ...takes(PAYMENT), ...gives(201, PAYMENT, 404) },
  },
  '/payments/{id}': { parameters: [inPath('id')], get: gives(200, PAYMENT, 404) },
};

/** @param isInList whether what is asked for is put into a list, too */
async function judged(isInList: boolean) {
  const orders: Record<string, unknown>[] = [{ id: 'o0', name: 'first' }];
  const made: Record<string, unknown>[] = [];
  const { findings } = await judgedByOne(replyExpanded, PATHS, ({ method, steps: [first, id], query, sent }) => {
    if (first === 'payments' && method === 'GET') return id === undefined ? [200, made] : [404];
    const all = first === 'orders' ? orders : made;
    if (method === 'POST') {
      all.push({ ...sent, id: `${first?.[0]}${all.length}` });
      return [201, all.at(-1)];
    }
    const isAsked = query.get('expand') === 'payments' && (isInList || id !== undefined);
    const shown = orders.map((one) =>
      isAsked ? { ...one, payments: made.filter(({ orderId }) => orderId === one.id) } : one,
    );
    const one = shown.find((other) => other.id === id);
    return id === undefined ? [200, shown] : one === undefined ? [404] : [200, one];
  });
  return findings.map(({ key }) => key);
}

test('what is put into records are all that belong to them, in a read and in a list', async () => {
  expect(await judged(true)).toEqual([]);
  expect(await judged(false)).toEqual(['payments lacks some']);
});
