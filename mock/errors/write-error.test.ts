import { type Schema, validatorOf } from '../../openapi/contract';
import { createRandom } from '../world/rules/random';
import { factsOf } from './conventions';
import { invalidBody, invalidParameter, notFound, type Problem } from './problems';
import { writeError } from './write-error';

const SOURCE = { random: createRandom(1), now: Date.UTC(2026, 0, 15) };
const INVALID = invalidBody(422, { pointer: '/owner/name', keyword: 'type', expected: 'a string', found: '7' });
const MISSING = notFound('things', 3);
const QUERY = invalidParameter(400, 'query', 'limit', 'must be at most 9, not 10', {
  ...{ pointer: '', keyword: 'maximum', expected: 'at most 9', found: '10' },
});

const SENTENCE = 'The field "owner.name" must be a string, not 7.';
const NONE = 'There is no record 3 in things.';
const text: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };
const list = (items: Schema): Schema => ({ type: 'array', items });
const object = (properties: Record<string, Schema>, ...required: readonly string[]): Schema => ({
  type: 'object',
  properties,
  required,
});

/** The body of this schema, which it fits. */
function bodyOf(schema: Schema, problem: Problem, frame?: unknown): unknown {
  const body = writeError(schema, factsOf(problem, SOURCE), SOURCE, frame);
  expect(validatorOf(schema, 'response')(body)).toBeUndefined();
  return body;
}

const VALIDATION_ERROR = object(
  { loc: list({ anyOf: [text, integer] }), msg: text, type: text, input: {}, ctx: { type: 'object' } },
  ...['loc', 'msg', 'type'],
);

