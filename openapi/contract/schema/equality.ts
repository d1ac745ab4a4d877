import type { CodeKeywordDefinition } from 'ajv';
import type Ajv2020 from 'ajv/dist/2020';
import { _ } from 'ajv/dist/compile/codegen';

interface Keyword {
  /** The one that ajv looks at next. */
  readonly before: string;
  /** Makes the test of a value from what stands at the keyword. */
  readonly testOf: (schema: unknown) => (value: unknown) => boolean;
}

const KEYWORDS: Readonly<Record<string, Keyword>> = {
  const: { before: 'not', testOf: (schema) => newValueSet([schema]).has },
  // ajv has seen that each of these is what the casts say.
  enum: { before: 'not', testOf: (schema) => newValueSet(schema as readonly unknown[]).has },
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

function areAllDifferent(items: readonly unknown[]): boolean {
  const { add } = newValueSet();
  return items.every((item) => add(item));
}

/** Values of JSON, each once. */
interface ValueSet {
  readonly has: (value: unknown) => boolean;
  /** Whether the value is new in it. */
  readonly add: (value: unknown) => boolean;
}

/**
 * A set in which values of JSON are the same that are equal: names of an object may come in any order. It takes each in
 * time that is linear in the value, however many there are.
 */
function newValueSet(values: Iterable<unknown> = []): ValueSet {
  const plain = new Set<unknown>();
  const texts = new Set<string>();
  const add = (value: unknown): boolean => {
    const before = plain.size + texts.size;
    if (isNested(value)) texts.add(canonicalText(value));
    else plain.add(value);
    return plain.size + texts.size > before;
  };
  for (const value of values) add(value);
  // Text is made of a value only where the set has one that it could equal.
  const has = (value: unknown): boolean =>
    isNested(value) ? texts.size > 0 && texts.has(canonicalText(value)) : plain.has(value);
  return { has, add };
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** The same text for equal values, another one for others. An integer has one form, as `exactNumber` gives it. */
function canonicalText(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`);
  return `{${members.sort().join(',')}}`;
}
