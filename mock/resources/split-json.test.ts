import fc from 'fast-check';
import { growthOf, isLinear } from '../../openapi/program/testing/growth';
import { character } from '../../openapi/program/testing/texts';
import { createJsonSplitter } from './streamed-records';

const MOST = 1000;

const tooLong = (): never => {
  throw new RangeError('too long');
};

/** The parts of a text that comes in pieces of so many bytes, in turn. */
function split(text: string, sizes: readonly number[], first?: string) {
  const splitter = createJsonSplitter({ depth: 2, ...(first && { first }), mostBytes: MOST, tooLong });
  const arrays: { readonly names: readonly string[]; readonly elements: string[] }[] = [];
  const bytes = Buffer.from(text);
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    for (const part of splitter.feed(bytes.subarray(at, at + size))) {
      if (part.kind === 'array') arrays.push({ names: part.names, elements: [] });
      else arrays.at(-1)?.elements.push(part.text.toString());
    }
    at += size;
  }
  return { arrays, rest: splitter.rest().toString() };
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
const small = fc.jsonValue({ maxDepth: 2 });
const name = fc.string({ unit: character, maxLength: 4 });

/** Whether it is JSON, and what it says. */
function parsed(text: string): unknown {
  try {
    return [JSON.parse(text)];
  } catch {
    return undefined;
  }
}

describe('a JSON text in pieces', () => {
  it('gives every element of the arrays of a member, and the rest with these arrays empty', () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { maxLength: 3 }),
        fc.array(fc.array(small, { maxLength: 5 }), { minLength: 3, maxLength: 3 }),
        small,
        sizes,
        (names, arrays, other, pieces) => {
          const byName = (of: (elements: readonly unknown[]) => unknown) =>
            Object.fromEntries(names.map((each, place) => [each, of(arrays[place] ?? [])]));
          const value = { other: { here: other }, items: byName((elements) => elements), more: [other] };
          fc.pre(JSON.stringify(value).length < MOST);
          const { arrays: found, rest } = split(JSON.stringify(value), pieces, 'items');
          expect(rest).toBe(JSON.stringify({ ...value, items: byName(() => []) }));
          expect(found.map((array) => array.names[0])).toEqual(names.map(() => 'items'));
          const read = found.map(({ names: [, each = ''], elements }) => [
            each,
            elements.map((one) => JSON.parse(one)),
          ]);
          expect(Object.fromEntries(read)).toEqual(JSON.parse(JSON.stringify(value.items)));
        },
      ),
    ));

  it('is JSON exactly if all of its parts are', () => {
    const token = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"\\""', '1', 'tru', 'null', ' ', '"', '\\');
    const start = fc.constantFrom('', '{"items":{"a":[', '{"items":{"a":[1,{"b":[2]},', '{"items":');
    const end = fc.constantFrom('', ']}}', '],"b":[3]}}');
    fc.assert(
      fc.property(start, fc.array(token, { maxLength: 8 }), end, sizes, (head, tokens, tail, pieces) => {
        const text = head + tokens.join('') + tail;
        const { arrays, rest } = split(text, pieces, 'items');
        const areJson = [rest, ...arrays.flatMap(({ elements }) => elements)].every(
          (part) => parsed(part) !== undefined,
        );
        expect([text, areJson]).toEqual([text, parsed(text) !== undefined]);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{"items":[[1,2]],"more":{"a":[3]}}', []],
    ['[{"items":{"a":[1]}}]', []],
    ['{"items":{"a":{"b":[1]},"c":1}}', []],
    ['{"it\\u0065ms":{"\\u00e9":[1]}}', [{ names: ['items', 'é'], elements: ['1'] }]],
    ['{"items":{"a":[],"b":[ ]}}', ['a', 'b'].map((each) => ({ names: ['items', each], elements: [] }))],
    ['{"items":{"a":[1,]}}', [{ names: ['items', 'a'], elements: ['1', ''] }]],
    ['{"items":{"a":["]","\\\\",[[],{}]]}}', [{ names: ['items', 'a'], elements: ['"]"', '"\\\\"', '[[],{}]'] }]],
  ])('of %s has these arrays', (text, arrays) => {
    expect(split(text, [3], 'items').arrays).toEqual(arrays);
  });

  it.each<[string, (size: number) => string]>([
    ['records', (size) => `{"items":{"a":[${'{"b":"c"},'.repeat(size)}1]}}`],
    ['arrays', (size) => `{"items":{${'"a":[1],'.repeat(size)}"b":[]}}`],
    ['colons after a long string', (size) => `{"items":{"${'a'.repeat(size)}"${':'.repeat(size)}`],
    ['backslashes', (size) => `{"items":{"a":["${'\\\\'.repeat(size)}"]}}`],
    ['brackets', (size) => `{"items":{"a":${'['.repeat(size)}`],
    ['spaces', (size) => `{"items":{"a":[${' '.repeat(size)}`],
  ])('takes linear time for many %s', (_, make) => {
    const growth = growthOf((size) => {
      const text = Buffer.from(make(size));
      return () => {
        const splitter = createJsonSplitter({ depth: 2, first: 'items', mostBytes: 2 ** 24, tooLong });
        let parts = 0;
        for (let at = 0; at < text.length; at += 64)
          for (const _part of splitter.feed(text.subarray(at, at + 64))) parts += 1;
        return parts + splitter.rest().length;
      };
    }, 3000);
    expect(isLinear(growth)).toBe(true);
  });

  it('is held no further than one element, or the rest, may be long', () => {
    const many = Array.from({ length: 1000 }, () => 'x'.repeat(50));
    expect(split(JSON.stringify({ items: { a: many } }), [64]).arrays[0]?.elements).toHaveLength(1000);
    expect(() => split(JSON.stringify({ items: { a: ['x'.repeat(MOST)] } }), [64])).toThrow(RangeError);
    expect(() => split(JSON.stringify({ other: 'x'.repeat(MOST) }), [64])).toThrow(RangeError);
  });
});
