import fc from 'fast-check';
import { type Contract, loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { pairsOf } from '../http/headers';
import { worldOf } from '../testing/worlds';
import { createMemoryLedger } from '../world/memory/ledger';
import type { World } from '../world/stores/model';
import { peekQuota } from './quota';

let contract: Contract;
let world: World;
beforeAll(async () => {
  contract = await loadContract(SHIPPED_DOCUMENT);
  world = await worldOf(contract, { planLimits: false });
});

const allowance = fc.record({
  window: fc.constantFrom('second', 'minute', 'hour', 'day'),
  requests: fc.integer({ min: 0, max: 5 }),
  seconds: fc.constantFrom(1, 60, 3600, 86_400),
});

test('with the limits off the headers are always those of an unused account', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(allowance, { maxLength: 3 }),
      fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 5 }),
      async (allowances, times) => {
        for (const now of times) {
          const { state } = world;
          const source = { now, random: state.random };
          const caller = { world, state, source, account: 'key free', allowances };
          const { headers, refusal } = await peekQuota(contract, caller);
          const { window } = createMemoryLedger({ after: 0, seconds: 0 }).peek('anybody', allowances, now);
          const figures = Object.fromEntries(pairsOf(headers));
          expect([
            figures['X-RateLimit-Limit'],
            figures['X-RateLimit-Remaining'],
            figures['X-RateLimit-Reset'],
          ]).toEqual([
            String(window?.limit ?? 2 ** 31 - 1),
            String(window?.remaining ?? 2 ** 31 - 1),
            String(window?.resetAt ?? Math.floor(now / 1000)),
          ]);
          expect(refusal).toBeUndefined();
        }
      },
    ),
  ));
