import type { MediaType, Reply } from '../model/operation';
import type { Schema } from '../model/schema';
import { envelopeOf, findEnvelope } from './envelope';
import { isJson, jsonMediaType, matchMediaType } from './media-types';
import { readOperations } from './operations';
import { documents, isError, replyFor, successOf } from './replies';

/** An operation that documents these statuses. */
function operationWith(...statuses: string[]) {
  // An object's numeric names come first whatever their order here, as they do in a document that was parsed.
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: status }]));
  const [operation] = readOperations({ paths: { '/pets': { get: { responses } } } });
  if (operation === undefined) throw new Error('expected an operation');
  return operation;
}

test.each<[number, Reply['status'] | undefined]>([
  [404, 404],
  [400, '4XX'],
  [499, '4XX'],
  [500, 'default'],
  [200, 'default'],
])('the reply for %i is the exact one, else its range, else default: %s', (status, expected) => {
  expect(replyFor(operationWith('404', '4XX', 'default'), status)?.status).toBe(expected);
});

test('a header named Content-Type is no header of a reply: its content tells the media types', () => {
  const headers = { 'content-Type': { schema: { const: 'text/csv' }, required: true }, Location: { schema: {} } };
  const responses = { 200: { description: 'Fine', headers } };
  const [operation] = readOperations({ paths: { '/pets': { get: { responses } } } });
  expect(operation?.replies[0]?.headers.map(({ name }) => name)).toStrictEqual(['Location']);
});

test('a status counts as documented by number or range, not by default', () => {
  const operation = operationWith('200', '4XX', 'default');
  expect([200, 404, 500].map((status) => documents(operation, status))).toStrictEqual([true, true, false]);
  expect(documents(operationWith('200'), 404)).toBe(false);
});

test.each<[string[], number | undefined, Reply['status'] | undefined]>([
  [['400', '204', '201', 'default'], 201, 201],
  [['2XX', 'default'], 200, '2XX'],
  [['2XX', '202'], 202, 202],
  [['302', '4XX', 'default'], undefined, undefined],
])('of %j, success is %p', (statuses, status, named) => {
  const success = successOf(operationWith(...statuses));
  expect(success?.status).toBe(status);
  expect(success?.reply.status).toBe(named);
});

test('a reply is an error of 4xx, 5xx or default', () => {
  const statuses = [200, 399, 400, 503, '3XX', '4XX', '5XX', 'default'] as const;
  const reply = { description: '', headers: [], content: [], links: [], pointer: '' };
  expect(statuses.filter((status) => isError({ ...reply, status }))).toEqual([400, 503, '4XX', '5XX', 'default']);
});

const content = (...types: string[]): readonly MediaType[] =>
  types.map((type) => ({ type, schema: {}, examples: [], pointer: '' }));

test.each([
  ['application/json', true],
  [' APPLICATION/JSON ; charset=utf-8', true],
  ['application/problem+json', true],
  ['text/json', true],
  ['application/jsonl', false],
  ['application/json+xml', false],
  ['text/plain; note=application/json', false],
  ['*/*', false],
])('whether %s is JSON: %p', (contentType, expected) => {
  expect(isJson(contentType)).toBe(expected);
});

describe('a content type falls under', () => {
  const everything = content('*/*', 'text/*', 'text/plain; charset=utf-8');
  test.each([
    ['Text/Plain', 'text/plain; charset=utf-8'],
    ['text/html; charset=utf-8', 'text/*'],
    ['image/png', '*/*'],
    ['application/vnd.a+json', '*/*'],
  ])('%s → %s', (contentType, type) => {
    expect(matchMediaType(everything, contentType)?.type).toBe(type);
  });

  test('a range of its suffix before a wider one', () => {
    const suffixes = content('*/*', 'application/*+json', 'application/json');
    expect(matchMediaType(suffixes, 'application/vnd.a+json')?.type).toBe('application/*+json');
    expect(jsonMediaType(suffixes)?.type).toBe('application/json');
  });

  test('nothing where neither it nor a range stands there', () => {
    expect(matchMediaType(content('text/plain', 'text/*'), 'application/json')).toBeUndefined();
  });
});

