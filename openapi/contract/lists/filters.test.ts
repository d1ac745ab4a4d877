import { loadContract } from '../load';

/** The filters of a list of things whose query has these parameters. */
async function filtersOf(parameters: readonly object[], general = '') {
  const properties = {
    id: { type: 'string' },
    owner_id: { type: 'string' },
    rank: { type: 'integer' },
    name: { type: 'string' },
    mail: { type: 'string' },
    open: { type: 'boolean' },
    country: { type: 'string', pattern: '^[A-Z]{2}$' },
  };
  const content = {
    'application/json': { schema: { type: 'array', items: { type: 'object', required: ['id'], properties } } },
  };
  const get = { parameters, responses: { 200: { description: 'Some.', content } } };
  const { resources } = await loadContract({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1', description: general },
    paths: { '/things': { get } },
  });
  return resources[0]?.filters.map(({ property }) => property) ?? [];
}

const asked = (name: string, type: string, description = '') => ({ name, in: 'query', schema: { type }, description });
const BARE = [
  asked('open', 'boolean'),
  { name: 'country', in: 'query', schema: { type: 'string', pattern: '^[A-Z]{2}$' } },
  asked('owner_id', 'string'),
  asked('rank', 'integer'),
  asked('name', 'string'),
];

test('parameters without words ask for the value of an id, a number, a flag or a text of that form where the document says so of all filters', async () => {
  expect(await filtersOf(BARE)).toEqual([]);
  const general = 'Filters narrow a list and several of them\nall have to match.';
  expect(await filtersOf(BARE, general)).toEqual(['open', 'country', 'owner_id', 'rank']);
  expect(await filtersOf(BARE, 'This API has filters. They come later.')).toEqual([]);
});

test.each([
  ['The whole address; upper and lower case are the same.', ['mail']],
  ['The whole address, or lower.', []],
  ['A part of the address.', []],
  ['Only this mail.', ['mail']],
  ['Only letters for this mail.', ['mail']],
  ['Only this one or those like it.', []],
  ['Searches for this text.', []],
])('of "%s" %j are filters', async (description, filters) => {
  expect(await filtersOf([asked('mail', 'string', description)])).toEqual(filters);
});
