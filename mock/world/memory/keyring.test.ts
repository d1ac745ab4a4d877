import { markOf } from '../rules/secret-values';
import { describeKeyring } from '../stores/keyring.behaviour';
import type { KeyEntry } from '../stores/keys';
import { createMemoryKeyring } from './keyring';

describeKeyring('a keyring in memory', createMemoryKeyring);

test('a keyring in memory keeps apart keys with the same mark, also when one of them goes', async () => {
  const [one, other] = ['key-901258', 'key-1540052'] as const;
  expect(markOf(one)).toBe(markOf(other));
  const keyring = createMemoryKeyring();
  const entryOf = (worldId: string): KeyEntry => ({
    worldId,
    key: { name: 'free', plan: 'Free', allowances: [], revoked: false },
  });
  await keyring.add(one, entryOf('ann'));
  expect([keyring.has(one), keyring.has(other), keyring.find(other, {})]).toEqual([true, false, undefined]);
  await keyring.add(other, entryOf('ben'));
  expect([await keyring.find(one, {}), await keyring.find(other, {})].map((entry) => entry?.worldId)).toEqual([
    'ann',
    'ben',
  ]);
  await keyring.remove('ann');
  expect([keyring.has(one), keyring.has(other)]).toEqual([false, true]);
});
