import { createMock } from '../../index';
import { createChances } from '../rules/random';
import { describeChoices } from '../stores/choices.behaviour';
import { describeClock } from '../stores/clock.behaviour';
import { describeFaults } from '../stores/faults.behaviour';
import { describeKeyring } from '../stores/keyring.behaviour';
import { describeNotices } from '../stores/notices.behaviour';
import type { RecordStore } from '../stores/records';
import type { StateOptions } from '../stores/stores';
import { putRecord } from '../testing/records';
import { createMemoryClock } from './clock';
import { createMemoryFaults } from './faults';
import { createMemoryKeyring } from './keyring';
import { createMemoryChoices, createMemoryNotices, memoryStores } from './stores';

describeChoices('choices in memory', createMemoryChoices);
describeClock('a clock in memory', createMemoryClock);
describeFaults('faults in memory', (chances, prefix) => createMemoryFaults(createChances(chances), prefix));
describeKeyring('a keyring in memory', createMemoryKeyring);
describeNotices('notices in memory', createMemoryNotices);

test('what can not be filled takes no room, and leaves all as it was', async () => {
  const options: StateOptions = {
    ...{ worldId: 'default', prefix: '', bans: { after: 0, seconds: 0 }, journalSize: 9, seed: 1 },
    ...{ indexedBy: () => [[]], maxRecords: 9, fixtures: new Map() },
  };
  const stores = memoryStores();
  const put = async (records: RecordStore): Promise<void> => {
    await putRecord(records, 'things', 1, { id: 1 });
  };
  const failing = async (records: RecordStore): Promise<void> => {
    await put(records);
    throw new Error('full');
  };
  const home = await stores.home(options, ({ records }) => put(records));
  const [before, used] = [home.present, await stores.use()];
  await expect(home.renew(options, ({ records }) => failing(records))).rejects.toThrow('full');
  await expect(home.renewRecords(options, failing)).rejects.toThrow('full');
  await expect(stores.home(options, ({ records }) => failing(records))).rejects.toThrow('full');
  expect(home.present).toBe(before);
  expect(await stores.use()).toEqual(used);
});

test('time that a test fakes is that of the program under test, and not the mock’s', async () => {
  const before = Date.now();
  jest.useFakeTimers({ now: Date.UTC(2040, 0, 1) });
  try {
    const mock = await createMock();
    const session = await mock.session();
    for (const { clock } of [mock, session]) {
      expect(clock.now()).toBeGreaterThanOrEqual(before);
      expect(clock.now()).toBeLessThan(Date.UTC(2040, 0, 1));
    }
  } finally {
    jest.useRealTimers();
  }
});
