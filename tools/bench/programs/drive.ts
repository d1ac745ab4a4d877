/**
 * A process that sends requests as fast as they are answered. It is a separate one so that sending does not share a
 * processor with measuring. Each message is a job; the answer is its outcome.
 */
import autocannon from 'autocannon';
import type { TurnLength } from '../lengths';
import type { Sent } from '../model';
import { percentile } from '../statistics';

export interface Job {
  readonly baseUrl: string;
  /** Other servers that get as many of the connections each. */
  readonly others?: readonly string[];
  /** Each connection sends them in turn. */
  readonly requests: readonly Sent[];
  readonly connections: number;
  readonly length: TurnLength;
}

export interface Driven {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export type Outcome = Driven | { readonly failure: string };

/** How often autocannon checks whether its time is up, in milliseconds. */
const SAMPLE_MS = 25;

async function drive({ baseUrl, others = [], requests, connections, length }: Job): Promise<Outcome> {
  const times: number[] = [];
  const begun = performance.now();
  const urls = [baseUrl, ...others];
  const each = { requests, connections: Math.ceil(connections / urls.length), length };
  const all = await Promise.all(urls.map((url) => driveOne({ ...each, baseUrl: url }, times)));
  const sumOf = (figure: (counts: Counts) => number): number => all.reduce((sum, one) => sum + figure(one), 0);
  const [answered, refused, broken] = [
    sumOf((one) => one.answered),
    sumOf((one) => one.refused),
    sumOf((one) => one.broken),
  ];
  if (refused > 0) return { failure: `${refused} of ${answered} requests were not answered with success` };
  if (broken > 0) return { failure: `${broken} requests were lost: the connection broke off, or it took too long` };
  if (answered === 0) return { failure: 'no request was answered' };
  return {
    requests: answered,
    seconds: (performance.now() - begun) / 1000,
    p50: percentile(times, 50),
    p99: percentile(times, 99),
  };
}

function driveOne({ baseUrl, requests, connections, length }: Job, times: number[]): Promise<Counts> {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname === '/' ? '' : pathname;
  return new Promise<Counts>((resolve, reject) => {
    const instance = autocannon(
      {
        url: origin,
        connections,
        ...('seconds' in length ? { duration: length.seconds } : { amount: length.requests }),
        sampleInt: SAMPLE_MS,
        // The type allows a fixed list of methods, and the contract's are among them.
        requests: requests.map(({ path, ...request }) => ({ ...request, path: prefix + path }) as autocannon.Request),
      },
      (error: Error | null, result) => {
        if (error) return reject(error);
        const { total: answered, sent } = result.requests;
        // autocannon opens a new connection for one that was closed properly, and does not report the request that was lost
        // with it, so these are found by counting. At the end each connection waits for one reply.
        const lost = Math.max(0, sent - answered - connections);
        resolve({ answered, refused: result.non2xx, broken: result.errors + lost });
      },
    );
    // autocannon's own histogram counts whole milliseconds, and replies here take less than one.
    instance.on('response', (_client, _status, _bytes, time) => times.push(time));
  });
}

interface Counts {
  readonly answered: number;
  readonly refused: number;
  readonly broken: number;
}

process.on('message', (job: Job) => {
  const answer = (outcome: Outcome): void => {
    process.send?.(outcome);
  };
  drive(job).then(answer, (error: unknown) => answer({ failure: String(error) }));
});
// Ends when the process that sends the jobs is gone.
process.on('disconnect', () => process.exit());
