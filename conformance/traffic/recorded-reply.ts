import { documents, essence, matchMediaType, type Operation, replyFor } from '../../openapi/contract';
import type { Response } from '../exchange/exchange';
import type { Fields, HarEntry } from './har-entry';
import { recordedBody } from './recorded-body';

/** Why an exchange tells nothing of the server, or not what it looks like. */
export type Aside =
  | 'preflights'
  | 'from a cache'
  | 'answered by the test itself'
  | 'redirects'
  | 'parts of a reply'
  | 'without a reply'
  | 'sent as another method'
  | 'in another form than the contract has'
  | 'of further keys'
  | 'forbidden by HTTP itself';

/** What tells whether an exchange can be judged. */
type Outline = Pick<HarEntry, 'method' | 'status' | 'origin' | 'requestHeaders' | 'headers'>;

/** Undefined where an exchange can be judged. */
export function asideOf(entry: Outline, operation: Operation | undefined): Aside | undefined {
  const { method, status, origin } = entry;
  const [request, reply] = [fieldMap(entry.requestHeaders), fieldMap(entry.headers)];
  if (operation === undefined) return method === 'OPTIONS' ? 'preflights' : undefined;
  if (origin === 'test') return 'answered by the test itself';
  if (status < 200) return 'without a reply';
  if (origin === 'cache' || status === 304 || Number(reply.get('age') ?? 0) > 0) return 'from a cache';
  if ([...request.values()].some((value) => FORBIDDEN.test(value))) return 'forbidden by HTTP itself';
  if (request.has('x-http-method-override')) return 'sent as another method';
  if (request.has('range')) return 'parts of a reply';
  if (status < 400 && status >= 300 && !documents(operation, status)) return 'redirects';
  return isAnotherForm(entry, operation, reply) ? 'in another form than the contract has' : undefined;
}

/** No field has such a byte, and a server may refuse the whole request for it, or drop it (RFC 9110 §5.5). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const FORBIDDEN = /[\0-\x08\x0a-\x1f\x7f]/;

/** A reply as the judge takes it, with what the recorder may have left out. */
export function recordedReply(entry: HarEntry, operation: Operation): Response {
  const { method, status } = entry;
  const headers = fieldMap(entry.headers);
  const { body, isKnown } = recordedBody(entry.content, method, status, headers);
  const unrecorded = [
    ...(showsAll(headers) && !hasCookie(operation, status) ? [] : ['headers' as const]),
    ...(isKnown ? [] : ['body' as const]),
  ];
  // It may hold a session's secret.
  headers.delete('set-cookie');
  return {
    status,
    headers,
    body,
    ...(unrecorded.length === 0 ? {} : { unrecorded }),
  };
}

/** Fields by name; what a recorder lists twice in the same words came once. */
export function fieldMap(fields: Fields): Map<string, string> {
  const map = new Map<string, string>();
  for (const [name, value] of fields) {
    const before = map.get(name);
    if (before === value) continue;
    map.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return map;
}

/**
 * Headers that stand on the wire and that no server shows to scripts of other origins (`Access-Control-Expose-Headers`). A
 * recorder that has one of them has all: without any, it may have seen what scripts see.
 */
const OF_THE_WIRE: readonly string[] = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'alt-svc',
  'connection',
  'keep-alive',
  'server',
  'strict-transport-security',
  'transfer-encoding',
  'vary',
  'via',
  'x-powered-by',
];

const showsAll = (headers: ReadonlyMap<string, string>): boolean => OF_THE_WIRE.some((name) => headers.has(name));

/** Browsers and recorders hide cookies. */
const hasCookie = (operation: Operation, status: number): boolean =>
  replyFor(operation, status)?.headers.some(({ name }) => name.toLowerCase() === 'set-cookie') === true;

/** Whether a client asked for a form that the contract does not have, such as HTML, and got it. */
function isAnotherForm(entry: Outline, operation: Operation, headers: ReadonlyMap<string, string>): boolean {
  const content = replyFor(operation, entry.status)?.content ?? [];
  const type = headers.get('content-type');
  if (type === undefined || content.length === 0 || matchMediaType(content, type) !== undefined) return false;
  const accepted = fieldMap(entry.requestHeaders).get('accept') ?? '';
  return accepted.toLowerCase().includes(essence(type));
}
