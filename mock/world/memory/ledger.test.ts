import { accountOfAddress, accountOfKey } from '../rules/account';
import { describeLedger } from '../stores/ledger.behaviour';
import { createKnownAddresses, createMemoryLedger } from './ledger';

describeLedger('a ledger in memory', createMemoryLedger);

describe('ledgers in memory, beside others', () => {
  const DAY = [{ window: 'day', requests: 1, seconds: 86_400 }];
  const [first, second, third, fourth] = ['1', '2', '3', '4'].map(accountOfAddress) as [string, string, string, string];
  const ann = accountOfKey('ann');

  it('know so many addresses together, of more not the one that was met first, and every key', () => {
    const known = createKnownAddresses(3);
    const [one, other] = [1, 2].map(() => createMemoryLedger({ after: 0, seconds: 0 }, known));
    for (const account of [ann, first, second, third, first, second, fourth]) one?.consume(account, DAY, 0);
    expect(one?.accounts()).toEqual([ann, second, third, fourth]);
    expect(one?.consume(second, DAY, 0)).toMatchObject({ outcome: 'exhausted' });
    // The newcomer of one that knows no address yet is not forgotten at once.
    other?.consume(first, DAY, 0);
    other?.consume(second, DAY, 0);
    expect(other?.accounts()).toEqual([second]);
    one?.leave();
    for (const account of [first, third]) other?.consume(account, DAY, 0);
    expect(other?.accounts()).toEqual([second, first, third]);
  });

  it('know no more of them when they are restored', () => {
    const ledger = createMemoryLedger({ after: 0, seconds: 0 }, createKnownAddresses(2));
    for (const account of [first, second]) ledger.consume(account, DAY, 0);
    const used = { windows: [], refusals: 0, bannedUntil: undefined, banSeconds: undefined };
    ledger.restore(new Map([ann, first, second, third].map((name) => [name, used])), 0);
    expect(ledger.accounts()).toEqual([ann, second, third]);
  });
});
