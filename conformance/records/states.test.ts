import type { Operation, Resource } from '../../openapi/contract';
import { actionOf } from './action-words';
import { quoted } from './marked';
import { actionsListedBy, stateMembersOf } from './members-by-state';
import { asksForStatesAlone, isForStatesAlone } from './state-conditions';
import { movesIn } from './states';
import { beyondStatuses, partOf, type Sum, sumOf } from './sums';

const VALUES = ['draft', 'placed', 'paid', 'shipped', 'cancelled'];

const moves = (text: string): Record<string, string[]> =>
  Object.fromEntries([...movesIn(text, VALUES)].map(([to, from]) => [to, [...from]]));

test('the moves that a text lists', () => {
  expect(moves('draft → placed → paid → shipped')).toEqual({
    ...{ draft: [], placed: ['draft'], paid: ['placed'], shipped: ['paid'] },
  });
  expect(moves('Goes draft -> placed or cancelled. `shipped` from `paid`, `placed`.')).toEqual({
    ...{ draft: [], placed: ['draft'], cancelled: ['draft'], shipped: ['paid', 'placed'] },
  });
  // There is more to say of what is mentioned otherwise, too.
  expect(moves('draft → placed; cancelled at any time before shipped.')).toEqual({ draft: [], placed: ['draft'] });
  expect(moves('It goes from draft to placed to paid or cancelled, and then stays.')).toEqual({
    ...{ draft: [], placed: ['draft'], paid: ['placed'], cancelled: ['placed'] },
  });
  expect(moves('draft → placed, or cancelled at any time')).toEqual({});
  expect(moves('The state of an order: draft, placed, paid.')).toEqual({});
});

/** An operation of these words. */
function words(path: string, summary: string, conflict?: string, done = 'Done.', description = '') {
  const reply = (status: number, text: string) => ({
    status,
    description: text,
    content: [],
    headers: [],
    links: [],
    pointer: '',
  });
  const replies = [reply(200, done), ...(conflict === undefined ? [] : [reply(409, conflict)])];
  const operation = { id: 'x', path, summary, description, replies, parameters: [] } as unknown as Operation;
  const { target, isSaid, from, notFrom } = actionOf(operation, { values: VALUES });
  return [target, isSaid, from ?? [], notFrom];
}

test.each([
  ['/a/{b}/ship', 'Ships a paid order', 'No.', 'The shipped order.', ['shipped', true, ['paid'], []]],
  ['/a/{b}/undo', 'Make a shipped order placed again', 'No.', undefined, ['placed', true, ['shipped'], []]],
  ['/a/{b}/undo', 'Make a shipped order', 'No.', undefined, [undefined, false, ['shipped'], []]],
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
  ['/a/{b}/x', 'Requires the status paid.', 'No.', undefined, [undefined, false, ['paid'], []]],
  ['/a/{b}/x', 'Requires a paid plan.', 'No.', undefined, [undefined, false, [], []]],
  ['/a/{b}/lines', 'Adds a line to a draft order.', 'No.', undefined, [undefined, false, ['draft'], []]],
  ['/a/{b}/lines', 'Cancelled orders do not accept lines.', 'No.', undefined, [undefined, false, [], ['cancelled']]],
  ['/a/{b}/return', 'Returns a shipped order to placed.', 'No.', undefined, ['placed', true, ['shipped'], []]],
  ['/a/{b}/drop', 'Drops a draft; others are to be cancelled instead.', '', undefined, [undefined, false, [], []]],
  ['/a/{b}/drop', 'Drops it.', 'It is no draft any more.', 'The order, cancelled.', ['cancelled', true, ['draft'], []]],
] as const)('%s: %s (%s)', (path, summary, conflict, done, expected) => {
  expect(words(path, summary, conflict, done)).toEqual(expected);
});

test('the state of two words, and one that is only its word within another', () => {
  const values = ['paid', 'partly_paid', 'onHold'];
  expect(quoted('`partly_paid` or partly paid, on hold, prepaid, paid', values)).toBe(
    '«partly_paid» or «partly_paid», «onHold», prepaid, «paid»',
  );
});

/** The sum of payments to an order, by the words beside their create. */
function sum(description: string, conflict: string, amounts = ['amount']) {
  const number = { type: 'integer' };
  const owner = { schema: { properties: { total_cents: number, paid_cents: number, status: { enum: VALUES } } } };
  const schema = {
    type: 'object',
    required: amounts,
    properties: Object.fromEntries(amounts.map((one) => [one, number])),
  };
  const replies = [{ status: 409, description: conflict, content: [], headers: [], links: [], pointer: '' }];
  const media = { type: 'application/json', schema, examples: [] };
  const create = {
    id: 'x',
    path: '/orders/{id}/payments',
    summary: '',
    description,
    replies,
    parameters: [],
    body: { content: [media] },
  };
  return sumOf(owner as unknown as Resource, create as unknown as Operation, {
    ...{ property: 'status', values: VALUES, entered: new Map() },
  });
}

