import { contractOf } from '../../../openapi/contract/testing/documents';
import { operationOf } from '../../testing/words';
import { listsOfOnce, refusableBodies } from './refusable';

const EMAIL = { type: 'string', format: 'email' };
const SCHEMA = { type: 'object', properties: { name: { type: 'string' }, tags: { type: 'object' }, email: EMAIL } };

/** What of a body is refused by words around, or beside the operation. */
function refused(around: string, { type = 'application/json', description = '' } = {}): readonly string[] {
  const plain = operationOf({ method: 'PATCH', description, around: [around] });
  const content = [{ type, schema: SCHEMA, examples: [] }];
  const operation = { ...plain, body: { content } } as unknown as typeof plain;
  const valid = { name: 'a', email: 'a@example.com' };
  return refusableBodies({ operations: [operation], resources: [] } as never, operation, SCHEMA, valid).map(
    ({ what }) => what,
  );
}

test('a format is looked at where words say that all of them are', () => {
  const against = 'email against its format';
  expect(refused('We check every body against its schema, patterns and formats included.')).toContain(against);
  expect(refused('Formats are checked.')).toContain(against);
  expect(refused('Formats are not checked.')).not.toContain(against);
  expect(refused('Bodies are JSON.')).not.toContain(against);
});

test('null in a patch removes a member, unless words refuse it for those that have to be there', () => {
  const patch = { type: 'application/merge-patch+json' };
  const nulls = (texts: readonly string[]) => texts.filter((one) => one.endsWith(' null'));
  expect(nulls(refused('', patch))).toEqual([]);
  const description = 'Null empties `tags`. `null` for any other member is refused by 422.';
  expect(nulls(refused('', { ...patch, description }))).toEqual(['name null', 'email null']);
});

const lines = (words: string, product = '') => ({
  type: 'array',
  description: words,
  items: {
    type: 'object',
    properties: { product_id: { type: 'string', description: product }, note: { type: 'string' } },
  },
});

test.each([
  [lines('A product may appear in one line only.'), {}],
  [lines('', 'Unique within the order.'), {}],
  [lines('', 'Each product at most once.'), {}],
  [lines(''), { description: 'No two lines may name the same product.' }],
  [lines(''), { description: 'Two lines for the same product are not possible.' }],
  [lines(''), { refusal: 'Invalid, or a product that comes twice.' }],
  [lines(''), { refusal: 'Two lines for the same product.' }],
  [lines(''), { refusal: 'Duplicate products.' }],
])('an item comes once: %j %j', async (schema, words) => {
  expect(await onceIn(schema, words)).toEqual(['lines']);
});

test.each([
  [lines('What is ordered.', 'The product.'), {}],
  [lines('', 'Unique within the catalogue.'), {}],
  [lines(''), { description: 'A key may be used at most once.' }],
  [lines(''), { refusal: 'Invalid, or a key that was used twice.' }],
])('an item may come twice: %j %j', async (schema, words) => {
  expect(await onceIn(schema, words)).toEqual([]);
});

async function onceIn(schema: object, { description = '', refusal = 'Invalid.' }): Promise<readonly string[]> {
  const body = { type: 'object', properties: { lines: schema } };
  const contract = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Orders', version: '1' } },
    paths: {
      '/orders': {
        post: {
          ...{ description, requestBody: { content: { 'application/json': { schema: body } } } },
          responses: { 201: { description: 'Made.' }, 422: { description: refusal } },
        },
      },
    },
  });
  return contract.operations.flatMap((one) => listsOfOnce(one).map(({ name }) => name));
}
