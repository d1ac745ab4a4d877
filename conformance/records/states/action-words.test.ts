import type { Resource } from '../../../openapi/contract';
import { operationOf, resourceOf } from '../../testing/words';
import { actionOf, beginOf } from './action-words';
import { asksForStatesAlone, isForStatesAlone } from './state-conditions';

const VALUES = ['draft', 'placed', 'paid', 'shipped', 'cancelled'];

/** What the words of an operation say of the states of the record that it is about. */
const action = (path: string, description: string, conflict?: string, done = 'Done.') =>
  actionOf(
    operationOf({ path, description, replies: { 200: done, ...(conflict !== undefined && { 409: conflict }) } }),
    { values: VALUES },
  );

test.each([
  ['/a/{b}/ship', 'Ships a paid order', 'No.', 'The shipped order.', ['shipped', true, ['paid'], []]],
  ['/a/{b}/undo', 'Make a shipped order placed again', 'No.', undefined, ['placed', true, ['shipped'], []]],
  ['/a/{b}/undo', 'Make a shipped order', 'No.', undefined, [undefined, false, ['shipped'], []]],
  [
    '/a/{b}/ship',
    'Ships a paid order, in full or in part: `amount` defaults to the paid amount and may not exceed it (`422`, `too_much`).',
    ...(['No.', undefined, ['shipped', false, ['paid'], []]] as const),
  ],
  [
    '/a/{b}/notes',
    'Adds a note. The amount may not exceed those of its paid orders (`422`).',
    ...(['No.', undefined, [undefined, false, [], []]] as const),
  ],
  [
    '/a/{b}/undo',
    'The order becomes `placed`. `409` and `not_possible` unless the order is `paid` or `placed`.',
    ...(['No.', undefined, ['placed', true, ['paid', 'placed'], []]] as const),
  ],
  ['/a/{b}/back', 'Sends paid money back.', 'Orders without paid money.', undefined, [undefined, false, [], []]],
  ['/a/{b}/undo', 'Undoes it.', 'Something has been paid.', undefined, [undefined, false, [], []]],
  ['/a/{b}', 'Shipped ones cannot be changed back to draft.', 'No.', undefined, [undefined, false, [], []]],
  ['/a/{b}', 'Shipped ones cannot be changed, save for their note.', 'No.', undefined, [undefined, false, [], []]],
  ['/a/{b}', 'The price cannot be changed once it is placed.', 'No.', undefined, [undefined, false, [], []]],
  ['/a/{b}/notes', 'Works for shipped ones, too.', 'No.', undefined, [undefined, false, [], []]],
  ['/a/{b}/edit', 'A shipped order has a number.', 'No.', undefined, [undefined, false, [], []]],
  [
    '/a/{b}/notes',
    'Adds one to an order that is paid or shipped (otherwise `409`).',
    '',
    undefined,
    [undefined, false, ['paid', 'shipped'], []],
  ],
  [
    '/a/{b}/notes',
    'Possible until the order is shipped, otherwise the answer is 409.',
    '',
    undefined,
    [undefined, false, [], ['shipped']],
  ],
  [
    '/a/{b}/notes',
    'Only a draft can be changed; in every other state the answer is `409`.',
    '',
    undefined,
    [undefined, false, ['draft'], []],
  ],
  ['/a/{b}/notes', 'Updates `paid` and `status` of it.', 'No.', undefined, [undefined, false, [], []]],
  ['/a/{b}/notes', 'Add a note to a draft', 'No.', undefined, [undefined, false, ['draft'], []]],
  ['/a/{b}/undo', 'Turns an order back into a draft', 'No.', undefined, ['draft', true, [], []]],
  [
    '/a/{b}/notes',
    'While it is a draft everything may change; when it is paid, the dates are fixed (409) but the rest may still change.',
    ...(['No.', undefined, [undefined, false, [], []]] as const),
  ],
  ['/a/{b}/notes', 'Once it is paid only `note` can be changed.', 'No.', undefined, [undefined, false, [], []]],
  ['/a/{b}/notes', 'Only `note` can be changed once it is paid.', 'No.', undefined, [undefined, false, [], []]],
  ['/a/{b}/ship', 'Ships it', 'The order is not paid.', undefined, ['shipped', false, ['paid'], []]],
  [
    '/a/{b}/ship',
    'Ships it, once; in any other status than paid you get a 409.',
    'Conflict',
    undefined,
    ['shipped', false, ['paid'], []],
  ],
  [
    '/a/{b}/ship',
    'Ships it. Orders that are not (or no longer) merely paid are answered 409.',
    'Conflict',
    undefined,
    ['shipped', false, ['paid'], []],
  ],
  [
    '/a/{b}/ship',
    'Ships it; works when the order is not just placed but paid.',
    'Conflict',
    undefined,
    ['shipped', false, ['placed', 'paid'], []],
  ],
  ['/a/{b}', 'Once it is placed, only `note` can be changed.', 'Conflict', undefined, [undefined, false, [], []]],
  ['/a/{b}/ship', 'Only a paid order can be shipped.', 'Conflict', undefined, ['shipped', false, ['paid'], []]],
  [
    '/a/{b}/cancel',
    'Cancels an order that is draft or placed',
    '',
    undefined,
    ['cancelled', false, ['draft', 'placed'], []],
  ],
  [
    '/a/{b}/cancel',
    'Cancels it',
    'It is already shipped or cancelled.',
    undefined,
    ['cancelled', false, [], ['shipped', 'cancelled']],
  ],
  [
    '/a/{b}/cancel',
    'Can only be cancelled before it is shipped.',
    '',
    undefined,
    ['cancelled', false, [], ['shipped']],
  ],
  ['/a/{b}/cancel', 'A shipped order cannot be cancelled.', '', undefined, ['cancelled', false, [], ['shipped']]],
  ['/a/{b}/close', 'Marks a paid order as shipped', '', undefined, ['shipped', true, ['paid'], []]],
  ['/a/{b}/return', 'Moves the order to `draft`', undefined, undefined, ['draft', true, [], []]],
  ['/a/{b}/pay', 'Pays it', 'Another paid order has the number.', undefined, ['paid', false, [], []]],
  ['/a/{b}/pay', 'Pays it', 'The order must be placed.', undefined, ['paid', false, ['placed'], []]],
  ['/a/{b}/pay', 'Pays a paid or placed order', undefined, undefined, ['paid', false, [], []]],
  [
    '/a/{b}/pay',
    'Pays it, so that its state is `paid`',
    'It was paid before.',
    undefined,
    ['paid', true, [], ['paid']],
  ],
  ['/a/{b}/pay', 'Pays it', 'It is paid already.', undefined, ['paid', false, [], ['paid']]],
  ['/a/{b}/notify', 'Tells of it', '', 'Done.', [undefined, false, [], []]],
  // A state's name may be the verb of what is done.
  [
    '/a/{b}/cancel',
    'An order that has already shipped can no longer be cancelled.',
    'The order can no longer be cancelled.',
    undefined,
    ['cancelled', false, [], ['shipped']],
  ],
  ['/a/{b}/refund', 'Only for orders whose status is paid.', '', undefined, [undefined, false, ['paid'], []]],
  [
    '/a/{b}/x',
    'Allowed while it is `draft` or `placed`.',
    'No.',
    undefined,
    [undefined, false, ['draft', 'placed'], []],
  ],
  [
    '/a/{b}/refund',
    'Refunds it.',
    'The order is neither `paid` nor `shipped`.',
    undefined,
    [undefined, false, ['paid', 'shipped'], []],
  ],
  ['/a/{b}/x', 'Requires the status paid.', 'No.', undefined, [undefined, false, ['paid'], []]],
  ['/a/{b}/x', 'Requires a paid plan.', 'No.', undefined, [undefined, false, [], []]],
  ['/a/{b}/lines', 'Adds a line to a draft order.', 'No.', undefined, [undefined, false, ['draft'], []]],
  ['/a/{b}/lines', 'Cancelled orders do not accept lines.', 'No.', undefined, [undefined, false, [], ['cancelled']]],
  ['/a/{b}/return', 'Returns a shipped order to placed.', 'No.', undefined, ['placed', true, ['shipped'], []]],
  ['/a/{b}/drop', 'Drops a draft; others are to be cancelled instead.', '', undefined, [undefined, false, [], []]],
  ['/a/{b}/drop', 'Drops it.', 'It is no draft any more.', 'The order, cancelled.', ['cancelled', true, ['draft'], []]],
] as const)('%s: %s (%s)', (path, summary, conflict, done, expected) => {
  const { target, isSaid, from: sources = [], notFrom } = action(path, summary, conflict, done);
  expect([target, isSaid, sources, notFrom]).toEqual(expected);
});

