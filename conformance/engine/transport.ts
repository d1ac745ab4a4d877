import { type Dispatcher, request as send } from 'undici';
import type { Connection, ConnectionUse, Response, TransportFailure } from '../exchange/exchange';
import { bodyOf } from './body';
import { collect, READ_LIMIT } from './bytes';
import { createCarriers, type TransportOptions } from './carriers';
import { decoded } from './coding';
import { ofFirstRequest, toFailure, unconnected } from './failure';

/** Sends one HTTP request. It resolves to the reply or to the reason why there is none, and never rejects. */
export interface Transport {
  send(
    method: string,
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | undefined,
    connection: Connection,
  ): Promise<Sent>;
  close(): Promise<void>;
}

export interface Sent {
  readonly came: Response | TransportFailure;
  /** Whether a reply had begun. */
  readonly hasBegun: boolean;
  /** Undefined where none was opened. */
  readonly connection: ConnectionUse | undefined;
}

export const isFailure = (came: Response | TransportFailure): came is TransportFailure => 'kind' in came;

export function createTransport(options: TransportOptions): Transport {
  const carriers = createCarriers(options);
  const { timeoutMs, proxy } = options;

  return {
    async send(method, url, headers, body, connection) {
      let hasBegun = false;
      const { came, use } = await carriers.carry(connection, async (dispatcher) => {
        const deadline = AbortSignal.timeout(timeoutMs);
        const ask = async (): Promise<Response | TransportFailure> => {
          // Redirects are not followed: a reply is judged as it is.
          const reply = await send(url, {
            dispatcher,
            method: method as Dispatcher.HttpMethod,
            headers,
            body: body ?? null,
            signal: deadline,
            responseHeaders: 'raw',
            // Left out, undici closes the connection after HEAD, in case that the server sends a body nevertheless.
            ...(method === 'HEAD' ? { reset: false } : {}),
          });
          hasBegun = true;
          // The cast is true: raw headers come as a list of names and values in turn (undici's types have them parsed).
          const lines = linesOf(reply.headers as unknown as readonly string[]);
          const fields = fieldsOf(lines);
          const raw = await collect(reply.body);
          const bytes = raw.length > READ_LIMIT ? raw : await decoded(raw, fields.get('content-encoding'));
          if (bytes.length > READ_LIMIT) return tooLarge;
          return {
            status: reply.statusCode,
            headers: fields,
            body: bodyOf(bytes),
            wireNames: lines.map(([name]) => name),
          };
        };
        return inTime(ask(), deadline).catch((error: unknown) => toFailure(error, timeoutMs));
      });
      if (!isFailure(came)) return { came, hasBegun, connection: use };
      // Without a connection there was nobody to send the request to.
      if (use === undefined) return { came: unconnected(came, proxy !== undefined), hasBegun, connection: undefined };
      const failure = use.carried === 0 ? ofFirstRequest(came) : came;
      return { came: failure, hasBegun, connection: failure.kind === 'unreachable' ? undefined : use };
    },
    close: carriers.close,
  };
}

/** undici goes on waiting for a proxy that has taken a connection and does not answer, whatever its signal says. */
function inTime<T>(job: Promise<T>, deadline: AbortSignal): Promise<T> {
  let stop = (): void => {};
  const late = new Promise<never>((_, reject) => {
    stop = () => reject(deadline.reason);
    deadline.addEventListener('abort', stop, { once: true });
  });
  // What listens to the signal keeps the reply in memory as long as its timer runs.
  return Promise.race([job, late]).finally(() => deadline.removeEventListener('abort', stop));
}

const tooLarge: TransportFailure = { kind: 'too-large', message: `a body of more than ${READ_LIMIT} bytes` };

type Line = readonly [name: string, value: string];

const linesOf = (raw: readonly string[]): readonly Line[] =>
  raw.flatMap((name, place) => (place % 2 === 0 ? [[name, raw[place + 1] ?? ''] as const] : []));

function fieldsOf(lines: readonly Line[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of lines) {
    const before = fields.get(name.toLowerCase());
    fields.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`);
  }
  return fields;
}
