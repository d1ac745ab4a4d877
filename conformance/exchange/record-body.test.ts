import { propertiesOf, type Schema, validatorOf } from '../../openapi/contract';
import { withLimitsOf } from './record-body';

const made: Schema = {
  type: 'object',
  required: ['email', 'price'],
  properties: {
    email: { type: 'string', format: 'email', maxLength: 20 },
    state: { type: 'string', enum: ['draft'] },
    price: { type: 'object', required: ['amount'], properties: { amount: { type: 'integer' } } },
    note: { type: 'string' },
  },
};

const takes = (change: Schema, body: unknown): boolean =>
  validatorOf(withLimitsOf(change, made), 'request')(body) === undefined;

test('a change that names types alone has the limits of the create, and null where it allows that', () => {
  const change: Schema = {
    type: 'object',
    properties: { email: { type: ['string', 'null'] }, price: { type: 'object', additionalProperties: true } },
  };
  expect(takes(change, { email: 'Another 4' })).toBe(false);
  expect(takes(change, { email: 'ann@x.example' })).toBe(true);
  expect(takes(change, { email: null })).toBe(true);
  expect(takes(change, { price: { entry: 'x' } })).toBe(false);
  expect(takes(change, {})).toBe(true);
});

test('a limit of its own, or none anywhere, is left as it is', () => {
  const change: Schema = {
    type: 'object',
    properties: {
      state: { type: 'string', enum: ['draft', 'sent'] },
      note: { type: 'string' },
      more: { type: 'string' },
    },
  };
  expect(withLimitsOf(change, made)).toBe(change);
  expect([...propertiesOf(withLimitsOf(change, made)).keys()]).toEqual(['state', 'note', 'more']);
});
