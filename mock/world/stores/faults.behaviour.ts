import fc from 'fast-check';
import { createRandom } from '../rules/random';
import type { Awaitable } from './awaitable';
import type { Fault, FaultEffect, FaultRule, Faults } from './faults';
import type { Random } from './random';

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

/** What all injected faults do; `make` gives none yet, with what decides on chance. */
export function describeFaults(name: string, make: (random: Random) => Awaitable<Faults>): void {
  /** What faults of this seed do to the requests, and the faults after that. */
  async function run(seed: number, rules: readonly FaultRule[], requests: readonly Asked[]) {
    const faults = await make(createRandom(seed));
    for (const each of rules) await faults.add(each);
    const effects = await strikeEach(faults, requests);
    return { effects, after: await faults.list() };
  }

  describe(`${name}, switched on`, () => {
    const rules = fc.array(rule, { maxLength: 6 });
    const requests = fc.array(request, { maxLength: 30 });

    it('strike the same requests when a run is repeated with its seed', () =>
      fc.assert(
        fc.asyncProperty(fc.nat(), rules, requests, async (seed, some, asked) => {
          expect(await run(seed, some, asked)).toEqual(await run(seed, some, asked));
        }),
      ));

    it('go on after they were handed over as if they had stayed, the same luck given', () =>
      fc.assert(
        fc.asyncProperty(rules, requests, requests, async (some, before, after) => {
          const sure = some.map(({ probability: _, ...rest }) => rest);
          const whole = await run(1, sure, [...before, ...after]);
          const other = await make(createRandom(1));
          await other.restore((await run(1, sure, before)).after);
          const effects = await strikeEach(other, after);
          expect(effects).toEqual(whole.effects.slice(before.length));
          expect(await other.list()).toEqual(whole.after);
        }),
      ));

    it('strike nothing but their own operation and key, no more often than they may, and tell so', () =>
      fc.assert(
        fc.asyncProperty(fc.nat(), rules, requests, async (seed, some, asked) => {
          const { effects, after } = await run(seed, some, asked);
          const ruleOf = new Map(after.map((fault) => [fault.id, fault.rule]));
          for (const [index, effect] of effects.entries()) {
            const [operationId, key] = asked[index] ?? [];
            for (const struck of (effect?.ids ?? []).map((id) => ruleOf.get(id))) {
              expect([undefined, operationId]).toContain(struck?.operationId);
              expect([undefined, key]).toContain(struck?.key);
              expect(struck?.probability).not.toBe(0);
            }
          }
          const ids = effects.flatMap((effect) => effect?.ids ?? []);
          for (const fault of after) {
            expect(fault.struck).toBe(ids.filter((id) => id === fault.id).length);
            expect(fault.struck).toBeLessThanOrEqual(fault.rule.times ?? Infinity);
          }
        }),
      ));

    it('are tried in the order of their making: delays add up until one ends the request', () =>
      fc.assert(
        fc.asyncProperty(fc.nat(), rules, requests, async (seed, some, asked) => {
          const { effects, after } = await run(seed, some, asked);
          const ruleOf = (id: string | undefined) => after.find((fault) => fault.id === id)?.rule;
          const order = after.map(({ id }) => id);
          for (const { ids, delayMs, end } of effects.filter((effect) => effect !== undefined)) {
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
        fc.asyncProperty(fc.nat(), rules, requests, fc.nat({ max: 6 }), async (seed, some, asked, at) => {
          const sure: FaultRule[] = [{ delayMs: 7 }, { status: 500, probability: 0 }];
          const effectsWith = (await run(seed, [...some.slice(0, at), ...sure, ...some.slice(at)], asked)).after;
          const without = (await run(seed, some, asked)).after;
          const struckOf = (faults: readonly Fault[]) => faults.map(({ struck }) => struck);
          const others = struckOf(effectsWith);
          others.splice(Math.min(at, some.length), sure.length);
          expect(others).toEqual(struckOf(without));
        }),
      ));
  });

  describe(`${name}, of which one`, () => {
    const noLuck = () => {
      throw new Error('nothing was left to chance');
    };

    it.each<[string, readonly FaultRule[], FaultEffect | undefined]>([
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
    ])('of %s needs no chance', async (_, rules, effect) => {
      const faults = await make(noLuck);
      for (const each of rules) await faults.add(each);
      expect(await faults.strike('a', 'a')).toEqual(effect);
    });

    it('strikes below its probability and not from there on', async () => {
      const numbers = [0.29, 0.3, 0, 0.99];
      const faults = await make(() => numbers.shift() ?? 1);
      await faults.add({ status: 500, probability: 0.3 });
      const effects = await strikeEach(
        faults,
        [1, 2, 3, 4].map(() => ['a', 'a'] as const),
      );
      expect(effects.map((effect) => effect !== undefined)).toEqual([true, false, true, false]);
    });

    it('that is used up stays in the list, draws no more and lets the next have its turn', async () => {
      const faults = await make(() => 0);
      await faults.add({ status: 500, times: 1, probability: 0.5 });
      await faults.add({ status: 503 });
      const effects = await strikeEach(
        faults,
        [1, 2, 3].map(() => [undefined, undefined] as const),
      );
      expect(effects.map((effect) => effect?.end)).toEqual([
        { id: '1', status: 500 },
        { id: '2', status: 503 },
        { id: '2', status: 503 },
      ]);
      expect((await faults.list()).map(({ struck }) => struck)).toEqual([1, 2]);
    });

    it('strikes no more often than it may where many requests come at once', async () => {
      const faults = await make(noLuck);
      await faults.add({ status: 500, times: 3 });
      const effects = await Promise.all(Array.from({ length: 10 }, async () => faults.strike('a', 'a')));
      expect(effects.filter((effect) => effect !== undefined)).toHaveLength(3);
      expect((await faults.list()).map(({ struck }) => struck)).toEqual([3]);
    });

    it('is removed by its id, once', async () => {
      const faults = await make(noLuck);
      const { id } = await faults.add({ status: 500 });
      await faults.add({ status: 501 });
      expect([await faults.remove(id), await faults.remove(id), await faults.remove('none')]).toEqual([
        true,
        false,
        false,
      ]);
      expect(await faults.list()).toEqual([{ id: '2', rule: { status: 501 }, struck: 0 }]);
      await faults.clear();
      expect(await faults.list()).toEqual([]);
    });

    it('that was handed out does not change with what happens, nor changes anything', async () => {
      const faults = await make(noLuck);
      const mine: { status: number } = { status: 500 };
      const added = await faults.add(mine);
      mine.status = 200;
      const [listed] = await faults.list();
      await faults.strike(undefined, undefined);
      expect(added).toEqual({ id: '1', rule: { status: 500 }, struck: 0 });
      expect(listed).toEqual(added);
      expect(await faults.list()).toEqual([{ ...added, struck: 1 }]);
    });

    it('has an id that no fault of the world has had', () =>
      fc.assert(
        fc.asyncProperty(
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
          async (deeds) => {
            const faults = await make(noLuck);
            const had = new Set<string>();
            for (const deed of deeds) {
              if (deed === 'add') {
                const { id } = await faults.add({ status: 500 });
                expect(had).not.toContain(id);
                had.add(id);
              } else if (deed === 'removeLast') await faults.remove((await faults.list()).at(-1)?.id ?? '');
              else if (deed === 'clear') await faults.clear();
              else if (Array.isArray(deed)) {
                await faults.restore(deed.map((id) => ({ id, rule: { status: 500 }, struck: 0 })));
                for (const id of deed) had.add(id);
              }
            }
          },
        ),
      ));

    it('can be made after one of an id beyond counting was put back', async () => {
      const faults = await make(noLuck);
      await faults.restore([{ id: '9'.repeat(30), rule: { status: 500 }, struck: 3 }]);
      expect((await faults.add({ status: 500 })).id).toBe('1');
      expect((await faults.strike(undefined, undefined))?.ids).toEqual(['9'.repeat(30)]);
    });
  });
}

async function strikeEach(faults: Faults, requests: readonly Asked[]) {
  const effects: (FaultEffect | undefined)[] = [];
  for (const [operationId, key] of requests) effects.push(await faults.strike(operationId, key));
  return effects;
}
