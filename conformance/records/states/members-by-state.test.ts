import { operationOf, resourceOf } from '../../testing/words';
import { actionsListedBy, stateMembersOf } from './members-by-state';

const VALUES = ['draft', 'placed', 'paid', 'shipped', 'cancelled'];

const choice = (values: readonly string[]) => ({ type: 'string', enum: values, readOnly: true });

/** What is said of `sent`, beside it and around the operation that reads a record. */
function memberSet(description: string, around: readonly string[] = []) {
  const properties = { status: choice(VALUES), sent: { type: 'string', description } };
  const [member] = stateMembersOf(resourceOf('orders', properties, { read: operationOf({ around }) }));
  return member;
}

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
  expect(memberSet('', [said])).toEqual(expected && { name: 'sent', ...NOTHING, ...expected });
});

test.each([
  ['Set once the order is shipped.', { states: ['shipped'], isLate: false }],
  ['When the order was shipped.', { states: ['shipped'], isLate: false }],
  ['Null until the order is `shipped`.', { states: ['shipped'], isLate: true }],
  ['Only present when the status is paid or shipped.', { states: ['paid', 'shipped'], isLate: true }],
  ['Set when the order is shipped, null before.', { states: ['shipped'], isLate: true }],
  ['Its path once shipped, null before.', { states: ['shipped'], isLate: true }],
  ['When it went out; null while `placed`.', { absent: ['placed'] }],
  ['100 when shipped, and only then.', { figures: new Map([['shipped', 100]]), figureOf: 'shipped' }],
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
  expect(memberSet(description)).toEqual(expected && { name: 'sent', ...NOTHING, ...expected });
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
  const properties = { status: choice(values), at: { type: ['string', 'null'], format: 'date-time', description } };
  const [member] = stateMembersOf(resourceOf('orders', properties));
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
  const states = ['placed', 'shipped', 'cancelled'];
  const read = operationOf({ around: [`${table}\n\n${said}`] });
  const listed = actionsListedBy(resourceOf('orders', { status: choice(states), next }, { read }));
  expect(listed && states.map(listed.actionsIn)).toEqual(wanted);
});
