import fc from 'fast-check';
import { createFaults, type Fault, type FaultRule, type Stroke } from './faults';
import { createRandom } from './random';

const OPERATIONS = ['listThings', 'makeThing'] as const;
const KEYS = ['free', 'pro'] as const;

/** The operation and the key of a request. */
type Asked = readonly [string | undefined, string | undefined];

const rule: fc.Arbitrary<FaultRule> = fc
  .record(
    {
      operationId: fc.constantFrom(...OPERATIONS),
      key: fc.constantFrom(...KEYS),
      delayMs: fc.nat({ max: 100 }),
      probability: fc.constantFrom(0, 0.2, 0.5, 0.9, 1),
      times: fc.integer({ min: 1, max: 4 }),
    },
    { requiredKeys: ['delayMs'] },
  )
  .chain((delay) =>
    fc.constantFrom<FaultRule>(delay, { ...delay, status: 503 }, { ...delay, abort: 'EMPTY_RESPONSE' }),
  );
const request: fc.Arbitrary<Asked> = fc.tuple(
  fc.option(fc.constantFrom(...OPERATIONS), { nil: undefined }),
  fc.option(fc.constantFrom(...KEYS), { nil: undefined }),
);

/** What befalls the requests in a world of this seed with these faults, and the faults after that. */
function run(seed: number, rules: readonly FaultRule[], requests: readonly Asked[]) {
  const faults = createFaults(createRandom(seed));
  for (const each of rules) faults.add(each);
  const strokes = requests.map(([operationId, key]) => faults.strike(operationId, key));
  return { strokes, after: faults.list() };
}

describe('faults', () => {
  const rules = fc.array(rule, { maxLength: 6 });
  const requests = fc.array(request, { maxLength: 30 });

  it('strike the same requests when a run is repeated with its seed', () =>
    fc.assert(
      fc.property(fc.nat(), rules, requests, (seed, some, asked) => {
        expect(run(seed, some, asked)).toEqual(run(seed, some, asked));
      }),
    ));

  it('go on after they were handed over as if they had stayed, the same luck given', () =>
    fc.assert(
      fc.property(rules, requests, requests, (some, before, after) => {
        const sure = some.map(({ probability: _, ...rest }) => rest);
        const whole = run(1, sure, [...before, ...after]);
        const other = createFaults(createRandom(1));
        other.restore(run(1, sure, before).after);
        const strokes = after.map(([operationId, key]) => other.strike(operationId, key));
        expect(strokes).toEqual(whole.strokes.slice(before.length));
        expect(other.list()).toEqual(whole.after);
      }),
    ));

  it('strike nothing but their own operation and key, no more often than they may, and tell so', () =>
    fc.assert(
      fc.property(fc.nat(), rules, requests, (seed, some, asked) => {
        const { strokes, after } = run(seed, some, asked);
        const ruleOf = new Map(after.map((fault) => [fault.id, fault.rule]));
        for (const [index, stroke] of strokes.entries()) {
          const [operationId, key] = asked[index] ?? [];
          for (const struck of (stroke?.ids ?? []).map((id) => ruleOf.get(id))) {
            expect([undefined, operationId]).toContain(struck?.operationId);
            expect([undefined, key]).toContain(struck?.key);
            expect(struck?.probability).not.toBe(0);
          }
        }
        const ids = strokes.flatMap((stroke) => stroke?.ids ?? []);
        for (const fault of after) {
          expect(fault.struck).toBe(ids.filter((id) => id === fault.id).length);
          expect(fault.struck).toBeLessThanOrEqual(fault.rule.times ?? Infinity);
        }
      }),
    ));

  it('are tried in the order of their making: delays add up until one ends the request', () =>
    fc.assert(
      fc.property(fc.nat(), rules, requests, (seed, some, asked) => {
        const { strokes, after } = run(seed, some, asked);
        const ruleOf = (id: string | undefined) => after.find((fault) => fault.id === id)?.rule;
        const order = after.map(({ id }) => id);
        for (const { ids, delayMs, end } of strokes.filter((stroke) => stroke !== undefined)) {
          expect(ids).toEqual(order.filter((id) => ids.includes(id)));
          expect(delayMs).toBe(ids.reduce((sum, id) => sum + (ruleOf(id)?.delayMs ?? 0), 0));
          const last = ruleOf(ids.at(-1));
          const isEnd = last?.status !== undefined || last?.abort !== undefined;
          expect(end?.id).toBe(isEnd ? ids.at(-1) : undefined);
          for (const id of ids.slice(0, -1)) {
            expect(ruleOf(id)?.status).toBeUndefined();
            expect(ruleOf(id)?.abort).toBeUndefined();
          }
        }
      }),
    ));

  it('that are sure and only delay do not shift the luck of the others', () =>
    fc.assert(
      fc.property(fc.nat(), rules, requests, fc.nat({ max: 6 }), (seed, some, asked, at) => {
        const sure: FaultRule[] = [{ delayMs: 7 }, { status: 500, probability: 0 }];
        const strokesWith = run(seed, [...some.slice(0, at), ...sure, ...some.slice(at)], asked).after;
        const without = run(seed, some, asked).after;
        const struckOf = (faults: readonly Fault[]) => faults.map(({ struck }) => struck);
        const others = struckOf(strokesWith);
        others.splice(Math.min(at, some.length), sure.length);
        expect(others).toEqual(struckOf(without));
      }),
    ));
});

