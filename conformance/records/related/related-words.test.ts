import type { Operation, Resource } from '../../../openapi/contract';
import { operationOf, resourceOf } from '../../testing/words';
import { withNoun } from '../marked';
import { closedFor } from '../states/change-words';
import { conditionOn } from './named-conditions';
import { guardOf, leftBy, mostOf, singleOf } from './related-words';

const record = (properties: object) => ({ type: 'object', properties });
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

test('in which states of a record nothing is made below it', () => {
  const closed = (said: string) =>
    closedFor(
      { ...orders(), operations: { read: { around: [said] } } } as never,
      { path: '/orders/{id}/order-lines' } as Operation,
      ['active', 'closed'],
    );
  expect(
    closed('Closed orders keep what they have, but can neither be paid nor be given lines (409 `closed`).'),
  ).toEqual(['closed']);
  expect(closed('A closed order cannot get further lines (409).')).toEqual(['closed']);
  expect(closed('Closed orders and their lines cannot be renamed (409).')).toEqual([]);
  expect(closed('Closed orders cannot be read with lines of another account (409).')).toEqual([]);
  expect(closed('Closed orders cannot be given lines unless they are reopened (409).')).toEqual([]);
  expect(closed('Closed orders can be given lines.')).toEqual([]);
  expect(closed('Closed orders cannot be paid (409).')).toEqual([]);
});

test('how many there are, beside a refusal', () => {
  expect(most('', { 409: 'The order has 12 lines already, or is closed.' })).toBe(12);
  expect(most('At most 8 lines.', { 404: 'No.' })).toBeUndefined();
  expect(most('At most 8 lines.', { 409: 'The order has 9 lines already.' })).toBeUndefined();
});

const needed = (conflict: string, description = '', described = '') => {
  const found = conditionOn(operation(description, { 409: conflict }), described, ['active', 'closed'], (words) =>
    withNoun(words, { name: 'customers' }),
  );
  return found && [found.from ?? [], found.notFrom];
};

test.each([
  ['The customer is not active.', [['active'], []]],
  ['The customer is closed, or the room is taken.', [[], ['closed']]],
  ['The customer is closed', [[], ['closed']]],
  ['A customer that is not active gives 409 (with `current` set to `closed`).', [['active'], []]],
  ['A room that is taken gives 409, and so does a closed customer.', [[], ['closed']]],
  ['A room that is taken is refused, as is a closed customer.', [[], ['closed']]],
  ['The order is not active.', undefined],
  ['The order of the customer is not active.', undefined],
])('which state is needed of what is named: %s', (conflict, wanted) => expect(needed(conflict)).toEqual(wanted));

test('of two statuses that a sentence names the last one is for the state', () => {
  const said = 'The customer must be known (422 `no_such`) and active (409 `wrong_state`).';
  const found = conditionOn(operation(said, { 409: 'Conflict', 422: 'Wrong' }), '', ['active', 'closed'], (words) =>
    withNoun(words, { name: 'customers' }),
  );
  expect(found).toEqual({ from: ['active'], notFrom: [], statuses: [409] });
});

test('which state is needed may be said of the operation, or of the member', () => {
  expect(needed('Conflict', 'Sells to a customer, which has to be active.')).toEqual([['active'], []]);
  expect(needed('Conflict', 'Drafting is allowed for closed customers; confirming is not.')).toBeUndefined();
  expect(needed('Conflict', 'Only active customers can order.')).toEqual([['active'], []]);
  expect(needed('Conflict', 'Mails an active customer.')).toBeUndefined();
  expect(needed('Conflict', '', 'It must be active.')).toEqual([['active'], []]);
  expect(needed('Conflict', 'Sells to an active customer (`409` for customers in another state).')).toEqual([
    ['active'],
    [],
  ]);
  expect(needed('Conflict', 'Sells to an active customer (409 if it is in any other status).')).toEqual([
    ['active'],
    [],
  ]);
  expect(needed('Conflict', '', 'Who pays. It has to exist, be active and be of this town.')).toEqual([['active'], []]);
  expect(needed('Conflict', 'The customer must be known and active or closed.')).toEqual([['active', 'closed'], []]);
  const owing = 'The customer must exist (`422`, `unknown_reference`) and not be `closed` (`409`, `customer_closed`).';
  expect(needed('Conflict', owing)).toEqual([[], ['closed']]);
  expect(
    needed(
      'Conflict',
      'The same goes for customers on the list: they must exist (`no_such`), be of age and be active.',
    ),
  ).toEqual([['active'], []]);
  expect(needed('Conflict', "Needs a customer who isn't `closed`")).toEqual([[], ['closed']]);
  expect(needed('Conflict', 'Needs every customer on it `active`')).toEqual([['active'], []]);
  expect(needed('Conflict', 'Needs an address of a customer who was never closed')).toBeUndefined();
  expect(needed('Conflict', '', 'It has to exist.')).toBeUndefined();
  expect(needed('Conflict', '', 'An active customer.')).toEqual([['active'], []]);
  expect(needed('Conflict', '', 'A customer of the shop that is not closed.')).toEqual([[], ['closed']]);
  for (const said of ['unless the order is a return', 'by default', 'or none', 'gets a discount'])
    expect(needed('Conflict', '', `An active customer ${said}.`)).toBeUndefined();
  expect(needed('Conflict', '', 'An active customer, or a closed one with a permit.')).toBeUndefined();
  expect(needed('Conflict', '', 'Who it is for.')).toBeUndefined();
});

test('which one is marked may be said beside the operations', () => {
  const single = (around: string, description = '', more: object = {}) => {
    const properties = { is_main: { type: 'boolean' }, ...more };
    const operations = { create: { description: '', around: [around] }, delete: { description, around: [] } };
    return singleOf({ ...resourceOf('desks', properties), operations } as never, record(properties) as never);
  };
  const said = 'A team has exactly one main desk at any time: the first one becomes it.';
  expect(single(said)).toMatchObject({ name: 'is_main', isAlways: true, isFirst: true });
  expect(single(said, 'When the main desk is deleted, the oldest one left becomes it.')).toMatchObject({
    heir: 'oldest',
  });
  expect(single('Where `is_main` is sent as true, the former one loses it.')).toMatchObject({ isAlways: false });
  expect(single("Exactly one of a team's desks is the main. The first one is it in any case.")).toMatchObject({
    ...{ isAlways: true, isFirst: true },
  });
  expect(single('A team has exactly one main entrance.')).toBeUndefined();
  const ofEach =
    'Of each kind a team has at most one main: giving it to one desk takes it from the other of the same kind.';
  expect(single(ofEach)).toBeUndefined();
  const kind = { type: 'string', enum: ['low', 'high'] };
  expect(single(ofEach, '', { kind })).toMatchObject({
    name: 'is_main',
    by: { name: 'kind', choices: ['low', 'high'] },
  });
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
