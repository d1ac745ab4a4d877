import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, ask } from './ask';
import { BenchError } from './bench-error';
import type { Sent } from './model';
import type { Processes, Started, StartOptions } from './processes';

export const HOST = '127.0.0.1';
/** The mock takes several seconds to read a million records. */
const START_MS = 120_000;
/** Time between two attempts to connect; each takes processor time from the server that starts. */
const POLL_MS = 2;

export interface Running extends Started {
  readonly baseUrl: string;
  /** Milliseconds from the start of the process to its first answer. */
  readonly startTime: number;
}

/**
 * Starts a server on a free port, and waits for its first answer.
 *
 * @param args Node's arguments, for a port
 * @param prefix what its paths begin with
 * @throws BenchError if it ends, or does not answer with success
 */
export async function startServer(
  processes: Processes,
  args: (port: number) => readonly string[],
  prefix: string,
  request: Sent,
  options?: StartOptions,
): Promise<Running> {
  const port = await freePort();
  const begun = performance.now();
  const started = processes.start(args(port), options);
  const baseUrl = `http://${HOST}:${port}${prefix}`;
  for (let isServing = false; !isServing; ) {
    await accepting(started, port, begun);
    isServing = await answers(baseUrl, request);
  }
  return { ...started, baseUrl, startTime: performance.now() - begun };
}

/** @throws BenchError if the answer is no success */
export async function expectSuccess(baseUrl: string, request: Sent): Promise<Answer> {
  const answer = await ask(baseUrl, request);
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new BenchError(`${request.method} ${baseUrl}${request.path} was answered ${answer.status}: ${answer.body}`);
}

/** @throws BenchError if the answer is no success */
async function answers(baseUrl: string, request: Sent): Promise<boolean> {
  try {
    await expectSuccess(baseUrl, request);
    return true;
  } catch (error) {
    if (error instanceof BenchError) throw error;
    // Before it serves, the mock looks whether it may listen there.
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, HOST);
  await once(server, 'listening');
  // True of every server that listens on a port.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function accepting(started: Started, port: number, begun: number): Promise<void> {
  while (!(await connects(port))) {
    const reason = started.isAlive() ? 'did not answer in time' : `ended: ${started.complaint()}`;
    if (!started.isAlive() || performance.now() - begun > START_MS) {
      throw new BenchError(`${started.child.spawnargs.join(' ')} ${reason}`);
    }
    await pause(POLL_MS);
  }
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, HOST);
    socket.once('connect', () => {
      // Where nobody listens, the system may give the socket this port for its own, which is connected to itself then.
      const isOther = socket.localPort !== port;
      socket.destroy();
      resolve(isOther);
    });
    socket.once('error', () => resolve(false));
  });
}
