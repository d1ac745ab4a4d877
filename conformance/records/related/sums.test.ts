import { operationOf, resourceOf } from '../../testing/words';
import { beyondStatuses, partOf, restOf, type Sum, sumOf } from './sums';

const number = { type: 'integer' };
const status = { enum: ['draft', 'placed', 'paid'] };
const orders = resourceOf('orders', { total_cents: number, paid_cents: number, status });

/** The sum of payments to an order, by the words beside their create. */
const sum = (description: string, conflict: string, amounts = ['amount']) =>
  sumOf(
    orders,
    operationOf({
      ...{ path: '/orders/{id}/payments', description, replies: { 409: conflict } },
      body: { type: 'object', required: amounts, properties: Object.fromEntries(amounts.map((one) => [one, number])) },
    }),
    { property: 'status', values: status.enum, entered: new Map() },
  );

test.each([
  ['More than is `due` is not taken (409 `exceeds_due`).', 'No.', [409]],
  ['More than five notes are refused: 422.', 'No.', []],
  ['Takes an amount greater than what is left never (409).', 'No.', [409]],
  ['Together they never exceed the total, else 422.', 'No.', [422]],
  ['', 'They exceed the total.', [409]],
  ['A payment of the order (409 if it is shut).', 'No.', []],
])('the statuses of what goes beyond a total: %s (%s)', (description, conflict, expected) => {
  const operation = operationOf({ description, replies: { 400: 'Wrong.', 409: conflict, 422: 'Wrong.' } });
  expect(beyondStatuses(operation, { part: 'amount', total: 'due' })).toEqual(expected);
});

test.each([
  [
    'Below its total an order is placed; as soon as its payments reach the total it becomes paid. They must not exceed it.',
    'No.',
    ['placed', 'paid', false],
  ],
  ['Pays.', 'The amount is more than the outstanding total.', [undefined, undefined, true]],
  ['Pays part of the total.', 'The order is not placed.', [undefined, undefined, false]],
  ['Not more than was captured and not yet refunded: 409 `too_high`.', 'No.', [undefined, undefined, true]],
  ['', 'wrong_state; amount_exceeded if more than total_cents less paid_cents.', [undefined, undefined, true]],
  [
    'Together not more than the total of the order.',
    'It is not placed, or paid in full.',
    [undefined, undefined, true],
  ],
])('what adds up to a total: %s (%s)', (description, conflict, [short, reached, isBound]) => {
  expect(sum(description, conflict)).toMatchObject({
    ...{ part: 'amount', total: 'total_cents', sofar: 'paid_cents', short, reached, isBound },
  });
});

test('nothing adds up where nothing is said of a total, or where it is open what counts', () => {
  expect(sum('Pays.', 'The order is not placed.')).toBeUndefined();
  expect(sum('They reach the total.', '', ['amount', 'tip_amount'])).toBeUndefined();
});

test.each([
  [
    'Returns a payment in whole or in part. Less than what is left makes it `partly_returned`; once everything is given back it is `returned`. More than what is left is rejected.',
    {},
    { total: 'amount', isBound: true },
  ],
  [
    'Less than what is left may be returned. The payment becomes `partly_returned`, or `returned` once nothing is left.',
    {},
    { total: 'amount', isBound: false },
  ],
  // What is left over is told last.
  [
    'It becomes `returned` when everything has been given back, `partly_returned` otherwise.',
    {},
    { total: 'amount', isBound: false },
  ],
  [
    'It becomes `returned` when everything is, `partly_returned` otherwise. It must not exceed what was taken.',
    {},
    { total: 'amount', isBound: true },
  ],
  [
    'The payment becomes `returned` when nothing is left of the taken amount, otherwise `partly_returned`.',
    {},
    { total: 'amount', isBound: false },
  ],
  // Of what was captured in part no more is given back than that.
  [
    'Less than what is left may be returned. The payment becomes `partly_returned`, or `returned` once nothing is left.',
    { captured_amount: number },
    { total: 'captured_amount', isBound: false },
  ],
  // The same of words beside the state.
  [
    'All returns together cannot exceed the payment.',
    { status: { description: 'taken while nothing is returned, returned when all is, in between partly_returned.' } },
    { total: 'amount', isBound: true },
  ],
  [
    'All returns together cannot exceed the payment.',
    { status: { description: 'returned only once everything taken has gone back; till then it is partly_returned.' } },
    { total: 'amount', isBound: true },
  ],
])('what an action gives back of an amount adds up to it: %s %j', (description, more, expected) => {
  const payments = resourceOf('payments', { amount: number, returned_amount: number, ...more });
  const body = { type: 'object', required: ['amount'], properties: { amount: number } };
  const states = { property: 'status', values: ['taken', 'partly_returned', 'returned'], entered: new Map() };
  expect(sumOf(payments, operationOf({ path: '/payments/{id}/return', description, body }), states, true)).toEqual({
    ...{ part: 'amount', isWhole: true, isRest: false, sofar: 'returned_amount' },
    ...{ less: undefined, reached: 'returned', short: 'partly_returned', isExact: false, ...expected },
  });
});

test.each([
  ['No more than `due` is taken.', { due: number, kept: number }, { due: 70, kept: 20 }, 70],
  ['It may not exceed `due` less its `kept`.', { kept: number, due: number }, { due: 70, kept: 20 }, 50],
  [
    'It may not exceed `amounts.due` minus `amounts.kept` of the order.',
    { amounts: { properties: { kept: number, due: number } } },
    { amounts: { due: 70, kept: 20 } },
    50,
  ],
  // Another record is no part of this one.
  [
    'It may not exceed what is due.',
    { due: number, buyer: { properties: { id: {}, due: number } } },
    { due: 70, buyer: { due: 5 } },
    70,
  ],
])('what is left of a figure: %s', (description, properties, record, left) => {
  const body = { type: 'object', properties: { amount: number } };
  const owner = resourceOf('orders', { ...properties, status });
  const states = { property: 'status', values: status.enum, entered: new Map() };
  const told = sumOf(owner, operationOf({ path: '/orders/{id}/payments', description, body }), states);
  expect(told && restOf(told, record, 0)).toBe(left);
});

test.each([
  ['The `amount` has to be the order’s `total_cents`.', true],
  ['The amount must equal the total_cents of the order.', true],
  ['The amount must match its total_cents exactly.', true],
  ['The amount must not exceed the total_cents.', false],
  ['The amount must be at most the total_cents.', false],
  ['The amount must be the total_cents or less.', false],
])('whether what is made has to be the whole total: %s', (description, isExact) => {
  expect(sum(description, 'No.')?.isExact).toBe(isExact);
});

test('some of what is left, all, and more', () => {
  const one = { isWhole: true } as Sum;
  expect((['some', 'all', 'more'] as const).map((part) => partOf(one, 100, part))).toEqual([33, 100, 101]);
  expect(partOf(one, 1, 'some')).toBeUndefined();
  expect(partOf(one, 0, 'more')).toBeUndefined();
});
