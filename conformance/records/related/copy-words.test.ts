import { operationOf, resourceOf } from '../../testing/words';
import { type Copy, copiesOf } from './copy-words';

const number = (description = '') => ({ type: 'integer', description });

function copies(...[beside = '', ofCreate = '', around = '', ofChange = '']: readonly string[]): readonly Copy[] {
  const item = { type: 'object', properties: { article_id: { type: 'string' }, unit_price: number(beside) } };
  const status = { type: 'string', enum: ['draft', 'placed'] };
  const create = operationOf({ description: ofCreate, around: [around] });
  const orders = resourceOf('orders', { status, lines: { type: 'array', items: item } }, { create });
  return copiesOf(orders, resourceOf('articles', {}), 'lines', operationOf({ description: ofChange }));
}

const COPIED = [{ list: 'lines', name: 'unit_price', state: undefined }];

test.each([
  ["The article's price when the line was written."],
  ['Price of the article at the time of ordering.'],
  ['Copied from the article. Later changes do not touch it.'],
  ["The article's price on the day it was put on the order. A later change of the article's price leaves it alone."],
  ['', 'Name, SKU and price of a line are copied from the article at this moment.'],
  ['', "The price of a line is the article's price at this moment; it does not follow later changes of the article."],
  ['', '', 'Later changes of the price of an article do not affect existing orders.'],
  ['', '', '', 'A new price of the article does not touch the lines of orders.'],
])('copied: %s%s', (...said: readonly string[]) => {
  expect(copies(...said)).toEqual(COPIED);
});

test.each([
  ['What one piece costs.'],
  ["The article's price."],
  ["The article's price when the line was written, until the order is paid."],
  ['', 'A later change of the article does not touch its stock.'],
  ['', '', 'Prices of articles may change later.'],
  ["The article's current price, when the article is still sold."],
  ["The article's price when the line is read."],
  ["The article's price at this moment."],
  ['Copied from the article and kept in sync.'],
  ['Taken from the article.'],
  ["The article's price when the order was submitted."],
  ['A later change of the tax rate does not affect it.'],
  ["The article's price when the line was written; recalculated when the article changes."],
  ['', 'Later price changes of an article do not affect paid orders.'],
  ['', 'Later price changes of an article do not affect orders that are placed.'],
  ['', '', '', 'A new price of the article does not affect its stock.'],
  ['', '', '', 'A new price of the article applies to draft orders at once, and does not touch those placed.'],
])('not copied: %s%s', (...said: readonly string[]) => {
  expect(copies(...said)).toEqual([]);
});

test('copied in a state', () => {
  expect(copies("The article's price when the order was placed. Later prices do not change it.")).toEqual([
    { list: 'lines', name: 'unit_price', state: 'placed' },
  ]);
});
