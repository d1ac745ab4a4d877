import { memoized, memoizedByText } from './memoized';

test('a result is worked out once for each object', () => {
  const make = jest.fn(({ size }: { size: number }) => [size]);
  const known = memoized(make);
  const [one, other] = [{ size: 1 }, { size: 1 }];
  expect(known(one)).toBe(known(one));
  expect(known(other)).toEqual([1]);
  expect(known(other)).not.toBe(known(one));
  expect(make).toHaveBeenCalledTimes(2);
});

test('and once for each text', () => {
  const make = jest.fn((text: string) => [text]);
  const known = memoizedByText(make);
  expect(known('a')).toBe(known('a'));
  expect(known('b')).toEqual(['b']);
  expect(make).toHaveBeenCalledTimes(2);
});

test.each([[undefined], [null], [false], [0], ['']])('so is %p', (value) => {
  const make = jest.fn(() => value);
  const known = memoized(make);
  const key = {};
  expect([known(key), known(key)]).toEqual([value, value]);
  expect(make).toHaveBeenCalledTimes(1);
});

test('what throws is tried again', () => {
  const make = jest
    .fn(() => 'made')
    .mockImplementationOnce(() => {
      throw new Error('not yet');
    });
  const known = memoized(make);
  const key = {};
  expect(() => known(key)).toThrow('not yet');
  expect(known(key)).toBe('made');
});

test('a result may ask for those of others while it is worked out', () => {
  interface Tree {
    readonly inside?: Tree;
  }
  const depth: (tree: Tree) => number = memoized(({ inside }) => (inside === undefined ? 1 : depth(inside) + 1));
  expect(depth({ inside: { inside: {} } })).toBe(3);
});