test.each([
  ['Transitions `placed` → `shipped` and stores the parcel.', 'Conflict', ['placed']],
  ['Moves an order from `placed` or `paid` to `shipped`.', 'Conflict', ['placed', 'paid']],
  ['Ships it. The order has to be in state `placed` (`409` otherwise).', 'Conflict', ['placed']],
  [
    'Ships a `placed` or `paid` order (other states: `409`, code `order.not_shippable`).',
    'Conflict',
    ['placed', 'paid'],
  ],
  ['Ships it.', 'The order is past `placed`.', ['placed']],
  ['Only orders in state `placed` can be shipped; otherwise `409 invalid_state`.', 'Conflict', ['placed']],
  // What it may lead to is a state in which it is done again.
  ['Ships a `paid` or `shipped` order (409 otherwise). The order becomes `shipped`.', 'Conflict', ['paid', 'shipped']],
])('%s (%s)', (summary, conflict, expected) => {
  expect(action('/a/{b}/ship', summary, conflict).from).toEqual(expected);
});

test.each([
  ['Serves the label of an order that is `paid`; before that the answer is 409.', ['paid']],
  ["Adds a label at the end of a placed order's labels. Other states are refused with 409 and `moved`.", ['placed']],
  ['Puts a label on a `paid` order (others: 409 `order_not_placed`).', ['paid']],
  ['Puts a label on a placed order; other bees are refused with 409.', ['placed']],
  ['Takes labels off a placed order; it becomes moved. Other bees are refused with 409.', ['placed']],
  [
    'Takes labels off a placed order. It becomes moved, or paid where it is. Other bees are refused with 409.',
    ['placed'],
  ],
  ['The label of a `paid` order, as `text/csv` or `text/html`; otherwise `409` with code `not_yet`.', ['paid']],
  ['Puts a label at the end of a placed order; in other states `409`, `moved`.', ['placed']],
  ['Possible for `placed` and `paid` orders, others are `409`, `moved`.', ['placed', 'paid']],
  ['Puts a label on a placed order. An order in another state is refused with 409 `moved`.', ['placed']],
  ['Adds a label to the labels of an order, in the order of its paid ones. Other bees are refused with 409.', ['paid']],
  [
    'Adds a label to the labels of an order, in the order of its paid ones. Other labels are refused with 409.',
    undefined,
  ],
  ['Adds a label to the labels of an order, in the order of its paid ones. Before that there are none.', undefined],
])('what a further sentence refuses: %s', (description, expected) => {
  const add = operationOf({ method: 'POST', path: '/bees/{b}/labels', description, replies: { 409: 'Conflict' } });
  expect(actionOf(add, { values: VALUES }).from).toEqual(expected);
});

