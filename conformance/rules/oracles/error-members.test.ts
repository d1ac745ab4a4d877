import { contractOf } from '../../../openapi/contract/testing/documents';
import { exchangeOf } from '../../testing/exchange';
import type { History } from '../rule';
import { errorMembers } from './error-members';

const HEAD = [
  '`type` is `https://things.example/problems/` followed by `code`.',
  'For 400 `bad_query` and 422 there is an `errors` array with an entry for *every* mistake, not only the first.',
].join(' ');

/** The keys of what is wrong with an error; undefined where nothing is said of it. */
async function judged(status: number, body: object, head = HEAD) {
  const text = { type: 'string' };
  const problem = {
    type: 'object',
    properties: {
      type: text,
      code: {
        type: 'string',
        enum: ['bad_query', 'bad_cursor', 'invalid', 'moved', 'twice'],
        description: '400 bad_query, bad_cursor; 422 invalid; the rest are 409.',
      },
      errors: { type: 'array', items: { type: 'object' } },
      current: { type: 'string', description: 'Present with `moved`: the state that it is in.' },
      hint: { type: 'string', description: 'May be present with `moved`.' },
    },
  };
  const refused = { description: 'Refused.', content: { 'application/problem+json': { schema: problem } } };
  const contract = await contractOf({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1', description: head },
    paths: { '/things': { get: { operationId: 'listThings', responses: { '4XX': refused } } } },
  });
  const headers = { 'content-type': 'application/problem+json' };
  const exchange = exchangeOf(contract, { operation: 'listThings', status, headers, body });
  return errorMembers.judge({ exchange } as unknown as { exchange: typeof exchange } & History)?.map(({ key }) => key);
}

const typed = (code: string) => ({ type: `https://things.example/problems/${code}`, code });
const errors = [{}];

test.each([
  [400, { ...typed('bad_query'), errors }, []],
  [400, typed('bad_query'), ['errors']],
  [400, typed('bad_cursor'), []],
  [422, typed('invalid'), ['errors']],
  [422, { ...typed('bad_query'), errors }, ['code']],
  [409, typed('moved'), ['current']],
  [409, { ...typed('moved'), current: 'shut' }, []],
  [409, typed('twice'), []],
  [409, typed('invalid'), ['code']],
  [409, { ...typed('twice'), type: 'about:blank' }, ['type']],
])('a %d with %j', async (status, body, wrong) => {
  expect(await judged(status, body)).toEqual(wrong);
});

test('a form with the name of a member in it, and words that leave it open', async () => {
  expect(await judged(409, typed('twice'), '`type` is `https://things.example/problems/{code}`.')).toEqual([]);
  expect(await judged(409, typed('twice'), '`type` is `urn:{code}`.')).toEqual(['type']);
  expect(await judged(422, typed('invalid'), 'For 422 there may be an `errors` array.')).toEqual([]);
  expect(await judged(422, typed('invalid'), 'For 422 there is no `errors` array.')).toEqual([]);
});
