import { loadContract } from '../load';
import { saidOrder } from './said-order';

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
                        made_at: { type: 'string', format: 'date-time' },
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
  const { property, isDescending } = (resource && saidOrder(resource)) ?? {};
  return property === undefined ? undefined : `${isDescending === true ? '-' : ''}${property}`;
};

test.each([
  ['', 'Without `sort`, the newest\n    come first.', '-made_at'],
  ['', 'Lists begin with the oldest first.', 'made_at'],
  ['Sorted by `rank`, ascending.', 'Lists have the newest first.', 'rank'],
  ['', 'The newest version of this API comes first. Pages of the portal are sorted by name.', undefined],
])('a list of which is said "%s" has the order that is said of all lists: %s', async (description, general, order) => {
  expect(await orderBy(description, general)).toBe(order);
});