test('how what is accepted begins may be said of the answer', () => {
  const begins = (description: string) => {
    const create = operationOf({ method: 'POST', path: '/bees', description, replies: { 202: 'It.' } });
    const state = { type: 'string', enum: ['queued', 'running', 'done'], readOnly: true };
    return beginOf({ ...resourceOf('bees', { id: {}, state }), operations: { create } } as unknown as Resource);
  };
  expect(begins('Accepts it and answers at once with `202`, the bee in state `queued` and its address.')).toBe(
    'queued',
  );
  expect(begins('The answer is `202` with the `queued` bee and a `Location` to poll.')).toBe('queued');
  expect(begins('Makes a bee. With `now` `true` it is done at once.')).toBeUndefined();
  expect(begins('With `now` true the bee is `done` at once; with false it is `queued`.')).toBeUndefined();
  expect(begins('Answers with a bee in state `queued` or `running`.')).toBeUndefined();
  expect(begins('Returns 409 with a bee in state `done`, if there is one.')).toBeUndefined();
  expect(begins('Asks until the bee is in state `done`.')).toBeUndefined();
});

test('what is refused as well', () => {
  const change = (description: string) =>
    actionOf(operationOf({ method: 'PATCH', path: '/a/{b}', description, replies: { 409: 'Conflict' } }), {
      values: VALUES,
    });
  const front = 'A patch with a member that the state does not permit is refused by 409 `moved`';
  expect(change(`${front}; so is any patch of a shipped or cancelled order.`)).toMatchObject({
    ...{ from: undefined, notFrom: ['shipped', 'cancelled'] },
  });
});

