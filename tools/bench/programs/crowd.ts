/**
 * A thread with clients that hold a server up as long as it lets them: many that follow its requests and never read, and
 * one that pipelines requests. It gets a job, and its message is how many of these requests had no reply.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

export interface CrowdJob {
  readonly port: number;
  readonly host: string;
  /** The bytes of a request that opens a stream, and how many clients send it. */
  readonly follow: string;
  readonly followers: number;
  /** The bytes of a request, and how many times it is pipelined. */
  readonly request: string;
  readonly pipelined: number;
}

const BATCH = 1000;
/** How long the last replies may take. */
const PATIENCE_MS = 30_000;
const STATUS_LINE = 'HTTP/1.1 ';

async function crowd({ port, host, follow, followers, request, pipelined }: CrowdJob): Promise<number> {
  const open = async (): Promise<Socket> => {
    const socket = connect(port, host);
    // Its requests are counted as lost.
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const streams = await Promise.all(Array.from({ length: followers }, open));
  for (const stream of streams) stream.pause().write(follow);
  const sender = await open();
  let answered = 0;
  let rest = '';
  sender.setEncoding('latin1').on('data', (part: string) => {
    const [last = '', ...others] = (rest + part).split(STATUS_LINE).reverse();
    answered += others.length;
    rest = last.slice(1 - STATUS_LINE.length);
  });
  for (let sent = 0; sent < pipelined && !sender.destroyed; sent += BATCH) {
    const isTaken = sender.write(request.repeat(Math.min(BATCH, pipelined - sent)));
    if (!isTaken) await Promise.race([once(sender, 'drain'), once(sender, 'close')]);
  }
  for (const end = performance.now() + PATIENCE_MS; answered < pipelined && performance.now() < end; ) await pause(5);
  for (const socket of [...streams, sender]) socket.destroy();
  return pipelined - answered;
}

// The cast is true: the bench gives it a job. What it rejects with ends the thread, which the bench is told.
void crowd(workerData as CrowdJob).then((lost) => parentPort?.postMessage(lost));
