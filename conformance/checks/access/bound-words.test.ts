import { contractOf } from '../../../openapi/contract/testing/documents';
import { boundWays } from './bound-words';

const ID = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const shows = { responses: { 200: { description: 'It.', content: { 'application/json': { schema: ID } } } } };
const bearer = { type: 'http', scheme: 'bearer' };

/** The ways that a document's words bind to one record, and the resource of that. */
async function bound(
  description: string,
  other: object = { type: 'apiKey', in: 'header', name: 'X-Key' },
  [first, second]: readonly string[] = ['apiKey', 'customerToken'],
) {
  const contract = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Shop', version: '1', description } },
    components: { securitySchemes: { [first ?? '']: other, [second ?? '']: bearer } },
    security: [{ [first ?? '']: [] }, { [second ?? '']: [] }],
    paths: {
      '/customers/{customerId}': {
        parameters: [{ name: 'customerId', in: 'path', required: true, schema: { type: 'string' } }],
        get: shows,
      },
    },
  });
  return boundWays(contract).map(({ way, owner }) => `${way.map(({ name }) => name).join()} ${owner.name}`);
}

const CUSTOMER = ['customerToken customers'];

test.each([
  [
    'A *customer token* acts for one customer. What belongs to anyone else is 404 for it, and is never listed.',
    CUSTOMER,
  ],
  ['A customer token belongs to a single customer. It sees only its own customer and the orders of that.', CUSTOMER],
  ['| Customer token | only what belongs to one customer |', CUSTOMER],
  [
    'A token, sent as `Authorization`, acts for one single customer. It may read. Other customers are answered 404.',
    CUSTOMER,
  ],
  ['A token belongs to one customer; what belongs to others is 404 to it, as if it did not exist.', CUSTOMER],
  ['A customer token acts for one customer.', []],
  ['A customer token may read all customers; those that are unknown are answered 404.', []],
  // It is the order that belongs to one.
  ['Send your API key in X-Key. An order belongs to one customer. An order of another customer is answered 404.', []],
  // Of which of the two that is said is open.
  ['Beside the API key there is a customer token, which acts for one customer; other customers are 404.', []],
])('%s', async (description, expected) => expect(await bound(description)).toEqual(expected));

test('of two kinds of tokens words are about the one that they name', async () => {
  const said = 'A customer token acts for one customer. What belongs to another customer is answered 404.';
  expect(await bound(said, bearer)).toEqual(CUSTOMER);
  expect(await bound(said.replace('customer token', 'token'), bearer)).toEqual([]);
});

test('a token that goes in a header of its own is no token of staff', async () => {
  const key = { type: 'apiKey', in: 'header', name: 'X-Customer-Token' };
  const said = 'A customer token acts for one customer. What belongs to others is answered 404.';
  expect(await bound(said, key, ['customerToken', 'staffToken'])).toEqual(CUSTOMER);
});
