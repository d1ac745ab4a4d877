import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from 'fast-check';
import type { Contract } from '../../../openapi/contract';
import { randomOf } from '../random';
import { SiegeError } from '../siege-error';
import { type Plane, planeOf } from '../target/plane';
import type { Address } from '../wire/lane';
import { createAcknowledged, type Found } from './acknowledged';
import { createReplicaClient } from './client';
import { requestsOf } from './requests';
import { createSpent } from './spent';

/** A mock of several that share a store. */
export interface Replica extends Address {
  /** Ends it at once, by SIGKILL, and waits for the end. */
  kill(): Promise<void>;
}

export interface TrialOptions {
  readonly contract: Contract;
  /** What the paths of the control plane begin with. */
  readonly controlPrefix: string;
  /** A key of the default world, whose shortest window has more requests than are sent. */
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
  meanwhile(happening: Happening): Promise<void>;
}

/** What may be done to the replicas of a trial. */
export interface Happening {
  readonly random: Random;
  /** Those that take requests. */
  readonly replicas: Replica[];
  launch(): Promise<Replica>;
  /** Waits until each replica serves again. */
  served(): Promise<void>;
}

export interface Outcome {
  /** What was wrong, a sentence each. */
  readonly complaints: readonly string[];
  /** What was done, in a sentence. */
  readonly summary: string;
}

const MOST_COMPLAINTS = 20;
const PATIENCE_MS = 20_000;

/** Has clients use several replicas while something happens to these, and compares what is there with what was answered. */
export async function tryReplicas(options: TrialOptions): Promise<Outcome> {
  const { contract, controlPrefix, key, token, seed, launch } = options;
  const requests = requestsOf({ contract, controlPrefix, key: key.value, token });
  if (requests === undefined) return { complaints: [], summary: 'the document has no records to try it with' };
  const replicas: Replica[] = [];
  while (replicas.length < options.replicas) replicas.push(await launch());
  const plane = (): Plane => planeOf(replicas[0] ?? nowhere(), controlPrefix, token, () => {});

  const scarce = await prepare(plane(), contract, options.allowance);
  const complaints: string[] = [];
  const complain = (what: string): void => {
    // What is always the same would leave no room for the rest.
    if (complaints.length < MOST_COMPLAINTS && !complaints.includes(what)) complaints.push(what);
  };
  const acknowledged = createAcknowledged();
  const spent = createSpent(key.name, Number.POSITIVE_INFINITY);
  const scarcely = createSpent('the scarce key', options.allowance);
  const clients = Array.from({ length: options.clients }, (_, place) =>
    createReplicaClient({
      ...{ name: `c${place + 1}`, requests, replicas, acknowledged, spent, complain },
      random: randomOf(seed, 'replicas', place + 1),
      scarce: { key: scarce.key, spent: scarcely },
    }),
  );

  let isOver = false;
  const going = clients.map(async ({ go }) => {
    while (!isOver) await go();
  });
  const served = async (): Promise<void> => {
    for (const replica of replicas) await untilServed(planeOf(replica, controlPrefix, token, () => {}));
  };
  const happening = { random: randomOf(seed, 'replicas', 0), replicas, launch, served };
  await options.meanwhile(happening).finally(() => {
    isOver = true;
  });
  await Promise.all(going);
  for (const { close } of clients) close();

  const found = await findAll(plane(), requests);
  acknowledged.compare(found).forEach(complain);
  for (const [account, world, name] of [
    [spent, '', key.name],
    [scarcely, `/sessions/${scarce.session}`, undefined],
  ] as const) {
    const used = await usedBy(plane(), world, name).catch(messageOf);
    (typeof used === 'string' ? [used] : account.compare(used)).forEach(complain);
  }
  return {
    complaints,
    summary: `${acknowledged.count} changes acknowledged, ${found.length} records there; ${spent.least} to ${spent.most} requests taken from one key, ${scarcely.least} to ${scarcely.most} of ${options.allowance} from another; seed ${seed}`,
  };
}

/** Stops all clocks, so that no window closes, and opens a session with a scarce allowance. */
async function prepare(
  plane: Plane,
  contract: Contract,
  allowance: number,
): Promise<{ readonly session: string; readonly key: string }> {
  const [plan] = contract.plans;
  const limits = plan === undefined ? {} : { plans: { [plan.name]: { minute: allowance } } };
  // True by the document of the control plane.
  const opened = (await plane.ask('POST', '/sessions', { fixtures: 'none', timeToLive: 3600, ...limits })) as {
    readonly id: string;
    readonly apiKeys: Readonly<Record<string, string>>;
  };
  for (const world of ['', `/sessions/${opened.id}`]) await plane.ask('PUT', `${world}/clock`, { action: 'freeze' });
  return { session: opened.id, key: Object.values(opened.apiKeys)[0] ?? '' };
}

/** What the key, or else the first of the world, has used of its shortest window. */
async function usedBy(plane: Plane, world: string, key?: string): Promise<number> {
  // True by the document of the control plane.
  const all = (await plane.ask('GET', `${world}/allowances`)) as readonly {
    readonly name: string;
    readonly windows: readonly { readonly used: number }[];
  }[];
  const one = key === undefined ? all[0] : all.find(({ name }) => name === key);
  return one?.windows[0]?.used ?? 0;
}

async function findAll(
  plane: Plane,
  { collection, idProperty, labelProperty }: NonNullable<ReturnType<typeof requestsOf>>,
): Promise<readonly Found[]> {
  const query = new URLSearchParams({ collection, limit: '100000' });
  // True by the document of the control plane.
  const { records } = (await plane.ask('GET', `/records?${query}`)) as {
    readonly records: readonly Readonly<Record<string, unknown>>[];
  };
  return records.map((record) => ({ id: String(record[idProperty]), label: String(record[labelProperty]) }));
}

async function untilServed(plane: Plane): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      // What the store alone knows.
      await plane.ask('GET', '/allowances');
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await pause(20);
    }
  }
}

/** What a request to the control plane was refused with. */
function messageOf(error: unknown): string {
  if (error instanceof SiegeError) return error.message;
  throw error;
}

function nowhere(): never {
  throw new Error('a trial has a replica at least');
}
