import type { CodeKeywordDefinition } from 'ajv';
import type Ajv2020 from 'ajv/dist/2020';
import { _ } from 'ajv/dist/compile/codegen';
import { areAllDifferent, isOneOf } from '../interpreter/canonical';

interface Keyword {
  /** The one that ajv looks at next. */
  readonly before: string;
  /** Makes the test of a value from what stands at the keyword. */
  readonly testOf: (schema: unknown) => (value: unknown) => boolean;
}

const KEYWORDS: Readonly<Record<string, Keyword>> = {
  const: { before: 'not', testOf: (schema) => isOneOf([schema]) },
  // ajv has seen that each of these is what the casts say.
  enum: { before: 'not', testOf: (schema) => isOneOf(schema as readonly unknown[]) },
  uniqueItems: {
    before: 'prefixItems',
    testOf: (schema) => (value) => schema === false || areAllDifferent(value as readonly unknown[]),
  },
};

/**
 * Replaces the keywords that ask whether values are equal. ajv's own compare a value with each other one, which takes
 * quadratic time for `uniqueItems`, and call what the value itself has as `valueOf` or `toString`.
 */
export function replaceEquality(engine: Ajv2020): void {
  for (const [keyword, { before, testOf }] of Object.entries(KEYWORDS)) {
    // All that ajv itself defines is made of code.
    const own = engine.getKeyword(keyword) as CodeKeywordDefinition;
    engine.removeKeyword(keyword).addKeyword({
      ...own,
      before,
      // Its own message names the indexes of two items, which nothing here reads.
      ...(keyword === 'uniqueItems' ? { error: { message: 'must not have duplicates' } } : {}),
      code(context) {
        const test = context.gen.scopeValue('func', { ref: testOf(context.schema) });
        context.fail(_`!${test}(${context.data})`);
      },
    });
  }
}