const SHAPES: readonly (readonly [string, Schema, Problem, unknown, unknown?])[] = [
  ['a bare text', text, MISSING, NONE],
  ['{message}', object({ message: text }), INVALID, { message: SENTENCE }],
  ['{error}', object({ error: text }), INVALID, { error: SENTENCE }],
  [
    '{error: {code, message}}',
    object({ error: object({ code: integer, message: text }) }),
    MISSING,
    { error: { code: 404, message: NONE } },
  ],
  [
    '{statusCode, error, message}',
    object({ statusCode: integer, error: text, message: text }),
    MISSING,
    { statusCode: 404, error: 'Not Found', message: NONE },
  ],
  [
    '{error, error_description}',
    object({ error: text, error_description: text }),
    MISSING,
    { error: 'not_found', error_description: NONE },
  ],
  [
    'FastAPI’s list',
    object({ detail: list(VALIDATION_ERROR) }),
    INVALID,
    { detail: [{ loc: ['body', 'owner', 'name'], msg: SENTENCE, type: 'type', input: '7' }] },
  ],
  [
    'FastAPI’s list, of no input',
    object({ detail: list(VALIDATION_ERROR) }),
    MISSING,
    { detail: [{ loc: [], msg: NONE, type: 'not_found' }] },
  ],
  [
    'RFC 9457 with a list',
    object({
      type: { type: 'string', format: 'uri-reference' },
      title: text,
      status: integer,
      detail: text,
      instance: text,
      errors: list(object({ detail: text, pointer: text })),
    }),
    INVALID,
    {
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      detail: SENTENCE,
      errors: [{ detail: SENTENCE, pointer: '/owner/name' }],
    },
  ],
  [
    'RFC 9457 with invalid-params',
    object({ title: text, detail: text, 'invalid-params': list(object({ name: text, reason: text }, 'name')) }),
    QUERY,
    {
      title: 'Bad Request',
      detail: 'The query parameter "limit" must be at most 9, not 10.',
      'invalid-params': [{ name: 'limit', reason: 'The query parameter "limit" must be at most 9, not 10.' }],
    },
  ],
  [
    'JSON:API',
    object(
      {
        errors: list(
          object({
            id: text,
            status: text,
            code: text,
            title: text,
            detail: text,
            source: object({ pointer: text, parameter: text, header: text }),
            links: object({ about: text }),
          }),
        ),
      },
      'errors',
    ),
    INVALID,
    {
      errors: [
        {
          status: '422',
          code: 'type',
          title: 'Unprocessable Entity',
          detail: SENTENCE,
          source: { pointer: '/owner/name' },
        },
      ],
    },
  ],
  [
    'JSON:API, of a parameter',
    object({ errors: list(object({ status: text, source: object({ pointer: text, parameter: text }) })) }, 'errors'),
    QUERY,
    { errors: [{ status: '400', source: { parameter: 'limit' } }] },
  ],
  [
    'texts below "body"',
    object({ errors: object({ body: list(text) }, 'body') }, 'errors'),
    INVALID,
    { errors: { body: [SENTENCE] } },
  ],
  [
    'texts by field',
    object({ errors: { type: 'object', additionalProperties: list(text) } }),
    INVALID,
    { errors: { 'owner.name': [SENTENCE] } },
  ],
  [
    'texts by field, of no input',
    object({ errors: { type: 'object', additionalProperties: list(text) } }),
    MISSING,
    { errors: { not_found: [NONE] } },
  ],
  ['an array of errors', list(object({ code: text, message: text })), INVALID, [{ code: 'type', message: SENTENCE }]],
  [
    'a flag beside a list',
    object(
      {
        success: { type: 'boolean' },
        errors: list(object({ code: integer, message: text }, 'code', 'message')),
        result: { type: 'object', nullable: true },
      },
      'success',
      'errors',
      'result',
    ),
    MISSING,
    { success: false, errors: [{ code: 404, message: NONE }], result: {} },
  ],
  [
    'a choice of text and list',
    object({ detail: { oneOf: [list(VALIDATION_ERROR), text] } }),
    MISSING,
    { detail: NONE },
  ],
  [
    'joined schemas',
    { allOf: [object({ code: text }, 'code'), object({ message: text }, 'message')] },
    MISSING,
    { code: 'not_found', message: NONE },
  ],
  [
    'codes to choose from',
    object({ code: { type: 'string', enum: ['INTERNAL', 'VALIDATION_FAILED', 'RESOURCE_NOT_FOUND'] }, message: text }),
    MISSING,
    { code: 'RESOURCE_NOT_FOUND', message: NONE },
  ],
  [
    'codes in the style of an example',
    object({ code: { type: 'string', example: 'BAD_THING' } }),
    MISSING,
    { code: 'NOT_FOUND' },
  ],
  [
    'JSend',
    object({ status: { type: 'string', example: 'error' }, message: { type: 'string', maxLength: 5 } }),
    MISSING,
    { status: 'error', message: 'There' },
  ],
  [
    'an unknown member, from the example',
    object({ message: text, trace: text, help: text }, 'trace'),
    MISSING,
    { message: NONE, trace: 'abc' },
    { message: 'No.', trace: 'abc', help: 'x' },
  ],
  [
    'what says which kind it is',
    object({ object: { type: 'string', enum: ['error'] }, message: text }),
    MISSING,
    { object: 'error', message: NONE },
  ],
  [
    'the time',
    object({ timestamp: { type: 'string', format: 'date-time' }, message: text, path: text }),
    MISSING,
    { timestamp: '2026-01-15T00:00:00.000Z', message: NONE },
  ],
  ['any object', { type: 'object' }, MISSING, { status: 404, code: 'not_found', message: NONE }],
  [
    'records beside errors',
    object({ data: object({ description: text }), error: object({ message: text }) }),
    MISSING,
    { error: { message: NONE } },
  ],
];

describe('an error tells what is wrong in', () => {
  it.each(SHAPES.map(([title, ...row]) => [title, row] as const))('%s', (_, [schema, problem, expected, frame]) => {
    expect(bodyOf(schema, problem, frame)).toEqual(expected);
  });
});