test('the statuses of what goes beyond a total', () => {
  const refusing = (description: string, conflict: string) => ({
    ...{ summary: '', description },
    replies: [400, 409, 422].map((status) => ({ status, description: status === 409 ? conflict : 'Wrong.' })),
  });
  const statuses = (description: string, conflict = 'No.') =>
    beyondStatuses(refusing(description, conflict) as unknown as Operation, { part: 'amount', total: 'due' });
  expect(statuses('More than is `due` is not taken (409 `exceeds_due`).')).toEqual([409]);
  expect(statuses('More than five notes are refused: 422.')).toEqual([]);
  expect(statuses('Takes an amount greater than what is left never (409).')).toEqual([409]);
  expect(statuses('Together they never exceed the total, else 422.')).toEqual([422]);
  expect(statuses('', 'They exceed the total.')).toEqual([409]);
  expect(statuses('A payment of the order (409 if it is shut).')).toEqual([]);
});

test('what adds up to a total', () => {
  const told = sum(
    'Below its total an order is placed; as soon as its payments reach the total it becomes paid. They must not exceed it.',
    'No.',
  );
  expect(told).toMatchObject({
    part: 'amount',
    total: 'total_cents',
    sofar: 'paid_cents',
    reached: 'paid',
    short: 'placed',
  });
  expect(told?.isBound).toBe(false);
  expect(sum('Pays.', 'The amount is more than the outstanding total.')).toMatchObject({
    isBound: true,
    reached: undefined,
  });
  expect(sum('Pays part of the total.', 'The order is not placed.')).toMatchObject({
    isBound: false,
    reached: undefined,
  });
  expect(sum('Together not more than the total of the order.', 'It is not placed, or paid in full.')).toMatchObject({
    isBound: true,
    reached: undefined,
  });
  // Nothing is said of a total, or it is open what counts.
  expect(sum('Pays.', 'The order is not placed.')).toBeUndefined();
  expect(sum('They reach the total.', '', ['amount', 'tip_amount'])).toBeUndefined();
});

