import { type Contract, loadContract, type Operation, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { contractOf, type Edits, shippedWith } from '../../openapi/contract/testing/documents';
import { createRandom } from '../world/rules/random';
import { errorBody } from './envelope';
import { Problem } from './problems';
import { type Refusal, refusalFor } from './refusal';

const SOURCE = { random: createRandom(1), now: 0 };
const GONE = new Problem(404, 'not_found', 'There is none.');

let contract: Contract;
beforeAll(async () => {
  contract = await loadContract(SHIPPED_DOCUMENT);
});

const operation = ({ operations }: Contract, id: string): Operation | undefined =>
  operations.find((candidate) => candidate.id === id);

/** The body of an error under an edited contract. */
async function bodyWith(edits: Edits, problem = GONE) {
  const edited = await contractOf(shippedWith(edits));
  return errorBody(edited, operation(edited, 'getPet'), problem, SOURCE);
}

const ERROR = '/components/schemas/Error';

describe('an error', () => {
  it.each(['getPet', 'an unknown operation'])('of %s has the shape that the contract gives it', (id) => {
    expect(errorBody(contract, operation(contract, id), GONE, SOURCE)).toEqual({
      mediaType: 'application/json',
      body: { status: 404, code: 'not_found', message: 'There is none.' },
    });
  });

  it('has its own values, not those of an example', async () => {
    const { body } = await bodyWith({ [`${ERROR}/example`]: { code: 'x', message: 'x', status: 400 } });
    expect(body).toEqual({ status: 404, code: 'not_found', message: 'There is none.' });
  });

  it('has its parts where the contract marks them, at any depth, and generates other required members', async () => {
    const schema = {
      type: 'object',
      required: ['error', 'traceId'],
      properties: {
        error: {
          type: 'object',
          required: ['http', 'kind'],
          properties: {
            http: { type: 'integer', 'x-error': 'status' },
            reason: { type: 'string', 'x-error': 'code' },
            kind: { type: 'string', enum: ['fault'] },
          },
        },
        traceId: { type: 'string' },
      },
    };
    const edits = { [ERROR]: schema, ...WITHOUT_EXAMPLES };
    expect(await bodyWith(edits)).toEqual({
      mediaType: 'application/json',
      body: { error: { http: 404, kind: 'fault', reason: 'not_found' }, traceId: 'text' },
    });
  });

  it('has the shape of the reply for its own status if that differs', async () => {
    const content = {
      'application/problem+json': {
        schema: {
          type: 'object',
          required: ['detail'],
          properties: { detail: { type: 'string', 'x-error': 'message' } },
        },
      },
    };
    const edits = { '/components/responses/NotFound/content': content };
    expect(await bodyWith(edits)).toEqual({
      mediaType: 'application/problem+json',
      body: { detail: 'There is none.' },
    });
    expect((await bodyWith(edits, new Problem(401, 'unauthorized', 'Who?'))).body).toEqual({
      status: 401,
      code: 'unauthorized',
      message: 'Who?',
    });
  });

  it.each<[string, Edits, object]>([
    ['the first of the codes that there are', { 'code/enum': ['E1', 'E2'] }, { code: 'E1' }],
    ['a shorter message', { 'message/maxLength': 5 }, { message: 'There' }],
    ['a longer message', { 'message/minLength': 17 }, { message: 'There is none....' }],
    ['the status as a text', { 'status/type': 'string' }, { status: '404' }],
    [
      'a made-up code where none of its own fits',
      { 'code/pattern': '^E\\d$' },
      { code: expect.stringMatching(/^E\d$/) },
    ],
  ])('has %s if the contract requires it, and everything else as usual', async (_, edits, difference) => {
    const places = Object.entries(edits).map(([place, value]) => [`${ERROR}/properties/${place}`, value]);
    const { body } = await bodyWith({ ...Object.fromEntries(places), ...WITHOUT_EXAMPLES });
    expect(body).toEqual({ status: 404, code: 'not_found', message: 'There is none.', ...difference });
  });

  it('is the only item if the contract has a list of errors', async () => {
    const properties = { kind: { enum: ['fault'] }, text: { type: 'string', 'x-error': 'message' } };
    const items = { type: 'object', required: ['kind', 'text'], properties };
    const schema = {
      type: 'object',
      required: ['errors'],
      properties: { errors: { type: 'array', items, minItems: 1 } },
    };
    expect((await bodyWith({ [ERROR]: schema, ...WITHOUT_EXAMPLES })).body).toEqual({
      errors: [{ kind: 'fault', text: 'There is none.' }],
    });
  });

  it('is only its message if the contract has errors as text', async () => {
    const edits = { '/components/responses/NotFound/content': { 'text/plain': { schema: { type: 'string' } } } };
    expect(await bodyWith(edits)).toEqual({ mediaType: 'text/plain', body: 'There is none.' });
  });

  it('is sent whatever the schema requires, with the known values in their places', async () => {
    const never = { type: 'string', pattern: '^(?=a)b$' };
    const edits = {
      [`${ERROR}/properties/trace`]: never,
      [`${ERROR}/required`]: ['code', 'message', 'status', 'trace'],
      ...WITHOUT_EXAMPLES,
    };
    expect((await bodyWith(edits)).body).toMatchObject({ status: 404, code: 'not_found', message: 'There is none.' });
    // The reader refuses a schema that can't be compiled, but an error must be sent even with one.
    const schema = { type: 'object', properties: { text: { type: 'string', pattern: '(', 'x-error': 'message' } } };
    const { envelope } = contract;
    if (envelope === undefined) throw new Error('the contract has no envelope');
    const broken = { ...contract, envelope: { ...envelope, schema, roles: { message: ['text'] } } };
    expect(errorBody(broken, undefined, GONE, SOURCE).body).toEqual({ text: 'There is none.' });
  });

  it('is a problem of RFC 9457 if the contract has no shape for errors', async () => {
    const bare = await contractOf({
      openapi: '3.0.3',
      info: { title: 'Bare', version: '1' },
      paths: { '/things': { get: { responses: { 200: { description: 'Things.' } } } } },
    });
    expect(errorBody(bare, bare.operations[0], GONE, SOURCE)).toEqual({
      mediaType: 'application/problem+json',
      body: { type: 'about:blank', title: 'Not Found', status: 404, detail: 'There is none.', code: 'not_found' },
    });
  });
});

const WITHOUT_EXAMPLES: Edits = Object.fromEntries(
  ['BadRequest', 'Unauthorized', 'NotFound', 'RateLimited'].map((name) => [
    `/components/responses/${name}/content/application~1json/example`,
    undefined,
  ]),
);

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
