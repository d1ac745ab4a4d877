import type { Operation } from '../../openapi/contract';
import { contractOf } from '../../openapi/contract/testing/documents';
import { type Refusal, refusalFor } from './refusal';

/** An operation that documents these replies, each with its description. */
async function operationWith(replies: Readonly<Record<string, string>>): Promise<Operation> {
  const responses = Object.fromEntries(
    Object.entries({ 200: 'Fine.', ...replies }).map(([status, description]) => [status, { description }]),
  );
  const { operations } = await contractOf({
    openapi: '3.0.3',
    info: { title: 'Things', version: '1' },
    paths: { '/things': { get: { responses } } },
  });
  const [operation] = operations;
  if (operation === undefined) throw new Error('no operation');
  return operation;
}

describe('a refusal has the status', () => {
  it.each<[Refusal, number, string, Readonly<Record<string, string>>]>([
    ['invalidBody', 400, 'that HTTP has for it where nothing is documented', {}],
    ['invalidBody', 422, 'that is documented for it', { 401: 'Who?', 422: 'Validation Error' }],
    ['invalidBody', 422, 'whose description fits', { 400: 'Bad request', 422: 'Validation Error' }],
    ['malformedBody', 400, 'whose description fits', { 422: 'Validation Error', 400: 'Malformed JSON' }],
    ['invalidBody', 400, 'that is nearest where several fit', { 422: 'Invalid', 400: 'Invalid' }],
    ['invalidBody', 400, 'that is nearest within a range', { '4XX': 'An error.' }],
    ['invalidBody', 400, 'that is nearest where all errors are one reply', { default: 'An error.' }],
    ['invalidParameter', 422, 'that is documented for it', { 404: 'None.', 422: 'Validation Error' }],
    ['invalidPath', 404, 'of what is not there', { 400: 'Bad request', 404: 'None.' }],
    ['invalidPath', 422, 'of a value that is not right', { 404: 'None.', 422: 'Validation Error' }],
    ['invalidPath', 404, 'of what is not there within a range', { '4XX': 'An error.' }],
    ['invalidPath', 400, 'of what is not right', { default: 'An error.' }],
    ['invalidPath', 422, 'of what is not right, as documented', { 422: 'Validation Error' }],
    ['unauthenticated', 403, 'that is documented for it', { 403: 'Forbidden' }],
    ['unauthenticated', 401, 'that HTTP has for it', { 401: 'Who?', 403: 'Forbidden' }],
    ['notFound', 410, 'that is documented for it', { 410: 'Gone' }],
    ['conflict', 422, 'that is documented for it', { 400: 'Bad request', 422: 'Validation Error' }],
    ['noRoom', 503, 'that is nearest', { 500: 'Failed', 503: 'Busy' }],
  ])('of %s: %i, %s', async (kind, status, _, replies) => {
    expect(refusalFor(await operationWith(replies), kind)).toBe(status);
  });

  it('that HTTP has for it before an operation is known', () => {
    expect(refusalFor(undefined, 'invalidBody')).toBe(400);
  });
});
