import { gives, inPath, judgedByOne, TEXT, takes, textsOf } from '../testing/small-server';
import { createdEchoed } from './echoed';

const LINE = { ...textsOf('sku'), properties: { sku: TEXT, count: { type: 'integer' } } };

/** What is found in a server that keeps lines in their order, or sorts them. */
async function judged(description: string, isSorting: boolean) {
  const order = {
    type: 'object',
    required: ['id', 'lines'],
    properties: { id: { ...TEXT, readOnly: true }, lines: { type: 'array', description, items: LINE } },
  };
  const paths = {
    '/orders': { get: gives(200, { type: 'array', items: order }), post: { ...takes(order), ...gives(201, order) } },
    '/orders/{id}': { parameters: [inPath('id')], delete: gives(204, {}, 404) },
  };
  const { findings } = await judgedByOne(createdEchoed, paths, ({ method, sent }) => {
    if (method === 'GET') return [200, []];
    if (method === 'DELETE') return [404];
    const lines: readonly { readonly sku: string }[] = Array.isArray(sent.lines) ? sent.lines : [];
    const kept = isSorting ? lines.toSorted((one, other) => (one.sku < other.sku ? -1 : 1)) : lines;
    return [201, { ...sent, lines: kept, id: 'o1' }];
  });
  return findings.map(({ key }) => key);
}

test('lines are sent in an order in which no server would sort them, where words say that it is kept', async () => {
  expect(await judged('In the order in which you sent them.', false)).toEqual([]);
  expect(await judged('In the order in which you sent them.', true)).toEqual(['echo of lines']);
  expect(await judged('The lines.', true)).toEqual([]);
});
