import { type Contract, loadContract, type Operation, SHIPPED_DOCUMENT } from '../openapi/contract';
import { contractOf, type Edits, shippedWith } from '../openapi/contract/testing/documents';
import { errorBody } from './envelope';
import { Problem } from './problems';
import { createRandom } from './world/random';

const SOURCE = { random: createRandom(1), clock: { now: () => 0 } };
const GONE = new Problem(404, 'not_found', 'There is none.');

let contract: Contract;
beforeAll(async () => {
  contract = await loadContract(SHIPPED_DOCUMENT);
});

const operation = ({ operations }: Contract, id: string): Operation | undefined =>
  operations.find((candidate) => candidate.id === id);

/** The body of an error where the contract's own is edited. */
async function bodyWith(edits: Edits, problem = GONE) {
  const edited = await contractOf(shippedWith(edits));
  return errorBody(edited, operation(edited, 'getPet'), problem, SOURCE);
}

const ERROR = '/components/schemas/Error';

describe('an error', () => {
  it.each(['getPet', 'an operation that there is not'])('of %s has the shape that the contract gives it', (id) => {
    expect(errorBody(contract, operation(contract, id), GONE, SOURCE)).toEqual({
      mediaType: 'application/json',
      body: { status: 404, code: 'not_found', message: 'There is none.' },
    });
  });

  it('says its own, not what an example of the contract says', async () => {
    const { body } = await bodyWith({ [`${ERROR}/example`]: { code: 'x', message: 'x', status: 400 } });
    expect(body).toEqual({ status: 404, code: 'not_found', message: 'There is none.' });
  });

  it('has its parts where the contract marks them, however deep, and makes up what else is required', async () => {
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

  it('has the shape of the reply for its own status where that is another', async () => {
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

  it('says what the contract allows where that is less than it has to say, and still its status', async () => {
    const edits = { [`${ERROR}/properties/code/enum`]: ['E1', 'E2'], ...WITHOUT_EXAMPLES };
    expect((await bodyWith(edits)).body).toEqual({ status: 404, code: 'E1', message: 'text' });
  });

  it('is a problem of RFC 9457 where the contract has no shape for errors', async () => {
    const bare = await contractOf({
      openapi: '3.0.3',
      info: { title: 'Bare', version: '1' },
      paths: { '/things': { get: { responses: { 200: { description: 'Things.' } } } } },
    });
    expect(errorBody(bare, bare.operations[0], GONE, SOURCE)).toEqual({
      mediaType: 'application/problem+json',
      body: { type: 'about:blank', title: 'not_found', status: 404, detail: 'There is none.' },
    });
  });
});

const WITHOUT_EXAMPLES: Edits = Object.fromEntries(
  ['BadRequest', 'Unauthorized', 'NotFound', 'RateLimited'].map((name) => [
    `/components/responses/${name}/content/application~1json/example`,
    undefined,
  ]),
);
