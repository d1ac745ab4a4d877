import { contractOf } from '../../../openapi/contract/testing/documents';
import { gives, inPath, TEXT, textsOf } from '../../testing/small-server';
import { summariesOf, workedOut } from './summaries';

const NUMBER = { type: 'integer' };
const visit = {
  type: 'object',
  required: ['id', 'clubId', 'state', 'currency', 'createdAt'],
  properties: {
    ...{
      id: TEXT,
      clubId: TEXT,
      currency: TEXT,
      fee: NUMBER,
      costs: { type: 'object', properties: { travel: NUMBER } },
    },
    state: { type: 'string', enum: ['planned', 'held', 'missed'] },
    createdAt: { type: 'string', format: 'date-time' },
  },
};
const VISITS = [
  { state: 'planned', currency: 'EUR', fee: 5, costs: { travel: 1 }, createdAt: '2030-01-01T00:00:00Z' },
  { state: 'held', currency: 'EUR', fee: 7, costs: { travel: 2 }, createdAt: '2030-01-02T00:00:00Z' },
  { state: 'held', currency: 'GBP', fee: 11, costs: { travel: 4 }, createdAt: '2030-01-03T00:00:00Z' },
];

/** What the summary of a club sums up, whose members these are. */
async function read(members: object, description = 'As of now.') {
  const contract = await contractOf({
    openapi: '3.1.0',
    info: { title: 'Clubs', version: '1' },
    paths: {
      '/clubs': { get: gives(200, { type: 'array', items: textsOf('id') }) },
      '/visits': { get: gives(200, { type: 'array', items: visit }) },
      '/visits/{id}': { parameters: [inPath('id')], get: gives(200, visit, 404) },
      '/clubs/{clubId}/summary': {
        parameters: [inPath('clubId')],
        get: { description, ...gives(200, { type: 'object', properties: members }) },
      },
    },
  });
  const operation = contract.operations.find(({ path }) => path.endsWith('/summary'));
  return operation === undefined ? [] : summariesOf(contract, operation);
}

const said = (description: string) => ({ ...NUMBER, description });

test.each([
  ['Number of its visits, whatever their state.', 3],
  ["Number of the club's visits that aren't planned.", 2],
  ['Sum of `fee` over its visits that are held.', 18],
  ['The sum of `fee` of the planned and held visits.', 23],
  ['Sum of `costs.travel` of all visits.', 7],
  ['Number of visits that are worth it.', undefined],
  ['Average fee of its visits.', undefined],
  ['Sum of the fees of its visits, without discounts.', undefined],
  ['Sum of `price` of all visits.', undefined],
  ['Number of days.', undefined],
])('what a figure comes to: %s', async (text, wanted) => {
  const [summary] = await read({ figure: said(text) });
  const [figure] = summary?.figures ?? [];
  expect(figure && summary && workedOut(figure, VISITS, summary.child)).toBe(wanted);
});

test('the same records as those of the figure before', async () => {
  const [summary] = await read({
    fee: said('Sum of `fee` over the visits that are held.'),
    travel: said('Sum of `costs.travel` over the same visits.'),
  });
  const sums = summary?.figures.map((figure) => workedOut(figure, VISITS, summary.child));
  expect(sums).toEqual([18, 6]);
  expect(await read({ travel: said('Sum of `costs.travel` over the same visits.') })).toEqual([]);
});

test('what sentences around say of several figures, and the states of an object', async () => {
  const states = { type: 'object', properties: { planned: NUMBER, held: NUMBER, all: NUMBER } };
  const [summary] = await read(
    { states: { ...states, description: 'Number of visits in each state.' }, fee: NUMBER, sum: said('Sum of `fee`.') },
    '`fee` and `sum` are sums over the visits that are held.',
  );
  const told = summary?.figures.map((one) => [one.name, workedOut(one, VISITS, summary.child)]);
  expect(told).toEqual([
    ['states.planned', 1],
    ['states.held', 2],
    ['fee', 18],
    ['sum', 18],
  ]);
});

test.each([
  ['One row for each currency with a held visit, in alphabetical order.', 2, true],
  ['One entry per currency in which there is a planned visit.', 1, false],
  ['One row for each currency.', undefined, undefined],
])('of which rows are made: %s', async (description, count, isSorted) => {
  const row = { type: 'object', properties: { currency: TEXT, fees: said('Sum of `fee`.'), visitCount: NUMBER } };
  const [summary] = await read({ rows: { type: 'array', items: row, description } });
  expect(summary && VISITS.filter(({ state }) => summary.rows?.isCounted(state)).length).toBe(count);
  expect(summary?.rows?.isSorted).toBe(isSorted);
  expect(summary?.rows?.figures.map(({ name }) => name)).toEqual(count && ['fees', 'visitCount']);
});

test('when the last was made, and nothing where there is none', async () => {
  const last = {
    type: ['string', 'null'],
    format: 'date-time',
    description: '`createdAt` of the newest visit, `null` without any.',
  };
  const [summary] = await read({ last });
  const [figure] = summary?.figures ?? [];
  expect(figure && summary && workedOut(figure, VISITS, summary.child)).toBe(Date.parse('2030-01-03T00:00:00Z'));
  expect(figure && summary && workedOut(figure, [], summary.child)).toBeNull();
});

test.each([
  ['Sums up the visits in one currency.', true],
  ['As of now.', false],
])('whether others are left out: %s', async (description, isChosen) => {
  const [summary] = await read({ currency: TEXT, visits: said('Number of visits.') }, description);
  expect(summary?.shared).toEqual([{ name: 'currency', isChosen }]);
});

test('what may be older than the records tells nothing of them', async () =>
  expect(await read({ figure: said('Number of its visits.') }, 'Computed every night; cached.')).toEqual([]));
