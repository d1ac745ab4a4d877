import { accountOfAddress } from '../rules/account';
import { StoreUnavailable } from '../stores/store';
import { newEntry } from '../testing/entries';
import { createRedisFaults } from './faults/faults';
import { createRedisJournal } from './journal/journal';
import { createJournalRoom } from './journal/writer';
import { createRedisLedger } from './ledger/ledger';
import { leaveState } from './state/state';
import { freshState } from './testing/fresh-state';
import { onRedis } from './testing/on-redis';

onRedis('what a state consists of', ({ connection }) => {
  const POLICY = { bans: { after: 0, seconds: 0 }, knownAddresses: 9, sweepAt: 9 };
  const DAY = [{ window: 'day', requests: 1, seconds: 86_400 }];

  it('lives no longer than the state, and nothing is written to it any more once that is gone', async () => {
    const keys = await freshState(connection);
    const ledger = createRedisLedger(connection, keys, POLICY);
    const faults = createRedisFaults(connection, keys, '');
    const room = createJournalRoom(2 ** 24, () => {});
    const kept = { capacity: 9, mostBytes: 2 ** 20, hide: <Entry>(entry: Entry) => entry, room };
    const journal = createRedisJournal(connection, keys, '', kept);
    const { world: _, 'journal-heard': __, ...all } = keys;
    const exist = () => connection.send(keys.world, ['EXISTS', ...Object.values(all)]);

    const dumped = ledger.dump();
    await leaveState(connection, keys);
    for (const step of [
      () => ledger.set(accountOfAddress('1'), DAY, { used: { day: 1 } }, 0),
      async () => ledger.restore(await dumped, 0),
      () => ledger.set(accountOfAddress('1'), DAY, { used: { day: 1 } }, 0),
      () => faults.add({ delayMs: 1 }),
      () => faults.restore({ faults: [{ id: '1', rule: { delayMs: 1 }, struck: 1 }] }),
      async () => {
        journal.add(newEntry());
        expect(await journal.count({})).toEqual({ count: 1, forgotten: 0 });
      },
    ]) {
      await step();
      const ends = await Promise.all(Object.values(all).map((key) => connection.send(key, ['PTTL', key])));
      // -2 is of a key that is not there.
      expect(ends.map(Number).filter((end) => end === -1 || end > 10_000)).toEqual([]);
    }
    expect(await exist()).toBe(Object.keys(all).length);
    await journal.clear();
    expect(await connection.send(keys.journal, ['EXISTS', keys.journal, keys['journal-sizes']])).toBe(0);

    await connection.send(keys.world, ['UNLINK', ...Object.values(all)]);
    for (const late of [
      () => ledger.set('ann', DAY, { used: { day: 1 } }, 0),
      () => ledger.restore(new Map(), 0),
      () => faults.add({ status: 500 }),
      () => faults.list(),
    ])
      await expect(late()).rejects.toThrow(StoreUnavailable);
    // No request waits for the journal, and what is added to one that is gone counts no longer.
    expect(await ledger.giveBack('ann', DAY, 0)).toBeUndefined();
    journal.add(newEntry());
    await journal.clear();
    expect([await journal.count({}), room.dropped()]).toEqual([{ count: 0, forgotten: 0 }, 0]);
    expect(await exist()).toBe(0);
  });
});
