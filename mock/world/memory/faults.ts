import { createStrike } from '../rules/striking';
import type { Fault } from '../stores/fault';
import type { Faults } from '../stores/faults';
import type { Chances } from '../stores/random';

/**
 * @param chances a run repeats only if nothing else draws from them
 * @param prefix what every path of the contract begins with; a pattern may leave it out
 */
export function createMemoryFaults(chances: Chances, prefix: string): Faults {
  const strike = createStrike(chances.draw, prefix);
  let faults: readonly Fault[] = [];
  let lastNumber = 0;
  return {
    get lookAt() {
      // The common case, on every request's path.
      if (faults.length === 0) return 'nothing';
      return faults.some(({ rule }) => rule.match?.body !== undefined) ? 'body' : 'head';
    },
    add(rule) {
      lastNumber += 1;
      const fault = { id: String(lastNumber), rule: { ...rule }, struck: 0 };
      faults = [...faults, fault];
      return fault;
    },
    list: () => faults,
    remove(id) {
      const before = faults.length;
      faults = faults.filter((fault) => fault.id !== id);
      return faults.length < before;
    },
    clear() {
      faults = [];
    },
    dump: () => ({ faults, chances: chances.place }),
    restore({ faults: restored, chances: place }) {
      if (place !== undefined) chances.goTo(place);
      if (restored === undefined) return;
      // Rules are copied, since what was worked out of one is kept with it.
      faults = restored.map((fault) => ({ ...fault, rule: { ...fault.rule } }));
      lastNumber = Math.max(lastNumber, ...faults.map(({ id }) => numberOf(id)));
    },
    strike(request) {
      const [after, effect] = strike(faults, request);
      faults = after;
      return effect;
    },
  };
}

/** The number of an id that may have been made here; 0 for any other, and for one that is too high to be counted to. */
function numberOf(id: string): number {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
}
