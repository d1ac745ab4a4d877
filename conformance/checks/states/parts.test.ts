import { gives, inPath, judgedByOne, TEXT, takes } from '../../testing/small-server';
import { partsKept } from './parts';

const ID = { ...TEXT, readOnly: true };
const LINE = { type: 'object', required: ['id', 'sku'], properties: { id: ID, sku: TEXT } };
const ORDER = {
  type: 'object',
  required: ['id', 'name', 'lines'],
  properties: { id: ID, name: TEXT, lines: { type: 'array', items: LINE, readOnly: true } },
};

/** What is found where a line that is added, and read by itself, comes last or first. */
async function judged(description: string, isFirst: boolean) {
  const paths = {
    '/orders': { get: gives(200, { type: 'array', items: ORDER }), post: { ...takes(ORDER), ...gives(201, ORDER) } },
    '/orders/{orderId}': { parameters: [inPath('orderId')], get: gives(200, ORDER, 404) },
    '/orders/{orderId}/lines': {
      parameters: [inPath('orderId')],
      post: { description, ...takes(LINE), ...gives(201, LINE, 404) },
    },
    '/orders/{orderId}/lines/{lineId}': {
      parameters: [inPath('orderId'), inPath('lineId')],
      get: gives(200, LINE, 404),
      patch: { ...takes({ type: 'object', properties: { sku: TEXT } }), ...gives(200, LINE, 404) },
    },
  };
  const orders: { id: string; lines: Record<string, unknown>[] }[] = [];
  const { findings } = await judgedByOne(partsKept, paths, ({ method, steps: [, id, below, lineId], sent }) => {
    const order = orders.find((one) => one.id === id);
    if (id === undefined && method === 'GET') return [200, orders];
    if (id === undefined) {
      orders.push({ ...sent, id: `o${orders.length}`, lines: [] });
      return [201, orders.at(-1)];
    }
    if (order === undefined) return [404];
    if (below === undefined) return [200, order];
    const line = order.lines.find((one) => one.id === lineId);
    if (lineId !== undefined)
      return line === undefined ? [404] : [200, Object.assign(line, method === 'GET' ? {} : sent)];
    const added = { ...sent, id: `l${order.lines.length}` };
    order.lines = isFirst ? [added, ...order.lines] : [...order.lines, added];
    return [201, added];
  });
  return findings.map(({ key }) => key);
}

test('what is added to a list of a record comes at its end, where words say so', async () => {
  expect(await judged('Adds a line at the end of the order.', false)).toEqual([]);
  expect(await judged('Adds a line at the end of the order.', true)).toEqual(['added elsewhere']);
});
