import { operationOf, resourceOf } from '../../testing/words';
import { notKept } from './given';

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
