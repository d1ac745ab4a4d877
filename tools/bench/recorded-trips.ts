import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Decoder } from '@redis/client/dist/lib/RESP/decoder';
import { BenchError, type Sent } from './model';
import { ask, type Processes, type Startable, startServer } from './processes';
import type { Argument, Asked } from './programs/bare';
import { HOST, portOf, type RedisServer } from './redis-server';
import type { Subject } from './subject';

/** Far longer than all the rest of a request takes. */
const DELAY_MS = 40;

const MOST_ASKED = 30;

/** What a replica asks its Redis for each kind of request. */
export type RecordedTrips = ReadonlyMap<Sent, Asked>;

/**
 * Records what one replica sends to its Redis for each request of the scenarios. It waits for the round trips that have
 * ended when its reply comes, as each takes long here.
 *
 * @param replica at a URL of Redis
 */
export async function recordTrips(
  { scenarios, first }: Subject,
  replica: (url: string) => Startable,
  processes: Processes,
  redis: RedisServer,
): Promise<RecordedTrips> {
  const relay = await recordingRelay(redis.port, DELAY_MS);
  const server = await startServer(processes, replica(relay.url), first);
  const recorded = new Map<Sent, Asked>();
  for (const { request } of scenarios) recorded.set(request, await askedFor(request, server.baseUrl, relay));
  await server.end();
  relay.close();
  return recorded;
}

/** The first one sends the scripts, and what belongs to another may come late on a busy machine: two alike are right. */
async function askedFor(request: Sent, baseUrl: string, relay: RecordingRelay): Promise<Asked> {
  let before = '';
  for (let count = 0; count < MOST_ASKED; count += 1) {
    await ask(baseUrl, request);
    const waitedFor = relay.answered();
    // What the reply does not wait for comes a little later than it.
    await pause(5 * DELAY_MS);
    const trips = relay.take();
    const called = JSON.stringify([waitedFor, trips.map(({ commands }) => commands.map(([, digest]) => digest))]);
    if (trips.length > 0 && called === before) {
      const all = templates(trips);
      return { trips: all.slice(0, waitedFor), after: all.slice(waitedFor).flat() };
    }
    before = called;
  }
  throw new BenchError('the mock asks Redis something else each time');
}

/** As many round trips, of the least that there is to ask. */
export const pinging = (recorded: RecordedTrips): RecordedTrips =>
  new Map([...recorded].map(([request, { trips }]) => [request, { trips: trips.map(() => [['PING']]), after: [] }]));

/** A shorter text may stand somewhere by chance. */
const TELLING = 4;

/** Texts that came back in the place of which each request has its own, such as the id of a new record. */
export function templates(trips: readonly Trip[]): Asked['trips'] {
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

/** Scripts that were called together, before anything was answered. */
interface Trip {
  /** Each as it was sent: `EVALSHA`, digest, number of keys, keys and arguments. */
  readonly commands: readonly (readonly string[])[];
  /** The texts that came back, in their order. */
  readonly texts: readonly string[];
}

/** Passes bytes to a Redis of this machine and back, late, and records which scripts are called. */
interface RecordingRelay {
  readonly url: string;
  /** How many trips since the last time have ended. */
  answered(): number;
  /** The trips since the last time, in their order. */
  take(): readonly Trip[];
  close(): void;
}

/** @param delayMs by how much later all comes back, so that what is asked before is seen to be asked together */
export async function recordingRelay(to: number, delayMs: number): Promise<RecordingRelay> {
  let trips: { readonly commands: string[][]; readonly texts: string[]; isAnswered: boolean }[] = [];
  const recordCommand = (command: string[]): void => {
    if (command[0] !== 'EVALSHA') return;
    const last = trips.at(-1);
    if (last?.isAnswered === false) last.commands.push(command);
    else trips.push({ commands: [command], texts: [], isAnswered: false });
  };
  const server = createServer((client) => {
    const target = connect(to, HOST);
    // A command is a list of texts in the protocol of Redis, as a reply may be.
    const commands = decoderOf(recordCommand);
    const replies = decoderOf((reply: unknown) => trips.at(-1)?.texts.push(...textsIn(reply)));
    client.on('data', (bytes) => {
      commands.write(bytes);
      target.write(bytes);
    });
    target.on('data', (bytes) =>
      setTimeout(() => {
        const last = trips.at(-1);
        if (last !== undefined) last.isAnswered = true;
        replies.write(bytes);
        client.write(bytes);
      }, delayMs),
    );
    // Else each side waits for the other's acknowledgement.
    for (const socket of [client, target]) socket.setNoDelay();
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      // Whichever is left without the other one is closed, too.
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  }).listen(0, HOST);
  await once(server, 'listening');
  return {
    url: `redis://${HOST}:${portOf(server)}`,
    answered: () => trips.filter(({ isAnswered }) => isAnswered).length,
    take() {
      const taken = trips;
      trips = [];
      return taken;
    },
    close: () => void server.close(),
  };
}

const decoderOf = (onReply: (reply: never) => unknown): Decoder =>
  new Decoder({ onReply, onErrorReply: () => {}, onPush: () => {}, getTypeMapping: () => ({}) });

/** The texts of a reply, whatever lists they stand in. */
function textsIn(reply: unknown): readonly string[] {
  if (Array.isArray(reply)) return reply.flatMap(textsIn);
  return typeof reply === 'string' ? [reply] : [];
}
