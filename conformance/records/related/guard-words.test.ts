import type { Operation, Resource } from '../../../openapi/contract';
import { operationOf, resourceOf } from '../../testing/words';
import { guardOf, leftBy } from './guard-words';

const lines = resourceOf('order-lines', {
  state: { type: 'string', enum: ['open', 'shipped', 'cancelled'], readOnly: true },
  amount: { type: 'integer' },
  quantity: { type: 'integer' },
  unit_price: { type: 'integer' },
});
const orders = (properties: object = {}): Resource => resourceOf('orders', properties);

const operation = (description: string, replies: Readonly<Record<number, string>>): Operation =>
  operationOf({ path: '/orders', description, replies });

/** In which states a line stands in the way, and whether nothing else does. */
const held = (conflict: string, description = '') => {
  const guard = guardOf(operation(description, { 409: conflict }), lines);
  return guard && [['open', 'shipped', 'cancelled'].filter((state) => guard.holds(state)).join(' '), guard.isAlone];
};

test.each([
  ['The order still has lines.', ['open shipped cancelled', true]],
  ['Still needed by an order line (`in_use`).', ['open shipped cancelled', true]],
  ['An order for which there is a line - in whatever state - stays.', ['open shipped cancelled', true]],
  ['It can be deleted only as long as no line refers to it.', ['open shipped cancelled', true]],
  ['The order has order lines that are not cancelled.', ['open shipped', true]],
  ['The order has open lines.', ['open', true]],
  ['It has lines that are open or shipped.', ['open shipped', true]],
  ['It can not be deleted while it has any lines.', ['open shipped cancelled', true]],
  ['The order is used by order lines, or is paid.', ['open shipped cancelled', false]],
  ['The order cannot be deleted unless all its lines are cancelled.', ['open shipped', true]],
  ['The order has lines that are neither shipped nor cancelled.', ['open', true]],
  ['The order is used in at least one existing line.', ['open shipped cancelled', true]],
  ['It can not be deleted while a line is open.', ['open', true]],
  ['It can only be deleted if it has no shipped lines.', ['shipped', true]],
  ['It can only be deleted if all of its lines are shipped or cancelled.', ['open', true]],
  ['It can only be deleted when its lines were counted.', undefined],
  ['The article is part of an order line item.', ['open shipped cancelled', true]],
  ['The order has lines in state open or shipped.', ['open shipped', true]],
  ['An open line goes to this order.', ['open', true]],
  ['A line, in whatever state, has a row with this order.', ['open shipped cancelled', true]],
  ['A line does not go to this order.', undefined],
  ['No line names this order.', undefined],
  ['The order has no lines.', undefined],
  ['The order has overdue lines.', undefined],
  ['The order has lines in progress.', undefined],
  ['The order has lines whose goods have left.', undefined],
  ['The order is paid.', undefined],
])('what keeps a record: %s', (conflict, wanted) => expect(held(conflict)).toEqual(wanted));

test('what is not over yet keeps a record, where that is sure', () => {
  const visits = resourceOf('visits', {
    stage: {
      ...{ type: 'string', enum: ['draft', 'planned', 'begun', 'done', 'cancelled'], readOnly: true },
      description: 'draft → planned → begun → done; draft, planned → cancelled',
    },
  });
  const guard = guardOf(operation('Patients with open visits cannot be deleted.', { 409: 'Conflict' }), visits);
  const states = ['draft', 'planned', 'begun', 'done', 'cancelled'];
  expect(states.map((state) => guard?.holds(state))).toEqual([undefined, true, true, false, false]);
});

test('which records are open may be said in words', () => {
  const visits = (said: string) => ({
    ...resourceOf('visits', {
      stage: { type: 'string', enum: ['planned', 'begun', 'billed', 'done'], readOnly: true },
    }),
    operations: { list: { around: [said] } },
  });
  const held = (said: string) => {
    const guard = guardOf(
      operation('Patients with open visits cannot be deleted.', { 409: 'Conflict' }),
      visits(said) as never,
    );
    return ['planned', 'begun', 'billed', 'done'].map((state) => guard?.holds(state));
  };
  expect(held('Visits that are planned, begun or\nbilled are called *open*.')).toEqual([true, true, true, false]);
  expect(held('A visit is open while it is planned or begun.')).toEqual([true, true, false, false]);
  expect(held('Open visits are those in status `planned` or `begun`.')).toEqual([true, true, false, false]);
  expect(held('Open visits are billed monthly.')).toEqual([undefined, undefined, undefined, false]);
});

