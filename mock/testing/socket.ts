import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** What was received on a connection, and whether the server closed it. */
export interface RawReplies {
  readonly text: string;
  readonly closed: boolean;
}

/**
 * Sends bytes on a new connection and receives until the server closes it, or is silent for `patience` ms.
 *
 * @param chunks what to send; a number is a pause, in milliseconds
 * @param end whether to half-close after the last byte
 */
export async function sendRaw(
  baseUrl: string,
  chunks: readonly (string | Buffer | number)[],
  { end = false, patience = 400 }: { end?: boolean; patience?: number } = {},
): Promise<RawReplies> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const finish = (closed: boolean) => {
      socket.destroy();
      resolve({ text, closed });
    };
    socket.setTimeout(patience, () => finish(false));
    socket.on('data', (data) => {
      text += data.toString('latin1');
    });
    socket.on('end', () => finish(true));
    socket.on('error', () => finish(true));
    void sendAll(socket, chunks).then(() => {
      if (end) socket.end();
    });
  });
}

async function sendAll(socket: Socket, chunks: readonly (string | Buffer | number)[]): Promise<void> {
  for (const chunk of chunks) {
    if (typeof chunk === 'number') await setTimeout(chunk);
    else socket.write(chunk);
  }
}

/** The status of every reply that was received, in their order. */
export const statusesOf = ({ text }: RawReplies): readonly number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** The first reply that was received. */
export function firstReply({ text }: RawReplies): { status: number; body: string; headers: string } | undefined {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? [];
  if (status === undefined) return undefined;
  const headers = text.slice(0, text.indexOf('\r\n\r\n'));
  const length = Number(/^content-length: (\d+)/im.exec(headers)?.[1] ?? 0);
  return { status: Number(status), headers, body: text.slice(headers.length + 4, headers.length + 4 + length) };
}
