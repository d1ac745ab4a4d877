import type { Schema } from '../model/schema';
import { envelopeOf, findEnvelope } from './envelope';
import { readOperations } from './operations';

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
