/**
 * A process that offers a server more requests than it can serve. At a fixed rate, whatever is answered, each is sent on a
 * connection that is free; where none is, it is not sent. Each message is a job; the answer is its outcome.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface FloodJob {
  readonly port: number;
  readonly host: string;
  /** The bytes of one request. */
  readonly request: string;
  readonly connections: number;
  /** Requests a second. */
  readonly rate: number;
  readonly seconds: number;
}

export interface Flood {
  /** Requests that fell due, and those of them that were sent, since a connection was free. */
  readonly offered: number;
  readonly sent: number;
  /** How many replies of each status came. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Requests without a complete reply. */
  readonly lost: number;
}

const TICK_MS = 5;
/** How long the last replies may take. */
const PATIENCE_MS = 30_000;

async function flood({ port, host, request, connections, rate, seconds }: FloodJob): Promise<Flood> {
  const statuses: Record<string, number> = {};
  const free: Socket[] = [];
  let answered = 0;
  const sockets = Array.from({ length: connections }, () => connect(port, host));
  for (const socket of sockets) {
    let text = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part;
      const status = statusOf(text);
      if (status === undefined) return;
      text = '';
      answered += 1;
      statuses[status] = (statuses[status] ?? 0) + 1;
      free.push(socket);
    });
    // Its request is counted as lost.
    socket.on('error', () => {});
  }
  await Promise.all(sockets.map((socket) => once(socket, 'connect').then(() => free.push(socket))));

  let [offered, sent] = [0, 0];
  const begun = performance.now();
  for (let passed = 0; passed < seconds * 1000; passed = performance.now() - begun) {
    const due = Math.floor((passed / 1000) * rate);
    for (; offered < due; offered += 1) {
      const socket = free.pop();
      if (socket === undefined) {
        offered = due;
        break;
      }
      socket.write(request);
      sent += 1;
    }
    await pause(TICK_MS);
  }
  const end = performance.now() + PATIENCE_MS;
  while (answered < sent && performance.now() < end) await pause(TICK_MS);
  for (const socket of sockets) socket.destroy();
  return { offered, sent, statuses, lost: sent - answered };
}

/** The status of a reply that is complete. */
function statusOf(text: string): string | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, end + 2))?.[1] ?? 0);
  return text.length < end + 4 + length ? undefined : text.slice(9, 12);
}

process.on('message', (job: FloodJob) => {
  flood(job).then(
    (outcome) => process.send?.(outcome),
    (error: unknown) => process.send?.({ failure: String(error) }),
  );
});
// Ends when the process that sends the jobs is gone.
process.on('disconnect', () => process.exit());
