import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '../model/schema';

const NAMES = ['a', 'b', 'c', 'a/b'];

/** Schemas of JSON Schema 2020-12 that OpenAPI 3.0 and 3.1 share, and that values of `values` fit now and then. */
export const { schemas } = fc.letrec<{ schemas: Schema }>((tie) => ({
  schemas: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Schema[]>({ type: 'string' }, { type: 'integer' }, { enum: ['a', 'b'] }, { const: 'b' }, {}),
    fc.constantFrom<Schema[]>({ required: ['a'] }, { required: ['b', 'c'] }, { not: { required: ['a', 'b'] } }),
    fc.constantFrom<Schema[]>({ const: { a: 'b', b: 1 } }, { enum: [['a'], null] }, { uniqueItems: true }),
    fc.record({
      type: fc.constantFrom('object', ['object', 'null']),
      required: fc.subarray(['a', 'b', 'c']),
      additionalProperties: fc.boolean(),
      properties: fc.dictionary(fc.constantFrom(...NAMES), tie('schemas')),
    }),
    fc.record({ items: tie('schemas') }),
    fc
      .tuple(fc.constantFrom('anyOf', 'oneOf', 'allOf'), fc.array(tie('schemas'), { minLength: 1, maxLength: 3 }))
      .map(([word, parts]): Schema => ({ [word]: parts })),
    tie('schemas').map((not): Schema => ({ not })),
    fc.tuple(tie('schemas'), tie('schemas')).map((parts) =>
      Object.fromEntries([
        ['if', parts[0]],
        ['then', parts[1]],
      ]),
    ),
  ),
}));

/** Values of JSON with few names and texts, so that they are often equal. */
export const valuesOf = (leaves: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      leaves,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { noNullPrototype: true }),
    ),
  })).value;

const operation = (is: string): Schema => ({
  type: 'object',
  required: ['of', 'is'],
  properties: {
    of: {
      type: 'array',
      get items() {
        return EXPRESSION;
      },
    },
    is: { enum: [is] },
  },
});
/** A union of itself: `{ "of": [{ "of": [7], "is": "or" }], "is": "and" }`. */
export const EXPRESSION: Schema = { oneOf: [operation('and'), operation('or'), { type: 'integer' }] };
