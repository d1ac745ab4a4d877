import fc from 'fast-check';
import type { Schema } from '../../openapi/contract';
import { growthOf, isLinear } from '../../openapi/program/testing/growth';
import { keepReadOnly, mergePatch } from './fields';
import { applyJsonPatch } from './json-patch';

describe('a record that is replaced', () => {
  it('keeps what no client may set, at every depth', () => {
    const schema: Schema = {
      properties: {
        made: { readOnly: true },
        name: {},
        home: { properties: { town: {}, place: { allOf: [{ readOnly: true }] } } },
      },
    };
    const before = { made: 1, name: 'a', home: { town: 'a', place: 2 } };
    expect(keepReadOnly(schema, before, { made: 7, home: { town: 'b' } })).toEqual({
      made: 1,
      home: { town: 'b', place: 2 },
    });
    expect(keepReadOnly(schema, before, { name: 'b' })).toEqual({ made: 1, name: 'b' });
  });
});

describe('a merge patch', () => {
  it('takes nothing away that the schema requires', () => {
    const home: Schema = { required: ['town'], properties: { town: {}, street: {} } };
    const schema: Schema = { required: ['name'], properties: { name: {}, home } };
    const patch = { name: null, home: { town: null, street: null } };
    expect(mergePatch({ name: 'a', home: { town: 'a', street: 'b' } }, patch, schema)).toEqual({
      name: null,
      home: { town: null },
    });
  });

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

  test('the value itself stays as it is, and so do the operations', () => {
    const value = { list: [1] };
    const operations = [
      { op: 'add', path: '/kept', value: { a: 1 } },
      { op: 'add', path: '/kept/b', value: 2 },
      { op: 'add', path: '/list/-', value: 2 },
    ];
    expect(applyJsonPatch(value, operations)).toEqual({ list: [1, 2], kept: { a: 1, b: 2 } });
    expect([value, operations[0]]).toEqual([{ list: [1] }, { op: 'add', path: '/kept', value: { a: 1 } }]);
  });
});
