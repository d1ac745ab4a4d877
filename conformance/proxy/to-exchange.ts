import { isUtf8 } from 'node:buffer';
import type { Exchange, Response, TransportFailure } from '../exchange/exchange';
import type { ExchangeReader } from '../judge/recorded-exchange';
import { type Aside, asideOf } from '../traffic/recorded-reply';
import { bodyOf } from '../wire/body';
import { decodedNow } from '../wire/coding';
import type { Kept, Observed } from './observed';

/** Why an exchange is none that the contract speaks of. */
export type Unread = 'of no operation' | 'outside the base URL' | 'answered before all was sent' | Aside;

/** What `sentBy` of such an exchange is. */
const SENDER = 'a client';

/** @param origin of the server, such as `http://127.0.0.1:3000` */
export function toExchange(observed: Observed, reader: ExchangeReader, origin: string): Exchange | Unread {
  const { requestHead, requestBody, replyHead, ending } = observed;
  const { first, headers } = headOf(requestHead);
  const [method = '', target = ''] = first.split(' ');
  const url = target.startsWith('/') ? origin + target : target;
  const placed = reader.place(method, url);
  if (placed.kind !== 'operation') return placed.kind === 'outside' ? 'outside the base URL' : 'of no operation';
  if (isForbidden(first, headers)) return 'forbidden by HTTP itself';
  const reply = ending === 'whole' ? responseOf(replyHead, observed.replyBody, method) : undefined;
  // What a server refuses before it has all of a request need not be about the operation.
  if (!observed.isSent) return 'answered before all was sent';
  const aside = reply === undefined ? undefined : asideOf(outlineOf(method, headers, reply), placed.operation);
  if (aside !== undefined) return aside;
  const read = reader.read({
    method,
    url,
    requestHeaders: Object.fromEntries(headers),
    requestBody: requestTextOf(requestBody, headers),
    sentBy: SENDER,
    response: reply,
    startedAt: observed.startedAt,
    milliseconds: observed.milliseconds,
  });
  if (read === undefined) return 'of further keys';
  const { connection, carried, hasExcess } = observed;
  const failure = failureOf(observed);
  return { ...read, failure, connection: { number: connection, carried, hasExcess } };
}

/** Whether a server has to refuse a request, or may, whatever it asks for (RFC 9112 §3.2, §6.1). */
function isForbidden(first: string, headers: ReadonlyMap<string, string>): boolean {
  const host = headers.get('host');
  const isWithoutHost = first.endsWith('HTTP/1.1') && (host === undefined || host.includes(','));
  return isWithoutHost || (headers.has('content-length') && headers.has('transfer-encoding'));
}

function responseOf(head: Uint8Array, { bytes, length }: Kept, method: string): Response {
  const { first, headers, names } = headOf(head);
  const status = Number(first.split(' ')[1]);
  const beginning = Buffer.from(bytes);
  const isBodiless = method === 'HEAD' || length === 0;
  const encoding = isBodiless ? undefined : headers.get('content-encoding');
  // It may hold a session's secret.
  const fields = new Map([...headers].filter(([name]) => name !== 'set-cookie'));
  return {
    status,
    headers: fields,
    body: bodyOf(decodedNow({ beginning, length }, encoding)),
    wireNames: names,
    ...(fields.size < headers.size ? { unrecorded: ['headers'] } : {}),
  };
}

/** What tells whether a client asked for something that the contract does not speak of. */
const outlineOf = (method: string, headers: ReadonlyMap<string, string>, reply: Response) => ({
  method,
  status: reply.status,
  origin: undefined,
  requestHeaders: [...headers],
  headers: [...reply.headers],
});

function failureOf({ ending, replyBody, replyHead }: Observed): TransportFailure | undefined {
  if (ending === 'whole') return undefined;
  if (ending === 'none') return { kind: 'closed', message: 'the server closed the connection without a reply' };
  if (ending === 'cut')
    return {
      kind: 'closed',
      message: `the server closed the connection after ${replyBody.length} bytes of the body, before its end`,
    };
  const shown = Buffer.from(replyHead.subarray(0, 60)).toString('latin1');
  return { kind: 'malformed', message: `what came is no reply of HTTP/1.1: ${JSON.stringify(shown)}` };
}

/** The first line and the headers of a message. */
interface Head {
  readonly first: string;
  /** By name in lower case; several of one name are joined by a comma. */
  readonly headers: ReadonlyMap<string, string>;
  /** Of all headers, as they came. */
  readonly names: readonly string[];
}

export function headOf(bytes: Uint8Array): Head {
  const [first = '', ...lines] = Buffer.from(bytes).toString('latin1').trim().split(/\r?\n/);
  const headers = new Map<string, string>();
  const names: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    names.push(line.slice(0, colon));
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`);
  }
  return { first, headers, names };
}

/** The body of a request as text, of a long one the beginning; undefined where there was none, or it is encoded or no UTF-8. */
function requestTextOf({ bytes, length }: Kept, headers: Head['headers']): string | undefined {
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (length === 0 || encoding !== 'identity' || !isUtf8(bytes)) return undefined;
  return Buffer.from(bytes).toString();
}
