import { advanceClock, readMoment } from '../control/clock';
import type { RefuseInput } from '../control/problems';
import type { Clock } from '../world/stores/clock';
import type { World } from '../world/stores/model';

/**
 * The clock of a world's present state, which announces its moves. They are not asynchronous, so that a test can move the
 * time between two lines.
 *
 * @param reach gives the world, and throws if it has ended
 */
export function clockOf(reach: () => World): Clock {
  const announced =
    <Args extends readonly unknown[]>(move: (clock: Clock, ...args: Args) => void) =>
    (...args: Args): void => {
      const world = reach();
      move(world.state.clock, ...args);
      world.notices.announce();
    };
  return {
    now: () => reach().state.clock.now(),
    real: () => reach().state.clock.real(),
    get frozen() {
      return reach().state.clock.frozen;
    },
    advance: announced((clock, seconds: number) => advanceClock(clock, seconds, refuseArgument)),
    freeze: announced((clock) => clock.freeze()),
    run: announced((clock) => clock.run()),
    set: announced((clock, instant: Date | number | string) => clock.set(readMoment(instant, refuseArgument))),
    reset: announced((clock) => clock.reset()),
    settled: () => reach().state.clock.settled(),
  };
}

export const refuseArgument: RefuseInput = (problem) => new TypeError(`The argument ${problem}.`);
