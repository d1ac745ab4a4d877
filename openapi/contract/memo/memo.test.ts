import fc from 'fast-check';
import { latest, memoized, memoizedByText, memoizedTexts, once } from './memo';

/** Each result is an object of its own, so that it tells whether it was computed again. */
const counting = <Key>() => {
  const computed: Key[] = [];
  const make = (key: Key) => {
    computed.push(key);
    return { of: key };
  };
  return { computed, make };
};

const keys = fc.array(fc.nat(4), { minLength: 1, maxLength: 20 });

test('a result is computed once for each object or text, and by `latest` again only for another argument than the last', () => {
  const objects = Array.from({ length: 5 }, () => ({}));
  fc.assert(
    fc.property(keys, (calls) => {
      const [byObject, byText, last] = [counting<object>(), counting<string>(), counting<number>()];
      const known = { byObject: memoized(byObject.make), byText: memoizedByText(byText.make), last: latest(last.make) };
      for (const call of calls) {
        const object = objects[call] ?? {};
        expect(known.byObject(object)).toBe(known.byObject(object));
        expect(known.byObject(object).of).toBe(object);
        expect(known.byText(`${call}`)).toBe(known.byText(`${call}`));
        expect(known.byText(`${call}`).of).toBe(`${call}`);
        expect(known.last(call)).toBe(known.last(call));
        expect(known.last(call).of).toBe(call);
      }
      expect(byObject.computed).toHaveLength(new Set(calls).size);
      expect(byText.computed).toHaveLength(new Set(calls).size);
      expect(last.computed).toEqual(calls.filter((call, index) => call !== calls[index - 1]));
    }),
  );
});

test.each([[undefined], [null], [false], [0], ['']])('%p is a result like any other', (value) => {
  const make = jest.fn(() => value);
  const [known, key] = [memoized(make), {}];
  expect([known(key), known(key)]).toEqual([value, value]);
  expect(make).toHaveBeenCalledTimes(1);
});

test('what throws or is rejected is tried again', async () => {
  const failingOnce = () => {
    let calls = 0;
    return () => {
      calls += 1;
      if (calls === 1) throw new Error('not yet');
      return 'made';
    };
  };
  const [known, key] = [memoized(failingOnce()), {}];
  expect(() => known(key)).toThrow('not yet');
  expect(known(key)).toBe('made');
  const make = failingOnce();
  const value = once(async () => make());
  await expect(value()).rejects.toThrow('not yet');
  expect(await value()).toBe('made');
  expect(value()).toBe(value());
});

describe('of texts up to so many characters', () => {
  const of = (length: number) => ({ text: 'x'.repeat(length) });
  const remembering = () => {
    const make = jest.fn(({ text }: { text: string }) => text);
    return { make, known: memoizedTexts(1000, make) };
  };

  test('the latest stay, and others make room for new ones', () => {
    const { make, known } = remembering();
    const often = of(10);
    const others = Array.from({ length: 20 }, () => of(100));
    for (const other of others) {
      expect(known(often)).toBe(often.text);
      known(other);
    }
    expect(make).toHaveBeenCalledTimes(21);
    known(others[19] ?? often);
    expect(make).toHaveBeenCalledTimes(21);
    known(others[0] ?? often);
    expect(make).toHaveBeenCalledTimes(22);
  });

  test('one that leaves no room for others is not kept', () => {
    const { make, known } = remembering();
    const [small, large] = [of(1), of(2000)];
    known(small);
    expect(known(large)).toHaveLength(2000);
    known(large);
    known(small);
    expect(make).toHaveBeenCalledTimes(3);
  });
});
