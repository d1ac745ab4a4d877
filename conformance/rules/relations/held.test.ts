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
