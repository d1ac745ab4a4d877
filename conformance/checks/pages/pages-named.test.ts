import { gives, inPath, judgedByOne, TEXT } from '../../testing/small-server';
import { listPages } from './pages';

const STATE = { ...TEXT, enum: ['new', 'worn'] };
const SHOE = { type: 'object', required: ['id', 'state'], properties: { id: TEXT, state: STATE } };
const SHOES = {
  type: 'object',
  required: ['items', 'next'],
  properties: { items: { type: 'array', items: SHOE }, next: { type: ['string', 'null'] }, total: { type: 'integer' } },
};
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const paths = {
  '/shoes': {
    get: {
      parameters: [
        query('cursor', TEXT),
        query('limit', { type: 'integer', minimum: 1, maximum: 50 }),
        { ...query('state', STATE), description: 'Only shoes in this state.' },
      ],
      ...gives(200, SHOES),
    },
  },
  '/shoes/{id}': { parameters: [inPath('id')], get: gives(200, SHOE, 404) },
};
const info = { description: 'Pass `next` as `cursor` to get the following page; it is `null` on the last one.' };

/** Judges lists of which pages of a filter begin some records before where they should, or of which the last one names a next one. */
async function judged({ back = 0, isNamed = false, description = info.description }) {
  const all = Array.from({ length: 9 }, (_, nth) => ({ id: `s${nth}`, state: nth % 3 === 0 ? 'worn' : 'new' }));
  const { findings } = await judgedByOne(
    listPages,
    paths,
    ({ steps: [, id], query: asked }) => {
      if (id !== undefined) {
        const one = all.find((shoe) => shoe.id === id);
        return one === undefined ? [404] : [200, one];
      }
      const state = asked.get('state');
      const some = all.filter((shoe) => state === null || shoe.state === state);
      const from = Number(asked.get('cursor')?.slice(1) ?? 0);
      const begin = from === 0 || state === null ? from : from - back;
      const to = begin + Number(asked.get('limit') ?? 20);
      const page = some.slice(begin, to);
      const next = to < some.length || (isNamed && page.length > 0) ? `n${Math.min(to, some.length)}` : null;
      return [200, { items: page, next, total: some.length }];
    },
    { description },
  );
  return findings.map(({ outcome, key }) => `${outcome} ${key}`);
}

test('a page of what a filter leaves begins behind the one before, whatever value of its last record is asked for', async () => {
  expect(await judged({})).toEqual([]);
  expect(await judged({ back: 1 })).toContain('fail repeated');
});

test('the last page names no next one where words say so', async () => {
  expect(await judged({ isNamed: true })).toEqual(['fail none counted']);
  expect(await judged({ isNamed: true, description: 'Pass `next` as `cursor` to get the following page.' })).toEqual(
    [],
  );
});
