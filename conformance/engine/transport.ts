import { type Dispatcher, errors, request as send } from 'undici';
import type { Connection, ConnectionUse, Response, TransportFailure } from '../model/exchange';
import { bodyOf } from './body';
import { collect, READ_LIMIT } from './bytes';
import { createCarriers, type TransportOptions } from './carriers';
import { decoded } from './coding';

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
  /** Undefined where none was opened. */
  readonly connection: ConnectionUse | undefined;
}

export const isFailure = (came: Response | TransportFailure): came is TransportFailure => 'kind' in came;

export function createTransport(options: TransportOptions): Transport {
  const carriers = createCarriers(options);
  const { timeoutMs } = options;

  return {
    async send(method, url, headers, body, connection) {
      const { came, use } = await carriers.carry(connection, async (dispatcher) => {
        const deadline = AbortSignal.timeout(timeoutMs);
        try {
          // Redirects are not followed: a reply is judged as it is.
          const reply = await send(url, {
            dispatcher,
            method: method as Dispatcher.HttpMethod,
            headers,
            body: body ?? null,
            signal: deadline,
          });
          const fields = fieldsOf(reply.headers);
          const raw = await collect(reply.body);
          const bytes = raw.length > READ_LIMIT ? raw : await decoded(raw, fields.get('content-encoding'));
          if (bytes.length > READ_LIMIT) return tooLarge;
          return { status: reply.statusCode, headers: fields, body: bodyOf(bytes) };
        } catch (error) {
          return toFailure(error, timeoutMs);
        }
      });
      const wasOpened = !(isFailure(came) && came.kind === 'unreachable');
      return { came, connection: wasOpened ? use : undefined };
    },
    close: carriers.close,
  };
}

const tooLarge: TransportFailure = { kind: 'too-large', message: `a body of more than ${READ_LIMIT} bytes` };

function fieldsOf(headers: Readonly<Record<string, string | string[] | undefined>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(', ')] as const],
    ),
  );
}

function toFailure(error: unknown, timeoutMs: number): TransportFailure {
  const { code, name, message, cause } = error as Error & { code?: string };
  const isTimeout =
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    name === 'TimeoutError' ||
    (cause as Error | undefined)?.name === 'TimeoutError';
  if (isTimeout) return { kind: 'timeout', message: `no whole reply within ${timeoutMs / 1000} s` };
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return { kind: 'unreachable', message: 'no connection in time' };
  if (['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code ?? '')) {
    return { kind: 'unreachable', message };
  }
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code ?? '')) return { kind: 'unreachable', message };
  if (code?.startsWith('HPE_') || name === 'HTTPParserError' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return { kind: 'malformed', message: `what came is not HTTP: ${message}` };
  }
  return { kind: 'closed', message: `the connection was closed before the reply was whole (${message})` };
}
