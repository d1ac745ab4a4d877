import type { Contract } from '../../openapi/contract';
import { contractOf } from '../../openapi/contract/testing/documents';
import { json, listOf, parameter } from '../../openapi/contract/testing/paths';
import { promisesOf } from '../exchange/request-name';
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
  for (const [place, told] of story.entries())
    judge.observe({ ...exchangeOf(contract, told), number: place + 1, startedAt: 60_000 * place });
  return judge.findings().map(({ actual }) => actual);
}

describe('a body that is wrong', () => {
  const LOUD = 'The body was read and breaks its schema.';
  const QUIET = 'The body is malformed: it can not be parsed.';
  const statuses: Readonly<Record<string, string>> = { 400: QUIET, 409: 'Taken.', 415: 'Only JSON.', 422: LOUD };
  const asking = (told: Readonly<Record<string, string>>): Promise<Contract> =>
    contractOf({
      openapi: '3.0.3',
      info: { title: 'Desks', version: '1' },
      paths: {
        '/desks': {
          post: {
            operationId: 'addDesk',
            requestBody: json({ ...NEW, properties: { title: { type: 'string', minLength: 1 } } }),
            responses: {
              201: { description: 'Done.', ...json(DESK) },
              ...Object.fromEntries(Object.entries(told).map(([status, description]) => [status, { description }])),
            },
          },
        },
      },
    });
  const [unread, another, short]: readonly Told['parts'][] = [
    { rawBody: '{"title": ' },
    { rawBody: '{"title":"Oak"}', headers: { 'content-type': 'text/plain' } },
    { body: { title: '' } },
  ];
  const typed = { body: { title: 7 } };
  const rows: readonly (readonly [string, Told['parts'], status: number, words: typeof statuses, found: number])[] = [
    ['that is no JSON, by the status for that', unread, 400, statuses, 0],
    ['that is no JSON, by the status for what breaks the schema', unread, 422, statuses, 1],
    ['that breaks the schema, by the status for that', short, 422, statuses, 0],
    ['that breaks the schema, by the status for what is no JSON', short, 400, statuses, 1],
    ['that breaks the schema, by one that speaks of neither', short, 409, statuses, 0],
    ['whose value has another type, which a typed parser may not read', typed, 400, statuses, 0],
    ['of another media type, by 415', another, 415, statuses, 0],
    ['of another media type, by the status for what is no JSON', another, 400, statuses, 1],
    ['that is no JSON, by the other status, of which no words speak', unread, 422, { 400: QUIET, 422: 'No.' }, 1],
    ['where another status is for malformed credentials', unread, 400, { 400: 'Bad.', 401: 'Malformed.' }, 0],
    ['where no words tell the two apart', short, 400, { 400: 'Bad.', 422: 'Invalid.' }, 0],
    ['where one status is for both', unread, 422, { 400: 'Bad.', 422: `${QUIET} ${LOUD}` }, 0],
    ['of another media type, where no 415 is documented', another, 400, { 400: QUIET, 422: LOUD }, 0],
  ];
  test.each(rows)('is refused %s', async (_, parts, status, words, found) => {
    const story = [{ operation: 'addDesk', parts: parts ?? {}, status, headers: HEADERS, body: {} }];
    expect(foundIn(await asking(words), 'refusal.reason', story)).toHaveLength(found);
  });
});

