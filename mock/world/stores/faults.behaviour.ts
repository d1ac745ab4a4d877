import fc from 'fast-check';
import type { FaultRule } from '../../../openapi/types/control';
import { createChances } from '../rules/random';
import { requestFacts } from '../testing/entries';
import { type Asked, request, rule } from '../testing/fault-arbitraries';
import type { Random } from './clock';
import { type ApplyingFaults, type FaultEffect, MOST_FAULTS } from './faults';
import { type Awaitable, StoreFull } from './store';

const PREFIX = '/api';

/**
 * What all injected faults do.
 *
 * @param makeFor gives none yet, with where their chances begin, for a contract with this prefix
 * @param numRuns so many cases of each law; fewer where each step takes a round trip
 */
export function describeFaults(
  name: string,
  makeFor: (chances: number, prefix: string) => Awaitable<ApplyingFaults>,
  numRuns = 100,
): void {
  const make = (chances = 1) => makeFor(chances, PREFIX);

  /** What faults of this seed do to the requests, and the faults after that. */
  async function run(seed: number, rules: readonly FaultRule[], requests: readonly Asked[]) {
    const faults = await make(seed);
    for (const each of rules) await faults.add(each);
    const effects = await applyEach(faults, requests);
    return { effects, after: await faults.list(), memory: await faults.dump() };
  }

  describe(`${name}, switched on`, () => {
    const rules = fc.array(rule, { maxLength: 6 });
    const requests = fc.array(request, { maxLength: 30 });

    it('apply to what they are for, in their order, as often as they may, and draw a number only where chance decides', () =>
      fc.assert(
        fc.asyncProperty(fc.nat(), rules, requests, async (seed, some, asked) => {
          const chances = createChances(seed);
          const plain = some.map(
            (each, place): PlainFault => ({ id: `${place + 1}`, rule: each, struck: 0, passed: 0 }),
          );
          const expected = asked.map((one) => struckBy(plain, one, chances.draw));
          const { effects, after, memory } = await run(seed, some, asked);
          expect(effects).toEqual(expected);
          expect(after.map((fault) => ({ passed: 0, ...fault }))).toEqual(plain);
          expect(memory.chances).toBe(chances.place);
        }),
        { numRuns: 3 * numRuns },
      ));

    it('go on after they were handed over as if they had stayed, at whatever moment', () =>
      fc.assert(
        fc.asyncProperty(fc.nat(), fc.nat(), rules, requests, requests, async (seed, another, some, before, after) => {
          const whole = await run(seed, some, [...before, ...after]);
          const { memory } = await run(seed, some, before);
          const other = await make(another);
          await other.restore(JSON.parse(JSON.stringify(memory)));
          expect(await other.dump()).toEqual(memory);
          expect(await applyEach(other, after)).toEqual(whole.effects.slice(before.length));
          expect(await other.dump()).toEqual(whole.memory);
        }),
        { numRuns },
      ));

    it('keep their chances where rules alone are put back, and their rules where chances alone are', () =>
      fc.assert(
        fc.asyncProperty(fc.nat(), rules, requests, async (seed, some, before) => {
          const { memory, effects } = await run(seed, some, before);
          const fresh = await run(seed, some, []);
          const faults = await make(seed);
          for (const each of some) await faults.add(each);
          await faults.restore({ chances: memory.chances });
          await faults.restore({ faults: fresh.after });
          expect((await faults.dump()).chances).toBe(memory.chances);
          await faults.restore({ chances: fresh.memory.chances });
          expect(await applyEach(faults, before)).toEqual(effects);
        }),
        { numRuns },
      ));

    it('have ids that no fault of the world has had', () =>
      fc.assert(
        fc.asyncProperty(fc.array(step), async (steps) => {
          const faults = await make();
          const had = new Set<string>();
          for (const step of steps) {
            if (step === 'add') {
              const { id } = await faults.add({ status: 500 });
              expect(had).not.toContain(id);
              had.add(id);
            } else if (step === 'removeLast') await faults.remove((await faults.list()).at(-1)?.id ?? '');
            else if (step === 'clear') await faults.clear();
            else {
              await faults.restore({ faults: step.map((id) => ({ id, rule: { status: 500 }, struck: 0 })) });
              for (const id of step) had.add(id);
            }
          }
        }),
        { numRuns },
      ));

    it('apply no more often than they may where many requests come at once', async () => {
      const faults = await make();
      await faults.add({ status: 500, times: 3 });
      const effects = await Promise.all(Array.from({ length: 10 }, async () => faults.apply(requestFacts())));
      expect(effects.filter((effect) => effect !== undefined)).toHaveLength(3);
      expect((await faults.list()).map(({ struck }) => struck)).toEqual([3]);
    });

    it('are removed by their ids, once', async () => {
      const faults = await make();
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

    it('that were handed out do not change with what happens, nor change anything', async () => {
      const faults = await make();
      const mine: { status: number } = { status: 500 };
      const added = await faults.add(mine);
      mine.status = 200;
      const [listed] = await faults.list();
      await faults.apply(requestFacts());
      expect(added).toEqual({ id: '1', rule: { status: 500 }, struck: 0 });
      expect(listed).toEqual(added);
      expect(await faults.list()).toEqual([{ ...added, struck: 1 }]);
    });

    it('decide by their rules what has to be known of a request, whose path may lack the prefix', async () => {
      const faults = await make();
      const seenAfter = async (change: unknown) => [await change, faults.lookAt][1];
      expect(faults.lookAt).toBe('nothing');
      const match = { path: '/things/*', headers: { a: 1 } };
      expect(await seenAfter(faults.add({ status: 500, match }))).toBe('head');
      expect(await seenAfter(faults.add({ status: 500, match: { body: null } }))).toBe('body');
      const asked = requestFacts({ path: `${PREFIX}/things/7`, requestHeaders: ['A', '1'] });
      expect((await faults.apply(asked))?.ids).toEqual(['1']);
      expect(await seenAfter(faults.remove('2'))).toBe('head');
      const restored = { id: '5', rule: { status: 500, match: { body: 1 } }, struck: 0 };
      expect(await seenAfter(faults.restore({ faults: [restored] }))).toBe('body');
      expect((await faults.apply(requestFacts({ requestBody: Buffer.from('1') })))?.ids).toEqual(['5']);
      expect(await seenAfter(faults.clear())).toBe('nothing');
    });

    it('are refused where there are as many as there may be, and nothing changes then', async () => {
      const faults = await make();
      const many = Array.from({ length: MOST_FAULTS }, (_, place) => ({
        ...{ id: `${place + 1}`, rule: { status: 500 }, struck: 0 },
      }));
      await faults.restore({ faults: many });
      const adding = async () => faults.add({ status: 503 });
      await expect(adding()).rejects.toThrow(StoreFull);
      const restoring = async () => faults.restore({ faults: [...many, ...many.slice(0, 1)], chances: 9 });
      await expect(restoring()).rejects.toThrow(StoreFull);
      const { faults: kept, chances } = await faults.dump();
      expect([kept.length, kept.at(-1), chances]).toEqual([MOST_FAULTS, many.at(-1), 1]);
      expect(await faults.remove('10000')).toBe(true);
      expect((await faults.add({ status: 503 })).id).toBe('10001');
    });

    it('can be made after one of an id beyond counting was put back', async () => {
      const faults = await make();
      await faults.restore({ faults: [{ id: '9'.repeat(30), rule: { status: 500, after: 5 }, struck: 3, passed: 5 }] });
      expect((await faults.add({ status: 500 })).id).toBe('1');
      expect((await faults.apply(requestFacts()))?.ids).toEqual(['9'.repeat(30)]);
    });
  });
}

const step = fc.oneof(
  fc.constantFrom('add' as const, 'removeLast' as const, 'clear' as const),
  fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 20 }).map(String), fc.string({ minLength: 1 })), { maxLength: 4 }),
);