test('what an action gives back of an amount adds up to it', () => {
  const number = { type: 'integer' };
  const values = ['taken', 'partly_returned', 'returned'];
  const owner = { schema: { properties: { amount: number, returned_amount: number, status: { enum: values } } } };
  const schema = { type: 'object', required: ['amount'], properties: { amount: number } };
  const description =
    'Returns a payment in whole or in part. Less than what is left makes it `partly_returned`; once everything is given back it is `returned`. More than what is left is rejected.';
  const action = {
    ...{ id: 'x', path: '/payments/{id}/return', summary: '', description, replies: [], parameters: [] },
    body: { content: [{ type: 'application/json', schema, examples: [] }] },
  };
  const states = { property: 'status', values, entered: new Map() };
  expect(sumOf(owner as unknown as Resource, action as unknown as Operation, states, true)).toEqual({
    ...{ part: 'amount', isWhole: true, total: 'amount', isRest: false, sofar: 'returned_amount' },
    ...{ reached: 'returned', short: 'partly_returned', isBound: true, isExact: false },
  });
  const either = {
    ...action,
    description:
      'Less than what is left may be returned. The payment becomes `partly_returned`, or `returned` once nothing is left.',
  };
  expect(sumOf(owner as unknown as Resource, either as unknown as Operation, states, true)).toMatchObject({
    ...{ reached: 'returned', short: 'partly_returned' },
  });
  // Of what was captured in part no more is given back than that.
  const inPart = { schema: { properties: { ...owner.schema.properties, captured_amount: number } } };
  expect(sumOf(inPart as unknown as Resource, either as unknown as Operation, states, true)).toMatchObject({
    ...{ total: 'captured_amount', sofar: 'returned_amount' },
  });
  // The same of words beside the state.
  const status = {
    enum: values,
    description: 'taken while nothing is returned, returned when all is, in between partly_returned.',
  };
  const besides = { schema: { properties: { ...owner.schema.properties, status } } };
  const plainly = {
    ...action,
    path: '/payments/{id}/returns',
    description: 'All returns together cannot exceed the payment.',
  };
  expect(sumOf(besides as unknown as Resource, plainly as unknown as Operation, states, true)).toMatchObject({
    ...{ total: 'amount', sofar: 'returned_amount', reached: 'returned', short: 'partly_returned', isBound: true },
  });
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

test.each([
  ['Transitions `placed` → `shipped` and stores the parcel.', 'Conflict', ['placed']],
  ['Moves an order from `placed` or `paid` to `shipped`.', 'Conflict', ['placed', 'paid']],
  ['Ships it. The order has to be in state `placed` (`409` otherwise).', 'Conflict', ['placed']],
  ['Ships it.', 'The order is past `placed`.', ['placed']],
  ['Only orders in state `placed` can be shipped; otherwise `409 invalid_state`.', 'Conflict', ['placed']],
  // What it may lead to is a state in which it is done again.
  ['Ships a `paid` or `shipped` order (409 otherwise). The order becomes `shipped`.', 'Conflict', ['paid', 'shipped']],
])('%s (%s)', (summary, conflict, from) => {
  expect(words('/a/{b}/ship', summary, conflict)[2]).toEqual(from);
});

test('a refusal by neither state names both', () => {
  expect(words('/a/{b}/refund', 'Refunds it.', 'The order is neither `paid` nor `shipped`.')[2]).toEqual([
    ...['paid', 'shipped'],
  ]);
});

test('some of what is left, all, and more', () => {
  const one = { isWhole: true } as Sum;
  expect((['some', 'all', 'more'] as const).map((part) => partOf(one, 100, part))).toEqual([33, 100, 101]);
  expect(partOf(one, 1, 'some')).toBeUndefined();
  expect(partOf(one, 0, 'more')).toBeUndefined();
});

const NOTHING = { states: [], isLate: false, absent: [], figures: new Map(), figureOf: undefined };

test.each([
  ['`paid_at` and `sent` are null until the order is paid or shipped.', { states: ['shipped'], isLate: true }],
  [
    '`price` never falls when it is shipped; `sent` and `note` are null before that.',
    { states: ['shipped'], isLate: true },
  ],
  ['`sent` is null unless shipped.', { states: ['shipped'], isLate: true }],
  ['`note` is null until the order is shipped.', undefined],
])('around the operations: %s', (said, expected) => {
  const properties = { status: { type: 'string', enum: VALUES, readOnly: true }, sent: { type: 'string' } };
  const resource = {
    schema: { type: 'object', properties },
    taken: {},
    operations: { read: { around: [said], replies: [] } },
  };
  const [member] = stateMembersOf(resource as unknown as Resource);
  expect(member).toEqual(expected && { name: 'sent', ...NOTHING, ...expected });
});

test.each([
  ['Set once the order is shipped.', { states: ['shipped'], isLate: false }],
  ['When the order was shipped.', { states: ['shipped'], isLate: false }],
  ['Null until the order is `shipped`.', { states: ['shipped'], isLate: true }],
  ['Only present when the status is paid or shipped.', { states: ['paid', 'shipped'], isLate: true }],
  ['Set when the order is shipped, null before.', { states: ['shipped'], isLate: true }],
  ['When it went out; null while `placed`.', { absent: ['placed'] }],
  ['Null as long as nothing is paid.', undefined],
  [
    '0 while placed, 100 when shipped, never falls.',
    {
      figures: new Map([
        ['placed', 0],
        ['shipped', 100],
      ]),
    },
  ],
  [
    'It is 100 when, and only when, the order is shipped.',
    { figures: new Map([['shipped', 100]]), figureOf: 'shipped' },
  ],
  [
    'Per cent. 0 while placed, never shrinks, and is 100 if and only if the order is shipped.',
    {
      figures: new Map([
        ['placed', 0],
        ['shipped', 100],
      ]),
      figureOf: 'shipped',
    },
  ],
  // It may be there or not, it is about another time, or another sentence takes it back.
  ['Set when the order is shipped, if known.', undefined],
  ['Set when the order is shipped with a note, null otherwise.', undefined],
  ['The time until which the order is paid.', undefined],
  ['The number of the shipped parcel.', undefined],
  ['Set once it is shipped. Only present when it is paid.', undefined],
])('%s', (description, expected) => {
  const properties = {
    status: { type: 'string', enum: VALUES, readOnly: true },
    sent: { type: 'string', description },
  };
  const resource = { name: 'orders', schema: { type: 'object', properties }, taken: {}, operations: {} };
  const [member] = stateMembersOf(resource as unknown as Resource);
  expect(member).toEqual(expected && { name: 'sent', ...NOTHING, ...expected });
});

test.each([
  ['Set on cancellation.', 'cancelled', false],
  ['Stamped upon cancellation of the order, null until then.', 'cancelled', true],
  ['Null until fulfilment.', 'fulfilled', true],
  ['Filled in at placement', 'placed', false],
  ['Set when it ships.', 'shipped', false],
  ['Set once paid.', 'paid', false],
  ['Recorded on completion.', 'completed', false],
  ['Set at the start of the week.', undefined, false],
  ['The date of delivery that was agreed on placement.', undefined, false],
  ['Set on cancellation, if known.', undefined, false],
  ['Set on cancellation requests.', undefined, false],
])('a moment that is set by what happens: %s', (description, state, isLate) => {
  const values = ['placed', 'paid', 'shipped', 'fulfilled', 'completed', 'cancelled', 'started'];
  const properties = {
    status: { type: 'string', enum: values, readOnly: true },
    at: { type: ['string', 'null'], format: 'date-time', description },
  };
  const resource = { name: 'orders', schema: { type: 'object', properties }, taken: {}, operations: {} };
  const [member] = stateMembersOf(resource as unknown as Resource);
  expect(member).toEqual(state && { name: 'at', ...NOTHING, states: [state], isLate });
});

test.each([
  [
    '`next` of an order lists exactly the actions which its present status has in this table.',
    [['ship', 'drop'], ['drop'], []],
  ],
  ['What can be done in its status is in `next`: the actions that are allowed.', [['ship', 'drop'], ['drop'], []]],
  ['`next` lists the actions that its status and the role of the caller allow.', undefined],
  ['`next` lists what comes next.', undefined],
])('which actions a record lists: %s', (said, wanted) => {
  const table =
    '| action | from | to |\n|---|---|---|\n| ship | placed | shipped |\n| drop | placed, shipped | cancelled |';
  const next = { type: 'array', items: { type: 'string', enum: ['ship', 'drop'] } };
  const properties = { status: { type: 'string', enum: ['placed', 'shipped', 'cancelled'], readOnly: true }, next };
  const read = { replies: [], around: [`${table}\n\n${said}`] };
  const resource = { schema: { type: 'object', properties }, taken: {}, operations: { read } };
  const listed = actionsListedBy(resource as unknown as Resource);
  expect(listed && ['placed', 'shipped', 'cancelled'].map(listed.actionsIn)).toEqual(wanted);
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

test('what it makes of a record, and a figure that is called as a state', () => {
  const found = (path: string, summary: string, description = '') => {
    const replies = [{ status: 409, description: 'Conflict' }];
    const operation = { id: 'x', path, summary, description, replies, parameters: [] };
    const { target, from } = actionOf(operation as unknown as Operation, { values: VALUES });
    return [target, from];
  };
  expect(found('/a/{b}/reopen', 'Make a cancelled order placed again')).toEqual(['placed', ['cancelled']]);
  expect(
    found(
      '/a/{b}/void',
      'Declare a placed order cancelled',
      'Only `placed` orders of which nothing has been paid (`paid` is 0); otherwise 409.',
    ),
  ).toEqual(['cancelled', ['placed']]);
});

test.each([
  ['Appends a line to a `draft` order (`409`, `invalid_state` for others).', ['draft']],
  [
    'Gives back a part of an order that is `paid` or `shipped` (`409`, `invalid_state` for others).',
    ['paid', 'shipped'],
  ],
  ['Stops a placed order from growing: new lines and parcels are refused with `409`, code `stopped`.', ['placed']],
])('in which states it is done: %s', (description, from) => {
  const replies = [{ status: 409, description: 'Conflict' }];
  const operation = { id: 'x', path: '/a/{b}/c', summary: '', description, replies, parameters: [] };
  expect(actionOf(operation as unknown as Operation, { values: VALUES })).toMatchObject({ from, notFrom: [] });
});

test.each([
  ['Cancelled orders can be changed like any other.', ['cancelled']],
  ['Also paid or shipped orders may be edited.', ['paid', 'shipped']],
  ['Paid orders can be changed by an administrator.', undefined],
  ['Paid orders cannot be changed.', undefined],
])('in which states a change is done as well: %s', (description, also) => {
  const replies = [{ status: 409, description: 'Conflict' }];
  const operation = { id: 'x', path: '/a/{b}', summary: '', description, replies, parameters: [] };
  expect(actionOf(operation as unknown as Operation, { values: VALUES }).also).toEqual(also);
});

test.each([
  ['Only draft orders can be placed; others are a 409.', true],
  ['The order has to be placed.', true],
  ['The order has to be placed and settled in full, otherwise the answer is 409.', false],
  ['Works for placed orders. If money was captured, refund it first; until then this is a 409.', false],
])('%s: asks for a state alone: %s', (description, isAlone) => {
  expect(asksForStatesAlone({ description } as Operation, VALUES)).toBe(isAlone);
});
