import { gives, inPath, judgedByOne, TEXT, takes } from '../../testing/small-server';
import { statesAction } from './action';

const NUMBER = { type: 'integer', minimum: 0 };
const article = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { ...TEXT, readOnly: true }, name: TEXT, stock: { ...NUMBER, maximum: 1000, default: 0 } },
};
const state = { type: 'string', enum: ['draft', 'placed'], readOnly: true };
const addressId = { type: ['string', 'null'], default: null };
const order = {
  type: 'object',
  required: ['id', 'state', 'addressId'],
  properties: { id: { ...TEXT, readOnly: true }, state, addressId },
};
const line = {
  type: 'object',
  required: ['id', 'articleId', 'quantity'],
  properties: { id: { ...TEXT, readOnly: true }, articleId: TEXT, quantity: { ...NUMBER, minimum: 1 } },
};
const refused = (description: string) => ({ 409: { description } });
const PATHS = {
  '/articles': {
    get: gives(200, { type: 'array', items: article }),
    post: { ...takes(article), ...gives(201, article) },
  },
  '/articles/{articleId}': { parameters: [inPath('articleId')], get: gives(200, article, 404) },
  '/orders': { post: { ...takes({ type: 'object', properties: { addressId } }), ...gives(201, order) } },
  '/orders/{orderId}': { parameters: [inPath('orderId')], get: gives(200, order, 404) },
  '/orders/{orderId}/lines': {
    parameters: [inPath('orderId')],
    post: { ...takes(line), ...gives(201, line, 404) },
  },
  '/orders/{orderId}/lines/{lineId}': {
    parameters: [inPath('orderId'), inPath('lineId')],
    patch: {
      operationId: 'changeLine',
      requestBody: {
        content: { 'application/merge-patch+json': { schema: { type: 'object', properties: { quantity: NUMBER } } } },
      },
      responses: { ...gives(200, line, 404).responses, ...refused('wrong_state: the order is no draft.') },
    },
  },
  '/orders/{orderId}/place': {
    parameters: [inPath('orderId')],
    post: {
      operationId: 'placeOrder',
      description: 'From draft only.',
      responses: {
        ...gives(200, order, 404).responses,
        ...refused('wrong_state; empty_order (no lines); no_address (no addressId); insufficient_stock.'),
      },
    },
  },
};

/** What is found in a shop of whose new articles nothing is there unless a client says so, which may look at too little. */
async function found({ looksAtState = true, looksAtAddress = true }): Promise<readonly string[]> {
  const articles = new Map([['article-0', 0]]);
  const orders = new Map<string, { state: string; addressId: unknown; readonly lines: Record<string, unknown>[] }>();
  const shown = (id: string) => ({ id, state: orders.get(id)?.state, addressId: orders.get(id)?.addressId });
  const { findings } = await judgedByOne(statesAction, PATHS, ({ method, steps: [kind, id = '', what, at], sent }) => {
    if (kind === 'articles') {
      if (method === 'POST') {
        const made = `article-${articles.size + 1}`;
        articles.set(made, Number(sent.stock ?? 0));
        return [201, { id: made, name: sent.name, stock: articles.get(made) }];
      }
      const all = [...articles].map(([one, stock]) => ({ id: one, name: 'It', stock }));
      return id === '' ? [200, all] : articles.has(id) ? [200, all.find((one) => one.id === id)] : [404];
    }
    if (id === '') {
      const made = `order-${orders.size + 1}`;
      orders.set(made, { state: 'draft', addressId: sent.addressId ?? null, lines: [] });
      return [201, shown(made)];
    }
    const one = orders.get(id);
    if (one === undefined) return [404];
    if (what === undefined) return [200, shown(id)];
    if (what === 'place') {
      const isShort = one.lines.some(({ articleId }) => (articles.get(String(articleId)) ?? 0) < 1);
      const reasons = [
        one.state !== 'draft' && 'wrong_state',
        one.lines.length === 0 && 'empty_order',
        looksAtAddress && one.addressId === null && 'no_address',
        isShort && 'insufficient_stock',
      ];
      const code = reasons.find((reason) => reason !== false);
      if (code !== undefined) return [409, { code }];
      one.state = 'placed';
      return [200, shown(id)];
    }
    if (method === 'POST') {
      if (!articles.has(String(sent.articleId))) return [422];
      one.lines.push({ ...sent, id: `line-${one.lines.length + 1}` });
      return [201, one.lines.at(-1)];
    }
    const changed = one.lines.find((each) => each.id === at);
    if (changed === undefined) return [404];
    return looksAtState && one.state !== 'draft' ? [409, { code: 'wrong_state' }] : [200, Object.assign(changed, sent)];
  });
  return findings.map(({ operation, key }) => `${operation}: ${key}`);
}

test('what is done to an order that was placed is refused, whatever its lines name had to be made for that', async () => {
  expect(await found({})).toEqual([]);
  expect(await found({ looksAtState: false })).toEqual(['changeLine: done when placed']);
});

test('without a member that words ask for nothing is done', async () => {
  expect(await found({ looksAtAddress: false })).toEqual(['placeOrder: done without addressId']);
});
