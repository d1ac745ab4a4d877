import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../../../mock/world/rules/random';
import type { Contract } from '../../../openapi/contract';
import type { RedisServer } from '../../bench/redis-server';
import type { Address } from '../http/connection';
import { type ControlClient, controlClient, openSession } from '../target/control';
import { FuzzError } from '../target/mock';
import { createAcknowledged, createSpent, type Found } from './accounts';
import { createReplicaClient, type RecordRequests, requestsOf } from './client';

/** A mock of several that share a store. */
export interface Replica extends Address {
  /** Ends it at once, by SIGKILL, and waits for the end. */
  kill(): Promise<void>;
}

export interface TrialOptions {
  readonly contract: Contract;
  /** What the paths of the control plane begin with. */
  readonly controlPrefix: string;
  /** A key of the default session, whose shortest window has more requests than are sent. */
  readonly key: { readonly name: string; readonly value: string };
  readonly token: string;
  readonly seed: number;
  readonly clients: number;
  readonly replicas: number;
  /** How many requests the key of a session has that all clients use up. */
  readonly allowance: number;
  /** Starts a replica; resolves once it listens. */
  launch(): Promise<Replica>;
  /** What happens while the clients go on; they end with it. */
  meanwhile(trial: Trial): Promise<void>;
}

/** What may be done to the replicas of a trial. */
export interface Trial {
  /** A number from one to another, both included. */
  between(least: number, most: number): number;
  /** Those that take requests. */
  readonly replicas: Replica[];
  launch(): Promise<Replica>;
  /** Waits until each replica serves again. */
  served(): Promise<void>;
}

export interface TrialResult {
  /** What was wrong, a sentence each. */
  readonly complaints: readonly string[];
  /** What was done, in a sentence. */
  readonly summary: string;
}

const MOST_COMPLAINTS = 20;
const PATIENCE_MS = 20_000;

/** Has clients use replicas while something happens to these, and compares what is there with what was answered. */
export async function tryReplicas(options: TrialOptions): Promise<TrialResult> {
  const { contract, controlPrefix, key, token, seed, allowance } = options;
  const requests = requestsOf({ contract, controlPrefix, key: key.value, token });
  if (requests === undefined) return { complaints: [], summary: 'the document has no records to try it with' };
  const replicas: Replica[] = [];
  while (replicas.length < options.replicas) replicas.push(await options.launch());
  const controlOf = (at: Address): ControlClient => controlClient(at, controlPrefix, token);
  const control = (): ControlClient => controlOf(replicas[0] ?? nowhere());

  const scarce = await openSession(control(), 'scarce', contract, { minute: allowance });
  // Then no window closes.
  for (const session of ['', `/sessions/${scarce.id}`])
    await control().ask('PUT', `${session}/clock`, { action: 'freeze' });
  const complaints: string[] = [];
  const complain = (what: string): void => {
    // What is always the same would leave no room for the rest.
    if (complaints.length < MOST_COMPLAINTS && !complaints.includes(what)) complaints.push(what);
  };
  const acknowledged = createAcknowledged();
  const spent = createSpent(key.name, Number.POSITIVE_INFINITY);
  const scarcely = createSpent('the scarce key', allowance);
  const belowOf = (place: number) => {
    const random = createRandom(seed * 1000 + place);
    return (most: number): number => Math.floor(random() * most);
  };
  const clients = Array.from({ length: options.clients }, (_, place) =>
    createReplicaClient({
      ...{ name: `c${place + 1}`, requests, replicas, acknowledged, spent, complain },
      below: belowOf(place + 1),
      scarce: { key: scarce.key, spent: scarcely },
    }),
  );

  let isOver = false;
  const acting = clients.map(async ({ act }) => {
    while (!isOver) await act();
  });
  const below = belowOf(0);
  await options
    .meanwhile({
      between: (least, most) => least + below(most - least + 1),
      replicas,
      launch: options.launch,
      async served() {
        for (const replica of replicas) await untilServed(controlOf(replica));
      },
    })
    .finally(() => {
      isOver = true;
    });
  await Promise.all(acting);
  for (const { close } of clients) close();

  const found = await findAll(control(), requests);
  acknowledged.compare(found).forEach(complain);
  for (const [account, session, name] of [
    [spent, '', key.name],
    [scarcely, `/sessions/${scarce.id}`, undefined],
  ] as const) {
    const used = await usedBy(control(), session, name).catch((error: unknown) => {
      if (error instanceof FuzzError) return error.message;
      throw error;
    });
    (typeof used === 'string' ? [used] : account.compare(used)).forEach(complain);
  }
  return {
    complaints,
    summary: [
      `${acknowledged.count} changes acknowledged, ${found.length} records there`,
      `${spent.range()} requests taken from one key, ${scarcely.range()} of ${allowance} from another`,
      `seed ${seed}`,
    ].join('; '),
  };
}

/** What the key, or else the first of the session, has used of its shortest window. */
async function usedBy(control: ControlClient, session: string, key?: string): Promise<number> {
  // True by the document of the control plane.
  const all = (await control.ask('GET', `${session}/allowances`)) as readonly {
    readonly name: string;
    readonly windows: readonly { readonly used: number }[];
  }[];
  const one = key === undefined ? all[0] : all.find(({ name }) => name === key);
  return one?.windows[0]?.used ?? 0;
}

async function findAll(
  control: ControlClient,
  { collection, idProperty, labelProperty }: RecordRequests,
): Promise<readonly Found[]> {
  const query = new URLSearchParams({ collection, limit: '100000' });
  // True by the document of the control plane.
  const { records } = (await control.ask('GET', `/records?${query}`)) as {
    readonly records: readonly Readonly<Record<string, unknown>>[];
  };
  return records.map((record) => ({ id: String(record[idProperty]), label: String(record[labelProperty]) }));
}

async function untilServed(control: ControlClient): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      // What the store alone knows.
      await control.ask('GET', '/allowances');
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(20);
    }
  }
}

function nowhere(): never {
  throw new Error('a trial has a replica at least');
}

/** Each is killed while requests are under way, and some time after the last time. */
const SOONEST_MS = 10;
const LATEST_MS = 120;
/** A store that is back has all to itself for longer: its clients begin anew. */
const STORE_LATEST_MS = 500;

/** Kills a replica at random so many times, and starts another one in its place each time. */
export async function killReplicas({ between, replicas, launch, served }: Trial, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await pause(between(SOONEST_MS, LATEST_MS));
    const [killed] = replicas.splice(between(0, replicas.length - 1), 1);
    await killed?.kill();
    replicas.push(await launch());
  }
  await pause(SOONEST_MS);
  await served();
}

/**
 * Kills the store so many times, and starts it again each time with what it has kept.
 *
 * @param store the one that runs now
 * @param startAgain on the same port, with the same folder
 */
export async function killStore(
  { between, served }: Trial,
  times: number,
  store: RedisServer,
  startAgain: () => Promise<RedisServer>,
): Promise<void> {
  let running = store;
  for (let time = 0; time < times; time += 1) {
    await pause(between(SOONEST_MS, STORE_LATEST_MS));
    await running.kill();
    running = await startAgain();
    await served();
  }
}
