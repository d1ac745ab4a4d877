import type { Contract, Operation, Resource } from '../../../openapi/contract';
import { operationOf } from '../../testing/words';
import { effectsOn, shortageOf } from './effect-words';

const integer = { type: 'integer' };
const record = (properties: object) => ({ type: 'object', properties });
const resource = (name: string, properties: object) =>
  ({
    ...{
      name,
      schema: record(properties),
      taken: {},
      itemPath: `/${name}/{${name.slice(0, -1)}_id}`,
      idProperty: 'id',
    },
    ...{
      idParameter: { name: `${name.slice(0, -1)}_id` },
      operations: { read: { replies: [] }, create: { replies: [] } },
    },
  }) as unknown as Resource;

const articles = resource('articles', { stock_level: integer, price_cents: integer, weight: integer });
const trips = resource('trips', { free_seats: integer, year: integer });
const sales = resource('sales', {
  state: { type: 'string', enum: ['draft', 'placed', 'packed', 'dropped'], readOnly: true },
  items: { type: 'array', items: record({ article_id: { type: 'string' }, quantity: integer, unit_amount: integer }) },
});
const rides = resource('rides', { trip_id: { type: 'string' }, seats: integer });

const operation = (id: string, description: string, replies: Readonly<Record<number, string>> = {}): Operation =>
  operationOf({ id, method: 'POST', path: `/sales/{sale_id}/${id}`, description, replies });

const contract = { resources: [articles, trips, sales, rides] } as unknown as Contract;
const told = (host: Resource, ...said: readonly string[]) => {
  const all = said.map((text, nth) => operation(`do-${nth}`, text));
  return [...effectsOn(contract, host, all).values()]
    .at(-1)
    ?.map(({ figure, amount, sign, states, isPast }) => [
      figure,
      amount,
      sign,
      ...(states ?? []),
      ...(isPast ? ['past'] : []),
    ]);
};

test.each([
  ['On success the stock of every article goes down by the quantity ordered.', -1],
  ['Places it, and takes the quantities from the stock of its articles.', -1],
  ['The stock level of its articles is reduced by their quantities.', -1],
  ['Deducts the quantity of each item from `stock_level`.', -1],
  ['What was ordered is deducted from stock.', -1],
  ['Puts the quantities back into stock.', 1],
  ['Its quantities are returned to stock.', 1],
  ['The quantities are added to the stock again.', 1],
  ['Increases the stock of each article by its quantity.', 1],
  ['The stock is not touched.', 0],
])('what counts in the records that are named: %s', (said, sign) =>
  expect(told(sales, said)).toEqual([['stock_level', 'quantity', sign]]),
);

test.each([
  'The stock may go down by the quantity ordered.',
  'The stock of an article is shown with its quantity.',
  'The stock goes down.',
  'If the article is tracked, the stock goes down by the quantity.',
  'Refused if the quantity is more than the stock.',
  'Neither the sale nor the stock is changed when the quantity is refused.',
  'The quantities are printed.',
  'The stock goes down by half the quantity.',
])('what says nothing of it: %s', (said) => expect(told(sales, said)).toEqual([]));

test('what comes back is what was taken, in the states that are named', () => {
  const taking = 'Takes the quantities from stock.';
  expect(told(sales, taking, 'Gives the quantities back.')).toEqual([['stock_level', 'quantity', 1]]);
  expect(told(sales, 'Gives the quantities back.')).toEqual([]);
  expect(told(sales, taking, 'Dropping a placed sale puts the quantities back into stock.')).toEqual([
    ...[['stock_level', 'quantity', 1, 'placed']],
  ]);
  expect(told(sales, taking, 'If the sale had been placed, its quantities return to stock.')).toEqual([
    ...[['stock_level', 'quantity', 1, 'placed', 'past']],
  ]);
});

test('what a record itself names counts, too, also by one', () => {
  expect(told(rides, 'The seats are taken from the free seats of the trip.')).toEqual([['free_seats', 'seats', -1]]);
  expect(told(rides, 'The free seats of the trip go down by one.')).toEqual([['free_seats', undefined, -1]]);
});

test.each([
  [{ 409: 'The sale is no draft, or an article has less stock than it asks for.' }, '', [409]],
  [{ 422: 'Not enough stock.' }, '', [422]],
  [{ 409: 'Conflict' }, 'Refused where there is too little stock of an article (409 `short`).', [409]],
  [{ 409: 'Conflict', 422: 'Invalid' }, 'The stock of an article is insufficient: 422.', [422]],
  [{ 409: 'The stock is locked.' }, '', []],
  [{}, 'Refused where there is too little stock.', []],
])('by what it is refused where there is too little: %j %s', (replies, said, wanted) =>
  expect(shortageOf(operation('place', said, replies), { figure: 'stock_level' })).toEqual(wanted),
);
