import { hash } from 'node:crypto';
import fc from 'fast-check';
import { markOf } from '../rules/secret-values';
import type { KeyEntry, Keyring } from './keys';
import type { Awaitable } from './store';

/**
 * What every keyring does; `make` gives one without keys.
 *
 * @param numRuns so many cases of the law; fewer where each step takes a round trip
 */
export function describeKeyring(name: string, make: () => Awaitable<Keyring>, numRuns = 100): void {
  describe(name, () => {
    it('is asked for values that are easily taken for one another', () => {
      const [one, other, third, fourth] = VALUES;
      const startOf = (value: string) => hash('sha256', value).slice(0, 8);
      expect([startOf(one), markOf(third)]).toEqual([startOf(other), markOf(fourth)]);
    });

    it('finds what each value leads to as keys come, change and go, for a connection that has asked before as for any other', () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
          const keyring = await make();
          const connections = VALUES.map(() => ({}));
          // Those that a process was once given may stay hidden.
          const given = new Set<string>();
          let model: readonly (readonly [string, KeyEntry])[] = [];
          const others = (worldId: string) => model.filter(([, entry]) => entry.worldId !== worldId);
          for (const { kind, worldId, values, plan } of steps) {
            const entry = entryOf(worldId, plan);
            // No two keys have one value.
            const fresh = values.filter((value) =>
              others(kind === 'replace' ? worldId : '').every(([one]) => one !== value),
            );
            const added = fresh.map((value) => [value, entry] as const);
            if (kind === 'replace') for (const value of fresh) given.add(value);
            if (kind === 'add') for (const value of fresh) await keyring.add(value, entry);
            if (kind === 'replace')
              await keyring.replace(
                worldId,
                fresh.map((value) => ({ value, key: entry.key })),
              );
            if (kind === 'revise') await keyring.revise(worldId, (key) => ({ ...key, plan }));
            if (kind === 'remove') await keyring.remove(worldId);
            if (kind === 'revise')
              model = model.map(([value, one]) => [value, one.worldId === worldId ? entryOf(worldId, plan) : one]);
            else model = [...(kind === 'add' ? model : others(worldId)), ...(kind === 'remove' ? [] : added)];
            for (const [place, value] of VALUES.entries()) {
              const expected = new Map(model).get(value);
              expect(await keyring.find(value, connections[place] ?? {})).toEqual(expected);
              expect(await keyring.find(value, {})).toEqual(expected);
              if (expected !== undefined || !given.has(value)) expect(keyring.has(value)).toBe(expected !== undefined);
            }
          }
        }),
        { numRuns },
      ));

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
  });
}

/** The digests of the first two begin alike, and the marks of the last two are the same. */
const VALUES = ['key-8337', 'key-15029', 'key-901258', 'key-1540052'] as const;

const step = fc.record({
  kind: fc.constantFrom('add', 'add', 'replace', 'revise', 'remove'),
  worldId: fc.constantFrom('one', 'two', 'three'),
  values: fc.uniqueArray(fc.constantFrom(...VALUES), { maxLength: 3 }),
  plan: fc.constantFrom('Free', 'Pro'),
});

const entryOf = (worldId: string, plan = 'Free'): KeyEntry => ({
  worldId,
  key: { name: 'key', plan, allowances: [], revoked: false },
});
