import { loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { mockOnStores } from '../testing/on-stores';
import { memoryStores } from '../world/memory/stores';

const ALLOWANCE = { window: 'minute', requests: 2, seconds: 60 };

test.each([1, 250, 400, 999, 1000, 1700])(
  'all times in a reply agree, although each reading of the clock is %d ms later',
  async (step) => {
    let now = Date.parse('2026-11-19T12:00:00.999Z');
    const contract = await loadContract(SHIPPED_DOCUMENT);
    const key = { name: 'k', plan: 'Free', allowances: [ALLOWANCE], revoked: false };
    const stores = memoryStores(() => {
      now += step;
      return now;
    });
    const { served } = await mockOnStores(contract, stores, {
      keys: [{ value: 'k', key }],
      bans: { after: 3, seconds: 5 },
    });
    const { fetch } = served;
    const ask = async () => {
      const { status, headers } = await fetch('/v1/pets', { headers: { authorization: 'Bearer k' } });
      const untilReset = Number(headers.get('x-ratelimit-reset')) - Date.parse(headers.get('date') ?? '') / 1000;
      return { status, untilReset, retryAfter: Number(headers.get('retry-after')) };
    };
    expect(await ask()).toEqual({ status: 200, untilReset: 60, retryAfter: 0 });
    expect(await ask()).toMatchObject({ status: 200 });
    // The third of these is a ban.
    for (let refused = 0; refused < 4; refused += 1) {
      const { status, untilReset, retryAfter } = await ask();
      expect([status, retryAfter]).toEqual([429, untilReset]);
    }
  },
);