type PlainFault = { id: string; rule: FaultRule; struck: number; passed: number };

/** What faults do to a request, in the plainest words; they count it. */
function struckBy(faults: readonly PlainFault[], asked: Asked, draw: Random): FaultEffect | undefined {
  const ids: string[] = [];
  let delayMs = 0;
  for (const fault of faults) {
    const { id, rule } = fault;
    const { operationId, key, match, times, after = 0, probability = 1, delayMs: delay = 0 } = rule;
    const isMeant =
      (operationId ?? asked.operationId) === asked.operationId &&
      (key ?? asked.keyName) === asked.keyName &&
      (match?.method ?? asked.method) === asked.method;
    if (!isMeant || fault.struck === times) continue;
    if (fault.passed < after) {
      fault.passed += 1;
      continue;
    }
    if (probability === 0 || (probability < 1 && draw() >= probability)) continue;
    fault.struck += 1;
    ids.push(id);
    const { from, to } = typeof delay === 'number' ? { from: delay, to: delay } : delay;
    delayMs += from === to ? from : from + Math.floor(draw() * (to - from + 1));
    if (rule.abort !== undefined) return { delayMs, end: { id, abort: rule.abort }, ids };
    if (rule.status !== undefined || rule.text !== undefined) return { delayMs, end: { id, reply: rule }, ids };
  }
  return ids.length === 0 ? undefined : { delayMs, end: undefined, ids };
}

async function applyEach(faults: ApplyingFaults, requests: readonly Asked[]) {
  const effects: (FaultEffect | undefined)[] = [];
  for (const asked of requests) effects.push(await faults.apply(requestFacts(asked)));
  return effects;
}
