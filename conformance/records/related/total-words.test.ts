import type { Resource } from '../../../openapi/contract';
import { operationOf, resourceOf } from '../../testing/words';
import { totalsOf } from './total-words';

const text = (description: string) => ({ type: 'integer', description });

const lines = resourceOf('order-lines', {
  state: { type: 'string', enum: ['open', 'shipped', 'cancelled'], readOnly: true },
  amount: { type: 'integer' },
  quantity: { type: 'integer' },
  unit_price: { type: 'integer' },
});
const orders = (properties: object = {}, around: readonly string[] = []): Resource =>
  resourceOf('orders', properties, { read: operationOf({ around }) });

/** What two lines come to. */
const counted = (description: string) => {
  const [total] = totalsOf(orders({ figure: text(description) }), lines, new Set());
  const all = [
    { state: 'open', amount: 5, quantity: 2, unit_price: 10 },
    { state: 'shipped', amount: 7, quantity: 3, unit_price: 100 },
  ];
  return total && all.filter(({ state }) => total.isCounted(state)).map((one) => total.countOf(one));
};

test.each([
  ['How many lines it has.', [1, 1]],
  ['The number of its order lines.', [1, 1]],
  ['How many lines the order has at present.', [1, 1]],
  ['How many lines (of any status) name this order.', [1, 1]],
  ['Number of lines of this order in any state.', [1, 1]],
  ['Number of lines of this order in state open or cancelled.', [1]],
  ['Number of lines that are not shipped.', [1]],
  ['The number of shipped lines.', [1]],
  ['How many lines of the order are `shipped`.', [1]],
  ["How many of the order's lines are shipped or cancelled.", [1]],
  ['How many of its lines are not shipped.', [1]],
  ["The number of the order's lines.", [1, 1]],
  ["The number of the customer's lines.", undefined],
  ["How many of the customer's lines are shipped.", undefined],
  ['The sum of the amounts of all lines.', [5, 7]],
  ['Total of quantity times unit price over all its lines.', [20, 300]],
  ['Sum of all line amounts, including tax.', undefined],
  ['Sum of the quantities of all lines.', [2, 3]],
  ['Sum of the returns of all lines.', undefined],
  ['The number of overdue lines.', undefined],
  ['The average of the amounts of its lines.', undefined],
  ['The sum of quantity and unit price of its lines.', undefined],
])('what a figure tells: %s', (description, wanted) => expect(counted(description)).toEqual(wanted));

const payments = resourceOf('payments', {
  status: { type: 'string', enum: ['authorized', 'captured', 'partly_refunded', 'refunded', 'odd'] },
  amount: { type: 'integer' },
  refunded_amount: { type: 'integer' },
});

/** What payments in each of these states come to. */
const paid = (description: string, around: readonly string[] = []) => {
  const [total] = totalsOf(orders({ paid: text(description) }, around), payments, new Set());
  return (
    total &&
    ['authorized', 'captured', 'partly_refunded', 'odd'].map((status) =>
      total.countOf({ status, amount: 50, refunded_amount: status === 'partly_refunded' ? 20 : 0 }),
    )
  );
};

test.each([
  ['Payments less what was refunded of them.'],
  ['What has been captured for the order less what has been refunded.'],
  ['Sum of the captured payments less what has been refunded of them.'],
  ['The captured payments, minus refunds.'],
  ['Captured less refunded amounts of all payments of the order. Authorized amounts do not count.'],
  ['Captured money less refunds, over all payments of the order.'],
  ["What was captured from the order's payments, less what was refunded."],
])('what is left of payments: %s', (description) => expect(paid(description)).toEqual([0, 50, 30, undefined]));

test('of a payment that is captured in part what is captured counts, where that is told', () => {
  const totalOf = (more: Readonly<Record<string, object>>) => {
    const some = resourceOf('payments', {
      status: { type: 'string', enum: ['authorized', 'captured', 'partly_refunded', 'refunded'] },
      amount_minor: { type: 'integer' },
      refunded_minor: { type: 'integer' },
      captured_at: { type: 'integer' },
      ...more,
    });
    return totalsOf(orders({ paid: text('Captured by payments, less refunds.') }), some, new Set())[0];
  };
  const part = { status: 'captured', amount_minor: 90, captured_minor: 30, refunded_minor: 0 };
  const told = totalOf({ captured_minor: { type: 'integer' } });
  expect([told?.countOf(part), told?.net]).toEqual([30, { back: 'refunded_minor', isTold: true }]);
  // Then it is not known how much of each counts once some of it is captured.
  expect(totalOf({})?.net).toEqual({ back: 'refunded_minor', isTold: false });
});

test('what is left of payments, in an object of figures', () => {
  const amounts = { type: 'object', properties: { paid: text('Captured payments less refunds.') } };
  expect(totalsOf(orders({ amounts }), payments, new Set()).map(({ name }) => name)).toEqual(['amounts.paid']);
  expect(totalsOf(orders({ amounts }), payments, new Set(['amounts']))).toEqual([]);
});

test('what is left of payments, around', () => {
  expect(paid('', ['`paid` is what has been paid for the order less what has been refunded;'])).toEqual([
    0,
    50,
    30,
    undefined,
  ]);
  expect(paid('', ['`due` is what has been paid for the order less what has been refunded;'])).toBeUndefined();
  expect(paid('The total less what has been refunded.')).toBeUndefined();
  expect(paid('Payments less fees.')).toBeUndefined();
  for (const other of ['The last payment', 'The number of payments', 'Payments in euros', 'The total less payments'])
    expect(paid(`${other}, less refunds.`)).toBeUndefined();
  expect(paid('What has been paid by card, less refunds.')).toBeUndefined();
});

test.each([
  ['line_count', 'Lines in state `open` or `shipped`.', ['open', 'shipped']],
  ['lineCount', 'Order lines.', ['open', 'shipped', 'cancelled']],
  ['line_limit', 'Lines in state `open` or `shipped`.', undefined],
])('what is called a count has words that say of what alone: %s: %s', (name, description, expected) => {
  const [total] = totalsOf(orders({ [name]: text(description) }), lines, new Set());
  expect(total && ['open', 'shipped', 'cancelled'].filter((state) => total.isCounted(state))).toEqual(expected);
});
