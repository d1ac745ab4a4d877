import { connect, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createHeldReplies, createVerdicts, type HeldReplies, type Verdicts } from './held-replies';
import { createMessageReader, withHost } from './http1';
import type { Batch } from './observed';
import { createOutbox, type Outbox } from './outbox';
import { createWatch, type Witness } from './watch';

export interface RelayOptions {
  /** Where it listens. */
  readonly host: string;
  readonly port: number;
  readonly origin: Origin;
  /** What `Host` becomes; undefined: it stays. */
  readonly hostHeader: string | undefined;
  /** Whether each reply waits for what is said of it. */
  readonly annotate?: boolean;
}

/** Passes bytes on between clients and a server, and tells what they were. */
export interface Relay {
  readonly port: number;
  /** Takes in that so many of the exchanges that were told have been looked at. */
  acknowledge(exchanges: number): void;
  /** Says what is wrong with a reply that is held: undefined where that is nothing. */
  answer(held: number, text: string | undefined): void;
  /** Takes no more connections, tells what is left, and closes those that are open. */
  close(): Promise<void>;
}

/**
 * Each connection of a client gets one of its own to the server, so that all that belongs to a connection stays as it is:
 * the order of replies, keeping it alive, and how it ends. Replies are passed on before they are looked at.
 *
 * @throws what `listen` of `node:net` does
 */
export async function startRelay(options: RelayOptions, tell: (batch: Batch) => void): Promise<Relay> {
  const outbox = createOutbox(tell);
  const verdicts = createVerdicts();
  const open = new Set<Socket>();
  let opened = 0;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    opened += 1;
    open.add(client);
    client.on('close', () => open.delete(client));
    join(client, options, opened, outbox, verdicts);
  });
  await listening(server, options);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    acknowledge: outbox.acknowledge,
    answer: verdicts.answer,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const client of open) client.destroy();
      await closed;
      outbox.flush();
    },
  };
}

function listening(server: Server, { host, port }: RelayOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
}

/** Joins a client's connection to one of the server. */
function join(
  client: Socket,
  { origin, hostHeader, annotate = false }: RelayOptions,
  connection: number,
  outbox: Outbox,
  verdicts: Verdicts,
): void {
  const held = annotate ? createHeldReplies((bytes) => passOn(bytes), verdicts) : undefined;
  const watch = createWatch(connection, held === undefined ? outbox : asking(outbox, held, verdicts));
  const upstream = connectTo(origin);
  let isConnected = false;
  let out: Buffer[] = [];

  const requests = createMessageReader({
    head(head) {
      out.push(hostHeader === undefined ? head : Buffer.from(withHost(head.toString('latin1'), hostHeader), 'latin1'));
      const framing = watch.requestHead(head);
      if (framing === undefined) watch.abandon('beside HTTP/1.1');
      return framing;
    },
    body: watch.requestBody,
    end: watch.requestEnd,
    raw: (bytes) => out.push(bytes),
  });
  const replies = createMessageReader({
    head(head) {
      held?.head(head);
      const framing = watch.replyHead(head);
      if (framing === undefined || framing.kind === 'tunnel') {
        watch.abandon('beside HTTP/1.1');
        requests.giveUp();
        send();
      }
      return framing;
    },
    body: watch.replyBody,
    end() {
      held?.end();
      watch.replyEnd();
    },
    raw: (bytes) => held?.raw(bytes),
  });

  /** Reads no faster than the client takes it. */
  const passOn = (bytes: Buffer): void => {
    if (client.write(bytes)) goOn();
    else upstream.pause();
  };
  const goOn = (): void => {
    if (!client.writableNeedDrain && held?.isFull() !== true) upstream.resume();
  };

  /** Passes on what has been read of requests, in one write. */
  const send = (): void => {
    const [only, second] = out;
    if (only === undefined) return;
    const isTaken = upstream.write(second === undefined ? only : Buffer.concat(out));
    out = [];
    if (!isTaken) client.pause();
  };

  let isFirst = true;
  client.on('data', (chunk: Buffer) => {
    if (isFirst && chunk[0] === TLS_HANDSHAKE) {
      outbox.unjudged('by TLS, which the proxy does not speak', true);
      client.end(NO_TLS);
      upstream.destroy();
      return;
    }
    isFirst = false;
    requests.push(chunk);
    send();
  });
  client.on('drain', goOn);
  client.on('end', () => {
    requests.close();
    watch.clientEnded();
    send();
    upstream.end();
  });
  client.on('error', () => {});
  client.on('close', (hadError) => {
    watch.abandon('left by the client');
    if (hadError || !upstream.writableEnded || !upstream.readableEnded) abort(upstream);
  });

  upstream.on(origin.tls === undefined ? 'connect' : 'secureConnect', () => {
    isConnected = true;
  });
  upstream.on('data', (chunk: Buffer) => {
    if (held === undefined && !client.write(chunk)) upstream.pause();
    replies.push(chunk);
    if (held?.isFull() === true) upstream.pause();
    watch.settle(replies.hasBegun());
  });
  upstream.on('drain', () => client.resume());
  upstream.on('end', () => {
    replies.close();
    watch.settle(false);
    watch.serverEnded();
    if (held === undefined) client.end();
    else void held.written().then(() => client.end());
  });
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    if (isConnected || client.destroyed) return;
    watch.abandon('answered by the proxy, as no server was there');
    outbox.unreachable(error.code ?? error.message);
    client.end(badGateway(origin, error.code ?? 'no connection'));
  });
  upstream.on('close', (hadError) => {
    watch.serverEnded();
    if (hadError && isConnected) abort(client);
  });
}

