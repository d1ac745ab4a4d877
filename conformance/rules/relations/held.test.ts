import { shippedContract } from '../../testing/contract';
import { heldOf } from './held';

test('what replies call readOnly is the server’s, though a client has sent it', async () => {
  const [pets] = (await shippedContract()).resources;
  if (pets === undefined) throw new Error('no resource');
  const properties = { initials: { type: 'string', readOnly: true }, name: { type: 'string' } };
  const { has } = heldOf({ ...pets, schema: { type: 'object', properties } }, { initials: 'AM', name: 'A M' });
  expect(['initials', 'name'].map(has)).toEqual([false, true]);
});

test.each([
  ['primary', '', false],
  ['isDefault', '', false],
  ['pinned', 'No more than one note is pinned: pinning one takes it from the other.', false],
  ['pinned', 'Pins a note.', true],
  ['urgent', '', true],
])('a mark %s (%s) of one record at the most is not held', async (name, description, isHeld) => {
  const [pets] = (await shippedContract()).resources;
  const create = pets?.operations.create;
  if (pets === undefined || create === undefined) throw new Error('no resource');
  const schema = { type: 'object', properties: { [name]: { type: 'boolean' } } };
  const operations = { ...pets.operations, create: { ...create, description } };
  expect(heldOf({ ...pets, schema, operations }, { [name]: true }).has(name)).toBe(isHeld);
});

test.each([
  ['Null until done, and fixed from then on.', true],
  ['Set once, when it is sent.', true],
  ['Once set it stays as it is.', true],
  ['Never changes.', true],
  ['Null until the order is placed; kept ever after.', true],
  ['Set once it is sent.', false],
  ['Fixed from then on, unless it is sent again.', false],
  ['The moment of the last dispatch.', false],
])('what may be null is fixed as soon as it is there: %s', async (description, isFixed) => {
  const [pets] = (await shippedContract()).resources;
  if (pets === undefined) throw new Error('no resource');
  const properties = { sentAt: { type: ['string', 'null'], description } };
  const held = heldOf({ ...pets, schema: { type: 'object', properties } }, {});
  expect([held.isOnceThere?.('sentAt'), held.has('sentAt')]).toEqual([isFixed, false]);
});

test('the time of the making stays, where beside it there is one of the last change', async () => {
  const [pets] = (await shippedContract()).resources;
  if (pets === undefined) throw new Error('no resource');
  const time = { type: 'string', format: 'date-time' };
  const isHeld = (properties: Record<string, typeof time>): boolean =>
    heldOf({ ...pets, schema: { type: 'object', properties, required: ['created_at'] } }, {}).has('created_at');
  expect(isHeld({ created_at: time, updated_at: time })).toBe(true);
  expect(isHeld({ created_at: time, paid_at: time })).toBe(false);
});

test.each([
  ['`made` is set once and for good.', ['made']],
  ['`made` is set once, `moved` with each change.', ['made']],
  ['`moved` goes on, `made` is set once.', []],
  ['`made` and `moved` are only set once.', ['made', 'moved']],
])('around the operations: %s', async (said, fixed) => {
  const [pets] = (await shippedContract()).resources;
  const read = pets?.operations.read;
  if (pets === undefined || read === undefined) throw new Error('no resource');
  const properties = { made: { type: 'string' }, moved: { type: 'string' } };
  const schema = { type: 'object', properties, required: ['made', 'moved'] };
  const held = heldOf({ ...pets, schema, operations: { read: { ...read, around: [said] } } }, {});
  expect(['made', 'moved'].filter(held.has)).toEqual(fixed);
});
