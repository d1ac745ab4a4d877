import { contractOf } from '../../../openapi/contract/testing/documents';
import type { Exchange, Request } from '../../exchange/exchange';
import type { Clues } from '../../records/clues/clues';
import { createValueNotes } from '../../requests/bodies/fresh';
import type { CaseContext } from '../../steps/check';
import { exchangeOf } from '../../testing/exchange';
import { findOverlooked } from './together';

const SCHEMA = {
  type: 'object',
  required: ['name', 'size'],
  properties: {
    name: { type: 'string', maxLength: 9 },
    size: { type: 'integer', minimum: 1 },
    place: {
      type: 'object',
      required: ['row'],
      properties: { row: { type: 'integer', maximum: 9 }, side: { enum: ['left', 'right'] } },
    },
  },
} as const;

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Shelves', version: '1' },
  paths: {
    '/shelves': {
      post: {
        operationId: 'addShelf',
        requestBody: { required: true, content: { 'application/json': { schema: SCHEMA } } },
        responses: { 201: { description: 'Made.' }, 422: { description: 'Wrong.' } },
      },
    },
  },
};

/** What is left, told and sent where refusals say so much of a body. */
async function overlookedBy(say: (body: Record<string, unknown>) => readonly string[]) {
  const contract = await contractOf(DOCUMENT);
  const [operation] = contract.operations;
  const values = createValueNotes({} as Clues);
  let sent = 0;
  const send = async ({ body = '{}' }: Request): Promise<Exchange> => {
    sent += 1;
    const errors = say(JSON.parse(body)).map((name) => ({ pointer: `/${name}`, detail: 'is wrong' }));
    return exchangeOf(contract, { operation: 'addShelf', status: 422, parts: { body: {} }, body: { errors } });
  };
  // What the search does not use is left out.
  const context = {
    contract,
    subject: { contract, operation },
    notes: { values, ready: new Map() },
    send,
    known: { purposeOf: () => undefined },
  } as unknown as CaseContext;
  const left = await findOverlooked(context, SCHEMA, { name: 'a', size: 2 });
  return { left: left.map(({ what }) => what), told: [...(values.told.get('addShelf') ?? [])], sent };
}

const ALL = ['name', 'size', 'place'];

test('what a refusal names among others is looked at, and needs no request of its own', async () => {
  const { left, told, sent } = await overlookedBy(() => ALL);
  expect(told).toEqual(
    expect.arrayContaining(['name too long', 'size missing', 'size below its minimum', 'size null']),
  );
  expect(left.filter((what) => told.includes(what))).toEqual([]);
  expect(sent).toBeLessThan(told.length / 2);
});

test('what none of them names is to be tried by itself', async () => {
  const { left, told } = await overlookedBy((body) =>
    ALL.filter((name) => name !== 'name' || typeof body.name !== 'string'),
  );
  expect(left).toContain('name too long');
  expect(told).toContain('name a number');
});

test('who names the first thing alone that is wrong is asked once', async () => {
  const { left, told, sent } = await overlookedBy(() => ['name']);
  expect({ left, told, sent }).toEqual({ left: [], told: [], sent: 1 });
});

test('what stands within a member is broken beside others, and judged by what refusals name as deep', async () => {
  const sayOf = (looked: readonly string[]) => (body: Record<string, unknown>) => {
    const { row, side = 'left' } = Object(body.place);
    const wrong = { row: typeof row !== 'number' || row > 9, side: side !== 'left' };
    const inner = looked.filter((name) => (name === 'row' ? wrong.row : wrong.side));
    return ['name', 'size', ...inner.map((name) => `place/${name}`)];
  };
  const [above, out] = ['place.row above its maximum', 'place.side out of its enumeration'];
  expect((await overlookedBy(sayOf(['row', 'side']))).told).toEqual(expect.arrayContaining([above, out]));
  expect(await overlookedBy(sayOf(['row']))).toMatchObject({
    told: expect.arrayContaining([above]),
    left: expect.arrayContaining([out]),
  });
});
