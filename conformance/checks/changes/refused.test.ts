import { gives, inPath, judgedByOne, TEXT, takes, textsOf } from '../../testing/small-server';
import { conflictNoTrace } from './conflict';
import { readOnlyNotTaken } from './refused';

describe('what is readOnly', () => {
  const NOTE = {
    type: 'object',
    required: ['id', 'text', 'createdAt', 'size', 'state'],
    properties: {
      id: { ...TEXT, readOnly: true },
      text: TEXT,
      createdAt: { ...TEXT, format: 'date-time', readOnly: true },
      size: { type: 'integer', readOnly: true },
      // Nothing calls it readOnly: the body of the create has no room for it.
      state: { ...TEXT, enum: ['open', 'done'] },
    },
  };
  /** Notes of which clients send the text alone. */
  const PATHS = {
    '/notes': {
      get: gives(200, { type: 'array', items: NOTE }),
      post: { ...takes({ ...textsOf('text'), additionalProperties: false }), ...gives(201, NOTE, 422) },
    },
    '/notes/{id}': { parameters: [inPath('id')], get: gives(200, NOTE, 404) },
  };
  // By itself this says that what is sent back is taken; the body of the create names none of it.
  const info = { description: 'Members that are read-only may be sent, but are ignored.' };

  /** @param taken what is taken from a client although no body names it */
  async function judged(taken: readonly string[]) {
    const notes: Record<string, unknown>[] = [];
    const { cells, findings } = await judgedByOne(
      readOnlyNotTaken,
      PATHS,
      ({ method, steps: [, id], sent: { text, ...others } }) => {
        if (method === 'GET') return [200, id === undefined ? notes : notes.find((one) => one.id === id)];
        if (typeof text !== 'string' || Object.keys(others).some((name) => !taken.includes(name))) return [422];
        const own = {
          id: `n${notes.length}`,
          text,
          createdAt: '2026-01-01T00:00:00Z',
          size: text.length,
          state: 'open',
        };
        notes.push({ ...own, ...others });
        return [201, notes.at(-1)];
      },
      info,
    );
    expect(cells.map(({ outcome }) => outcome)).toEqual([taken.length === 0 ? 'pass' : 'fail']);
    return findings.map(({ expected }) => expected);
  }

  test('is seen where a closed body takes one of it, though it refuses all of it together', async () => {
    expect(await judged([])).toEqual([]);
    expect(await judged(['createdAt'])).toEqual(["createdAt: what the server sets, since clients can't"]);
    expect(await judged(['state'])).toEqual(["state: what the server sets, since clients can't"]);
  });
});

describe('what stands in the way of another', () => {
  const KIND = { ...TEXT, enum: ['round', 'square'] };
  const ROW = { ...textsOf('id', 'kind'), properties: { id: TEXT, kind: KIND } };
  /** Rows, of which one of each kind is taken from a client; no member tells one from another but the id. */
  const PATHS = {
    '/rows': {
      get: {
        description: 'The newest rows first.',
        parameters: [
          { name: 'kind', in: 'query', description: 'Only rows of this kind.', schema: KIND },
          { name: 'limit', in: 'query', description: 'At most so many.', schema: { type: 'integer', maximum: 6 } },
        ],
        ...gives(200, { type: 'array', items: ROW }),
      },
      post: { ...takes({ ...textsOf('kind'), properties: { kind: KIND } }), ...gives(201, ROW, 409) },
    },
    '/rows/{id}': { parameters: [inPath('id')], get: gives(200, ROW, 404) },
  };

  /** @param stores whether a row is stored although it is refused; @param older how many rows others have made */
  async function judged(stores: boolean, older: number) {
    const rows = Array.from({ length: older }, (_, nth) => ({ id: `old${nth}`, kind: nth % 2 ? 'round' : 'square' }));
    const { cells, findings } = await judgedByOne(conflictNoTrace, PATHS, ({ method, steps: [, id], query, sent }) => {
      if (id !== undefined) return [200, rows.find((one) => one.id === id)];
      const kind = query.get('kind');
      const shown = rows.filter((one) => kind === null || one.kind === kind).toReversed();
      if (method === 'GET') return [200, shown.slice(0, Number(query.get('limit') ?? 6))];
      const isTaken = rows.some((one) => !one.id.startsWith('old') && one.kind === sent.kind);
      const row = { id: `r${rows.length}`, kind: String(sent.kind) };
      if (!isTaken || stores) rows.push(row);
      return isTaken ? [409] : [201, row];
    });
    return { outcomes: cells.map(({ outcome }) => outcome), count: findings.length };
  }

  test('is a trace without a mark where the list before was shown whole, and else is none', async () => {
    expect(await judged(false, 0)).toEqual({ outcomes: ['pass'], count: 0 });
    expect(await judged(true, 0)).toEqual({ outcomes: ['fail'], count: 1 });
    expect(await judged(false, 12)).toEqual({ outcomes: ['inconclusive'], count: 0 });
  });
});
