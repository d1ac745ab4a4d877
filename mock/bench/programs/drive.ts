/**
 * A process of its own that sends requests as fast as they are answered, so that whoever measures does not share a
 * processor with the sending. Each message is a job; the answer is what came of it.
 */
import autocannon from 'autocannon';
import type { TurnLength } from '../lengths';
import type { Sent } from '../model';
import { percentile } from '../statistics';

export interface Job {
  readonly baseUrl: string;
  /** Sent in turn, by each connection. */
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

/** How often autocannon looks whether its time is up, in milliseconds. */
const SAMPLE_MS = 25;

async function drive({ baseUrl, requests, connections, length }: Job): Promise<Outcome> {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname === '/' ? '' : pathname;
  const times: number[] = [];
  const begun = performance.now();
  const { answered, refused, broken } = await new Promise<Counts>((resolve, reject) => {
    const instance = autocannon(
      {
        url: origin,
        connections,
        ...('seconds' in length ? { duration: length.seconds } : { amount: length.requests }),
        sampleInt: SAMPLE_MS,
        // The type allows its own list of methods alone; the contract's are among them.
        requests: requests.map(({ path, ...request }) => ({ ...request, path: prefix + path }) as autocannon.Request),
      },
      (error: Error | null, result) => {
        if (error) return reject(error);
        const { total: answered, sent } = result.requests;
        // autocannon takes a connection that is closed in good order for none of its business and opens another, so a
        // request that was lost with it is found by counting. At the end each connection waits for one.
        const lost = Math.max(0, sent - answered - connections);
        resolve({ answered, refused: result.non2xx, broken: result.errors + lost });
      },
    );
    // autocannon's own histogram has whole milliseconds, and a reply here takes less than one.
    instance.on('response', (_client, _status, _bytes, time) => times.push(time));
  });
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
// Whoever gives the jobs is gone.
process.on('disconnect', () => process.exit());
