import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './ask';
import { BenchError } from './bench-error';
import type { Sent } from './model';
import type { Processes } from './processes';
import type { Argument, Asked } from './programs/round-trips';
import { type RecordingRelay, recordingRelay, type Trip } from './recording-relay';
import type { RedisServer } from './redis-server';
import { startServer } from './server';
import type { Subject } from './subject';

/** Far longer than all the rest of a request takes. */
const DELAY_MS = 40;

const FEWEST_ASKED = 4;
const MOST_ASKED = 30;
/** A timer may fire a little too early. */
const EARLY = 0.1;

/** What a replica asks its Redis for each kind of request. */
export type RecordedTrips = ReadonlyMap<Sent, Pick<Asked, 'trips' | 'after'>>;

/**
 * Records what one replica sends to its Redis for each request of the scenarios: by how much later a reply comes where each
 * round trip takes long tells how many it waits for.
 *
 * @param args of Node for a replica at a URL of Redis
 */
export async function recordTrips(
  { scenarios, contract }: Subject,
  args: (url: string) => (port: number) => readonly string[],
  processes: Processes,
  redis: RedisServer,
): Promise<RecordedTrips> {
  const relay = await recordingRelay(redis.port, DELAY_MS);
  const server = await startServer(processes, args(relay.url), contract.prefix, scenarios[0].request);
  const recorded = new Map<Sent, Pick<Asked, 'trips' | 'after'>>();
  for (const { request } of scenarios) {
    const times: number[] = [];
    let trips: readonly Trip[] = [];
    let before = trips;
    // The first one sends the scripts, and what belongs to another may come late on a busy machine: two alike are right.
    for (let count = 0; count < MOST_ASKED && (count < FEWEST_ASKED || !isAlike(trips, before)); count += 1) {
      const begun = performance.now();
      await ask(server.baseUrl, request);
      times.push(performance.now() - begun);
      before = trips;
      trips = await settled(relay);
    }
    if (!isAlike(trips, before)) throw new BenchError('the mock asks Redis something else each time');
    recorded.set(request, split(templates(trips), Math.floor(Math.min(...times) / DELAY_MS + EARLY)));
  }
  await server.end();
  relay.close();
  return recorded;
}

/** As many round trips, of the least that there is to ask. */
export const pinging = (recorded: RecordedTrips): RecordedTrips =>
  new Map([...recorded].map(([request, { trips }]) => [request, { trips: trips.map(() => [['PING']]), after: [] }]));

/** What nobody waits for comes a little later than the reply. */
async function settled(relay: RecordingRelay): Promise<readonly Trip[]> {
  await pause(5 * DELAY_MS);
  return relay.take();
}

/** Whether the same scripts were called, in the same trips. */
function isAlike(some: readonly Trip[], others: readonly Trip[]): boolean {
  const called = (trips: readonly Trip[]): string =>
    JSON.stringify(trips.map(({ commands }) => commands.map(([, digest]) => digest)));
  return some.length > 0 && called(some) === called(others);
}

const split = (trips: Asked['trips'], waitedFor: number): Pick<Asked, 'trips' | 'after'> => ({
  trips: trips.slice(0, waitedFor),
  after: trips.slice(waitedFor).flat(),
});

/** A shorter text may stand somewhere by chance. */
const TELLING = 4;

/** Texts that came back in the place of which each request has its own, such as the id of a new record. */
function templates(trips: readonly Trip[]): Asked['trips'] {
  const came: string[] = [];
  return trips.map(({ commands, texts }) => {
    const made = commands.map((command) => command.map((argument) => template(argument, came)));
    came.push(...texts);
    return made;
  });
}

function template(argument: string, came: readonly string[]): Argument {
  const place = came.findIndex((text) => text.length >= TELLING && argument.includes(text));
  const text = came[place];
  return text === undefined ? argument : { around: argument.split(text), place };
}
