import { operationOf, resourceOf } from '../../testing/words';
import { agreeingMembers } from './agree-words';

/** Whether the currency of a payment has to be that of its order, by words beside the member, the operation and a refusal. */
function isOwed({ member, operation, refusal }: Readonly<Partial<Record<'member' | 'operation' | 'refusal', string>>>) {
  const currency = { type: 'string', description: member };
  const amount = { type: 'integer' };
  const pay = operationOf({
    ...{ method: 'POST', path: '/payments', description: operation ?? '', replies: { 422: refusal ?? '' } },
    body: { type: 'object', properties: { currency, amount } },
  });
  return agreeingMembers(pay)(resourceOf('orders', { currency: {} })).length === 1;
}

test.each([
  { member: 'Must match the order’s currency.' },
  { member: 'Has to be the currency of the order.' },
  { member: 'Must be the order currency.' },
  { member: 'Same as the order.' },
  { member: 'Must equal the currency of the order (422 otherwise).' },
  { member: 'ISO 4217 code. Must be the same as the currency of the order.' },
  { operation: 'The currency must match the order.' },
  { operation: '`currency` has to be that of the order.' },
  { operation: 'The payment currency must equal the order currency.' },
  { operation: "A payment in a currency other than the order's is refused with 422." },
  { refusal: "The currency differs from the order's." },
  { refusal: 'A currency other than that of the order.' },
  { refusal: 'The amount exceeds the balance, or the currency does not match the order.' },
  { refusal: 'Currency mismatch with the order.' },
  { refusal: 'The order is in another currency.' },
])('a member has to be as in the record that it belongs to: %j', (words) => expect(isOwed(words)).toBe(true));

test.each([
  { member: 'Defaults to the order’s currency.' },
  { member: 'The currency of the order.' },
  { member: 'The currency of the payment, which is converted to that of the order.' },
  { operation: 'The currency may differ from the order.' },
  { operation: 'The amount must not exceed the total of the order.' },
  { operation: 'Orders in another currency are listed apart.' },
  { refusal: 'The currency is not known.' },
])('nothing says that it has to be: %j', (words) => expect(isOwed(words)).toBe(false));
