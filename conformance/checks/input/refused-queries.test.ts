import { contractOf } from '../../../openapi/contract/testing/documents';
import { json, listOf, parameter } from '../../../openapi/contract/testing/paths';
import { exchangeOf } from '../../testing/exchange';
import { findUnnamed, reversedRanges } from './refused-queries';

const THING = { type: 'object', properties: { id: { type: 'string' }, price: { type: 'integer' } } };

/** The reversed ranges of things that words say are refused. */
async function reversedIn(
  from: string,
  to: string,
  refusal: string,
  general = '',
  become?: 'empty',
): Promise<readonly string[]> {
  const bound = (name: string, description: string) => ({
    ...parameter(name, 'query', { type: 'integer' }),
    ...{ required: false, description },
  });
  const contract = await contractOf({
    openapi: '3.0.3',
    info: { title: 'Things', version: '1', description: general },
    paths: {
      '/things': {
        get: {
          operationId: 'listThings',
          parameters: [bound('min_price', from), bound('max_price', to)],
          responses: { 200: { description: 'Done.', ...json(listOf(THING)) }, 400: { description: refusal } },
        },
      },
      '/things/{id}': {
        parameters: [parameter('id', 'path', { type: 'string' })],
        get: { operationId: 'getThing', responses: { 200: { description: 'Done.', ...json(THING) } } },
      },
    },
  });
  const [resource] = contract.resources;
  const operation = resource?.operations.list;
  if (resource === undefined || operation === undefined) throw new Error('There is a list.');
  return reversedRanges({ operation, purpose: { resource, role: 'list' } }, become).map(({ text }) => text);
}

test('a range that ends before it begins is refused where words say so of both bounds', async () => {
  const reversed = ['min_price=10&max_price=9'];
  const [least, greatest] = ['At least this price.', 'At most this price.'];
  expect(await reversedIn(least, greatest, 'The query is not valid.')).toEqual([]);
  expect(await reversedIn(`${least} Must not be greater than \`max_price\`.`, greatest, 'Bad.')).toEqual(reversed);
  expect(await reversedIn(least, `${greatest} A price below \`min_price\` is rejected.`, 'Bad.')).toEqual(reversed);
  expect(await reversedIn(least, greatest, '`min_price` is greater than `max_price`.')).toEqual(reversed);
  expect(await reversedIn(least, greatest, 'An empty range.')).toEqual(reversed);
  const general = 'Ranges are explained with their parameters; a\nlower bound above its upper bound is a 400.';
  expect(await reversedIn(least, greatest, 'Bad.', general)).toEqual(reversed);
  expect(await reversedIn(least, `${greatest} See \`min_price\`.`, 'Bad.')).toEqual([]);
});

test('nothing fits a range that ends before it begins where words say that this is no error', async () => {
  const bounds = ['At least this price.', 'At most this price.', 'Bad.'] as const;
  const general = 'A range whose lower end lies above its upper end fits nothing, which is not an error.';
  expect(await reversedIn(...bounds, general, 'empty')).toEqual(['min_price=10&max_price=9']);
  expect(await reversedIn(...bounds, general)).toEqual([]);
  expect(await reversedIn(...bounds, 'A reversed range is refused with 400.', 'empty')).toEqual([]);
});

test('of several parameters that are wrong at once those are left that no refusal names beside others', async () => {
  const size = { ...parameter('size', 'query', { type: 'integer' }), required: false };
  const color = { ...parameter('color', 'query', { type: 'string', enum: ['red'] }), required: false };
  const contract = await contractOf({
    ...{ openapi: '3.0.3', info: { title: 'Things', version: '1' } },
    paths: {
      '/things': {
        get: {
          operationId: 'listThings',
          parameters: [size, color],
          responses: { 200: { description: 'Done.', ...json(listOf(THING)) }, 400: { description: 'Bad.' } },
        },
      },
    },
  });
  const odd = ['unknown=1', 'size=abc', 'color=blue', 'size=x', 'size=1&size=1'].map((text) => ({ what: text, text }));
  const leftBy = async (isOneEnough: boolean, ...named: readonly string[]) => {
    const asked: string[] = [];
    const left = await findUnnamed(
      odd,
      async (texts) => {
        asked.push(texts.join('&'));
        const body = { errors: named.map((name) => ({ in: 'query', field: name, message: 'is wrong' })) };
        return exchangeOf(contract, { operation: 'listThings', status: 400, body });
      },
      { isOneEnough, turn: 1 },
    );
    return { asked, left: left.map(({ text }) => text) };
  };
  expect(await leftBy(true, 'size', 'color')).toEqual({
    asked: ['unknown=1&size=abc&color=blue'],
    left: ['unknown=1', 'size=x', 'size=1&size=1'],
  });
  expect((await leftBy(false, 'size')).left).toEqual(odd.map(({ text }) => text));
  expect((await leftBy(true)).left).toEqual(['unknown=1', 'size=x', 'color=blue']);
});
