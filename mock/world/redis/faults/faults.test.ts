import fc from 'fast-check';
import type { Fault } from '../../../../openapi/types/control';
import { createApply } from '../../rules/faults';
import { createChances } from '../../rules/random';
import { describeFaults } from '../../stores/faults.behaviour';
import { requestFacts } from '../../testing/entries';
import { request, rule } from '../../testing/fault-arbitraries';
import { admittingFaults } from '../testing/admitting';
import { freshState } from '../testing/fresh-state';
import { onRedis } from '../testing/on-redis';

/** Cases of a law that takes a round trip for each step; which requests the faults apply to is tried more often, below. */
const FEW = 10;

onRedis('with a server', ({ connection }) => {
  const make = async (chances: number, prefix: string) =>
    admittingFaults(connection, await freshState(connection, chances), prefix);
  /** Faults of one state, as so many replicas have them. */
  const shared = async (count: number) => {
    const keys = await freshState(connection);
    return { keys, replicas: Array.from({ length: count }, () => admittingFaults(connection, keys, '')) };
  };

  describeFaults('faults in Redis', make, FEW);

  describe('faults in Redis', () => {
    it('apply as the rules do', () => {
      const fault = fc.record({ rule, struck: fc.nat({ max: 3 }), passed: fc.nat({ max: 2 }) });
      const counted = fc.array(fault, { maxLength: 6 }).map((some) =>
        some.map(({ passed, ...each }, place): Fault => {
          const id = String(place + 1);
          return passed === 0 ? { id, ...each } : { id, ...each, passed };
        }),
      );
      const asked = fc.array(request, { maxLength: 30 });
      return fc.assert(
        fc.asyncProperty(fc.nat(), counted, asked, async (seed, some, requests) => {
          const chances = createChances(seed);
          const apply = createApply(chances.draw, '/api');
          const faults = await make(seed, '/api');
          await faults.restore({ faults: some });
          let expected: readonly Fault[] = some;
          // All are asked for before the first is answered: they are taken in this order.
          const steps = requests.map((each) => {
            const [after, effect] = apply(expected, requestFacts(each));
            expected = after;
            const memory = { faults: after, chances: chances.place };
            return { effect, memory, met: faults.apply(requestFacts(each)), dumped: faults.dump() };
          });
          for (const { effect, memory, met, dumped } of steps) {
            expect([await met, await dumped]).toEqual([effect, memory]);
          }
        }),
      );
    });

    it('are the same at each replica, whichever switches them on and off', async () => {
      const { replicas } = await shared(2);
      const [one, other] = replicas as [ReturnType<typeof admittingFaults>, ReturnType<typeof admittingFaults>];
      await one.add({ delayMs: 1 });
      await other.add({ delayMs: 2 });
      await one.add({ delayMs: 4 });
      expect((await other.apply(requestFacts()))?.delayMs).toBe(7);
      await other.remove('2');
      expect((await one.apply(requestFacts()))?.delayMs).toBe(5);
      await one.clear();
      expect(await other.apply(requestFacts())).toBeUndefined();
      expect([one.lookAt, other.lookAt]).toEqual(['nothing', 'nothing']);
      await one.restore({ faults: [{ id: 'x', rule: { delayMs: 8 }, struck: 1 }] });
      expect(await other.apply(requestFacts())).toEqual({ delayMs: 8, end: undefined, ids: ['x'] });
    });
  });
});
