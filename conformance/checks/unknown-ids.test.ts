import { contractOf } from '../../openapi/contract/testing/documents';
import { listen } from '../../tools/selftest/server/server';
import { run } from '../run/run';
import type { Check } from '../steps/check';
import { optionsFor } from '../testing/options';
import { gives, judgedByOne, takes } from '../testing/small-server';
import { missingNotFound } from './ids';
import { inputReferences } from './input/references';

const json = (schema: object) => ({ 'application/json': { schema } });
const text = { type: 'string' };
const CARD = { type: 'object', required: ['id'], properties: { id: text, name: text } };
const SKU = { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$' };
const ARTICLE = { type: 'object', required: ['sku'], properties: { sku: SKU } };
const BASKET = { type: 'object', required: ['sku'], properties: { sku: SKU } };
const parameter = (name: string) => ({ name, in: 'path', required: true, schema: text });
const refused = { description: 'It is wrong.' };

/** Cards that are made and read, and baskets that name an article of a catalogue. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/cards': {
      get: { responses: { 200: { description: 'All.', content: json({ type: 'array', items: CARD }) } } },
      post: {
        requestBody: { content: json({ type: 'object', properties: { name: text } }) },
        responses: { 201: { description: 'One.', content: json(CARD) }, 400: refused },
      },
    },
    '/cards/{card_id}': {
      parameters: [parameter('card_id')],
      get: {
        operationId: 'getCard',
        responses: {
          200: { description: 'One.', content: json(CARD) },
          400: refused,
          404: { description: 'There is none.' },
        },
      },
    },
    '/articles': {
      get: { responses: { 200: { description: 'All.', content: json({ type: 'array', items: ARTICLE }) } } },
    },
    '/articles/{sku}': {
      parameters: [parameter('sku')],
      get: {
        responses: { 200: { description: 'One.', content: json(ARTICLE) }, 404: { description: 'There is none.' } },
      },
    },
    '/baskets': {
      post: {
        operationId: 'createBasket',
        description: 'An unknown article is refused with 422.',
        requestBody: { required: true, content: json(BASKET) },
        responses: { 201: { description: 'Made.', content: json(BASKET) }, 422: refused },
      },
    },
  },
};

/** What is found in a server that answers so for an unknown card, and for an unknown article in a basket. */
async function found(check: Check, { ofCard = 404, ofArticle = 422 }): Promise<readonly string[]> {
  const cards = [{ id: 'card_ab12cd34ef' }];
  const articles = [{ sku: 'TEA-1001' }];
  const server = await listen('', async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const [, kind = '', id] = new URL(request.url ?? '/', 'http://shop').pathname.split('/');
    const answer = (status: number, body: unknown = {}): void =>
      void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'POST') {
      const sent = JSON.parse(Buffer.concat(chunks).toString() || '{}') as { readonly sku?: string };
      if (kind !== 'baskets') {
        cards.push({ id: `card_${String(cards.length + 7).padStart(10, 'q8')}` });
        return answer(201, cards.at(-1));
      }
      const isKnown = articles.some(({ sku }) => sku === sent.sku);
      return isKnown ? answer(201, sent) : answer(ofArticle, sent);
    }
    if (kind === 'articles') {
      const one = articles.find(({ sku }) => sku === id);
      return id === undefined ? answer(200, articles) : one === undefined ? answer(404) : answer(200, one);
    }
    const one = cards.find((card) => card.id === id);
    if (id === undefined) return answer(200, cards);
    if (one !== undefined) return answer(200, one);
    // What has another form is no id.
    return answer(/^card_/.test(id) ? ofCard : 400);
  });
  try {
    const quiet = { onProgress: () => {}, onWait: () => {} };
    const { findings } = await run(await contractOf(DOCUMENT), [check], optionsFor(server.baseUrl), quiet);
    return findings
      .filter((one) => one.check === check.id && one.outcome === 'fail')
      .map(({ operation, expected }) => `${operation}: ${expected}`);
  } finally {
    await server.close();
  }
}

test('an unknown id of the form of others is not found, and one of another form may be refused', async () => {
  expect(await found(missingNotFound, {})).toEqual([]);
  expect(await found(missingNotFound, { ofCard: 400 })).toEqual(['getCard: the status 404']);
});

test('what a body names of a catalogue has to be in it', async () => {
  expect(await found(inputReferences, {})).toEqual([]);
  expect(await found(inputReferences, { ofArticle: 201 })).toEqual([
    expect.stringMatching(/^createBasket: .*there is no record "[A-Z]{3}-\d{4}" of articles$/),
  ]);
});

test.each([
  ['In a path, something which is no UUID at all is answered like an unknown record, 404.', 400, ['the status 400']],
  ['In a path, something which is no UUID at all is answered like an unknown record, 404.', 404, []],
  ['A malformed id is refused with 400, an unknown one is 404.', 400, []],
  ['Ids are UUIDs.', 400, []],
])('what could be no id is not found where words say so: %s %d', async (description, status, expected) => {
  const id = { ...text, format: 'uuid' };
  const card = { type: 'object', required: ['id'], properties: { id } };
  const paths = {
    '/cards': {
      get: gives(200, { type: 'array', items: card }),
      post: { ...takes({ type: 'object' }), ...gives(201, card) },
    },
    '/cards/{card_id}': { parameters: [{ ...parameter('card_id'), schema: id }], get: gives(200, card, 400, 404) },
  };
  const known = '11111111-1111-4111-8111-111111111111';
  const { findings } = await judgedByOne(
    missingNotFound,
    paths,
    ({ steps: [, asked] }) => {
      if (asked === undefined || asked === known) return [200, asked === undefined ? [{ id: known }] : { id: known }];
      return [/^[0-9a-f-]{36}$/.test(asked) ? 404 : status];
    },
    { description },
  );
  expect(findings.map(({ actual }) => actual.replace(/ for .*/, ''))).toEqual(expected);
});
