import { strike } from '../rules/striking';
import type { Fault, Faults } from '../stores/faults';
import type { Random } from '../stores/random';

/** @param random decides on chance; a run repeats only if nothing else draws from it */
export function createMemoryFaults(random: Random): Faults {
  let faults: readonly Fault[] = [];
  let lastNumber = 0;
  return {
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
    restore(restored) {
      faults = restored.map(({ id, rule, struck }) => ({ id, rule: { ...rule }, struck }));
      lastNumber = Math.max(lastNumber, ...faults.map(({ id }) => numberOf(id)));
    },
    strike(operationId, keyName) {
      // The common case, on every request's path.
      if (faults.length === 0) return undefined;
      const [after, effect] = strike(faults, operationId, keyName, random);
      faults = after;
      return effect;
    },
  };
}

/** The number of an id that may have been made here; 0 for any other, and for one that is too high to be counted to. */
function numberOf(id: string): number {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
}