describe('a refusal', () => {
  const MISTAKE = {
    type: 'object',
    properties: {
      at: { type: 'string', description: 'A JSON Pointer to the member that is wrong or missing.' },
      says: { type: 'string' },
    },
  };
  const asking = (description: string, words = 'What is wrong.'): Promise<Contract> =>
    contractOf({
      openapi: '3.0.3',
      info: { title: 'Desks', version: '1' },
      paths: {
        '/desks': {
          post: {
            operationId: 'addDesk',
            requestBody: json({
              type: 'object',
              required: ['title', 'stage'],
              properties: { title: { type: 'string', minLength: 1 }, stage: { type: 'string', enum: ['new', 'old'] } },
            }),
            responses: {
              201: { description: 'Done.', ...json(DESK) },
              422: {
                description,
                ...json({
                  type: 'object',
                  properties: { problems: { type: 'array', description: words, items: MISTAKE } },
                }),
              },
            },
          },
        },
      },
    });
  const twice = { title: '', stage: 'lost' };
  const EACH = 'The list has one entry for each member that is wrong.';
  const ALWAYS = 'Always there with a 422.';
  const rows: readonly (readonly [string, words: string, body: object, problems: unknown, found: number])[] = [
    ['names all', EACH, twice, [{ at: '/title' }, { at: '/stage' }], 0],
    ['names the first of two', EACH, twice, [{ at: '/title' }], 1],
    ['names the first of two, where words promise one', ALWAYS, twice, [{ at: '/title' }], 0],
    ['names none', ALWAYS, twice, undefined, 1],
    ['names none, where words promise nothing', 'Refused.', twice, undefined, 0],
    ['names what is around that which is missing', EACH, { title: 'Oak' }, [{ at: '' }], 1],
    ['names what is missing', EACH, { title: 'Oak' }, [{ at: '/stage' }], 0],
    ['may name all', 'It may list each error.', twice, [{ at: '/title' }], 0],
    ['is of a form that all errors have', 'All errors have this form.', twice, [{ at: '/title' }], 0],
    ['is for what the body does not show', EACH, { title: 'Oak', stage: 'new' }, undefined, 0],
  ];
  test.each(rows)('%s', async (_, words, body, problems, found) => {
    const story = [{ operation: 'addDesk', parts: { body }, status: 422, headers: HEADERS, body: { problems } }];
    expect(foundIn(await asking('Refused.', words), 'refusal.names', story)).toHaveLength(found);
    expect(foundIn(await asking(words), 'refusal.names', story)).toHaveLength(found);
  });
});

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

  test('has the location of the first, whatever a server signs it with', async () => {
    const at = (Location: string) => post(KEY, 'k', 'Oak', { headers: { ...HEADERS, location: Location } });
    const again = async (location: string): Promise<number> =>
      foundIn(await deskOf(KEY, SAME), 'idempotency.replayed', [at('/desks/a?sign=1'), at(location)]).length;
    expect(await again('/desks/b')).toBe(1);
    expect(await again('https://other.example/desks/a?sign=2')).toBe(0);
  });

  test.each([
    ['Within an operation it names one request.', true],
    ['Keys count per endpoint.', true],
    ['The same key at another operation is another request.', true],
    ['Keys are scoped to the account and the endpoint.', true],
    ['Keys are unique per account and endpoint.', true],
    ['Kept for the account that sent it and the path it was sent to.', true],
    ['The same key of another account or on another path has nothing to do with it.', true],
    ['Names the request.', false],
    ['The same key on another path is refused.', false],
  ])('at another operation: %s', async (words, wanted) => {
    const { operations } = await deskOf(KEY, words);
    const create = operations.find(({ id }) => id === 'addDesk');
    expect(create && promisesOf(create)?.isOfOperation).toBe(wanted);
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

describe('a list that leaves some out by default', () => {
  const shelved = {
    ...DESK,
    properties: { ...DESK.properties, archived_at: { type: 'string', format: 'date-time', nullable: true } },
  };
  const archived = {
    ...parameter('archived', 'query', { type: 'string', enum: ['exclude', 'include', 'only'], default: 'exclude' }),
    ...{
      required: false,
      description: 'What to do about archived desks: leave them out, put them in, or list nothing else.',
    },
  };
  const limit = { ...parameter('limit', 'query', { type: 'integer', default: 20 }), required: false };
  const made = (at: string | null): Told =>
    post('x', 'y', 'Oak', { body: { id: 'a', title: 'Oak', stage: 'new', archived_at: at } });
  const listed = (...ids: readonly string[]): Told => ({
    ...{ operation: 'listDesks', status: 200, headers: HEADERS },
    body: ids.map((id) => ({ id, title: 'Elm', stage: 'new', archived_at: null })),
  });

  test.each([
    ['shows what was made and is none of these', made(null), ['a list without it']],
    ['may lack what was made as one of these', made('2026-02-03T04:05:06Z'), []],
  ])('%s', async (_, create, found) => {
    const contract = await contractOf({
      openapi: '3.0.3',
      info: { title: 'Desks', version: '1' },
      paths: {
        '/desks': {
          get: {
            operationId: 'listDesks',
            parameters: [archived, limit],
            responses: { 200: { description: 'Done.', ...json(listOf(shelved)) } },
          },
          post: {
            operationId: 'addDesk',
            requestBody: json(NEW),
            responses: { 201: { description: 'Done.', ...json(shelved) } },
          },
        },
      },
    });
    expect(foundIn(contract, 'created.listed', [listed('b', 'c'), create, listed('b')])).toEqual(found);
  });
});

test.each([
  ['5556', []],
  ['4000', ['last4: "4000"']],
])('of a number of a card its last four are shown: %s', async (last4, found) => {
  const [sent, shown] = ['number', 'last4'].map((name) => ({
    type: 'object',
    properties: { [name]: { type: 'string' } },
  }));
  const card = (part: unknown) => ({ type: 'object', properties: { id: { type: 'string' }, card: part } });
  const contract = await contractOf({
    openapi: '3.0.3',
    info: { title: 'Payments', version: '1' },
    paths: {
      '/payments': {
        get: { operationId: 'list', responses: { 200: { description: 'All.', ...json(listOf(card(shown))) } } },
        post: {
          operationId: 'pay',
          requestBody: json(card(sent)),
          responses: { 201: { description: 'Done.', ...json(card(shown)) } },
        },
      },
    },
  });
  const body = { id: 'a', card: { last4 } };
  const parts = { body: { card: { number: '4000 0566 5566 5556' } } };
  const told = { operation: 'pay', status: 201, headers: HEADERS, parts, body };
  expect(foundIn(contract, 'created.echoed', [told])).toEqual(found);
});
