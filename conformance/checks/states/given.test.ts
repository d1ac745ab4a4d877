import { operationOf, resourceOf } from '../../testing/words';
import { notKept, notSet } from './given';

const TEXT = { type: ['string', 'null'] };
const orders = resourceOf('orders', {
  id: {},
  note: TEXT,
  shipping: { type: 'object', properties: { method: TEXT, tracking: TEXT } },
});
const before = { note: null, shipping: { method: 'post', tracking: null } };

test.each([
  ['Sends the order, and stores the tracking number in `shipping`.', null, 'shipping.tracking lost'],
  ['Sends the order, and stores the tracking number in `shipping`.', 'T2', 'shipping.tracking otherwise'],
  ['Sends the order, and stores the tracking number in `shipping`.', 'T1', undefined],
  ['Sends the order. It stores carrier and tracking number in\n`shipping`.', null, 'shipping.tracking lost'],
  ['Sends the order with its shipping note.', null, undefined],
  ['Sends the order.', null, undefined],
])('what an action was sent is in the object that its words name: %s, %s', (description, tracking, key) => {
  const send = operationOf({ method: 'POST', path: '/orders/{id}/send', description });
  const after = { note: null, shipping: { method: 'post', tracking } };
  expect(notKept(send, orders, { tracking: 'T1' }, before, after)?.key).toBe(key);
});

const cancelled = resourceOf('orders', {
  ...{ id: {}, status: TEXT, cancelledAt: TEXT, cancelReason: TEXT },
});

test.each([
  ['Calls it off. It sets `cancelledAt` and `cancelReason`.', {}, 'cancelledAt not set'],
  ['Calls it off: status and cancelledAt are set.', {}, 'cancelledAt not set'],
  ['Calls it off. It sets `cancelledAt`.', { cancelledAt: '2030-01-01' }, undefined],
  // What a client may leave out is set where it was sent.
  ['Calls it off. It sets `cancelReason`.', {}, undefined],
  ['Calls it off. Sets `cancelledAt` unless it is a draft.', {}, undefined],
  ['Calls it off. `cancelledAt` is not set.', {}, undefined],
  ['Calls it off again: sets `cancelledAt` to null.', {}, undefined],
  ['Calls it off.', {}, undefined],
])('what words say that an action sets is there: %s, %j', (description, after, key) => {
  const body = { type: 'object', properties: { cancelReason: TEXT } };
  const cancel = operationOf({ method: 'POST', path: '/orders/{id}/cancel', description, body });
  expect(notSet(cancel, cancelled, {}, { status: 'cancelled', ...after })?.key).toBe(key);
});
