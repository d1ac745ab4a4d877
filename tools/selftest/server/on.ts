import type { ServerResponse } from 'node:http';
import type { Asked, Outgoing, Reply, Send, Stages } from './behaviour';
import type { Operation } from './model';

/** Selects replies; what is left out matches any. */
interface Which {
  readonly operation?: Operation;
  readonly status?: number;
  /** Every 4xx and 5xx. */
  readonly error?: true;
}

/** A `rewrite` that changes some replies and leaves the others. */
export const on =
  (which: Which, change: (reply: Reply, asked: Asked) => Partial<Reply>): Stages['rewrite'] =>
  (reply, asked) =>
    fits(which, reply, asked) ? { ...reply, ...change(reply, asked) } : reply;

/** A `send` that sends some replies in another way. */
export const sendingOn =
  (which: Which, send: Send, others: Send = plainly): Send =>
  (response, outgoing, asked) =>
    (fits(which, outgoing, asked) ? send : others)(response, outgoing, asked);

export function plainly(response: ServerResponse, { status, headers, bytes }: Outgoing, _: Asked): void {
  response.writeHead(status, headers).end(bytes);
}

function fits({ operation, status, error }: Which, reply: Reply | Outgoing, asked: Asked): boolean {
  if (operation !== undefined && operation !== asked.operation) return false;
  if (error === true && reply.status < 400) return false;
  return status === undefined || status === reply.status;
}
