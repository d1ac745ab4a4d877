import { hash } from 'node:crypto';
import fc from 'fast-check';
import type { KeyEntry, Keyring } from './keys';
import type { Awaitable } from './store';

/** What every keyring does; `make` gives one without keys. */
export function describeKeyring(name: string, make: () => Awaitable<Keyring>): void {
  describe(`${name}, asked`, () => {
    it('finds whom a key belongs to', async () => {
      const keyring = await make();
      const [ann, ben] = [entryOf('ann'), entryOf('ben')];
      await keyring.add('key-of-ann', ann);
      await keyring.add('key-of-ben', ben);
      expect(await keyring.find('key-of-ann', {})).toEqual(ann);
      expect(await keyring.find('key-of-ben', {})).toEqual(ben);
      expect([keyring.has('key-of-ann'), keyring.has('key-of-ben')]).toEqual([true, true]);
    });

    it.each([
      ...['', ' ', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'undefined', 'null', '*'],
      ...['key-of-an', 'key-of-annn', 'Key-of-ann', 'key-of-ann ', ' key-of-ann', 'key-of-ann\0', 'key‐of‐ann', 'ann'],
    ])('takes %p for no key', async (value) => {
      const keyring = await make();
      await keyring.add('key-of-ann', entryOf('ann'));
      expect(await keyring.find(value, {})).toBeUndefined();
      expect(keyring.has(value)).toBe(false);
    });

    it('tells how long the values are that begin with two characters, longest first', async () => {
      const keyring = await make();
      for (const value of ['of', 'of-ann', 'off', 'on', 'o', 'two']) await keyring.add(value, entryOf('ann'));
      const lengths = ['of', 'on', 'ox', 'tw', 'w2'].map((start) =>
        keyring.lengthsFrom(start.charCodeAt(0), start.charCodeAt(1)),
      );
      expect(lengths).toEqual([[6, 3, 2, 1], [2, 1], [1], [3], []]);
      expect(keyring.lengthsFrom('o'.charCodeAt(0), Number.NaN)).toEqual([1]);
    });

    it('loses the keys of a world that is removed, and no others', async () => {
      const keyring = await make();
      const [ann, ben] = [entryOf('ann'), entryOf('ben')];
      await keyring.add('one', ann);
      await keyring.add('two', ann);
      await keyring.add('three', ben);
      await keyring.remove(ann.worldId);
      expect(await findEach(keyring, ['one', 'two', 'three'])).toEqual([undefined, undefined, ben]);
      expect(['one', 'two', 'three'].map((value) => keyring.has(value))).toEqual([false, false, true]);
    });

    it('has the keys that it is given in place of those of a world, and of other worlds what it had', async () => {
      const keyring = await make();
      const [ann, ben, eve] = [entryOf('ann'), entryOf('ben'), entryOf('eve')];
      const here = {};
      for (const value of ['one', 'two']) await keyring.add(value, ann);
      await keyring.add('three', ben);
      expect(await keyring.find('one', here)).toEqual(ann);
      await keyring.replace('ann', [
        { value: 'two', key: eve.key },
        { value: 'four', key: ann.key },
      ]);
      const newOne = { worldId: 'ann', key: eve.key };
      expect(await keyring.find('one', here)).toBeUndefined();
      expect(await findEach(keyring, ['one', 'two', 'three', 'four'])).toEqual([undefined, newOne, ben, ann]);
      await keyring.replace('ann', []);
      expect(await findEach(keyring, ['two', 'three', 'four'])).toEqual([undefined, ben, undefined]);
    });

    it('has each key of a world as it was changed, under the value of before', async () => {
      const keyring = await make();
      const [ann, ben] = [entryOf('ann'), entryOf('ben')];
      const here = {};
      for (const value of ['one', 'two']) await keyring.add(value, ann);
      await keyring.add('three', ben);
      expect(await keyring.find('one', here)).toEqual(ann);
      await keyring.revise('ann', (key) => ({ ...key, plan: 'Pro' }));
      const changed = { ...ann, key: { ...ann.key, plan: 'Pro' } };
      expect(await keyring.find('one', here)).toEqual(changed);
      expect(await findEach(keyring, ['one', 'two', 'three'])).toEqual([changed, changed, ben]);
      await keyring.remove('ann');
      expect(await findEach(keyring, ['one', 'two', 'three'])).toEqual([undefined, undefined, ben]);
    });
  });

  it(`${name} finds for a connection that has asked before what it finds for any other`, async () => {
    const entries = [entryOf('ann'), entryOf('ben')] as const;
    const values = ['one', 'two', 'three'];
    const steps = fc.record({
      deed: fc.constantFrom('add', 'remove', 'find', 'find'),
      of: fc.constantFrom(0, 1),
      value: fc.constantFrom(...values),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 30 }), async (history) => {
        const keyring = await make();
        const issued = new Set<string>();
        const [here, there] = [{}, {}];
        for (const { deed, of, value } of history) {
          const one = entries[of];
          // No two keys have one value.
          if (deed === 'add' && !issued.has(value)) await keyring.add(value, one);
          if (deed === 'add') issued.add(value);
          if (deed === 'remove') await keyring.remove(one.worldId);
          if (deed === 'find')
            expect(await keyring.find(value, of === 0 ? here : there)).toEqual(await keyring.find(value, {}));
        }
      }),
    );
  });

  describe(`${name} of many worlds`, () => {
    it('loses the keys of each as it is removed, whatever their order, and a world that comes again has its new ones', async () => {
      const keyring = await make();
      const entries = Array.from({ length: 300 }, (_, number) => entryOf(String(number)));
      const valuesOf = ({ key }: KeyEntry) => [`${key.name}-one`, `${key.name}-two`];
      for (const each of entries) for (const value of valuesOf(each)) await keyring.add(value, each);
      const removed = entries.filter((_, number) => number % 3 === 0).reverse();
      for (const each of removed) await keyring.remove(each.worldId);
      for (const each of entries) {
        const expected = removed.includes(each) ? undefined : each;
        expect(await findEach(keyring, valuesOf(each))).toEqual([expected, expected]);
      }
      const [again] = removed;
      if (again === undefined) throw new Error('one was removed');
      await keyring.remove(again.worldId);
      await keyring.add('anew', again);
      expect(await findEach(keyring, ['anew', `${again.key.name}-one`])).toEqual([again, undefined]);
    });

    it('keeps apart keys whose digests begin alike, also when one of them goes', async () => {
      const keyring = await make();
      const [one, other] = ['key-8337', 'key-15029'] as const;
      const startOf = (value: string) => hash('sha256', value).slice(0, 8);
      expect(startOf(one)).toBe(startOf(other));
      const [ann, ben] = [entryOf('ann'), entryOf('ben')];
      await keyring.add(one, ann);
      await keyring.add(other, ben);
      expect(await findEach(keyring, [one, other])).toEqual([ann, ben]);
      await keyring.remove(ann.worldId);
      expect(await findEach(keyring, [one, other])).toEqual([undefined, ben]);
    });
  });
}

/** The only key of a world that is called as the key is. */
const entryOf = (name: string): KeyEntry => ({
  worldId: name,
  key: { name, plan: 'Free', allowances: [], revoked: false },
});

/** What each of these values leads to, all of them on connections of their own. */
async function findEach(keyring: Keyring, values: readonly string[]): Promise<readonly (KeyEntry | undefined)[]> {
  const found: (KeyEntry | undefined)[] = [];
  for (const value of values) found.push(await keyring.find(value, {}));
  return found;
}
