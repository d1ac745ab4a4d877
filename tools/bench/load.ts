import autocannon from 'autocannon';
import { CONNECTIONS, type TurnLength, type Turns } from './bench';
import { processorTime } from './child-process';
import { BenchError, type Figures, type Sent } from './model';
import type { Running } from './processes';
import { percentile } from './statistics';

/** What takes part in a comparison. */
export interface Contestant {
  /** They get as many of the connections each. */
  readonly servers: readonly [Running, ...Running[]];
  /** Each connection sends them in turn. */
  readonly requests: readonly Sent[];
  /** Undefined: as many as usual. */
  readonly connections?: number;
  /** In which rounds it takes part: 1 is every round, 2 every second one. */
  readonly every?: number;
  /** The process that all of its servers share what they remember in. */
  readonly store?: number | undefined;
}

/**
 * Measures servers in short turns, A B C A B C, so that other load on the machine affects all alike. Servers that wait for
 * their turn stay up, idle.
 *
 * @param onRound called before each round, with its number from 0
 * @returns the rounds of each contestant, in the given order
 */
export async function takeTurns(
  contestants: readonly Contestant[],
  { warmUp, rounds, turn }: Turns,
  onRound: (round: number) => void,
): Promise<readonly (readonly Figures[])[]> {
  if (warmUp > 0) for (const one of contestants) await drive(one, { seconds: warmUp });
  const all = contestants.map((): Figures[] => []);
  for (let round = 0; round < rounds; round += 1) {
    onRound(round);
    for (const [place, contestant] of contestants.entries()) {
      if (round % (contestant.every ?? 1) === 0) all[place]?.push({ round, ...(await drive(contestant, turn)) });
    }
  }
  return all;
}

type Driven = Required<Pick<Figures, 'requests' | 'rate' | 'p50' | 'p99' | 'cpu' | 'store'>>;

/**
 * Sends requests as fast as they are answered. Nothing else is to be done in this process meanwhile.
 *
 * @throws BenchError if one was not answered with success
 */
export async function drive(contestant: Contestant, length: TurnLength): Promise<Driven> {
  const { servers, requests, store } = contestant;
  const used = timesSince(servers.map(({ pid }) => pid));
  const usedByStore = timesSince(store === undefined ? [] : [store]);
  const begun = performance.now();
  const { answered, refused, broken, latencies } = await send(contestant, length);
  const seconds = (performance.now() - begun) / 1000;
  const [cpu, cpuOfStore] = [used(), usedByStore()];
  for (const one of servers) if (!one.isAlive()) throw new BenchError(`a server ended under load: ${one.complaint()}`);
  const failure = failureOf(answered, refused, broken);
  if (failure !== undefined)
    throw new BenchError(`${requests[0]?.method} ${servers[0].baseUrl}${requests[0]?.path}: ${failure}`);
  const forEach = (time: number | undefined) => (time === undefined ? undefined : time / answered);
  return {
    requests: answered,
    rate: answered / seconds,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    cpu: forEach(cpu),
    store: forEach(cpuOfStore),
  };
}

function failureOf(answered: number, refused: number, broken: number): string | undefined {
  if (refused > 0) return `${refused} of ${answered} requests were not answered with success`;
  if (broken > 0) return `${broken} requests were lost: the connection broke off, or it took too long`;
  return answered === 0 ? 'no request was answered' : undefined;
}

/** How often autocannon checks whether its time is up, in milliseconds. */
export const SAMPLE_MS = 25;

async function send({ servers, requests, connections = CONNECTIONS }: Contestant, length: TurnLength) {
  const latencies: number[] = [];
  const { requests: counted, ...result } = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      // autocannon takes a list, too, and each connection one of it in turn; its type does not say so.
      url: servers.map(({ baseUrl }) => new URL(baseUrl).origin) as unknown as string,
      connections,
      ...('seconds' in length ? { duration: length.seconds } : { amount: length.requests }),
      sampleInt: SAMPLE_MS,
      requests: requests.map((request) => withPrefix(servers[0], request)),
    };
    autocannon(options, (error: Error | null, result) => (error ? reject(error) : resolve(result)))
      // autocannon's own histogram counts whole milliseconds, and replies here take less than one.
      .on('response', (_client, _status, _bytes, latency) => latencies.push(latency));
  });
  // autocannon opens a new connection for one that was closed properly, and does not report the request that was lost
  // with it, so these are found by counting. At the end each connection waits for one reply.
  const lost = Math.max(0, counted.sent - counted.total - connections);
  return { answered: counted.total, refused: result.non2xx, broken: result.errors + lost, latencies };
}

/** A request as autocannon takes it. Its type allows a fixed list of methods, and the contract's are among them. */
export const withPrefix = ({ baseUrl }: Running, { path, ...request }: Sent): autocannon.Request =>
  ({ ...request, path: new URL(baseUrl).pathname.replace(/\/$/, '') + path }) as autocannon.Request;

/** Begins to measure the processor time of some processes together; undefined where the system does not report it. */
function timesSince(pids: readonly number[]): () => number | undefined {
  const sum = (): number => pids.reduce((time, pid) => time + (processorTime(pid) ?? Number.NaN), 0);
  const before = sum();
  return () => {
    const used = sum() - before;
    return pids.length === 0 || Number.isNaN(used) ? undefined : used;
  };
}
