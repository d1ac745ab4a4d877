import { loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { accessOf } from '../control/access';
import { createLog } from '../observe/log';
import { NO_FIXTURES } from '../resources/fixtures';
import { serve } from '../server/app';
import { createEngine } from '../setup/engine';
import { memoryStores } from '../world/memory/stores';
import { createWorlds } from '../world/worlds';

const ALLOWANCE = { window: 'minute', requests: 2, seconds: 60 };

test.each([1, 250, 400, 999, 1000, 1700])(
  'all times in a reply agree, although each reading of the clock is %d ms later',
  async (step) => {
    let now = Date.parse('2026-11-19T12:00:00.999Z');
    const contract = await loadContract(SHIPPED_DOCUMENT);
    const key = { name: 'k', plan: 'Free', allowances: [ALLOWANCE], revoked: false };
    const worlds = await createWorlds(
      {
        contract,
        fixtures: NO_FIXTURES,
        keys: [{ value: 'k', key }],
        planLimits: true,
        bans: { after: 3, seconds: 5 },
        journalSize: 10,
        maxRecords: 1000,
        maxSessions: 1,
        seed: 1,
      },
      memoryStores(() => {
        now += step;
        return now;
      }),
    );
    const engine = createEngine(contract, worlds, {
      cors: [],
      checkReplies: true,
      keepRemoved: false,
      access: accessOf({ admin: false, adminToken: undefined, host: '127.0.0.1' }),
      demoKey: undefined,
      log: createLog('silent', process.stderr),
    });
    const { fetch } = serve({ engine });
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
