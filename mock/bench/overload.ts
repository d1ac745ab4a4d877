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
import type { Flood, FloodJob } from './programs/flood';
import type { Progress } from './progress';
import { type Running, startServer } from './server';
import { firstRequest } from './servers';
import { mock } from './servers/mock';
import { percentile } from './statistics';
import type { Subject } from './subject';

const FLOOD = join(__dirname, 'programs/flood.js');
/** How many times what the mock can serve is offered. */
const TIMES = 4;
/** How often another client asks, in milliseconds. */
const EVERY_MS = 10;
/** A latency as before: no more than this many times the 99th percentile before, and for this many replies in a row. */
const AS_BEFORE = 2;
const IN_A_ROW = 10;
/** How long it may take to come back. */
const PATIENCE_MS = 20_000;

/** The mock under a flood of POSTs: more of them than it can serve, over many connections. */
export async function measureOverload(
  subject: Subject,
  { connections, seconds, capacity }: Lengths['overload'],
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
  const generator = processes.start([FLOOD], { messages: true });
  const job: FloodJob = {
    port: Number(port),
    host,
    request: toText(running, scenario.request),
    connections,
    rate: TIMES * rate,
    seconds,
  };
  // The cast is true: the program answers a job with its outcome, or why there is none.
  const asked = generator.ask(job) as Promise<Flood | { failure: string }>;
  const during = await client.latencies(asked);
  const flood = await asked;
  if ('failure' in flood) throw new BenchError(`the flood failed: ${flood.failure}`);
  const p99 = percentile(calm, 99);
  const back = await client.untilBelow(AS_BEFORE * p99);
  const overload: Overload = {
    capacity: rate,
    ...flood,
    p99: { before: p99, during: percentile(during, 99) },
    backAfter: back,
    peak: peakMemory(running.pid),
    bound: await memoryBound(running),
  };
  client.end();
  await generator.end();
  await running.end();
  return overload;
}

const rateOf = ({ requests, seconds }: { readonly requests: number; readonly seconds: number }) => ({
  rate: requests / seconds,
});

function toText({ baseUrl }: Running, { method, path, headers, body = '' }: Sent): string {
  const { host, pathname } = new URL(baseUrl);
  const lines = Object.entries({ Host: host, ...headers, 'Content-Length': Buffer.byteLength(body) });
  return `${method} ${pathname.replace(/\/$/, '')}${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
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
