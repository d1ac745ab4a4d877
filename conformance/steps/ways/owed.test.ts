import type { Operation, Schema } from '../../../openapi/contract';
import { operationOf, resourceOf } from '../../testing/words';
import { asksForAll, figureAgainst, figuresOwed, membersOwed } from './owed';

const refusing = (description: string, said = ''): Operation =>
  operationOf({ id: 'send', path: '/parcels/{id}/send', description: said, replies: { 409: description } });

const create: Schema = {
  type: 'object',
  required: ['title'],
  properties: { title: { type: 'string' }, pickup_point_id: { type: 'string' }, dueOn: { type: 'string' } },
};

test.each([
  ['It has no pickup point.', ['pickup_point_id']],
  ['A parcel without a due on is not sent.', ['dueOn']],
  ['The pickup point is not set, or the parcel is gone.', ['pickup_point_id']],
  ['It lacks its pickup point.', ['pickup_point_id']],
  ['wrong_state; no_point (no pickup_point_id); closed.', ['pickup_point_id']],
  // What has to be there anyway is, and of what is merely mentioned nothing is said.
  ['It has no title.', []],
  ['Its pickup point is closed.', []],
  ['It is sent already.', []],
])('what a record lacks: %s', (words, wanted) => expect(membersOwed(refusing(words), create)).toEqual(wanted));

test('what a record lacks, beside the action', () => {
  const owed = (said: string) => membersOwed(refusing('Not now.', said), create);
  expect(owed('From draft only. 409 `empty` without parts, 409 `no_point` without pickup point.')).toEqual([
    'pickup_point_id',
  ]);
  expect(owed('Parcels without pickup point are sent to the shop.')).toEqual([]);
});

const parcels = resourceOf('parcels', { paid_cents: { type: 'integer' } });
const figured = resourceOf('parcels', { paid_cents: { type: 'integer' }, total: { type: 'integer' } });

test.each([
  ['It is sent, or its paid_cents is above 0.', 'paid_cents'],
  ['The paid cents is not zero.', 'paid_cents'],
  ['Its paid_cents is above 100.', undefined],
  ['It is paid.', undefined],
  ['A parcel with a paid cents of more than nothing.', 'paid_cents'],
  ['Its paid_cents is positive.', 'paid_cents'],
  ['Its paid_cents is not 0.5.', undefined],
])('what figure stands in the way: %s', (words, wanted) =>
  expect(figureAgainst(refusing(words), parcels)).toBe(wanted),
);

test('what figure of an object in it stands in the way', () => {
  const inner = resourceOf('parcels', { amounts: { type: 'object', properties: { due: { type: 'integer' } } } });
  const words = 'Refused with 409 `unpaid` while `amounts.due` is above 0, and with 409 `moved` in any other state.';
  expect(figureAgainst(refusing('Not now.', words), inner)).toBe('amounts.due');
  expect(figureAgainst(refusing('Its due is above 0.'), inner)).toBe('amounts.due');
});

test.each([
  ['A parcel for which we hold money (`paid_cents` above zero) has to be refunded first (409 `paid`).', 'paid_cents'],
  ['Cannot be sent unless its paid_cents is 0.', 'paid_cents'],
  ['It can be sent only while paid cents is zero.', 'paid_cents'],
  ['If something came in (`paid_cents` above zero), send it back first; until then this is a `409`.', 'paid_cents'],
  ['A parcel for which money has been captured (and not fully refunded) cannot be sent: 409 `paid`.', 'paid_cents'],
  ['409 `captured` while anything captured has not been refunded.', 'paid_cents'],
  ['A parcel for which money was paid goes first.', undefined],
  ['A parcel whose paid_cents is above 0 goes first.', undefined],
  ['Only a parcel whose paid_cents is above 0 can be sent.', undefined],
])('what figure stands in the way, beside the action: %s', (words, wanted) =>
  expect(figureAgainst(refusing('Not now.', words), parcels)).toBe(wanted),
);

test.each([
  ['The deposit is paid first: while `paid_cents` is less than `total` the answer is 409.', [['paid_cents', 'total']]],
  ['409 `unpaid` while paid_cents is below total.', [['paid_cents', 'total']]],
  ['If paid_cents is below total of last year it is refused.', []],
  ['Works while `paid_cents` is less than `total`.', []],
])('which of two figures has to be as much as the other: %s', (words, wanted) =>
  expect(figuresOwed(refusing('Not now.', words), figured)).toEqual(wanted),
);

test.each([
  ['It has to be packed and paid in full, otherwise we answer 409.', true],
  ['Only fully settled parcels are sent.', true],
  ['Requires full payment.', true],
  ['It need not be packed; paid in full or not, it goes out.', false],
  ['Tells whether it is paid in full.', false],
  ['Sends the bill, which has to be paid in full within 14 days.', false],
  ['Once it is paid in full, it is closed.', false],
  ['It must be fully paid first; otherwise this is a 409.', true],
  ['It has to be placed and paid in full (`paid` is no less than `total`), otherwise we answer `409`.', true],
])('whether an action asks for the whole sum: %s', (words, wanted) =>
  expect(asksForAll(refusing('Not now.', words))).toBe(wanted),
);
