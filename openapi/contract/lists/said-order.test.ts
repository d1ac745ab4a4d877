import { loadContract } from '../load';
import { saidOrder, saidTie } from './said-order';

const listOf = (description: string, general: string) =>
  loadContract({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1', description: general },
    paths: {
      '/things': {
        get: {
          description,
          responses: {
            200: {
              description: 'Some.',
              content: {
                'application/json': {
                  schema: {
                    type: 'array',
                    items: {
                      type: 'object',
                      required: ['id', 'made_at'],
                      properties: {
                        id: { type: 'string' },
                        rank: { type: 'integer' },
                        is_pinned: { type: 'boolean' },
                        made_at: { type: 'string', format: 'date-time' },
                        made_from: { type: 'string', format: 'date-time' },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  });

const orderBy = async (description: string, general: string) => {
  const [resource] = (await listOf(description, general)).resources;
  const written = (one?: { readonly property: string; readonly isDescending: boolean }) =>
    one && `${one.isDescending ? '-' : ''}${one.property}`;
  const order = resource && saidOrder(resource);
  const { within } = order ?? {};
  return within === undefined
    ? written(order)
    : `${written(order)} ${within === 'unsaid' ? '' : written(within)}`.trim();
};

test.each([
  ['', 'Without `sort`, the newest\n    come first.', '-made_at'],
  ['', 'Lists begin with the oldest first.', 'made_at'],
  ['First made, first listed.', '', 'made_at'],
  ['The latest first.', '', '-made_at'],
  ['Sorted by `rank`, ascending.', 'Lists have the newest first.', 'rank'],
  ['Pinned things come first; among the pinned and among the others, the newest do.', '', '-is_pinned -made_at'],
  ['Newest first, with pinned ones at the top.', '', '-is_pinned -made_at'],
  ['Pinned things first; the others are sorted by `rank`, ascending.', '', '-is_pinned rank'],
  ['Pinned things are listed before all others.', 'Lists have the newest first.', '-is_pinned'],
  ['Pinned things may come first.', 'Lists have the newest first.', '-made_at'],
  ['Things are pinned first come, first served.', '', undefined],
  ['', 'The newest version of this API comes first. Pages of the portal are sorted by name.', undefined],
])('a list of which is said "%s" has the order that is said of all lists: %s', async (description, general, order) => {
  expect(await orderBy(description, general)).toBe(order);
});

test('how equal ones come is said of all lists, too', async () => {
  const [resource] = (await listOf('', 'Sorting is by one member. Ties are broken by `id`, ascending.')).resources;
  expect(resource && saidTie(resource)).toEqual({ property: 'id', isDescending: false, isOfUsual: false });
});
