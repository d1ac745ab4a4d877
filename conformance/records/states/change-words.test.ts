import type { Operation } from '../../../openapi/contract';
import { operationOf, resourceOf } from '../../testing/words';
import { actionOf } from './action-words';
import { closedFor } from './change-words';

const STATES = { values: ['draft', 'placed', 'shipped', 'cancelled', 'on_hold'] };

const operation = (method: string, path: string, ...around: readonly string[]): Operation =>
  operationOf({ method, path, around, replies: { 200: '', 409: 'It can’t be done now.' } });

const onlyIn = (...from: readonly string[]) => ({ from, notFrom: [] });
const notIn = (...notFrom: readonly string[]) => ({ from: undefined, notFrom });
const SILENT = notIn();

test.each([
  [
    'PATCH',
    '/orders/{id}',
    'An order and its lines can be edited and deleted while the order is a draft, and not after.',
    onlyIn('draft'),
  ],
  [
    'DELETE',
    '/orders/{id}',
    'An order and its lines can be edited and deleted while the order is a draft, and not after.',
    onlyIn('draft'),
  ],
  [
    'PATCH',
    '/orders/{id}/lines/{line}',
    'An order and its lines can be edited and deleted while the order is a draft.',
    onlyIn('draft'),
  ],
  ['POST', '/orders/{id}/lines', 'Lines can be added and removed only while the order is a draft.', onlyIn('draft')],
  [
    'DELETE',
    '/orders/{id}/lines/{line}',
    'Lines can be added and removed only while the order is a draft.',
    onlyIn('draft'),
  ],
  ['PATCH', '/orders/{id}/lines/{line}', 'Only the lines of a draft order may be changed.', onlyIn('draft')],
  ['PATCH', '/orders/{id}', 'Shipped orders cannot be edited (`409`, `wrong-state`).', notIn('shipped')],
  [
    'PATCH',
    '/orders/{id}',
    'Shipped orders stay on record, but cannot be put on lists and cannot be edited.',
    notIn('shipped'),
  ],
  ['PATCH', '/orders/{id}', 'Shipped orders have lines, and these can be edited.', SILENT],
  ['PUT', '/orders/{id}', 'Orders on hold and shipped orders can not be changed.', notIn('on_hold', 'shipped')],
  ['DELETE', '/orders/{id}', 'Only draft and cancelled orders can be deleted.', onlyIn('draft', 'cancelled')],
  ['PATCH', '/orders/{id}', 'Once an order is placed, it can no longer be changed.', notIn('placed')],
  ['PATCH', '/orders/{id}', 'Orders can be changed until they are placed.', notIn('placed')],
  ['DELETE', '/orders/{id}', 'An order that has been shipped cannot be deleted.', notIn('shipped')],
  ['POST', '/orders/{id}/ship', 'Orders can be shipped while they are placed.', onlyIn('placed')],
  ['DELETE', '/orders/{id}', 'A shipped order can never be deleted.', notIn('shipped')],
  ['PATCH', '/orders/{id}', 'Shipped orders cannot be edited or cancelled.', notIn('shipped')],
  ['PATCH', '/orders/{id}', 'Only orders in draft can be amended.', onlyIn('draft')],
  ['PATCH', '/orders/{id}', 'Orders in draft can be amended.', SILENT],
  // What more has to be so, what becomes of it, what is possible as well.
  ['PATCH', '/orders/{id}', 'Shipped orders cannot be edited without a supervisor key.', SILENT],
  ['PATCH', '/orders/{id}', 'Shipped orders cannot be edited unless force is set.', SILENT],
  ['PATCH', '/orders/{id}', 'Shipped orders cannot be changed back to draft.', SILENT],
  ['PATCH', '/orders/{id}', 'Shipped orders cannot be changed apart from their note.', SILENT],
  ['PATCH', '/orders/{id}', 'From 2027 on, shipped orders cannot be edited.', SILENT],
  ['PATCH', '/orders/{id}', 'An order can be changed while it is a draft, and for an hour after it is placed.', SILENT],
  ['PATCH', '/orders/{id}', 'An order can be changed while it is a draft; afterwards only its note can.', SILENT],
  ['PATCH', '/orders/{id}', 'Orders can be changed freely while they are drafts.', SILENT],
  ['PATCH', '/orders/{id}', 'Orders can also be changed while they are placed.', SILENT],
  ['POST', '/orders/{id}/notes', 'Notes can be added to a placed order as well.', SILENT],
  // Of another subject, of other records, of members, of some.
  ['PATCH', '/orders/{id}', 'The price of an order cannot be changed once it is placed.', SILENT],
  ['DELETE', '/articles/{id}', 'Articles on a placed order cannot be deleted.', SILENT],
  ['DELETE', '/customers/{id}', 'Customers with a placed order cannot be deleted.', SILENT],
  ['PATCH', '/orders/{id}', 'Shipped orders cannot be deleted.', SILENT],
  ['PATCH', '/orders/{id}', 'Once it is placed, only its `note` can be changed.', SILENT],
  ['PATCH', '/orders/{id}', 'Placed orders can usually be changed.', SILENT],
])('%s %s by "%s"', (method, path, text, expected) => {
  const { from, notFrom } = actionOf(operation(method, path, text), STATES);
  expect({ from, notFrom }).toEqual(expected);
});

test('in which states of a record nothing is made below it', () => {
  const closed = (said: string) =>
    closedFor(
      resourceOf('orders', {}, { read: operationOf({ around: [said] }) }),
      operationOf({ path: '/orders/{id}/order-lines' }),
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
