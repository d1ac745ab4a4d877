import { errors } from 'undici';
import type { TransportFailure } from '../exchange/exchange';

/** What undici throws, by what it means for who is judged. */
export function toFailure(error: unknown, timeoutMs: number): TransportFailure {
  const { code = '', name, message, cause } = error as Error & { code?: string };
  const isTimeout =
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    name === 'TimeoutError' ||
    (cause as Error | undefined)?.name === 'TimeoutError';
  if (isTimeout) return { kind: 'timeout', message: `no whole reply within ${timeoutMs / 1000} s` };
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
export function unconnected(failure: TransportFailure, isProxied: boolean): TransportFailure {
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
export const ofFirstRequest = (failure: TransportFailure): TransportFailure =>
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
