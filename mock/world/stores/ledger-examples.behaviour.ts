import type { Allowance } from '../../../openapi/contract';
import type { BanPolicy, Decision, QuotaLedger } from './ledger';
import type { Awaitable } from './store';

/** What every ledger does, in single cases; the laws are in `ledger.behaviour.ts`. */
export function describeLedgerByExample(name: string, make: (bans: BanPolicy) => Awaitable<QuotaLedger>): void {
  describe(`${name}, counting`, () => {
    it('opens a window with the first request and counts down in it', async () => {
      const ledger = await make(NO_BANS);
      const now = at('12:00:00.900');
      expect(await ledger.spend('ann', [TWO_A_MINUTE], now)).toEqual(served('minute', 2, 1, '12:01:00'));
      expect(await ledger.spend('ann', [TWO_A_MINUTE], now + 30_000)).toEqual(served('minute', 2, 0, '12:01:00'));
      expect(await ledger.spend('ann', [TWO_A_MINUTE], now + 31_000)).toEqual({
        outcome: 'exhausted',
        window: { name: 'minute', limit: 2, remaining: 0, resetAt: unix('12:01:00') },
        retryAt: unix('12:01:00'),
      });
      expect(await ledger.spend('ann', [TWO_A_MINUTE], at('12:01:00'))).toEqual(served('minute', 2, 1, '12:02:00'));
    });

    it('names the window with the fewest requests left, of two alike the longer', async () => {
      const ledger = await make(NO_BANS);
      const both = [TWO_A_MINUTE, THREE_A_DAY];
      const names = [];
      for (const now of [at('12:00:00'), at('12:01:00'), at('12:02:00')]) {
        names.push((await ledger.spend('ann', both, now)).window?.name);
      }
      expect(names).toEqual(['minute', 'day', 'day']);
    });

    it('names of two windows that are used up the one that stays so for longer', async () => {
      const ledger = await make(NO_BANS);
      const both = [oneA('day', 86_400), oneA('minute', 60)];
      await ledger.spend('ann', both, at('12:00:00'));
      expect((await ledger.spend('ann', both, at('12:00:10'))).window?.name).toBe('day');
    });

    it('does not take from the day what the minute refuses', async () => {
      const ledger = await make(NO_BANS);
      const both = [oneA('minute', 60), THREE_A_DAY];
      for (let request = 1; request <= 10; request += 1) await ledger.spend('ann', both, at('12:00:00'));
      expect((await ledger.peek('ann', [THREE_A_DAY], at('12:00:00'))).window?.remaining).toBe(2);
    });

    it('limits nobody who has no allowances', async () => {
      const ledger = await make({ after: 1, seconds: 60 });
      expect(await ledger.spend('ann', [], at('12:00:00'))).toEqual({
        outcome: 'served',
        window: undefined,
        retryAt: 0,
      });
    });

    it('serves no more of many requests at once than are allowed', async () => {
      const ledger = await make(NO_BANS);
      const three = { window: 'day', requests: 3, seconds: 86_400 };
      const all = Array.from({ length: 10 }, async () => ledger.spend('ann', [three], at('12:00:00')));
      const outcomes = (await Promise.all(all)).map(({ outcome }) => outcome);
      expect(outcomes.filter((outcome) => outcome === 'served')).toHaveLength(3);
    });

    it('counts before 1970 as it does after', async () => {
      const ledger = await make({ after: 3, seconds: 60 });
      const now = Date.parse('1955-11-05T06:15:00Z');
      expect(await outcomes(ledger, TWO_A_MINUTE, [now, now, now])).toEqual(['served', 'served', 'exhausted']);
    });

    it('brings the end of a window nearer when the clock is set back, so that it lasts no longer than its length', async () => {
      const ledger = await make(NO_BANS);
      const once = oneA('minute', 60);
      await ledger.spend('ann', [once], at('12:00:00'));
      expect((await ledger.spend('ann', [once], at('09:00:00'))).retryAt).toBe(unix('09:01:00'));
      expect((await ledger.spend('ann', [once], at('09:01:00'))).outcome).toBe('served');
    });

    it('forgets nobody whose window is open, however many others come', async () => {
      const ledger = await make(NO_BANS);
      const once = oneA('day', 86_400);
      await ledger.spend('ann', [once], at('12:00:00'));
      const others = Array.from({ length: 10_001 }, async (_, other) =>
        ledger.spend(`other ${other}`, [once], at('12:00:01')),
      );
      await Promise.all(others);
      expect((await ledger.spend('ann', [once], at('12:00:02'))).outcome).toBe('exhausted');
    });

    it('forgets everything when it is given nothing in place of all that it had', async () => {
      const ledger = await make({ after: 1, seconds: 3600 });
      const once = oneA('minute', 60);
      expect(await outcomes(ledger, once, [at('12:00:00'), at('12:00:00')])).toEqual(['served', 'banned']);
      await ledger.restore(new Map(), at('12:00:00'));
      expect(await outcomes(ledger, once, [at('12:00:00')])).toEqual(['served']);
    });
  });

  describe(`${name}, banning`, () => {
    const once = oneA('second', 1);

    it('bans after so many refusals in a row, for exactly its seconds', async () => {
      const ledger = await make({ after: 2, seconds: 30 });
      const now = at('12:00:00');
      expect(await outcomes(ledger, once, [now, now])).toEqual(['served', 'exhausted']);
      expect(await ledger.spend('ann', [once], now)).toEqual({
        outcome: 'banned',
        window: { name: 'second', limit: 1, remaining: 0, resetAt: unix('12:00:30') },
        retryAt: unix('12:00:30'),
      });
      expect(await outcomes(ledger, once, [at('12:00:29.999'), at('12:00:30')])).toEqual(['banned', 'served']);
    });

    it('tells the end of the window that is used up where that outlasts the ban', async () => {
      const ledger = await make({ after: 1, seconds: 30 });
      const both = [oneA('day', 86_400), { window: 'minute', requests: 9, seconds: 60 }];
      await ledger.spend('ann', both, at('12:00:00'));
      expect(await ledger.spend('ann', both, at('12:00:10'))).toEqual({
        outcome: 'banned',
        window: { name: 'day', limit: 1, remaining: 0, resetAt: unix('12:00:00') + 86_400 },
        retryAt: unix('12:00:00') + 86_400,
      });
    });

    it('does not make a ban longer for requests during it', async () => {
      const ledger = await make({ after: 1, seconds: 30 });
      const now = at('12:00:00');
      await outcomes(ledger, once, [now, now]);
      const during = Array.from({ length: 29 }, (_, second) => now + second * 1000);
      expect(await outcomes(ledger, once, during)).toEqual(during.map(() => 'banned'));
      expect(await outcomes(ledger, once, [at('12:00:30')])).toEqual(['served']);
    });

    it('counts refusals anew after a request that is served, and after a ban', async () => {
      const ledger = await make({ after: 2, seconds: 1 });
      const [first, second] = [at('12:00:00'), at('12:00:01')];
      expect(await outcomes(ledger, once, [first, first, second, second])).toEqual([
        'served',
        'exhausted',
        'served',
        'exhausted',
      ]);
      const minute = oneA('minute', 60);
      const later = at('13:00:00');
      expect(await outcomes(ledger, minute, [later, later, later, later + 1000, later + 1000])).toEqual([
        'served',
        'exhausted',
        'banned',
        'exhausted',
        'banned',
      ]);
    });

    it.each([
      ['no number of refusals', { after: 0, seconds: 60 }],
      ['no seconds', { after: 1, seconds: 0 }],
    ])('never bans where the policy has %s', async (_, bans) => {
      const ledger = await make(bans);
      const now = at('12:00:00');
      expect(await outcomes(ledger, once, [now, now, now])).toEqual(['served', 'exhausted', 'exhausted']);
    });

    it('ends a ban no later than its length from now when the clock is set back', async () => {
      const ledger = await make({ after: 1, seconds: 30 });
      await outcomes(ledger, once, [at('12:00:00'), at('12:00:00')]);
      expect((await ledger.peek('ann', [once], at('09:00:00'))).retryAt).toBe(unix('09:00:30'));
      expect((await ledger.spend('ann', [once], at('09:00:00'))).retryAt).toBe(unix('09:00:30'));
      expect((await ledger.spend('ann', [once], at('09:00:30'))).outcome).toBe('served');
    });
  });
}

const NO_BANS: BanPolicy = { after: 0, seconds: 0 };
const TWO_A_MINUTE: Allowance = { window: 'minute', requests: 2, seconds: 60 };
const THREE_A_DAY: Allowance = { window: 'day', requests: 3, seconds: 86_400 };

function oneA(window: string, seconds: number): Allowance {
  return { window, requests: 1, seconds };
}

const at = (time: string): number => Date.parse(`2030-06-01T${time}Z`);
const unix = (time: string): number => at(time) / 1000;

const served = (name: string, limit: number, remaining: number, resetAt: string): Decision => ({
  outcome: 'served',
  window: { name, limit, remaining, resetAt: unix(resetAt) },
  retryAt: 0,
});

/** What becomes of one request of the same account at each of these instants. */
async function outcomes(
  ledger: QuotaLedger,
  allowance: Allowance,
  instants: readonly number[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const now of instants) found.push((await ledger.spend('ann', [allowance], now)).outcome);
  return found;
}
