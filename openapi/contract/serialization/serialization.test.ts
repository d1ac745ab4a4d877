import { growthOf, isLinear } from '../../program/testing/growth';
import type { Parameter } from '../model/operation';
import type { Schema } from '../model/schema';
import { readOperations } from '../operations/operations';

import { fieldsOf, readField, readForm } from './form-fields';

import { readRow, valueOfText } from './text';

/** A parameter as an operation of a document has it. */
function parameterOf(raw: object): Parameter {
  const [operation] = readOperations({
    paths: { '/things': { get: { parameters: [{ name: 'p', in: 'query', ...raw }], responses: {} } } },
  });
  const [parameter] = operation?.parameters ?? [];
  if (parameter === undefined) throw new Error('expected a parameter');
  return parameter;
}

const NUMBERS: Schema = { type: 'array', items: { type: 'integer' } };
const POINT: Schema = {
  type: 'object',
  properties: { x: { type: 'integer' }, y: { type: 'boolean' }, tags: { type: 'array', items: { type: 'string' } } },
};
const inQuery = (raw: object, query: string, taken: readonly string[] = []) =>
  readField(parameterOf(raw), fieldsOf(new URLSearchParams(query)), new Set(taken));

test.each<[Schema, string, unknown]>([
  [{ type: 'integer' }, '7', 7],
  [{ type: 'integer' }, '9223372036854775807', 9223372036854775807n],
  [{ type: 'integer' }, 'seven', 'seven'],
  [{ type: ['string', 'integer'] }, '7', 7],
  [{ anyOf: [{ type: 'integer', maximum: 5 }, { type: 'string' }] }, '7', '7'],
  [{ type: 'string' }, '7', '7'],
  [{ type: 'boolean', nullable: true }, 'null', null],
  [{ enum: [1, 2] }, '2', 2],
  [{ enum: ['1', true] }, '1', '1'],
  [{}, '7', '7'],
  [NUMBERS, '[1,2]', [1, 2]],
  [POINT, '{"x":1}', { x: 1 }],
  [POINT, '{broken', '{broken'],
])('a text as a value of %j: %s', (schema, text, value) => {
  expect(valueOfText(schema, text)).toEqual(value);
});

describe('of a query', () => {
  test.each<[object, string, unknown]>([
    [{ schema: NUMBERS }, 'p=1&p=2', [1, 2]],
    [{ schema: NUMBERS, explode: false }, 'p=1,2', [1, 2]],
    [{ schema: NUMBERS, style: 'spaceDelimited' }, 'p=1%202', [1, 2]],
    [{ schema: NUMBERS, style: 'pipeDelimited' }, 'p=1|2', [1, 2]],
    [{ schema: NUMBERS }, 'p[]=1&p[]=2', [1, 2]],
    [{ schema: { oneOf: [{ type: 'integer' }, NUMBERS] } }, 'p=1', [1]],
    [
      { schema: POINT, style: 'deepObject' },
      'p[x]=1&p[y]=true&p[tags][]=a&p[tags][]=b',
      { x: 1, y: true, tags: ['a', 'b'] },
    ],
    [{ schema: POINT }, 'x=1&tags=a&tags=b&other=1', { x: 1, tags: ['a', 'b'] }],
    [{ schema: POINT, explode: false }, 'p=x,1,y,false', { x: 1, y: false }],
    [{ schema: POINT }, 'p={"x":1}', { x: 1 }],
    [{ content: { 'application/json': { schema: POINT } } }, 'p={"x":1}', { x: 1 }],
    [{ content: { 'application/json': { schema: POINT } } }, 'p={x', '{x'],
    [{ schema: { type: 'object', additionalProperties: { type: 'integer' } } }, 'a=1&b=2&taken=3', { a: 1, b: 2 }],
    [{ schema: POINT, style: 'deepObject' }, 'q=1', undefined],
  ])('%j reads %s', (raw, query, value) => {
    expect(inQuery(raw, query, ['taken'])).toEqual(value);
  });

  test('objects inside objects and arrays come in brackets', () => {
    const schema: Schema = {
      type: 'object',
      properties: { items: { type: 'array', items: POINT }, at: { type: 'object', properties: { p: POINT } } },
    };
    expect(inQuery({ schema, style: 'deepObject' }, 'p[items][0][x]=1&p[items][1][x]=2&p[at][p][y]=true')).toEqual({
      items: [{ x: 1 }, { x: 2 }],
      at: { p: { y: true } },
    });
    const deep = `p${'[a]'.repeat(5000)}=1`;
    expect(inQuery({ schema, style: 'deepObject' }, deep)).toBeUndefined();
    expect(inQuery({ schema, style: 'deepObject' }, 'p[__proto__][x]=1')).toEqual(
      JSON.parse('{"__proto__":{"x":"1"}}'),
    );
  });
});

