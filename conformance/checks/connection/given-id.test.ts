import { contractOf } from '../../../openapi/contract/testing/documents';
import type { Subject } from '../../exchange/subject';
import type { CaseOptions } from '../../steps/check';
import { givenId } from './given-id';

const OWN = 'an id of the client';
const LONGEST = 'the longest id';
const ODD = 'an id of another form';

test.each([
  ['Send `X-Request-Id` yourself and we use yours.', [OWN]],
  ['If the caller sends an `X-Request-Id`, it comes back unchanged.', [OWN]],
  ['You may send an `X-Request-Id`, and we keep it.', [OWN]],
  [
    'Each reply has an `X-Request-Id`. If your request has that header with 8 to 64 letters, we use your value.',
    [OWN, LONGEST],
  ],
  ['Send `X-Request-Id` and we use yours; if it is not of that form, we make up one.', [OWN, ODD]],
  ['An `X-Request-Id` is echoed. Malformed ones are replaced.', [OWN, ODD]],
  ['Every reply has an `X-Request-Id`. Send your own and it is used; otherwise we make one.', [OWN]],
  ['Every reply has an `X-Request-Id`. If you send one, you get it back.', [OWN]],
  ['Send `X-Request-Id` (8 to 64 letters or digits) and we use yours.', [OWN, LONGEST]],
  ['Send `X-Request-Id` to us when you ask for help.', []],
  ['You may send `X-Request-Id` for your logs, and every response has its own id.', []],
  ['If the caller sends an `X-Request-Id`, we may use it.', []],
  ['`X-Request-Id` is of our own making.', []],
  ['We echo `X-Request-Id`. If it is not sent, we make one.', [OWN]],
  ['We do not echo the `X-Request-Id` of the client.', []],
  ['`X-Request-Id` is never taken from the request.', []],
  [
    "| Header | On | Meaning |\n|---|---|---|\n| `Trace-Id` | every reply | Send one of 8 letters and we'll take yours. |",
    [OWN],
  ],
  ['Each reply has an `X-Request-Id`. If you send one (8 to 64 letters) we use yours.', [OWN, LONGEST]],
  [
    'Every reply has an `X-Request-Id`. If you send `X-Correlation` (up to 64 letters), the response repeats it.',
    [OWN, LONGEST],
  ],
  ['Every reply has an `X-Request-Id`. If you send `X-Colour`, the response repeats it.', []],
  ['Trusted partners get their `X-Request-Id` echoed.', []],
])('which ids of requests come back, by %j: %j', async (description, names) => {
  const headers = { 'X-Request-Id': { schema: { type: 'string', pattern: '^[a-z0-9-]{8,64}$' } } };
  const contract = await contractOf({
    ...{ openapi: '3.1.0', info: { title: 'Things', version: '1', description } },
    paths: { '/things': { get: { operationId: 'list', responses: { 200: { description: 'All.', headers } } } } },
  });
  const [operation] = contract.operations;
  // The check looks at nothing else of a subject, and at no options.
  const subject = { contract, operation } as Subject;
  const cases = givenId.applies(subject) ? givenId.cases(subject, {} as CaseOptions) : [];
  expect(cases.map(({ name }) => name)).toEqual(names);
});
