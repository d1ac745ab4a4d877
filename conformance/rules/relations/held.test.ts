import { shippedContract } from '../../testing/contract';
import { heldOf } from './held';

test('what replies call readOnly is the server’s, though a client has sent it', async () => {
  const [pets] = (await shippedContract()).resources;
  if (pets === undefined) throw new Error('no resource');
  const properties = { initials: { type: 'string', readOnly: true }, name: { type: 'string' } };
  const { has } = heldOf({ ...pets, schema: { type: 'object', properties } }, { initials: 'AM', name: 'A M' });
  expect(['initials', 'name'].map(has)).toEqual([false, true]);
});
