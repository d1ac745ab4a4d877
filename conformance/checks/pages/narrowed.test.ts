import { contractOf } from '../../../openapi/contract/testing/documents';
import { json, listOf, parameter } from '../../../openapi/contract/testing/paths';
import { exchangeOf } from '../../testing/exchange';
import { stray } from './narrowed';
import type { Page } from './walk';

const ROOM = {
  type: 'object',
  required: ['id', 'wing'],
  properties: { id: { type: 'string' }, wing: { type: 'string', enum: ['east', 'west'] } },
};

test('a record is out of place by its own value, and not by what the longest page shows', async () => {
  const contract = await contractOf({
    openapi: '3.0.3',
    info: { title: 'Rooms', version: '1' },
    paths: {
      '/rooms': {
        get: {
          operationId: 'listRooms',
          parameters: [{ ...parameter('wing', 'query', ROOM.properties.wing), required: false }],
          responses: { 200: { description: 'Done.', ...json(listOf(ROOM)) } },
        },
      },
      '/rooms/{id}': {
        parameters: [parameter('id', 'path', { type: 'string' })],
        get: { operationId: 'getRoom', responses: { 200: { description: 'Done.', ...json(ROOM) } } },
      },
    },
  });
  const [resource] = contract.resources;
  if (resource === undefined) throw new Error('The document has a resource.');
  const pageOf = (...wings: readonly string[]): Page => ({
    exchange: exchangeOf(contract, { operation: 'listRooms' }),
    records: wings.map((wing, place) => ({ id: `r${place}`, wing })),
    keys: wings.map((_, place) => `r${place}`),
    lastValues: new Set(),
    flag: undefined,
    total: undefined,
    pageCount: undefined,
    isNoWayLeft: false,
  });
  const found = (...pages: readonly Page[]) => stray({ resource, asked: { wing: 'east' } }, { pages })?.actual;
  expect(found(pageOf('east'), pageOf('east', 'east'))).toBeUndefined();
  expect(found(pageOf('east'), pageOf('east', 'west'))).toBe('another one on page 2: r1');
  const several = (page: Page) => stray({ resource, asked: { wing: ['east'] } }, { pages: [page] })?.actual;
  expect([several(pageOf('east')), several(pageOf('west'))]).toEqual([undefined, 'another one on page 1: r0']);
});
