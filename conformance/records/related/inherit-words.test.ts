import { operationOf, resourceOf } from '../../testing/words';
import { inheritedFrom } from './inherit-words';

type Said = Readonly<Partial<Record<'operation' | 'sent' | 'shown', string>>>;

/** What a payment takes over from its order, where its body has a currency or none. */
function inherited({ operation = '', sent, shown = '' }: Said) {
  const properties = { amount: { type: 'integer' }, ...(sent !== undefined && { currency: { description: sent } }) };
  const pay = operationOf({ method: 'POST', path: '/payments', description: operation, body: { properties } });
  const payments = resourceOf('payments', { id: {}, amount: {}, currency: { description: shown }, site_id: {} });
  return inheritedFrom(pay)(payments)(resourceOf('orders', { id: {}, currency: {}, default_site_id: {} }));
}

const CURRENCY = [{ name: 'currency', from: 'currency' }];

test.each<Said>([
  { operation: 'Creates a payment. The payment has the currency of the order.' },
  { operation: 'Authorises a payment for an order, in the currency of the order.' },
  { operation: "The payment is in the order's currency and begins as `open`." },
  { operation: 'It takes its currency from the order.' },
  { operation: 'The currency is that of the order.' },
  { operation: '`currency` is taken over from the order unless you give it.', sent: '' },
  { shown: 'Currency of the order.' },
  { shown: "The order's currency." },
  { sent: 'By default the currency of the order.' },
  { sent: 'That of the order if left out.' },
])('a new record takes it over: %j', (said) => expect(inherited(said)).toEqual(CURRENCY));

test('what another one has by default may be taken over as well', () =>
  expect(inherited({ operation: 'If `site_id` is left out, it uses the default site of the order.' })).toEqual([
    { name: 'site_id', from: 'default_site_id' },
  ]));

test('what is left out may be in the place of a member of another name', () => {
  const said = (description: string, sent = '') => inheritedOf(description, sent);
  const ADDRESS = [{ name: 'ship_to', from: 'address' }];
  expect(said("Without `ship_to`, the customer's address at this moment is copied.")).toEqual(ADDRESS);
  expect(said('', 'If `ship_to` is left out, the `address` of the customer applies.')).toEqual(ADDRESS);
  expect(said("Without `ship_to`, the customer's address may be used.")).toEqual([]);
  expect(said("If `ship_to` is given, the customer's `address` is used for nothing.")).toEqual([]);
  expect(said("Without `ship_to`, the customer's phone is used, and the address is not looked at.")).toEqual([]);
});

/** What an order takes over from its customer, which has an address. */
function inheritedOf(description: string, shipTo: string) {
  const properties = { ship_to: { type: 'object', description: shipTo } };
  const order = operationOf({ method: 'POST', path: '/orders', description, body: { properties } });
  const customers = resourceOf('customers', { id: {}, address: {}, phone_number: {} });
  return inheritedFrom(order)(resourceOf('orders', { id: {}, ship_to: {} }))(customers);
}

test.each<Said>([
  { operation: 'The currency must be that of the order.' },
  { operation: 'The amount is that of the order.' },
  { operation: 'Converts it to the currency of the order.' },
  { operation: 'It may differ from the currency of the order.' },
  { sent: 'Currency of the order.' },
  { sent: 'Must be the currency of the order.' },
  { shown: 'The currency, which is not that of the order.' },
  { operation: 'It is paid in any currency of the orders of a client.' },
])('nothing says so: %j', (said) => expect(inherited(said)).toEqual([]));
