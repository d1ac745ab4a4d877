import type { Resource } from '../../../openapi/contract';
import { operationOf, resourceOf } from '../../testing/words';
import { aboutOf, narrowForms, onlyAsked } from './result-forms';

const at = (name: string, collectionPath: string): Resource => ({
  ...resourceOf(name, { id: {}, state: {}, created_at: {} }),
  collectionPath,
});
const orders = at('/orders', '/orders');
const contract = { resources: [at('/clients/{id}/orders', '/clients/{id}/orders'), orders], operations: [] } as never;

test('a job is about the records of the list at the top, whatever lists below others are called so', () => {
  expect(aboutOf({ contract }, { kind: 'orders' })).toBe(orders);
  expect(aboutOf({ contract }, { kind: 'invoices' })).toBeUndefined();
});

test('a body may itself ask for one value of a member alone', () => {
  expect(onlyAsked({ kind: 'orders', filters: { state: 'open' } }, orders)).toEqual(['state', 'open']);
  expect(onlyAsked({ kind: 'orders', filters: { state: 'open', id: 'x' } }, orders)).toBeUndefined();
  expect(onlyAsked({ kind: 'orders', options: { state: 'open' } }, orders)).toBeUndefined();
  expect(onlyAsked({ kind: 'orders', filters: { colour: 'red' } }, orders)).toBeUndefined();
});

test.each([
  ['`created_from` (included) and `created_to` (not included) restrict the records by `created_at`.', 2],
  ['It has the records within the optional range of `created_at` only.', 2],
  ['It has all records.', 0],
])('a time from which on, or up to which, no record is: %s', (description, count) => {
  const time = { type: 'string', format: 'date-time' };
  const body = { type: 'object', properties: { created_from: time, created_to: time } };
  const operation = operationOf({ method: 'POST', path: '/exports', description, body });
  const forms = narrowForms({ operation, contract }, orders, [], new Map());
  expect(forms.map(({ isEmpty }) => isEmpty)).toEqual(Array(count).fill(true));
});
