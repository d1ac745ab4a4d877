import fc from 'fast-check';
import type { Fault, FaultRule } from '../../../openapi/types/control';
import { requestFacts } from '../testing/entries';
import { type Asked, request, rule } from '../testing/fault-arbitraries';
import type { FaultEffect, StrikingFaults } from './faults';
import type { Awaitable } from './store';

const PREFIX = '/api';

/**
 * What all injected faults do.
 *
 * @param makeFor gives none yet, with where their chances begin, for a contract with this prefix
 * @param numRuns so many cases of each law; fewer where each step takes a round trip
 */
export function describeFaults(
  name: string,
  makeFor: (chances: number, prefix: string) => Awaitable<StrikingFaults>,
  numRuns = 100,
): void {
  const make = (chances: number) => makeFor(chances, PREFIX);

  /** What faults of this seed do to the requests, and the faults after that. */
  async function run(seed: number, rules: readonly FaultRule[], requests: readonly Asked[]) {
    const faults = await make(seed);
    for (const each of rules) await faults.add(each);
    const effects = await strikeEach(faults, requests);
    return { effects, after: await faults.list(), memory: await faults.dump() };
  }

  describe(`${name}, switched on`, () => {
    const rules = fc.array(rule, { maxLength: 6 });
    const requests = fc.array(request, { maxLength: 30 });

    it('strike the same requests when a run is repeated with its seed', () =>
      fc.assert(
        fc.asyncProperty(fc.nat(), rules, requests, async (seed, some, asked) => {
          expect(await run(seed, some, asked)).toEqual(await run(seed, some, asked));
        }),
        { numRuns },
      ));

    it('go on after they were handed over as if they had stayed, at whatever moment', () =>
      fc.assert(
        fc.asyncProperty(fc.nat(), fc.nat(), rules, requests, requests, async (seed, another, some, before, after) => {
          const whole = await run(seed, some, [...before, ...after]);
          const { memory } = await run(seed, some, before);
          const other = await make(another);
          await other.restore(JSON.parse(JSON.stringify(memory)));
          expect(await other.dump()).toEqual(memory);
          expect(await strikeEach(other, after)).toEqual(whole.effects.slice(before.length));
          expect(await other.dump()).toEqual(whole.memory);
        }),
        { numRuns },
      ));

    it('keep their chances where rules alone are put back, and their rules where chances alone are', () =>
      fc.assert(
        fc.asyncProperty(fc.nat(), rules, requests, requests, async (seed, some, before, after) => {
          const { memory, effects } = await run(seed, some, before);
          const faults = await make(seed);
          for (const each of some) await faults.add(each);
          await faults.restore({ chances: memory.chances });
          await faults.restore({ faults: (await run(seed, some, [])).after });
          expect((await faults.dump()).chances).toBe(memory.chances);
          const start = (await run(seed, some, [])).memory.chances;
          await faults.restore({ chances: start });
          expect(await strikeEach(faults, before)).toEqual(effects);
          await strikeEach(faults, after);
          expect(await faults.list()).toEqual((await run(seed, some, [...before, ...after])).after);
        }),
        { numRuns },
      ));

    it('strike nothing but what they are for, neither too early nor too often, and tell so', () =>
      fc.assert(
        fc.asyncProperty(fc.nat(), rules, requests, async (seed, some, asked) => {
          const { effects, after } = await run(seed, some, asked);
          const ruleOf = new Map(after.map((fault) => [fault.id, fault.rule]));
          for (const [index, effect] of effects.entries()) {
            const { operationId, keyName, method } = asked[index] ?? {};
            for (const struck of (effect?.ids ?? []).map((id) => ruleOf.get(id))) {
              expect([undefined, operationId]).toContain(struck?.operationId);
              expect([undefined, keyName]).toContain(struck?.key);
              expect([undefined, method]).toContain(struck?.match?.method);
              expect(struck?.probability).not.toBe(0);
            }
          }
          const ids = effects.flatMap((effect) => effect?.ids ?? []);
          for (const fault of after) {
            expect(fault.struck).toBe(ids.filter((id) => id === fault.id).length);
            expect(fault.struck).toBeLessThanOrEqual(fault.rule.times ?? Infinity);
            const { after: letThrough = 0 } = fault.rule;
            expect(fault.passed ?? 0).toBeLessThanOrEqual(letThrough);
            if (fault.struck > 0) expect(fault.passed ?? 0).toBe(letThrough);
          }
        }),
        { numRuns },
      ));

    it('are tried in the order of their making: delays add up until one ends the request', () =>
      fc.assert(
        fc.asyncProperty(fc.nat(), rules, requests, async (seed, some, asked) => {
          const { effects, after } = await run(seed, some, asked);
          const ruleOf = (id: string | undefined) => after.find((fault) => fault.id === id)?.rule;
          const order = after.map(({ id }) => id);
          for (const { ids, delayMs, end } of effects.filter((effect) => effect !== undefined)) {
            expect(ids).toEqual(order.filter((id) => ids.includes(id)));
            expect(delayMs).toBeGreaterThanOrEqual(ids.reduce((sum, id) => sum + leastOf(ruleOf(id)?.delayMs), 0));
            expect(delayMs).toBeLessThanOrEqual(ids.reduce((sum, id) => sum + mostOf(ruleOf(id)?.delayMs), 0));
            expect(end?.id).toBe(isEnd(ruleOf(ids.at(-1))) ? ids.at(-1) : undefined);
            for (const id of ids.slice(0, -1)) expect(isEnd(ruleOf(id))).toBe(false);
          }
        }),
        { numRuns },
      ));

    it('that are sure and only delay do not shift the luck of the others', () =>
      fc.assert(
        fc.asyncProperty(fc.nat(), rules, requests, fc.nat({ max: 6 }), async (seed, some, asked, at) => {
          const sure: FaultRule[] = [
            { delayMs: 7 },
            { delayMs: { from: 5, to: 5 } },
            { status: 500, probability: 0 },
            { status: 500, probability: 0.5, delayMs: { from: 1, to: 9 }, after: 1000 },
          ];
          const effectsWith = (await run(seed, [...some.slice(0, at), ...sure, ...some.slice(at)], asked)).after;
          const without = (await run(seed, some, asked)).after;
          const struckOf = (faults: readonly Fault[]) => faults.map(({ struck }) => struck);
          const others = struckOf(effectsWith);
          others.splice(Math.min(at, some.length), sure.length);
          expect(others).toEqual(struckOf(without));
        }),
        { numRuns },
      ));
  });
}

const leastOf = (delayMs: FaultRule['delayMs'] = 0): number => (typeof delayMs === 'number' ? delayMs : delayMs.from);
const mostOf = (delayMs: FaultRule['delayMs'] = 0): number => (typeof delayMs === 'number' ? delayMs : delayMs.to);

const isEnd = (rule: FaultRule | undefined): boolean =>
  [rule?.status, rule?.text, rule?.abort].some((part) => part !== undefined);

async function strikeEach(faults: StrikingFaults, requests: readonly Asked[]) {
  const effects: (FaultEffect | undefined)[] = [];
  for (const asked of requests) effects.push(await faults.strike(requestFacts(asked)));
  return effects;
}
