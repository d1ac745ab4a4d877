import { contractOf } from '../../../openapi/contract/testing/documents';
import type { Request } from '../../exchange/exchange';
import { exchangeOf } from '../../testing/exchange';
import type { CaseContext } from '../check';
import { isSpent } from './hosts';

const TEXT = { type: 'string' };
const NUMBER = { type: 'integer' };
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: TEXT });
const content = (properties: object) => ({
  'application/json': { schema: { type: 'object', required: ['id'], properties } },
});
const ORDER = content({
  id: TEXT,
  status: { ...TEXT, enum: ['open', 'closed'], readOnly: true },
  paid: NUMBER,
  openAmount: NUMBER,
});
const PAYMENT = content({ id: TEXT, amount: NUMBER });

/** Whether nothing more is paid of an order that is shown so. */
async function spent(order: { readonly status: string; readonly paid: number; readonly openAmount: number }) {
  const description =
    "Possible for `open` orders; in other states `409`. An `amount` above the order's `openAmount` is refused with `409`.";
  const contract = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Orders', version: '1' } },
    paths: {
      '/orders': {
        post: {
          requestBody: { content: content({ note: TEXT }) },
          responses: { 201: { description: 'It.', content: ORDER } },
        },
      },
      '/orders/{orderId}': {
        parameters: [inPath('orderId')],
        get: { operationId: 'read', responses: { 200: { description: 'It.', content: ORDER } } },
      },
      '/orders/{orderId}/payments': {
        parameters: [inPath('orderId')],
        get: {
          responses: {
            200: {
              description: 'All.',
              content: { 'application/json': { schema: { type: 'array', items: PAYMENT['application/json'].schema } } },
            },
          },
        },
        post: {
          ...{ description, requestBody: { content: content({ amount: NUMBER }) } },
          responses: { 201: { description: 'It.', content: PAYMENT }, 409: { description: 'Conflict' } },
        },
      },
    },
  });
  const [orders, payments] = contract.resources;
  if (orders === undefined || payments === undefined) throw new Error('There are no payments of orders.');
  const context = {
    contract,
    subject: { contract, operation: payments.operations.create, purpose: { resource: payments, role: 'create' } },
    known: { purposeOf: () => undefined },
    latest: () => undefined,
    send: async (request: Request) => ({
      ...exchangeOf(contract, {
        operation: 'read',
        parts: { path: request.path },
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: { id: 'o1', ...order },
      }),
      request,
    }),
  } as unknown as CaseContext;
  return isSpent(context, orders, 'o1');
}

test('below a record that has no room left for another part nothing more is made', async () => {
  expect(await spent({ status: 'open', paid: 0, openAmount: 500 })).toBe(false);
  expect(await spent({ status: 'closed', paid: 0, openAmount: 500 })).toBe(true);
  // What is left tells by itself that all of it was paid, or by what was.
  expect(await spent({ status: 'open', paid: 500, openAmount: 0 })).toBe(true);
  expect(await spent({ status: 'open', paid: 490, openAmount: 10 })).toBe(true);
  // Of one of which nothing was paid there is no more in another.
  expect(await spent({ status: 'open', paid: 0, openAmount: 10 })).toBe(false);
});
