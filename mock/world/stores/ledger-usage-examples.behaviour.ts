import type { Allowance } from '../../../openapi/contract';
import type { BanPolicy, QuotaLedger } from './ledger';
import type { Awaitable } from './store';

/** How every ledger shows, sets and hands over, in single cases; the laws are in `ledger-usage.behaviour.ts`. */
export function describeLedgerUsageByExample(name: string, make: (bans: BanPolicy) => Awaitable<QuotaLedger>): void {
  describe(`${name}, looked at`, () => {
    it('tells of an account that never asked all that it may use, in windows that are not open', async () => {
      const ledger = await make(NO_BANS);
      expect(await ledger.usage('ann', BOTH, at('12:00:00'))).toEqual({
        windows: [
          { name: 'minute', limit: 2, used: 0, remaining: 2, resetAt: undefined },
          { name: 'day', limit: 3, used: 0, remaining: 3, resetAt: undefined },
        ],
        refusals: 0,
        bannedUntil: undefined,
      });
      expect(await ledger.accounts()).toEqual([]);
    });

    it('tells what is used, what is refused, and that a window has closed', async () => {
      const ledger = await make(NO_BANS);
      for (let request = 1; request <= 4; request += 1) await ledger.spend('ann', BOTH, at('12:00:00'));
      expect(await ledger.usage('ann', BOTH, at('12:00:30'))).toEqual({
        windows: [
          { name: 'minute', limit: 2, used: 2, remaining: 0, resetAt: unix('12:01:00') },
          { name: 'day', limit: 3, used: 2, remaining: 1, resetAt: unix('12:00:00') + 86_400 },
        ],
        refusals: 2,
        bannedUntil: undefined,
      });
      const [minute] = (await ledger.usage('ann', BOTH, at('12:01:00'))).windows;
      expect(minute).toEqual({ name: 'minute', limit: 2, used: 0, remaining: 2, resetAt: undefined });
    });

    it('tells the end of a ban until it is over', async () => {
      const ledger = await make({ after: 1, seconds: 30 });
      for (let request = 1; request <= 3; request += 1) await ledger.spend('ann', [MINUTE], at('12:00:00'));
      expect((await ledger.usage('ann', [MINUTE], at('12:00:29'))).bannedUntil).toBe(unix('12:00:30'));
      expect((await ledger.usage('ann', [MINUTE], at('12:00:30'))).bannedUntil).toBeUndefined();
    });

    it('names each account of which it remembers anything, once', async () => {
      const ledger = await make(NO_BANS);
      await ledger.spend('ann', BOTH, at('12:00:00'));
      await ledger.set('ben', BOTH, { bannedSeconds: 9 }, at('12:00:00'));
      await ledger.spend('ann', BOTH, at('12:00:01'));
      expect([...(await ledger.accounts())].sort()).toEqual(['ann', 'ben']);
      await ledger.restore(new Map(), at('12:00:02'));
      expect(await ledger.accounts()).toEqual([]);
    });
  });

  describe(`${name}, set`, () => {
    it('serves as many requests as were left, to the end of the window', async () => {
      const ledger = await make(NO_BANS);
      const ten = { window: 'minute', requests: 10, seconds: 60 };
      await ledger.spend('ann', [ten], at('12:00:00'));
      await ledger.set('ann', [ten], { used: { minute: 8 } }, at('12:00:20'));
      expect(await outcomes(ledger, [ten], at('12:00:59'), 3)).toEqual(['served', 'served', 'exhausted']);
      expect(await outcomes(ledger, [ten], at('12:01:00'), 1)).toEqual(['served']);
    });

    it('opens a window that is not open, and leaves the others as they are', async () => {
      const ledger = await make(NO_BANS);
      await ledger.set('ann', BOTH, { used: { day: 7 } }, at('12:00:00.900'));
      expect((await ledger.usage('ann', BOTH, at('13:00:00'))).windows).toEqual([
        { name: 'minute', limit: 2, used: 0, remaining: 2, resetAt: undefined },
        { name: 'day', limit: 3, used: 7, remaining: 0, resetAt: unix('12:00:00') + 86_400 },
      ]);
    });

    it('gives back what was used', async () => {
      const ledger = await make(NO_BANS);
      await outcomes(ledger, [MINUTE], at('12:00:00'), 3);
      await ledger.set('ann', [MINUTE], { used: { minute: 0 } }, at('12:00:30'));
      expect(await outcomes(ledger, [MINUTE], at('12:00:31'), 3)).toEqual(['served', 'served', 'exhausted']);
    });

    it('bans for longer than the policy does, also where that never bans', async () => {
      for (const bans of [NO_BANS, { after: 1, seconds: 5 }]) {
        const ledger = await make(bans);
        await ledger.set('ann', [MINUTE], { bannedSeconds: 3600 }, at('12:00:00'));
        expect(await outcomes(ledger, [MINUTE], at('12:59:59'), 1)).toEqual(['banned']);
        expect(await outcomes(ledger, [MINUTE], at('13:00:00'), 1)).toEqual(['served']);
      }
    });

    it('lifts a ban, and begins to count refusals anew', async () => {
      const ledger = await make({ after: 2, seconds: 3600 });
      expect(await outcomes(ledger, [MINUTE], at('12:00:00'), 5)).toEqual([
        'served',
        'served',
        'exhausted',
        'banned',
        'banned',
      ]);
      await ledger.set('ann', [MINUTE], { bannedSeconds: 0 }, at('12:00:01'));
      expect(await outcomes(ledger, [MINUTE], at('12:00:01'), 1)).toEqual(['exhausted']);
      await ledger.set('ann', [MINUTE], { bannedSeconds: 0 }, at('12:00:02'));
      expect(await outcomes(ledger, [MINUTE], at('12:00:02'), 2)).toEqual(['exhausted', 'banned']);
    });

    it('refuses to set a window that the account has not, and sets none', async () => {
      const ledger = await make(NO_BANS);
      for (const name of ['hour', 'constructor', '__proto__']) {
        const used = Object.fromEntries([
          ['minute', 1],
          [name, 1],
        ]);
        const setting = async () => ledger.set('ann', BOTH, { used, bannedSeconds: 9 }, at('12:00:00'));
        await expect(setting()).rejects.toThrow(`The account has no window "${name}".`);
      }
      expect(await ledger.accounts()).toEqual([]);
    });
  });

  describe(`${name}, handed over`, () => {
    it('hands over windows, refusals and bans, and takes them in place of its own', async () => {
      const [first, second] = [await make({ after: 3, seconds: 60 }), await make(NO_BANS)];
      await outcomes(first, [MINUTE], at('12:00:00'), 4);
      await first.set('ben', [MINUTE], { bannedSeconds: 30 }, at('12:00:00'));
      const accounts = await first.dump();
      expect([...accounts]).toEqual([
        ['ann', { windows: [{ name: 'minute', openedAt: unix('12:00:00'), used: 2 }], refusals: 2 }],
        ['ben', { windows: [], refusals: 0, bannedUntil: unix('12:00:30'), banSeconds: 30 }],
      ]);
      await second.spend('zoe', [MINUTE], at('12:00:00'));
      await second.restore(accounts, at('12:00:10'));
      expect(await second.accounts()).toEqual(['ann', 'ben']);
      await second.restore(new Map(), at('12:00:10'));
      expect(await second.accounts()).toEqual([]);
    });

    it('takes of a ban of unknown length what is left for the whole, when the clock is set back', async () => {
      const ledger = await make(NO_BANS);
      const banned = { windows: [], refusals: 0, bannedUntil: unix('12:00:30'), banSeconds: undefined };
      await ledger.restore(new Map([['ann', banned]]), at('12:00:10'));
      expect((await ledger.usage('ann', [MINUTE], at('12:00:10'))).bannedUntil).toBe(unix('12:00:30'));
      expect((await ledger.usage('ann', [MINUTE], at('09:00:00'))).bannedUntil).toBe(unix('09:00:20'));
      expect((await ledger.usage('ann', [MINUTE], at('12:00:30'))).bannedUntil).toBeUndefined();
    });

    it('shares nothing that changes with what it handed over or was given', async () => {
      const ledger = await make(NO_BANS);
      const windows = [{ name: 'minute', openedAt: unix('12:00:00'), used: 1 }];
      const ann = { windows, refusals: 0, bannedUntil: undefined, banSeconds: undefined };
      await ledger.restore(new Map([['ann', ann]]), at('12:00:00'));
      const dumped = await ledger.dump();
      await ledger.spend('ann', [MINUTE], at('12:00:01'));
      windows.length = 0;
      expect(dumped.get('ann')?.windows[0]?.used).toBe(1);
      expect((await ledger.usage('ann', [MINUTE], at('12:00:01'))).windows[0]?.used).toBe(2);
    });
  });
}

const NO_BANS: BanPolicy = { after: 0, seconds: 0 };
const MINUTE: Allowance = { window: 'minute', requests: 2, seconds: 60 };
const BOTH: readonly Allowance[] = [MINUTE, { window: 'day', requests: 3, seconds: 86_400 }];

const at = (time: string): number => Date.parse(`2030-06-01T${time}Z`);
const unix = (time: string): number => at(time) / 1000;

/** What becomes of so many requests of `ann` at one instant. */
async function outcomes(
  ledger: QuotaLedger,
  allowances: readonly Allowance[],
  now: number,
  count: number,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (let nth = 1; nth <= count; nth += 1) found.push((await ledger.spend('ann', allowances, now)).outcome);
  return found;
}
