import type { Fault } from '../../../openapi/types/control';
import { createApply, faultNumberOf, lookAtOf, tooManyFaults } from '../rules/faults';
import type { Chances } from '../stores/clock';
import { type ApplyingFaults, type FaultEffect, MOST_FAULTS } from '../stores/faults';
import { type Room, sizeOf, UNBOUNDED } from './room';

/**
 * Faults that answer at once.
 *
 * @param chances a run repeats only if nothing else draws from them
 * @param prefix what every path of the contract begins with; a pattern may leave it out
 * @param room what it may take
 */
export function createMemoryFaults(chances: Chances, prefix: string, room: Room = UNBOUNDED) {
  const apply = createApply(chances.draw, prefix);
  let faults: readonly Fault[] = [];
  let lastNumber = 0;
  let bytes = 0;

  /** @throws StoreFull where they are too many or too large; then all is as it was */
  const put = (wanted: readonly Fault[]): void => {
    if (wanted.length > MOST_FAULTS) throw tooManyFaults();
    const more = wanted.reduce((sum, { rule }) => sum + FAULT + sizeOf(rule), 0) - bytes;
    room.ensure(0, more);
    room.take(0, more);
    bytes += more;
    faults = wanted;
  };

  return {
    get lookAt() {
      return lookAtOf(faults);
    },
    add(rule) {
      const fault = { id: String(lastNumber + 1), rule: { ...rule }, struck: 0 };
      put([...faults, fault]);
      lastNumber += 1;
      return fault;
    },
    list: () => faults,
    remove(id) {
      const before = faults.length;
      put(faults.filter((fault) => fault.id !== id));
      return faults.length < before;
    },
    clear: () => put([]),
    dump: () => ({ faults, chances: chances.place }),
    restore({ faults: restored, chances: place }) {
      // Rules are copied, since what was worked out of one is kept with it.
      if (restored !== undefined) put(restored.map((fault) => ({ ...fault, rule: { ...fault.rule } })));
      lastNumber = Math.max(lastNumber, ...faults.map(({ id }) => faultNumberOf(id)));
      if (place !== undefined) chances.goTo(place);
    },
    apply(request): FaultEffect | undefined {
      const [after, effect] = apply(faults, request);
      faults = after;
      return effect;
    },
    leave: () => room.leave(),
  } satisfies ApplyingFaults;
}

/** A fault with its counts, beside its rule. */
const FAULT = 200;
