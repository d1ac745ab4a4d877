import fc from 'fast-check';
import { growthOf, isLinear } from '../../openapi/program/testing/growth';
import { applyJsonPatch } from '../values/json-patch';
import { mergePatch } from './fields';

describe('a merge patch', () => {
  // RFC 7396, appendix A.
  it.each<[unknown, unknown, unknown]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('makes of %j with %j %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  it('takes names that every object inherits for names like any other', () => {
    const patch = JSON.parse('{"__proto__":{"admin":true},"constructor":null}');
    const merged = mergePatch({ a: 1 }, patch);
    expect(Object.entries(Object(merged))).toEqual([
      ['a', 1],
      ['__proto__', { admin: true }],
    ]);
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  });

  it('changes neither the record nor itself, and the second time nothing more', () =>
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
        const before = JSON.stringify([target, patch]);
        const once = mergePatch(target, patch);
        expect(JSON.stringify([target, patch])).toBe(before);
        expect(mergePatch(once, patch)).toEqual(once);
      }),
    ));
});

const numbers = (n: number): readonly number[] => Array.from({ length: n }, (_, index) => index);

describe('a JSON patch', () => {
  test.each<[string, (n: number) => [unknown, readonly unknown[]]]>([
    ['many insertions', (n) => [[], numbers(Math.ceil(n / 20)).map((value) => ({ op: 'add', path: '/0', value }))]],
    ['arrays that are the same', (n) => [numbers(n), [{ op: 'test', path: '', value: numbers(n) }]]],
    ['a copy of all', (n) => [{ all: numbers(n) }, [{ op: 'copy', from: '/all', path: '/more' }]]],
  ])('%s take linear time', (_, make) => {
    const growth = growthOf((size) => {
      const [value, operations] = make(size);
      return () => applyJsonPatch(value, operations);
    }, 4000);
    expect(isLinear(growth)).toBe(true);
  });

  test('the operations stay as they are', () => {
    const added = { a: 1 };
    const operations = [
      { op: 'add', path: '/kept', value: added },
      { op: 'add', path: '/kept/b', value: 2 },
    ];
    expect(applyJsonPatch({}, operations)).toEqual({ kept: { a: 1, b: 2 } });
    expect(added).toEqual({ a: 1 });
  });
});
