import { createMock } from '../../index';
import { createChances } from '../rules/random';
import { describeChoices } from '../stores/choices.behaviour';
import { describeClock } from '../stores/clock.behaviour';
import { describeFaults } from '../stores/faults.behaviour';
import { describeKeyring } from '../stores/keyring.behaviour';
import { describeNotices } from '../stores/notices.behaviour';
import { createMemoryClock } from './clock';
import { createMemoryFaults } from './faults';
import { createMemoryKeyring } from './keyring';
import { createMemoryChoices, createMemoryNotices } from './stores';

describeChoices('choices in memory', createMemoryChoices);
describeClock('a clock in memory', createMemoryClock);
describeFaults('faults in memory', (chances, prefix) => createMemoryFaults(createChances(chances), prefix));
describeKeyring('a keyring in memory', createMemoryKeyring);
describeNotices('notices in memory', createMemoryNotices);

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
