import type { Operation, Resource } from '../../../openapi/contract';
import { operationOf, resourceOf } from '../../testing/words';
import { mostOf } from './most-words';

const lines = resourceOf('order-lines', {
  state: { type: 'string', enum: ['open', 'shipped', 'cancelled'], readOnly: true },
  amount: { type: 'integer' },
  quantity: { type: 'integer' },
  unit_price: { type: 'integer' },
});
const orders = (properties: object = {}): Resource => resourceOf('orders', properties);

const operation = (description: string, replies: Readonly<Record<number, string>>): Operation =>
  operationOf({ path: '/orders', description, replies });

const most = (description: string, replies: Readonly<Record<number, string>> = { 409: 'Conflict' }) =>
  mostOf(operation(description, replies), lines, orders(), true)?.most;

test.each([
  ['An order has at most 8 lines.', 8],
  ['Up to six order lines.', 6],
  ['No more than 3 lines per order.', 3],
  ['At most 8 lines per page.', undefined],
  ['At most 8 open lines.', undefined],
  ['At most 500 lines.', undefined],
])('how many there are: %s', (description, wanted) => expect(most(description)).toBe(wanted));

test('how many there are may be said around, after what they are', () => {
  const around = (...texts: readonly string[]) =>
    mostOf({ ...operation('', { 409: 'Conflict' }), around: texts }, lines, orders(), true)?.most;
  expect(around('Lines of an order. An order has at most five (409 `full`).')).toBe(5);
  expect(around('Its order lines. An order can have up to 4.')).toBe(4);
  expect(around('Rooms of an order. An order has at most five (409).')).toBeUndefined();
  expect(around('Lines of an order. An order has at most five pages.')).toBeUndefined();
});

test('how many there are, beside a refusal', () => {
  expect(most('', { 409: 'The order has 12 lines already, or is closed.' })).toBe(12);
  expect(most('At most 8 lines.', { 404: 'No.' })).toBeUndefined();
  expect(most('At most 8 lines.', { 409: 'The order has 9 lines already.' })).toBeUndefined();
});
