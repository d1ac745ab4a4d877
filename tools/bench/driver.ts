import { join } from 'node:path';
import { BenchError } from './bench-error';
import { CONNECTIONS, type TurnLength } from './lengths';
import type { Sent } from './model';
import { processorTime } from './process-usage';
import type { Processes } from './processes';
import type { Driven, Job, Outcome } from './programs/drive';
import type { Running } from './server';

/** What takes part beside a server. */
export interface Beside {
  /** Servers that get as many of the connections each. */
  readonly others?: readonly Running[];
  /** The process that all of them share what they remember in. */
  readonly store?: number | undefined;
}

/** Processor time for each request, in microseconds. */
interface Used {
  readonly cpu: number | undefined;
  readonly store: number | undefined;
}

/** The process that sends the requests. */
export interface Driver {
  /** Sends these requests in turn, for this time. */
  drive(
    server: Running,
    requests: readonly Sent[],
    length: TurnLength,
    connections?: number,
    beside?: Beside,
  ): Promise<Driven & Used>;
  end(): Promise<void>;
}

export function startDriver(processes: Processes): Driver {
  const { ask, end } = processes.start([join(__dirname, 'programs/drive.js')], {
    messages: true,
  });
  return {
    end,
    async drive(server, requests, length, connections = CONNECTIONS, { others = [], store } = {}) {
      const servers = [server, ...others];
      const used = timesSince(servers.map(({ pid }) => pid));
      const usedByStore = timesSince(store === undefined ? [] : [store]);
      const urls = others.map(({ baseUrl }) => baseUrl);
      const job: Job = { baseUrl: server.baseUrl, others: urls, requests, connections, length };
      // The cast is true: the program answers a job with an outcome.
      const outcome = (await ask(job)) as Outcome;
      const [cpu, cpuOfStore] = [used(), usedByStore()];
      for (const one of servers)
        if (!one.isAlive()) throw new BenchError(`a server ended under load: ${one.complaint()}`);
      if ('failure' in outcome) {
        throw new BenchError(`${requests[0]?.method} ${server.baseUrl}${requests[0]?.path}: ${outcome.failure}`);
      }
      const forEach = (time: number | undefined) => (time === undefined ? undefined : time / outcome.requests);
      return { ...outcome, cpu: forEach(cpu), store: forEach(cpuOfStore) };
    },
  };
}

/** Begins to measure the processor time of some processes together; undefined where the system does not report it. */
function timesSince(pids: readonly number[]): () => number | undefined {
  const sum = (): number => pids.reduce((time, pid) => time + (processorTime(pid) ?? Number.NaN), 0);
  const before = sum();
  return () => {
    const used = sum() - before;
    return pids.length === 0 || Number.isNaN(used) ? undefined : used;
  };
}
