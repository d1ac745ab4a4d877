import type { Asked, Stages, World } from './behaviour';
import type { Operation } from './model';

/** Other requests are served meanwhile. */
export const later = (milliseconds = 3): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** How many other requests are being served, of an operation or of all. */
export function others(asked: Asked, operation?: Operation): number {
  const all = [...asked.world.shared.current].filter((one) => operation === undefined || one.operation === operation);
  return all.filter((one) => one.number !== asked.number).length;
}

/** Does one job after the other. */
export async function inTurn<T>({ shared }: World, job: () => T | Promise<T>): Promise<T> {
  const mine = shared.turn.then(job);
  shared.turn = mine.then(
    () => {},
    () => {},
  );
  return mine;
}

/** Takes something of each request from the one that came last. */
export const mixing =
  (taken: (last: Asked) => Partial<Asked>): Stages['arrive'] =>
  async (asked) => {
    const { shared } = asked.world;
    shared.asked = asked;
    await later();
    return { ...asked, ...taken(shared.asked) };
  };

/** Gives each request the time to meet those that came with it. */
export const meeting: Pick<Stages, 'arrive'> = {
  arrive: async (asked) => {
    await later();
    return asked;
  },
};
