import { memoizedTexts } from './memoized-texts';

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
