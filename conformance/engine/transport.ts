import { readFileSync } from 'node:fs';
import { Agent, type Dispatcher, errors, ProxyAgent, request as send } from 'undici';
import type { Response, TransportFailure } from '../model/exchange';
import { BODY_LIMIT, readBody } from './body';

export interface TransportOptions {
  readonly timeoutMs: number;
  /** Accept any certificate. */
  readonly insecure: boolean;
  /** A file of certificates to trust. */
  readonly ca: string | undefined;
  readonly proxy: string | undefined;
}

/** Sends one HTTP request. It resolves to the reply or to the reason why there is none, and never rejects. */
export interface Transport {
  send(
    method: string,
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | undefined,
  ): Promise<Response | TransportFailure>;
  close(): Promise<void>;
}

export const isFailure = (came: Response | TransportFailure): came is TransportFailure => 'kind' in came;

export function createTransport({ timeoutMs, insecure, ca, proxy }: TransportOptions): Transport {
  const connect = {
    rejectUnauthorized: !insecure,
    timeout: timeoutMs,
    ...(ca === undefined ? {} : { ca: readFileSync(ca) }),
  };
  const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, pipelining: 1, connections: 1 };
  const dispatcher: Dispatcher =
    proxy === undefined
      ? new Agent({ ...limits, connect })
      : new ProxyAgent({ uri: proxy, ...limits, requestTls: connect });

  const once = async (
    method: string,
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | undefined,
  ): Promise<Response | TransportFailure> => {
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      // Redirects are not followed: a reply is judged as it is.
      const came = await send(url, {
        dispatcher,
        method: method as Dispatcher.HttpMethod,
        headers,
        body: body ?? null,
        signal: deadline,
      });
      const bytes = await readAll(came.body);
      if (bytes === undefined) return { kind: 'too-large', message: `a body of more than ${BODY_LIMIT} bytes` };
      const fields = fieldsOf(came.headers);
      return { status: came.statusCode, headers: fields, body: readBody(bytes, fields.get('content-encoding')) };
    } catch (error) {
      return toFailure(error, timeoutMs);
    }
  };

  return {
    async send(method, url, headers, body) {
      const came = await once(method, url, headers, body);
      // A server may close a connection that it kept alive just as the next request arrives: that is lawful (RFC 9112
      // §9.5), and the request is sent once more on a connection of its own.
      if (!isFailure(came) || came.kind !== 'closed') return came;
      return once(method, url, { ...headers, connection: 'close' }, body);
    },
    close: () => dispatcher.destroy(),
  };
}

async function readAll(stream: Dispatcher.ResponseData['body']): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > BODY_LIMIT) {
      stream.destroy();
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

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
