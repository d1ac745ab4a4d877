import type { Schema } from '../../../openapi/contract';
import type { Exchange } from '../../exchange/exchange';
import { filledIn } from './filled-in';

const schema: Schema = {
  type: 'object',
  properties: {
    size: { type: 'integer', default: 3 },
    way: {
      type: 'object',
      default: { by: 'courier', note: null },
      properties: { by: { type: 'string' }, note: { type: ['string', 'null'] } },
    },
    options: { type: 'object', properties: { tone: { type: 'string', default: 'low' }, note: { type: 'string' } } },
  },
};

/** The keys of what is found; where it stands in the reply is not looked at. */
const keysOf = (sent: object, record: object, known: object = {}): readonly string[] =>
  filledIn(
    {} as Exchange,
    { sent: schema, shown: schema },
    { ...{ sent: { ...sent } }, record: { ...record }, known: { ...known } },
  ).map(({ key }) => key ?? '');

test('what was left out has its default, or is not shown', () => {
  expect(keysOf({}, { size: 3 })).toEqual([]);
  expect(keysOf({}, {})).toEqual([]);
  expect(keysOf({}, { size: 4 })).toEqual(['default of size']);
});

test('what is null in a default may be left out', () => {
  expect(keysOf({}, { way: { by: 'courier', note: null } })).toEqual([]);
  expect(keysOf({}, { way: { by: 'courier' } })).toEqual([]);
  expect(keysOf({}, { way: { note: null } })).toEqual(['default of way']);
});

test('the same goes for an object within, where one was sent', () => {
  expect(keysOf({ options: { note: 'x' } }, { options: { note: 'x', tone: 'low' } })).toEqual([]);
  expect(keysOf({ options: {} }, { options: { tone: 'high' } })).toEqual(['default of tone']);
  expect(keysOf({}, { options: { tone: 'high' } })).toEqual([]);
});

test('what a replacement leaves out may stay as it was, at every depth', () => {
  expect(keysOf({ options: {} }, { options: { tone: 'high' } }, { options: { tone: 'high' } })).toEqual([]);
});