test.each([
  ['Refused with 409 `in_use` while an open line has a mark for the order.', 'open'],
  ['An order that an open line is to be sent to cannot be deleted (409 `in_use`).', 'open'],
  ['An order from which a line was taken cannot be deleted (409).', 'open shipped cancelled'],
  [
    'The last order can only be deleted when it is empty (409), and an order to which a line belongs cannot be deleted (409).',
    'open shipped cancelled',
  ],
  [
    'Only orders without any lines, cancelled ones included, can be deleted; otherwise the answer is 409.',
    'open shipped cancelled',
  ],
  ['Only orders that occur in no line can be deleted.', 'open shipped cancelled'],
  ['Only orders that occur in lines can be deleted.', undefined],
  ['Only an order with no open lines can be removed (409 `in_use`).', 'open'],
  ['An order that any line refers to, whatever its status, cannot be removed (409).', 'open shipped cancelled'],
  ['An order that lines use, regardless of their state, cannot be removed (409).', 'open shipped cancelled'],
  ['An order that no line needs cannot be deleted (409).', undefined],
  ['Refused with 409 while a line has no order.', undefined],
  [
    'Refused with 409 while goods are out, that is while a line is open or more was shipped than returned.',
    'open shipped',
  ],
  ["Refused with `409` in other states (`wrong-state`), and while shipped goods aren't wholly returned.", undefined],
  ["Refused with `409` while the shipped amount isn't wholly refunded (`not-back`).", undefined],
  [
    "Refused with `409` in other states (`wrong-state`), and while shipped funds aren't wholly refunded (`not-back`).",
    'shipped',
  ],
])('what keeps a record, with the status of its refusal: %s', (description, wanted) => {
  const guard = guardOf(operation(description, { 409: 'Conflict' }), lines, orders());
  expect(guard && ['open', 'shipped', 'cancelled'].filter((state) => guard.holds(state)).join(' ')).toEqual(wanted);
});

test('what keeps a record may be said of the operation', () => {
  expect(held('Conflict', 'Deletes an order. An order that still has lines cannot be deleted.')).toEqual([
    ...['open shipped cancelled', false],
  ]);
  expect(held('Conflict', 'Deletes an order that has lines.')).toBeUndefined();
  expect(held('Conflict', 'Deletes an order that no line contains. Otherwise the answer is `409`.')).toEqual([
    ...['open shipped cancelled', false],
  ]);
});

test.each([
  ['Deletes the order and its lines for good.', [false, 'open shipped cancelled', false]],
  ['Takes the lines of the order along.', undefined],
  ['Takes its lines along.', [false, 'open shipped cancelled', false]],
  ['Its lines are deleted with it.', [false, 'open shipped cancelled', false]],
  [
    'Deletes the order. Its shipped and cancelled lines stay and keep their `order_id`.',
    [true, 'shipped cancelled', true],
  ],
  ['Lines that are shipped remain.', [true, 'shipped', false]],
  ['Its lines are not deleted.', [true, 'open shipped cancelled', false]],
  ['Its lines may stay.', undefined],
  ['An order with lines cannot be deleted.', undefined],
  ['Deletes a line of an order.', undefined],
])('what is left of a record: %s', (description, wanted) => {
  const left = leftBy(operation(description, { 409: 'Conflict' }), lines);
  const states = ['open', 'shipped', 'cancelled'].filter((state) => left?.meant(state)).join(' ');
  expect(left && [left.isKept, states, left.isNaming]).toEqual(wanted);
});

test.each([
  ['Refused with 409 while there are lines of the order, in whatever state.', 409, true],
  ['An order that has lines is kept (`422`).', 422, true],
  ['An order that has lines cannot be deleted.', 409, false],
])('the status by which what has others is refused: %s', (description, status, isTold) => {
  const replies = { 409: 'Conflict.', 422: 'Wrong.' };
  expect(guardOf(operation(description, replies), lines)).toMatchObject({ status, isTold });
});
