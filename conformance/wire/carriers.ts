import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { Agent, Client, type Dispatcher, ProxyAgent } from 'undici';
import type { Connection, ConnectionUse } from '../exchange/exchange';

export interface TransportOptions {
  readonly timeoutMs: number;
  /** Accept any certificate. */
  readonly insecure: boolean;
  /** A file of certificates to trust. */
  readonly ca: string | undefined;
  readonly proxy: string | undefined;
}

/** Carries requests one after the other, over one connection, which it opens anew where it was closed. */
interface Carrier {
  readonly dispatcher: Dispatcher;
  isBusy: boolean;
  /** What carried the request that has just ended; undefined where no connection was opened. */
  use(): Promise<ConnectionUse | undefined>;
}

/** Every connection of a run. */
interface Carriers {
  /** Has `job` send one request over the connection that was asked for. No other request goes over it meanwhile. */
  carry<T>(wanted: Connection, job: (dispatcher: Dispatcher) => Promise<T>): Promise<Carried<T>>;
  close(): Promise<void>;
}

interface Carried<T> {
  readonly came: T;
  readonly use: ConnectionUse | undefined;
}

export function createCarriers(options: TransportOptions): Carriers {
  const open = opener(options);
  const kept: Carrier[] = [];
  /** Those of one request that are in use. */
  const fresh = new Set<Carrier>();
  const named = new Map<string, Carrier>();

  const carrierFor = (wanted: Connection): Carrier => {
    if (wanted === 'fresh') {
      const one = open();
      fresh.add(one);
      return one;
    }
    if (wanted === 'kept') {
      const free = kept.find(({ isBusy }) => !isBusy);
      if (free !== undefined) return free;
      const another = open();
      kept.push(another);
      return another;
    }
    const carrier = named.get(wanted.named) ?? open();
    named.set(wanted.named, carrier);
    return carrier;
  };

  return {
    async carry(wanted, job) {
      const carrier = carrierFor(wanted);
      carrier.isBusy = true;
      try {
        const came = await job(carrier.dispatcher);
        return { came, use: await carrier.use() };
      } finally {
        carrier.isBusy = false;
        if (wanted === 'fresh') await carrier.dispatcher.destroy();
        fresh.delete(carrier);
      }
    },
    async close() {
      await Promise.all([...kept, ...named.values(), ...fresh].map(({ dispatcher }) => dispatcher.destroy()));
    },
  };
}

/** The most bytes that the headers of a reply may have: HTTP names no bound, and servers take a quarter of it at the most. */
const MOST_OF_HEADERS = 2 ** 18;

/** How long the end of a connection is waited for that is about to end, in milliseconds. */
const ENDING_MS = 50;

/** What undici ends a connection with over which came what was not asked for. */
const EXCESS = 'bad response';

function opener({ timeoutMs, insecure, ca, proxy }: TransportOptions): () => Carrier {
  const connect = {
    rejectUnauthorized: !insecure,
    timeout: timeoutMs,
    ...(ca === undefined ? {} : { ca: readFileSync(ca) }),
  };
  const limits = {
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: MOST_OF_HEADERS,
    pipelining: 1,
    connections: 1,
  };
  let opened = 0;

  return () => {
    let client: Client | undefined;
    let number: number | undefined;
    let carried = 0;
    let ended = Promise.resolve<Error | undefined>(undefined);
    const factory = (origin: string | URL, given: object): Dispatcher => {
      client = new Client(origin, given);
      client.on('connect', () => {
        opened += 1;
        number = opened;
        carried = 0;
        ended = new Promise((resolve) => client?.once('disconnect', (_origin, _targets, error) => resolve(error)));
      });
      return client;
    };
    const dispatcher =
      proxy === undefined
        ? new Agent({ ...limits, connect, factory })
        : new ProxyAgent({ uri: proxy, ...limits, requestTls: connect, factory });
    return {
      dispatcher,
      isBusy: false,
      async use() {
        if (number === undefined) return undefined;
        const use = { number, carried };
        carried += 1;
        // The reply is read before the connection has ended that it was the last on.
        const why = client?.stats.connected === true ? undefined : await within(ENDING_MS, ended);
        return { ...use, hasExcess: why?.message === EXCESS };
      },
    };
  };
}

async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** A handshake with a server that takes it is a matter of milliseconds; one that does not may say nothing. */
const MOST_MS = 2000;

/** Whether a server that was asked for plain HTTP takes a TLS handshake on that port. */
export function speaksTls(baseUrl: string, timeoutMs: number): Promise<boolean> {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol !== 'http:') return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || 80),
      // Nothing is sent to it: who it is does not matter.
      rejectUnauthorized: false,
      timeout: Math.min(timeoutMs, MOST_MS),
    });
    const end = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket
      .once('secureConnect', end(true))
      .once('timeout', end(false))
      .once('error', end(false))
      .once('close', end(false));
  });
}
