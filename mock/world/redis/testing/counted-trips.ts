import { setImmediate } from 'node:timers';
import type { LastingConnection } from '../connection/connection';
import type { Reply } from '../connection/replies';

/** A connection that counts the round trips that follow each other. */
export interface CountedTrips extends LastingConnection {
  /** How many there were since this was asked last. */
  trips(): number;
}

/**
 * Answers all that was asked in one turn of the event loop at once; what is asked meanwhile is part of the next trip.
 *
 * @param isUnawaited whether no request waits for what is asked about these keys
 */
export function countedTrips(
  connection: LastingConnection,
  isUnawaited: (keys: readonly string[]) => boolean,
): CountedTrips {
  let trips = 0;
  let isUnderWay = false;
  /** Each asks for something, and gives what answers it. */
  let asked: (() => Promise<() => void>)[] = [];
  const go = async (): Promise<void> => {
    trips += 1;
    const all = asked;
    asked = [];
    for (const answer of await Promise.all(all.map((ask) => ask()))) answer();
    setImmediate(goOn);
  };
  const goOn = (): void => {
    isUnderWay = asked.length > 0;
    if (isUnderWay) void go();
  };
  const counted = (keys: readonly string[], ask: () => Promise<Reply>): Promise<Reply> => {
    if (isUnawaited(keys)) return ask();
    if (!isUnderWay) setImmediate(goOn);
    isUnderWay = true;
    return new Promise<Reply>((resolve, reject) => {
      asked.push(() =>
        ask().then(
          (reply) => () => resolve(reply),
          (error: unknown) => () => reject(error),
        ),
      );
    });
  };
  return {
    ...connection,
    run: (script, keys, args) => counted(keys, () => connection.run(script, keys, args)),
    send: (key, command) => counted([key], () => connection.send(key, command)),
    trips() {
      const before = trips;
      trips = 0;
      return before;
    },
  };
}
