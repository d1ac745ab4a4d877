import { gives, inPath, judgedByOne, TEXT, textsOf } from '../../testing/small-server';
import { relatedTotals } from './totals';

const NUMBER = { type: 'integer' };
const said = (description: string) => ({ ...NUMBER, description });
const visit = {
  type: 'object',
  required: ['id', 'clubId', 'state', 'currency', 'fee', 'createdAt'],
  properties: {
    ...{ id: TEXT, clubId: TEXT, currency: TEXT, fee: NUMBER },
    state: { type: 'string', enum: ['planned', 'held', 'missed'] },
    createdAt: { type: 'string', format: 'date-time' },
  },
};
const at = (day: number): string => `2030-01-0${day}T00:00:00Z`;
const VISITS = [
  { id: 'v1', clubId: 'c1', state: 'planned', currency: 'EUR', fee: 5, createdAt: at(1) },
  { id: 'v2', clubId: 'c1', state: 'held', currency: 'EUR', fee: 7, createdAt: at(2) },
  { id: 'v3', clubId: 'c1', state: 'held', currency: 'GBP', fee: 11, createdAt: at(3) },
  { id: 'v4', clubId: 'c2', state: 'missed', currency: 'EUR', fee: 13, createdAt: at(4) },
];

interface Told {
  /** By the names of members what words say of them. */
  readonly members: Readonly<Record<string, object>>;
  readonly shows: object;
  readonly description?: string;
}

/** What is found wrong with the figures of the club `c1`, or of all clubs. */
async function found({ members, shows, description = 'As of now.' }: Told, path = '/clubs/{clubId}/summary') {
  const summary = { type: 'object', properties: members };
  const isOfOne = path.includes('{');
  const { findings } = await judgedByOne(
    relatedTotals,
    {
      '/clubs': { get: gives(200, { type: 'array', items: textsOf('id') }) },
      '/visits': {
        get: {
          parameters: [
            { name: 'clubId', in: 'query', schema: TEXT },
            { name: 'limit', in: 'query', schema: { ...NUMBER, maximum: 50 } },
          ],
          ...gives(200, { type: 'array', items: visit }),
        },
      },
      '/visits/{id}': { parameters: [inPath('id')], get: gives(200, visit, 404) },
      // Something is left to be judged.
      '/total': { get: gives(200, { type: 'object', properties: { visits: said('Number of visits.') } }) },
      [path]: { ...(isOfOne && { parameters: [inPath('clubId')] }), get: { description, ...gives(200, summary, 404) } },
    },
    ({ steps: [first, id], query }) => {
      if (first === 'clubs' && id === undefined) return [200, [{ id: 'c1' }, { id: 'c2' }]];
      if (first === 'total') return [200, { visits: VISITS.length }];
      if (first !== 'visits') return id === 'c2' ? [404] : [200, shows];
      const asked = query.get('clubId');
      if (id === undefined) return [200, VISITS.filter(({ clubId }) => asked === null || asked === clubId)];
      const one = VISITS.find((other) => other.id === id);
      return one === undefined ? [404] : [200, one];
    },
  );
  return findings.map(({ key }) => key);
}

test('figures are what the records make that lists show', async () => {
  const members = {
    currency: TEXT,
    visits: said('Number of its visits.'),
    fees: said('Sum of `fee` of its held visits.'),
  };
  const description = 'Sums up the visits in one currency.';
  const right = { currency: 'EUR', visits: 2, fees: 7 };
  expect(await found({ members, description, shows: right })).toEqual([]);
  expect(await found({ members, description, shows: { ...right, fees: 18 } })).toEqual(['fees off']);
  // Which are meant is not said.
  expect(await found({ members, shows: { ...right, fees: 77 } })).toEqual([]);
});

test('a row for each currency, of the visits of all clubs', async () => {
  const row = { type: 'object', properties: { currency: TEXT, fees: said('Sum of `fee`.') } };
  const description = 'One row for each currency with a held visit, in alphabetical order.';
  const rows = { type: 'array', items: row, description };
  const [euro, pound] = [
    { currency: 'EUR', fees: 7 },
    { currency: 'GBP', fees: 11 },
  ];
  const shown = (...all: readonly object[]) => found({ members: { rows }, shows: { rows: all } }, '/reports/visits');
  expect(await shown(euro, pound)).toEqual([]);
  expect(await shown({ ...euro, fees: 12 }, pound)).toEqual(['fees off']);
  expect(await shown(pound, euro)).toEqual(['rows not in order']);
});
