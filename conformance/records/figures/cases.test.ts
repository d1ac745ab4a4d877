import type { Schema } from '../../../openapi/contract';
import { derivedOf } from './cases';
import { formulasFor } from './formulas';

const NUMBER = { type: 'integer' } as const;
const line = { type: 'object', properties: { price: NUMBER, fragile: { type: 'boolean' } } };

/** A record with an owed sum, a state by what was paid of it, and lines, as words say. */
const orderBy = (said: Readonly<Record<string, string>>): Schema =>
  ({
    type: 'object',
    properties: {
      ...Object.fromEntries(['total', 'paid', 'returned'].map((name) => [name, NUMBER])),
      ...Object.fromEntries(
        ['due', 'surcharge', 'lineCount'].map((name) => [name, { ...NUMBER, description: said[name] }]),
      ),
      state: { type: 'string', enum: ['draft', 'sent', 'cancelled', ''] },
      payment_state: { type: 'string', enum: ['none', 'some', 'all'], description: said.payment_state },
      lines: { type: 'array', items: line, description: said.lines ?? '' },
    },
  }) as Schema;

const figure = (name: string, said: Readonly<Record<string, string>>, record: object) => {
  const formula = formulasFor({ around: [] } as never)(orderBy(said)).get(name);
  const worked = formula?.workOut({ total: 10, paid: 4, returned: 1, state: 'sent', ...record });
  return worked && Number(worked.units);
};

test.each([
  ['`total` − `paid` + `returned`; 0 for cancelled orders.', {}, 7],
  ['`total` − `paid` + `returned`; 0 for cancelled orders.', { state: 'cancelled' }, 0],
  ['`total` − `paid` + `returned`; it is 0 if the order is a draft.', { state: 'draft' }, 0],
  ['`total` − `paid` + `returned`; 0 for cancelled orders.', { state: undefined }, undefined],
  ['`total` − `paid` + `returned`; 0 until it is sent.', {}, undefined],
  ['`total` − `paid` + `returned`; 0 for sent orders of trial customers.', {}, undefined],
  ['`total` − `paid` + `returned`; 0 if it is sent and the customer is exempt.', {}, undefined],
  ['`total` − `paid` + `returned`; 0 for cancelled orders or for gift orders.', {}, undefined],
  ['`total` − `paid` + `returned`; 0 for cancelled or draft orders.', { state: 'draft' }, 0],
  ['`total` − `paid` + `returned`; 0 for orders that are not sent.', {}, undefined],
  ['`total` − `paid` + `returned`; 0 for old orders.', {}, undefined],
])('%s of %j is %j', (due, record, wanted) => expect(figure('due', { due }, record)).toBe(wanted));

test.each([
  ['500 if at least one line is fragile, else 0.', [true, false], 500],
  ['500 if any of the lines is fragile, otherwise 0.', [false], 0],
  ['500 if any line is fragile, else 0.', [], 0],
  ['500 if any line is heavy, else 0.', [true], undefined],
  ['500 if any line may be fragile, else 0.', [true], undefined],
])('%s of %j is %j', (surcharge, fragile, wanted) => {
  const lines = fragile.map((one) => ({ price: 1, fragile: one }));
  expect(figure('surcharge', { surcharge }, { lines })).toBe(wanted);
});

test.each([
  ['The sum of the three.', 6],
  ['The sum of the others.', 6],
  ['The sum of the four.', undefined],
  ['The sum of `counts`.', 9],
])('what all others come to: %s', (description, wanted) => {
  const counts = { type: 'object', properties: { open: NUMBER, shut: NUMBER } };
  const schema = {
    type: 'object',
    properties: { a: NUMBER, b: NUMBER, c: NUMBER, all: { ...NUMBER, description }, counts },
  } as Schema;
  const formula = formulasFor({ around: [] } as never)(schema).get('all');
  const worked = formula?.workOut({ a: 1, b: 2, c: 3, counts: { open: 4, shut: 5 } });
  expect(worked && Number(worked.units)).toBe(wanted);
});

test('a number of what a list has is that of its items, unless that holds a part', () => {
  const lines = [{}, {}, {}];
  expect(figure('lineCount', { lineCount: 'The number of `lines`.' }, { lines })).toBe(3);
  expect(
    figure('lineCount', { lineCount: 'The number of lines.', lines: 'The first ten.' }, { lines }),
  ).toBeUndefined();
});

test.each([
  ['`none` if `paid` less `returned` is 0, `all` if it is the `total` or more, else `some`.', [1, 1], 'none'],
  ['`none` if `paid` less `returned` is 0, `all` if it is the `total` or more, else `some`.', [12, 2], 'all'],
  ['`none` if `paid` less `returned` is 0, `all` if it is the `total` or more, else `some`.', [9, 1], 'some'],
  ['`all` when `paid` is at least `total`, `some` when `paid` is more than 0, otherwise `none`.', [3, 0], 'some'],
  ['`all` when `paid` is at least `total`, `some` when `paid` is more than 0, otherwise `none`.', [0, 0], 'none'],
  ['`all` when `paid` covers everything, otherwise `some`.', [3, 0], undefined],
  ['`none` if `paid` is 0.', [0, 0], undefined],
  ['`none` if `paid` is 0, else `some`. It may be set by hand.', [0, 0], undefined],
])('%s of %j is %j', (payment_state, [paid, returned], wanted) => {
  const derived = derivedOf(orderBy({ payment_state })).get('payment_state');
  expect(derived?.workOut({ total: 10, paid, returned })).toBe(wanted);
});

test('a share of what one figure leaves of another', () => {
  const properties = {
    total: NUMBER,
    off: NUMBER,
    rate_percent: NUMBER,
    tax: { ...NUMBER, description: '`rate_percent` of `total` − `off`.' },
  };
  const formula = formulasFor({ around: [] } as never)({ type: 'object', properties } as Schema).get('tax');
  const worked = formula?.workOut({ total: 300, off: 100, rate_percent: 10 });
  expect(worked && Number(worked.units) / 10 ** worked.places).toBe(20);
});
