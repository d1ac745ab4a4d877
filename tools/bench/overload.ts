import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import autocannon from 'autocannon';
import { Client } from 'undici';
import type { Bench, Lengths } from './bench';
import { peakMemory } from './child-process';
import { drive, SAMPLE_MS, withPrefix } from './load';
import { BenchError, type Figures, type Measured, type Sent } from './model';
import { ask, type Running, startServer } from './processes';
import type { CrowdJob } from './programs/crowd';
import { mock } from './servers';
import { percentile } from './statistics';

/** How many times what the mock can serve is offered. */
const TIMES = 4;
/** How long the last replies may take, in seconds. */
const PATIENCE_S = 30;

/**
 * The mock under a flood of POSTs: more of them than it can serve, over many connections. Then beside clients that open the
 * stream of its requests and never read, and one that pipelines more requests than any other sends.
 */
export async function measureOverload(bench: Bench): Promise<readonly Measured[]> {
  const { subject, lengths, processes, progress } = bench;
  const { connections, seconds, capacity, followers, pipelined } = lengths.overload;
  const running = await startServer(processes, mock(subject.contract), subject.first);
  progress('overload, what can be served');
  const { rate } = await drive({ servers: [running], requests: [subject.post] }, capacity);
  const client = createClient(running, subject.first);
  const before = percentile(await client.latencies(pause(seconds * 1000)), 99);
  progress(`overload, ${TIMES} times as much over ${connections} connections`);
  const flooding = flood(running, subject.post, rate, lengths.overload);
  const during = await client.latencies(flooding);
  const backAfter = await client.untilBelow(AS_BEFORE * before);
  progress(`overload, ${followers} streams that are not read, and ${pipelined} requests in one pipeline`);
  const crowding = crowd(running, subject.post, lengths.overload);
  const crowded = await client.latencies(crowding);
  const flooded = await flooding;
  const figures: Figures = {
    round: 0,
    capacity: rate,
    ...flooded,
    lost: flooded.lost + (await crowding),
    before,
    during: percentile(during, 99),
    crowded: percentile(crowded, 99),
    backAfter,
    peak: peakMemory(running.pid),
    bound: await memoryBound(running),
  };
  await client.end();
  await running.end();
  return [{ part: 'overload', server: 'mock', rounds: [figures] }];
}

/**
 * Offers more requests than can be served, at a fixed rate: each is sent on a connection that is free, and where none is, it
 * is not sent. All are answered in the end.
 */
async function flood(running: Running, request: Sent, rate: number, { connections, seconds }: Lengths['overload']) {
  const amount = Math.max(connections, Math.round(rate * seconds));
  const offeredRate = Math.ceil(TIMES * rate);
  const {
    duration,
    requests,
    statusCodeStats = {},
  } = await autocannon({
    url: new URL(running.baseUrl).origin,
    connections,
    amount,
    // A whole number: of less than the connections, autocannon would open so many, and never count all of them as done.
    overallRate: offeredRate,
    timeout: PATIENCE_S,
    sampleInt: SAMPLE_MS,
    requests: [withPrefix(running, request)],
    // In a thread of its own, beside which another client is measured here.
    workers: 1,
  });
  const answered = Object.entries(statusCodeStats).map(([status, { count }]) => [`answered ${status}`, count]);
  return {
    ...Object.fromEntries(answered),
    offered: Math.round(duration * offeredRate),
    sent: amount,
    // One that was lost with its connection is not sent again.
    lost: amount - requests.total,
  };
}

/** @returns how many requests of the pipeline had no reply */
async function crowd(running: Running, request: Sent, { followers, pipelined }: Lengths['overload']): Promise<number> {
  const { port, hostname: host, pathname } = new URL(running.baseUrl);
  const follow = textOf(host, { method: 'GET', path: '/__admin/requests/stream', headers: {} });
  const text = textOf(host, { ...request, path: pathname.replace(/\/$/, '') + request.path });
  const job: CrowdJob = { port: Number(port), host, follow, followers, request: text, pipelined };
  const crowding = new Worker(join(__dirname, 'programs/crowd.js'), { workerData: job });
  // The cast is true: its message is a number.
  const [lost] = (await once(crowding, 'message')) as [number];
  return lost;
}

function textOf(host: string, { method, path, headers, body = '' }: Sent): string {
  const lines = Object.entries({ Host: host, ...headers, 'Content-Length': Buffer.byteLength(body) });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

/** How often the other client sends a request, in milliseconds. */
const EVERY_MS = 10;
/** A latency as before: no more than this many times the 99th percentile before, and for this many replies in a row. */
const AS_BEFORE = 2;
const IN_A_ROW = 10;
/** How long it may take to come back. */
const BACK_MS = 20_000;

/** Another client, with a connection of its own. Times are in milliseconds. */
function createClient({ baseUrl }: Running, { path, method, headers }: Sent) {
  const { origin, pathname } = new URL(baseUrl);
  const client = new Client(origin);
  const latency = async (): Promise<number> => {
    const begun = performance.now();
    const { body } = await client.request({ path: pathname.replace(/\/$/, '') + path, method, headers });
    await body.dump();
    return performance.now() - begun;
  };
  return {
    /** Sends requests until something has happened. */
    async latencies(until: Promise<unknown>): Promise<readonly number[]> {
      const found: number[] = [];
      let isOver = false;
      const end = (): void => {
        isOver = true;
      };
      // Where it fails, that is thrown below.
      until.then(end, end);
      do {
        found.push(await latency());
        await pause(EVERY_MS);
      } while (!isOver);
      await until;
      return found;
    },
    /** How long it takes until replies come within a latency again. */
    async untilBelow(most: number): Promise<number> {
      const begun = performance.now();
      let back = 0;
      for (let inARow = 0; inARow < IN_A_ROW; ) {
        const sent = performance.now() - begun;
        if (sent > BACK_MS) throw new BenchError('the mock did not answer as before after the flood');
        const isBack = (await latency()) <= most;
        if (isBack && inARow === 0) back = sent;
        inARow = isBack ? inARow + 1 : 0;
        await pause(EVERY_MS);
      }
      return back;
    },
    end: () => client.destroy(),
  };
}

/** The most memory that the mock says it takes. */
async function memoryBound({ baseUrl }: Running): Promise<number | undefined> {
  const { body } = await ask(new URL(baseUrl).origin, { method: 'GET', path: '/__admin/health', headers: {} });
  const { memory } = JSON.parse(body) as { memory: { mostBytes: number } | null };
  return memory?.mostBytes;
}