test.each([
  [['text/plain', 'application/problem+json', 'application/json'], 'application/problem+json'],
  [['text/plain', '*/*', 'application/*'], 'application/*'],
  [['text/plain', '*/*'], '*/*'],
  [['text/plain'], undefined],
])('of %j, JSON is %s', (types, expected) => {
  expect(jsonMediaType(content(...types))?.type).toBe(expected);
});

const MARKED: Schema = { properties: { fault: { properties: { number: { 'x-error': 'status' } } } } };
const PLAIN: Schema = { properties: { text: { type: 'string' } } };

/** The envelope of an operation with these replies: a media type and a schema by status. */
function envelopeWith(replies: Readonly<Record<string, readonly [string, Schema]>>) {
  const responses = Object.fromEntries(
    Object.entries(replies).map(([status, [type, schema]]) => [status, { content: { [type]: { schema } } }]),
  );
  return findEnvelope(readOperations({ paths: { '/pets': { get: { responses } } } }));
}

describe('the shape of every error is', () => {
  const at = (status: string, type = 'application~1json') => `/paths/~1pets/get/responses/${status}/content/${type}`;

  test('that of default, where that marks its parts', () => {
    const found = envelopeWith({ '404': ['application/json', { ...MARKED }], default: ['application/json', MARKED] });
    expect(found).toMatchObject({ mediaType: 'application/json', pointer: at('default') });
    expect(found?.schema).toBe(MARKED);
  });

  test('else the first that marks its parts', () => {
    const found = envelopeWith({
      '400': ['application/json', PLAIN],
      '404': ['application/problem+json', MARKED],
      default: ['application/json', PLAIN],
    });
    expect(found).toMatchObject({
      mediaType: 'application/problem+json',
      pointer: at('404', 'application~1problem+json'),
    });
  });

  test('else that of default, and else the first', () => {
    const plain = ['application/json', PLAIN] as const;
    expect(envelopeWith({ '404': plain, default: plain })?.pointer).toBe(at('default'));
    expect(envelopeWith({ '404': plain, '5XX': plain })?.pointer).toBe(at('404'));
    expect(envelopeWith({ '404': plain })?.roles).toStrictEqual({});
  });

  test('unknown, where no error has a body of JSON', () => {
    expect(envelopeWith({ '200': ['application/json', MARKED], '404': ['text/plain', PLAIN] })).toBeUndefined();
  });
});

describe('the roles of an envelope', () => {
  const rolesOf = (schema: Schema) => envelopeOf(schema, 'application/json', '').roles;

  test('are found wherever they stand, each with its path', () => {
    const inner: Schema = { properties: { code: { 'x-error': 'code' }, text: { 'x-error': 'message' } } };
    const schema: Schema = {
      properties: { error: { allOf: [inner] } },
      allOf: [{ properties: { n: { 'x-error': 'status' } } }],
    };
    expect(rolesOf(schema)).toStrictEqual({ code: ['error', 'code'], message: ['error', 'text'], status: ['n'] });
  });

  test('are found in the items of an array, of which they take the first', () => {
    const items: Schema = { properties: { detail: { 'x-error': 'message' } } };
    expect(rolesOf({ properties: { errors: { type: 'array', items } } })).toStrictEqual({
      message: ['errors', '0', 'detail'],
    });
  });

  test('are the first of their kind', () => {
    expect(rolesOf({ properties: { a: { 'x-error': 'code' }, b: { 'x-error': 'code' } } })).toStrictEqual({
      code: ['a'],
    });
  });

  test('are found in an error that has a cause of its own shape', () => {
    const properties: Record<string, Schema> = {};
    const error: Schema = { properties };
    properties.cause = error;
    properties.code = { 'x-error': 'code' };
    expect(rolesOf(error)).toStrictEqual({ code: ['code'] });
  });
});
