import { type Dispatcher, errors } from 'undici';
import type { Connection, ConnectionUse, Response, TransportFailure } from '../exchange/exchange';
import { bodyOf } from './body';
import { createCarriers, type TransportOptions } from './carriers';
import { type Bytes, decoded, gatherBytes, READ_LIMIT } from './coding';

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
        const { origin, pathname, search } = new URL(url);
        const asked: Dispatcher.DispatchOptions = {
          origin,
          path: pathname + search,
          method: method as Dispatcher.HttpMethod,
          headers,
          body: body ?? null,
          // Left out, undici closes the connection after HEAD, in case that the server sends a body nevertheless.
          ...(method === 'HEAD' ? { reset: false } : {}),
        };
        const onBegin = (): void => {
          hasBegun = true;
        };
        return receive(dispatcher, asked, timeoutMs, onBegin)
          .then(read)
          .catch((error: unknown) => toFailure(error, timeoutMs));
      });
      if (!isFailure(came)) return { came, hasBegun, connection: use };
      // Without a connection the request went nowhere.
      if (use === undefined) return { came: unconnected(came, proxy !== undefined), hasBegun, connection: undefined };
      const failure = use.carried === 0 ? ofFirstRequest(came) : came;
      return { came: failure, hasBegun, connection: failure.kind === 'unreachable' ? undefined : use };
    },
    close: carriers.close,
  };
}

/** A reply as it came; redirects are not followed. */
interface Received {
  readonly status: number;
  readonly lines: readonly Line[];
  readonly raw: Bytes;
}

/**
 * Sends a request, and reads the reply to its end, or as far as it is read.
 *
 * @param timeoutMs undici goes on waiting for a proxy that has taken a connection and does not answer: we do not
 * @param onBegin is called when a reply begins
 */
function receive(
  dispatcher: Dispatcher,
  asked: Dispatcher.DispatchOptions,
  timeoutMs: number,
  onBegin: () => void,
): Promise<Received> {
  return new Promise<Received>((resolve, reject) => {
    const bytes = gatherBytes();
    let head: Pick<Received, 'status' | 'lines'> | undefined;
    let controller: Dispatcher.DispatchController | undefined;
    let late: Error | undefined;
    const timer = setTimeout(() => {
      late = new errors.BodyTimeoutError();
      controller?.abort(late);
      reject(late);
    }, timeoutMs).unref();
    const end = (): void => {
      clearTimeout(timer);
      if (head !== undefined) resolve({ ...head, raw: bytes.all() });
    };
    dispatcher.dispatch(asked, {
      onRequestStart(started) {
        controller = started;
        // A connection that opens too late carries no request any more.
        if (late !== undefined) started.abort(late);
      },
      onResponseStart({ rawHeaders }, status) {
        if (status < 200) return;
        onBegin();
        head = { status, lines: linesOf(rawHeaders) };
      },
      onResponseData(started, chunk) {
        if (bytes.add(chunk)) return;
        end();
        started.abort(new Error('more than is read'));
      },
      onResponseEnd: end,
      onResponseError(_, error) {
        clearTimeout(timer);
        reject(error);
      },
    });
  });
}

async function read({ status, lines, raw }: Received): Promise<Response | TransportFailure> {
  const headers = fieldsOf(lines);
  const bytes = raw.length > READ_LIMIT ? raw : await decoded(raw, headers.get('content-encoding'));
  if (bytes.length > READ_LIMIT) return tooLarge;
  return { status, headers, body: bodyOf(bytes), wireNames: lines.map(([name]) => name) };
}

const tooLarge: TransportFailure = { kind: 'too-large', message: `a body of more than ${READ_LIMIT} bytes` };

type Line = readonly [name: string, value: string];

/** Names and values come in turn. */
function linesOf(raw: Dispatcher.DispatchController['rawHeaders']): readonly Line[] {
  if (!Array.isArray(raw)) return [];
  const texts = raw.map((text) => text.toString('latin1'));
  return texts.flatMap((name, place) => (place % 2 === 0 ? [[name, texts[place + 1] ?? ''] as const] : []));
}

function fieldsOf(lines: readonly Line[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of lines) {
    const before = fields.get(name.toLowerCase());
    fields.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`);
  }
  return fields;
}

/** What undici throws, by what it means for who is judged. */
function toFailure(error: unknown, timeoutMs: number): TransportFailure {
  const { code = '', name, message, cause } = error as Error & { code?: string };
  const isTimeout = (one: unknown): boolean =>
    one instanceof errors.HeadersTimeoutError || one instanceof errors.BodyTimeoutError;
  if (isTimeout(error) || isTimeout(cause))
    return { kind: 'timeout', message: `no whole reply within ${timeoutMs / 1000} s` };
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return { kind: 'unreachable', message: 'no connection in time' };
  if (UNREACHABLE.includes(code)) return { kind: 'unreachable', message };
  if (SPEAKS_NO_TLS.test(`${code} ${message}`))
    return {
      kind: 'unreachable',
      message: 'what answers there speaks no TLS (is it http://, not https://?)',
    };
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code)) return { kind: 'unreachable', message };
  if (code.startsWith('HPE_') || name === 'HTTPParserError' || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') {
    return { kind: 'malformed', message: `what came is not HTTP: ${message}` };
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return { kind: 'too-large', message: 'headers that do not end' };
  return { kind: 'closed', message: `the connection was closed before the reply was whole (${message})` };
}

const UNREACHABLE: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];
const SPEAKS_NO_TLS = /wrong.version.number|packet.length.too.long|http.request/i;

/**
 * A failure for which no connection to the server was opened: the server has had no request, and is accused of nothing.
 *
 * @param isProxied whether a proxy was to open it
 */
function unconnected(failure: TransportFailure, isProxied: boolean): TransportFailure {
  const message = failure.kind === 'timeout' ? 'no connection in time' : failure.message;
  // Through the tunnel that a proxy has opened, TLS is spoken with the server.
  if (!isProxied || /TLS|certificate/i.test(message)) return { kind: 'unreachable', message };
  const [, status] = /^.*Proxy response \((\d+)\)/.exec(message) ?? [];
  const what = status === undefined ? message : (REFUSALS.get(status) ?? `it answered with the status ${status}`);
  return { kind: 'proxy', message: what };
}

/**
 * A failure of the first request over a connection. undici takes no 100 (Continue) that it has not asked for, and calls it a
 * bad response; a client has to take any number of them (RFC 9110 §15.2), so the server is not to blame.
 */
const ofFirstRequest = (failure: TransportFailure): TransportFailure =>
  failure.kind === 'closed' && failure.message.includes('(bad response)')
    ? {
        kind: 'unread',
        message: 'a 100 (Continue) that was not asked for, which the client of this suite does not take',
      }
    : failure;

const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['407', 'it asks for a user name and a password (407); they go into the URL of --proxy'],
  ['502', 'it could not reach the server (502)'],
  ['503', 'it could not reach the server (503)'],
  ['504', 'the server did not answer it in time (504)'],
]);
