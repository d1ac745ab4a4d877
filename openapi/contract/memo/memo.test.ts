import { latest, memoized, memoizedByText, memoizedTexts, once } from './memo';

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

test('a value is made when it is first asked for, and not again', () => {
  const make = jest.fn(() => ({}));
  const value = once(make);
  expect(make).not.toHaveBeenCalled();
  expect(value()).toBe(value());
  expect(make).toHaveBeenCalledTimes(1);
});

test('a promise that was rejected is not kept', async () => {
  const make = jest
    .fn(async () => 'made')
    .mockImplementationOnce(async () => {
      throw new Error('not yet');
    });
  const value = once(make);
  await expect(value()).rejects.toThrow('not yet');
  expect(await value()).toBe('made');
  expect(value()).toBe(value());
  expect(make).toHaveBeenCalledTimes(2);
});

test('a result is worked out again only for another argument than the last', () => {
  const make = jest.fn((argument: number) => [argument]);
  const known = latest(make);
  const first = known(1);
  expect(known(1)).toBe(first);
  expect(known(2)).toEqual([2]);
  expect(known(1)).toEqual([1]);
  expect(known(1)).not.toBe(first);
  expect(make.mock.calls).toEqual([[1], [2], [1]]);
});

const of = (length: number) => ({ text: 'x'.repeat(length) });

test('a text is worked out once for each object', () => {
  const make = jest.fn(({ text }: { text: string }) => text);
  const known = memoizedTexts(1000, make);
  const [one, other] = [of(1), of(1)];
  for (let round = 0; round < 5; round += 1) expect([known(one), known(other)]).toEqual(['x', 'x']);
  expect(make).toHaveBeenCalledTimes(2);
});

test('the texts that were asked for lately stay, and others make room for new ones', () => {
  const make = jest.fn(({ text }: { text: string }) => text);
  const known = memoizedTexts(1000, make);
  const often = of(10);
  const others = Array.from({ length: 20 }, () => of(100));
  for (const other of others) {
    known(often);
    known(other);
  }
  expect(make).toHaveBeenCalledTimes(21);
  known(others[19] ?? often);
  expect(make).toHaveBeenCalledTimes(21);
  known(others[0] ?? often);
  expect(make).toHaveBeenCalledTimes(22);
});

test('a text that leaves no room for others is not kept', () => {
  const make = jest.fn(({ text }: { text: string }) => text);
  const known = memoizedTexts(1000, make);
  const [small, large] = [of(1), of(2000)];
  known(small);
  expect(known(large)).toHaveLength(2000);
  known(large);
  known(small);
  expect(make).toHaveBeenCalledTimes(3);
});