test('what it makes of a record, and a figure that is called as a state', () => {
  expect(action('/a/{b}/reopen', 'Make a cancelled order placed again', '')).toMatchObject({
    ...{ target: 'placed', from: ['cancelled'] },
  });
  const summary = 'Declare a placed order cancelled';
  const description = 'Only `placed` orders of which nothing has been paid (`paid` is 0); otherwise 409.';
  const either = operationOf({ path: '/a/{b}/void', summary, description, replies: { 409: 'Conflict' } });
  expect(actionOf(either, { values: VALUES })).toMatchObject({ target: 'cancelled', from: ['placed'] });
});

test.each([
  ['Appends a line to a `draft` order (`409`, `invalid_state` for others).', ['draft']],
  [
    'Gives back a part of an order that is `paid` or `shipped` (`409`, `invalid_state` for others).',
    ['paid', 'shipped'],
  ],
  ['Stops a placed order from growing: new lines and parcels are refused with `409`, code `stopped`.', ['placed']],
])('in which states it is done: %s', (description, expected) => {
  expect(action('/a/{b}/c', description, 'Conflict')).toMatchObject({ from: expected, notFrom: [] });
});

test.each([
  ['Cancelled orders can be changed like any other.', ['cancelled']],
  ['Also paid or shipped orders may be edited.', ['paid', 'shipped']],
  ['Paid orders can be changed by an administrator.', undefined],
  ['Paid orders cannot be changed.', undefined],
])('in which states a change is done as well: %s', (description, also) => {
  expect(action('/a/{b}', description, 'Conflict').also).toEqual(also);
});

test.each([
  ['The order is not `placed`.', true],
  ['It has been shipped or cancelled already.', true],
  ['The order is paid, or its state does not allow it.', true],
  ['The order is not `placed`, or has no lines.', false],
  ['Not `placed`; the warehouse is closed.', false],
])('a 409 for states alone: %s', (text, isAlone) => {
  expect(isForStatesAlone(text, VALUES)).toBe(isAlone);
});

test.each([
  ['Only draft orders can be placed; others are a 409.', true],
  ['The order has to be placed.', true],
  ['The order has to be placed and settled in full, otherwise the answer is 409.', false],
  ['Works for placed orders. If money was captured, refund it first; until then this is a 409.', false],
])('%s: asks for a state alone: %s', (description, isAlone) => {
  expect(asksForStatesAlone(operationOf({ description }), VALUES)).toBe(isAlone);
});