describe('a fault', () => {
  const noLuck = () => {
    throw new Error('nothing was left to chance');
  };

  it.each<[string, readonly FaultRule[], Stroke | undefined]>([
    ['nothing', [], undefined],
    ['what is for another operation', [{ operationId: 'b', status: 500, probability: 0.5 }], undefined],
    ['what is for another key', [{ key: 'b', status: 500, probability: 0.5 }], undefined],
    ['what never strikes', [{ status: 500, probability: 0 }], undefined],
    ['a delay', [{ delayMs: 5, probability: 1 }], { delayMs: 5, end: undefined, ids: ['1'] }],
    [
      'two delays, an end with a delay and what comes after',
      [{ delayMs: 5 }, { delayMs: 6, key: 'a' }, { status: 503, delayMs: 7 }, { abort: 'EMPTY_RESPONSE' }],
      { delayMs: 18, end: { id: '3', status: 503 }, ids: ['1', '2', '3'] },
    ],
    [
      'an abort',
      [{ abort: 'CONNECTION_RESET_BY_PEER', operationId: 'a', key: 'a' }],
      { delayMs: 0, end: { id: '1', abort: 'CONNECTION_RESET_BY_PEER' }, ids: ['1'] },
    ],
  ])('of %s needs no chance', (_, rules, stroke) => {
    const faults = createFaults(noLuck);
    for (const each of rules) faults.add(each);
    expect(faults.strike('a', 'a')).toEqual(stroke);
  });

  it('strikes below its probability and not from there on', () => {
    const numbers = [0.29, 0.3, 0, 0.99];
    const faults = createFaults(() => numbers.shift() ?? 1);
    faults.add({ status: 500, probability: 0.3 });
    expect([1, 2, 3, 4].map(() => faults.strike('a', 'a') !== undefined)).toEqual([true, false, true, false]);
  });

  it('that is used up stays in the list, draws no more and lets the next have its turn', () => {
    const faults = createFaults(() => 0);
    faults.add({ status: 500, times: 1, probability: 0.5 });
    faults.add({ status: 503 });
    const statuses = [1, 2, 3].map(() => faults.strike(undefined, undefined)?.end);
    expect(statuses).toEqual([
      { id: '1', status: 500 },
      { id: '2', status: 503 },
      { id: '2', status: 503 },
    ]);
    expect(faults.list().map(({ struck }) => struck)).toEqual([1, 2]);
  });

  it('is removed by its id, once', () => {
    const faults = createFaults(noLuck);
    const { id } = faults.add({ status: 500 });
    faults.add({ status: 501 });
    expect([faults.remove(id), faults.remove(id), faults.remove('none')]).toEqual([true, false, false]);
    expect(faults.list()).toEqual([{ id: '2', rule: { status: 501 }, struck: 0 }]);
    faults.clear();
    expect(faults.list()).toEqual([]);
  });

  it('that was handed out does not change with what happens, nor changes anything', () => {
    const faults = createFaults(noLuck);
    const mine: { status: number } = { status: 500 };
    const added = faults.add(mine);
    mine.status = 200;
    const [listed] = faults.list();
    faults.strike(undefined, undefined);
    expect(added).toEqual({ id: '1', rule: { status: 500 }, struck: 0 });
    expect(listed).toEqual(added);
    expect(faults.list()).toEqual([{ ...added, struck: 1 }]);
  });

  it('has an id that no fault of the world has had', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constant('add'),
            fc.constant('removeLast'),
            fc.constant('clear'),
            fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 20 }).map(String), fc.string({ minLength: 1 })), {
              maxLength: 4,
            }),
          ),
        ),
        (deeds) => {
          const faults = createFaults(noLuck);
          const had = new Set<string>();
          for (const deed of deeds) {
            if (deed === 'add') {
              const { id } = faults.add({ status: 500 });
              expect(had).not.toContain(id);
              had.add(id);
            } else if (deed === 'removeLast') faults.remove(faults.list().at(-1)?.id ?? '');
            else if (deed === 'clear') faults.clear();
            else if (Array.isArray(deed)) {
              faults.restore(deed.map((id) => ({ id, rule: { status: 500 }, struck: 0 })));
              for (const id of deed) had.add(id);
            }
          }
        },
      ),
    ));

  it('can be made after one of an id beyond counting was put back', () => {
    const faults = createFaults(noLuck);
    faults.restore([{ id: '9'.repeat(30), rule: { status: 500 }, struck: 3 }]);
    expect(faults.add({ status: 500 }).id).toBe('1');
    expect(faults.strike(undefined, undefined)?.ids).toEqual(['9'.repeat(30)]);
  });
});
