import { growthOf, isLinear } from '../../openapi/program/testing/growth';
import { applyJsonPatch } from './json-patch';

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

const numbers = (n: number): readonly number[] => Array.from({ length: n }, (_, index) => index);
