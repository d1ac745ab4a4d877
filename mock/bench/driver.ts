import { join } from 'node:path';
import { BenchError } from './bench-error';
import { CONNECTIONS, type TurnLength } from './lengths';
import type { Sent } from './model';
import { processorTime } from './process-usage';
import type { Processes } from './processes';
import type { Driven, Job, Outcome } from './programs/drive';
import type { Running } from './server';

/** The process that sends the requests. */
export interface Driver {
  /** Sends these requests in turn, for this time. */
  drive(
    server: Running,
    requests: readonly Sent[],
    length: TurnLength,
    connections?: number,
  ): Promise<Driven & { cpu: number | undefined }>;
  end(): Promise<void>;
}

export function startDriver(processes: Processes): Driver {
  const { ask, end } = processes.start([join(__dirname, 'programs/drive.js')], {
    messages: true,
  });
  return {
    end,
    async drive(server, requests, length, connections = CONNECTIONS) {
      const before = processorTime(server.pid);
      const job: Job = { baseUrl: server.baseUrl, requests, connections, length };
      // The cast is true: the program answers a job with an outcome.
      const outcome = (await ask(job)) as Outcome;
      const after = processorTime(server.pid);
      if (!server.isAlive()) throw new BenchError(`a server ended under load: ${server.complaint()}`);
      if ('failure' in outcome) {
        throw new BenchError(`${requests[0]?.method} ${server.baseUrl}${requests[0]?.path}: ${outcome.failure}`);
      }
      const used = before === undefined || after === undefined ? undefined : after - before;
      return { ...outcome, cpu: used === undefined ? undefined : used / outcome.requests };
    },
  };
}
