import { Agent, request as send } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from './ask';
import { BenchError } from './bench-error';
import type { Driver } from './driver';
import type { Lengths } from './lengths';
import type { Overload, Sent } from './model';
import { peakMemory } from './process-usage';
import type { Processes } from './processes';
import type { Crowd, CrowdJob } from './programs/crowd';
import type { Flood, FloodJob } from './programs/flood';
import type { Progress } from './progress';
import { type Running, startServer } from './server';
import { firstRequest } from './servers';
import { mock } from './servers/mock';
import { percentile } from './statistics';
import type { Subject } from './subject';

const FLOOD = join(__dirname, 'programs/flood.js');
const CROWD = join(__dirname, 'programs/crowd.js');
/** How many times what the mock can serve is offered. */
const TIMES = 4;
/** How often another client asks, in milliseconds. */
const EVERY_MS = 10;
/** A latency as before: no more than this many times the 99th percentile before, and for this many replies in a row. */
const AS_BEFORE = 2;
const IN_A_ROW = 10;
/** How long it may take to come back. */
const PATIENCE_MS = 20_000;

/**
 * The mock under a flood of POSTs: more of them than it can serve, over many connections. Then beside clients that open the
 * stream of its requests and never read, and one that pipelines more requests than any other sends.
 */
export async function measureOverload(
  subject: Subject,
  { connections, seconds, capacity, followers, pipelined }: Lengths['overload'],
  processes: Processes,
  driver: Driver,
  progress: Progress,
): Promise<Overload> {
  const scenario = subject.scenarios.find(({ id }) => id === 'post');
  if (scenario === undefined) throw new BenchError('there is no POST to flood the mock with');
  const { args, prefix } = mock(subject.contract);
  const running = await startServer(processes, args, prefix, firstRequest(subject));
  progress('overload, what can be served');
  const { rate } = rateOf(await driver.drive(running, [scenario.request], capacity));
  const client = createClient(running, firstRequest(subject));
  const calm = await client.latencies(seconds * 1000);
  progress(`overload, ${TIMES} times as much over ${connections} connections`);
  const { port, hostname: host } = new URL(running.baseUrl);
  const request = toText(running, scenario.request);
  const job: FloodJob = {
    port: Number(port),
    host,
    request,
    connections,
    rate: TIMES * rate,
    seconds,
  };
  const { outcome: flood, latencies: during } = await beside<Flood>(processes, client, FLOOD, job);
  const p99 = percentile(calm, 99);
  const back = await client.untilBelow(AS_BEFORE * p99);
  progress(`overload, ${followers} streams that are not read, and ${pipelined} requests in one pipeline`);
  const follow = toText(running, { method: 'GET', path: '/__admin/requests/stream', headers: {} }, '');
  const crowdJob: CrowdJob = { port: job.port, host, follow, followers, request, pipelined };
  const crowd = await beside<Crowd>(processes, client, CROWD, crowdJob);
  const overload: Overload = {
    capacity: rate,
    ...flood,
    lost: flood.lost + crowd.outcome.lost,
    p99: { before: p99, during: percentile(during, 99), crowded: percentile(crowd.latencies, 99) },
    backAfter: back,
    peak: peakMemory(running.pid),
    bound: await memoryBound(running),
  };
  client.end();
  await running.end();
  return overload;
}

const rateOf = ({ requests, seconds }: { readonly requests: number; readonly seconds: number }) => ({
  rate: requests / seconds,
});

/** What a program does for a job, and the latencies of another client meanwhile. */
async function beside<Outcome>(
  processes: Processes,
  client: Client,
  program: string,
  job: object,
): Promise<{ readonly outcome: Outcome; readonly latencies: readonly number[] }> {
  const generator = processes.start([program], { messages: true });
  // The cast is true: a program answers a job with its outcome, or why there is none.
  const asked = generator.ask(job) as Promise<Outcome | { failure: string }>;
  const latencies = await client.latencies(asked);
  const outcome = await asked;
  await generator.end();
  if (typeof outcome === 'object' && outcome !== null && 'failure' in outcome)
    throw new BenchError(`the load failed: ${outcome.failure}`);
  // The cast is true: it is no failure.
  return { outcome: outcome as Outcome, latencies };
}

/** @param prefix of the path; default: that of the API */
function toText(
  { baseUrl }: Running,
  { method, path, headers, body = '' }: Sent,
  prefix = new URL(baseUrl).pathname.replace(/\/$/, ''),
): string {
  const { host } = new URL(baseUrl);
  const lines = Object.entries({ Host: host, ...headers, 'Content-Length': Buffer.byteLength(body) });
  return `${method} ${prefix}${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

interface Client {
  /** Asks until a time in milliseconds has passed, or something has happened. */
  latencies(until: number | Promise<unknown>): Promise<readonly number[]>;
  /** How long it takes until replies come within a latency again; all in milliseconds. */
  untilBelow(latency: number): Promise<number>;
  end(): void;
}

/** Another client, with a connection of its own. */
function createClient({ baseUrl }: Running, sent: Sent): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const once = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const begun = performance.now();
      const asking = send(`${baseUrl}${sent.path}`, { method: sent.method, headers: sent.headers, agent });
      asking.on('error', reject).on('response', (response) => {
        response.resume().on('end', () => resolve(performance.now() - begun));
      });
      asking.end();
    });
  return {
    async latencies(until) {
      const found: number[] = [];
      let isOver = false;
      const end = typeof until === 'number' ? pause(until) : until;
      void end.then(() => {
        isOver = true;
      });
      do {
        found.push(await once());
        await pause(EVERY_MS);
      } while (!isOver);
      return found;
    },
    async untilBelow(latency) {
      const begun = performance.now();
      let back = 0;
      for (let inARow = 0; inARow < IN_A_ROW; ) {
        const asked = performance.now() - begun;
        if (asked > PATIENCE_MS) throw new BenchError('the mock did not answer as before after the flood');
        const isBack = (await once()) <= latency;
        if (isBack && inARow === 0) back = asked;
        inARow = isBack ? inARow + 1 : 0;
        await pause(EVERY_MS);
      }
      return back;
    },
    end: () => agent.destroy(),
  };
}

/** The most memory that the mock says it takes. */
async function memoryBound({ baseUrl }: Running): Promise<number | undefined> {
  const { body } = await ask(new URL(baseUrl).origin, { method: 'GET', path: '/__admin/health', headers: {} });
  const { memory } = JSON.parse(body) as { memory: { mostBytes: number } | null };
  return memory?.mostBytes;
}