/** Tells of each exchange under the number of its reply, at once, since that is held until then. */
const asking = (outbox: Outbox, held: HeldReplies, verdicts: Verdicts): Witness => ({
  ...outbox,
  observed(exchange) {
    const number = exchange.ending === 'whole' ? held.next() : undefined;
    if (outbox.observed({ ...exchange, held: number })) outbox.flush();
    else if (number !== undefined) verdicts.answer(number, undefined);
  },
});

/** What breaks off on one side breaks off on the other: a reset stays one. */
function abort(socket: Socket): void {
  if (!socket.destroyed) socket.resetAndDestroy();
}

/** With this byte a client begins TLS, and never HTTP (RFC 8446 §5.1). */
const TLS_HANDSHAKE = 0x16;
const NO_TLS =
  'HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nThe proxy of the conformance suite takes HTTP alone, without TLS: ask http:// of it.\n';

/** The proxy's own reply, where there is no server (RFC 9110 §15.6.3). */
function badGateway({ host, port }: Origin, reason: string): string {
  const body = `The proxy of the conformance suite can't reach the server at ${host}:${port} (${reason}).\n`;
  return `HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
}

/** The server that stands behind the proxy. */
export interface Origin {
  readonly host: string;
  readonly port: number;
  /** Undefined: plain HTTP. */
  readonly tls: { readonly ca: string | undefined; readonly insecure: boolean } | undefined;
}

function connectTo({ host, port, tls }: Origin): Socket {
  if (tls === undefined) return connect({ host, port, allowHalfOpen: true, noDelay: true });
  const { ca, insecure } = tls;
  const isName = !/^[\d.]+$|:/.test(host);
  // Node knows it for TLS, too, though its types do not.
  const halfOpen = { allowHalfOpen: true };
  return connectTls({
    ...halfOpen,
    host,
    port,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: !insecure,
    ...(ca === undefined ? {} : { ca }),
    // Names alone may be asked for (RFC 6066 §3).
    ...(isName ? { servername: host } : {}),
  }).setNoDelay(true);
}

/** @param url of the server, with `http:` or `https:` */
export function originOf(url: string, tls: NonNullable<Origin['tls']>): Origin {
  const { protocol, hostname, port } = new URL(url);
  const isTls = protocol === 'https:';
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
    tls: isTls ? tls : undefined,
  };
}