test.each<[object, string, unknown]>([
  [{ in: 'path', schema: NUMBERS }, '1,2', [1, 2]],
  [{ in: 'path', schema: NUMBERS, style: 'label' }, '.1,2', [1, 2]],
  [{ in: 'path', schema: NUMBERS, style: 'label', explode: true }, '.1.2', [1, 2]],
  [{ in: 'path', schema: NUMBERS, style: 'matrix' }, ';p=1,2', [1, 2]],
  [{ in: 'path', schema: NUMBERS, style: 'matrix', explode: true }, ';p=1;p=2', [1, 2]],
  [{ in: 'path', schema: { type: 'integer' }, style: 'matrix' }, ';p=5', 5],
  [{ in: 'path', schema: { type: 'integer' }, style: 'label' }, '.5', 5],
  [{ in: 'path', schema: POINT }, 'x,1,y,true', { x: 1, y: true }],
  [{ in: 'path', schema: POINT, explode: true }, 'x=1,y=true', { x: 1, y: true }],
  [{ in: 'path', schema: POINT, style: 'matrix', explode: true }, ';x=1;y=true', { x: 1, y: true }],
  [{ in: 'header', schema: NUMBERS }, '1,2', [1, 2]],
  [{ in: 'header', content: { 'application/json': { schema: NUMBERS } } }, '[1,2]', [1, 2]],
])('of one text, %j reads %s', (raw, text, value) => {
  expect(readRow(parameterOf(raw), text)).toEqual(value);
});

test('a form has its properties by their types, and what its encoding says', () => {
  const schema: Schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      age: { type: 'integer' },
      tags: { type: 'array', items: { type: 'string' } },
      sizes: NUMBERS,
      address: { type: 'object', properties: { street: { type: 'string' }, no: { type: 'integer' } } },
      at: POINT,
    },
  };
  const encoding = {
    sizes: { style: 'pipeDelimited', explode: false, separator: '|', mediaType: undefined },
    at: { style: 'form', explode: true, separator: undefined, mediaType: 'application/json' },
  } as const;
  const read = (text: string) => readForm({ schema, encoding }, fieldsOf(new URLSearchParams(text)));
  expect(read('name=007&age=7&tags=a&tags=b&sizes=1|2&at={"x":3}&more=1&more=2')).toEqual({
    name: '007',
    age: 7,
    tags: ['a', 'b'],
    sizes: [1, 2],
    at: { x: 3 },
    more: ['1', '2'],
  });
  const address = { street: 'A', no: 1 };
  expect(read('address[street]=A&address[no]=1')).toEqual({ address });
  expect(read('street=A&no=1')).toEqual({ address });
  expect(read('address={"street":"A","no":1}')).toEqual({ address });
  expect(read('more[a][b]=1')).toEqual({ more: { a: { b: '1' } } });
});

test('a form of many members in brackets is read in time that grows with them', () => {
  const schema = { type: 'object', properties: { a: { type: 'object' }, b: { type: 'array', items: {} } } };
  const growth = growthOf((size) => {
    const pairs = Array.from({ length: size }, (_, at) => [`${at % 2 === 0 ? 'a' : 'b'}[${at}][x]`, '1'] as const);
    return () => readForm({ schema }, fieldsOf(pairs));
  }, 2000);
  expect(isLinear(growth)).toBe(true);
});
