import type { Contract } from '../../openapi/contract';
import { contractOf } from '../../openapi/contract/testing/documents';
import { json, listOf, parameter } from '../../openapi/contract/testing/paths';
import { exchangeOf, type Told } from '../testing/exchange';
import { createJudge } from './judge';

const TARGET = { baseUrl: '', plan: undefined, limitPlan: undefined, exclusive: false };
const DESK = {
  type: 'object',
  required: ['id', 'title', 'stage'],
  properties: { id: { type: 'string', readOnly: true }, title: { type: 'string' } },
};
const NEW = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };
const refused = { description: 'Refused.' };

/** A contract whose create has a header of these words. */
const deskOf = (name: string, description: string, refusal = 'No.'): Promise<Contract> =>
  contractOf({
    openapi: '3.0.3',
    info: { title: 'Desks', version: '1' },
    paths: {
      '/desks': {
        get: { operationId: 'listDesks', responses: { 200: { description: 'Done.', ...json(listOf(DESK)) } } },
        post: {
          operationId: 'addDesk',
          parameters: [{ ...parameter(name, 'header', { type: 'string' }), required: false, description }],
          requestBody: json(NEW),
          responses: { 201: { description: 'Done.', ...json(DESK) }, 409: refused, 422: { description: refusal } },
        },
      },
      '/desks/{deskId}': {
        parameters: [parameter('deskId', 'path', { type: 'string' })],
        get: { operationId: 'getDesk', responses: { 200: { description: 'Done.', ...json(DESK) }, 404: refused } },
      },
    },
  });

const HEADERS = { 'content-type': 'application/json' };
const post = (name: string, key: string, title: string, told: Partial<Told> = {}): Told => ({
  operation: 'addDesk',
  parts: { body: { title }, headers: { [name.toLowerCase()]: key } },
  status: 201,
  headers: HEADERS,
  body: { id: 'a', title, stage: 'new' },
  ...told,
});

function foundIn(contract: Contract, checks: string, story: readonly Told[]): readonly string[] {
  const choice = { checks: [checks], excludedChecks: [], operations: [], excludeDeprecated: false };
  const judge = createJudge(contract, TARGET, choice);
  for (const [place, told] of story.entries()) judge.observe({ ...exchangeOf(contract, told), number: place + 1 });
  return judge.findings().map(({ actual }) => actual);
}

describe('a request that comes again under its key', () => {
  const KEY = 'Idempotency-Key';
  const PLAIN = 'Makes it safe to retry.';
  const SAME = 'The same key again gets the original response.';
  const first = post(KEY, 'k', 'Oak');
  const other = { body: { id: 'b', title: 'Oak', stage: 'new' } };
  const aged = { body: { id: 'a', title: 'Oak', stage: 'old' } };
  const rows: readonly (readonly [string, name: string, words: string, again: Told, found: number])[] = [
    ['makes another record', KEY, '', post(KEY, 'k', 'Oak', other), 1],
    ['under another key makes another', KEY, SAME, post(KEY, 'l', 'Oak', other), 0],
    ['by a header that says so in words', 'X-Operation', PLAIN, post('X-Operation', 'k', 'Oak', other), 1],
    ['by a header of which nothing is said', 'X-Request-Id', 'Is logged.', post('X-Request-Id', 'k', 'Oak', other), 0],
    ['shows the record as it is now', KEY, PLAIN, post(KEY, 'k', 'Oak', aged), 0],
    ['shows another reply than the promised first', KEY, SAME, post(KEY, 'k', 'Oak', aged), 1],
    ['is refused, which no word forbids', KEY, PLAIN, post(KEY, 'k', 'Oak', { status: 409 }), 0],
    ['is refused in place of the promised reply', KEY, SAME, post(KEY, 'k', 'Oak', { status: 409 }), 1],
  ];
  test.each(rows)('%s', async (_, name, words, again, found) => {
    const before = name === KEY ? first : post(name, 'k', 'Oak');
    expect(foundIn(await deskOf(name, words), 'idempotency.replayed', [before, again])).toHaveLength(found);
  });

  test('with another body is refused where a word says so', async () => {
    const story = [first, post(KEY, 'k', 'Elm')];
    const saying = [
      deskOf(KEY, 'Reuse with a different body is an error.'),
      deskOf(KEY, '', 'The key was sent before with another payload.'),
      deskOf(KEY, 'A different body gets the first reply.'),
      deskOf(KEY, ''),
    ];
    const found = (await Promise.all(saying)).map((contract) => foundIn(contract, 'idempotency.other-body', story));
    expect(found.map(({ length }) => length)).toEqual([1, 1, 0, 0]);
  });
});
