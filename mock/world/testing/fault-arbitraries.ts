import fc from 'fast-check';
import type { DelayRange, FaultRule } from '../../../openapi/types/control';
import type { RequestFacts } from '../stores/journal';

const OPERATIONS = ['listThings', 'makeThing'] as const;
const KEYS = ['free', 'pro'] as const;

const METHODS = ['GET', 'POST'] as const;

/** What tells apart the requests of these tests. */
export type Asked = Pick<RequestFacts, 'method' | 'operationId' | 'keyName'>;

const range: fc.Arbitrary<DelayRange> = fc
  .tuple(fc.nat({ max: 100 }), fc.constantFrom(0, 1, 2, 100))
  .map(([from, more]) => ({ from, to: from + more }));

export const rule: fc.Arbitrary<FaultRule> = fc
  .record(
    {
      operationId: fc.constantFrom(...OPERATIONS),
      key: fc.constantFrom(...KEYS),
      match: fc.record({ method: fc.constantFrom(...METHODS) }),
      delayMs: fc.oneof(fc.nat({ max: 100 }), range),
      after: fc.nat({ max: 3 }),
      probability: fc.constantFrom(0, 0.2, 0.5, 0.9, 1),
      times: fc.integer({ min: 1, max: 4 }),
    },
    { requiredKeys: ['delayMs'] },
  )
  .chain((delay) =>
    fc.constantFrom<FaultRule>(
      delay,
      { ...delay, status: 503 },
      { ...delay, text: 'Sorry.' },
      { ...delay, abort: 'EMPTY_RESPONSE' },
    ),
  );

export const request: fc.Arbitrary<Asked> = fc.record({
  method: fc.constantFrom(...METHODS),
  operationId: fc.option(fc.constantFrom(...OPERATIONS), { nil: undefined }),
  keyName: fc.option(fc.constantFrom(...KEYS), { nil: undefined }),
});
