import { contractOf } from '../../../openapi/contract/testing/documents';
import { createClues } from '../../records/clues/clues';
import { operationOf } from '../../testing/contract';
import { exchangeOf } from '../../testing/exchange';
import { createValueNotes, noteStiff } from './fresh';

const text = { type: 'string' };
const BOOKING = {
  type: 'object',
  properties: { note: text, seats: { type: 'integer', minimum: 1 } },
};

const document = {
  ...{ openapi: '3.1.0', info: { title: 'Seats', version: '1' } },
  paths: {
    '/bookings/{id}': {
      patch: {
        operationId: 'change',
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        requestBody: { content: { 'application/json': { schema: BOOKING } } },
        responses: { 200: { description: 'Done.' }, 422: { description: 'Refused.' } },
      },
    },
  },
};

const ERRORS = { errors: [{ pointer: '/seats', reason: 'is more than there are' }] };

test.each<readonly [string, number, object, readonly string[]]>([
  ['a member is stiff that a good change is refused for', 422, { note: 'a', seats: 90 }, ['seats']],
  ['what breaks the schema says nothing of other values', 422, { note: 'a', seats: 0 }, []],
  ['nor does a conflict', 409, { note: 'a', seats: 90 }, []],
  ['nor what was not sent', 422, { note: 'a' }, []],
])('%s', async (_, status, body, stiff) => {
  const contract = await contractOf(document);
  const notes = createValueNotes(createClues(contract));
  noteStiff(
    notes,
    exchangeOf(contract, { operation: 'change', status, body: ERRORS, parts: { body, path: { id: 'b1' } } }),
  );
  expect([...(notes.stiff.get(operationOf(contract, 'change').id) ?? [])]).toEqual(stiff);
});
