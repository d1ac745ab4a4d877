import { documents, essence, matchMediaType, type Operation, replyFor } from '../../openapi/contract';
import type { Body, Response } from '../exchange/exchange';
import { readBody } from '../wire/body';
import type { Fields, HarContent, HarEntry } from './har-entry';

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

/** What is known of a body that a recorder may have left out, cut or decoded. */
interface RecordedBody {
  readonly body: Body;
  readonly isKnown: boolean;
}

/**
 * The body of a recorded reply, as far as it is sure. What a recorder has cut, replaced or left out is not known, and
 * nothing is said of it: a server is not judged by its recorder.
 *
 * @param fields of the reply, by name in lower case
 */
function recordedBody(
  content: HarContent,
  method: string,
  status: number,
  fields: ReadonlyMap<string, string>,
): RecordedBody {
  if (method === 'HEAD' || BODILESS.includes(status)) return known(Buffer.alloc(0));
  const { text, isBase64, size } = content;
  const encoding = fields.get('content-encoding');
  const told =
    encoding === undefined && fields.has('content-length') ? Number(fields.get('content-length')) : undefined;
  if (text === undefined || text === '') return isEmpty(content, told) ? known(Buffer.alloc(0)) : UNKNOWN;
  const bytes = isBase64 ? Buffer.from(text, 'base64') : Buffer.from(text);
  if (Math.max(size ?? 0, told ?? 0) > bytes.length || (!isBase64 && text.includes('\ufffd'))) return UNKNOWN;
  const { body } = known(bytes);
  if (body.json === undefined || !('problem' in body.json)) return { body, isKnown: true };
  // Some recorders leave the bytes as they came.
  const decoded = isBase64 && encoding !== undefined ? readBody(bytes, encoding) : undefined;
  if (decoded?.json !== undefined && !('problem' in decoded.json)) return { body: decoded, isKnown: true };
  if (isBase64 && encoding !== undefined) return UNKNOWN;
  return told !== bytes.length && isOpen(bytes.toString()) ? UNKNOWN : { body, isKnown: true };
}

const known = (bytes: Buffer): RecordedBody => ({ body: readBody(bytes, undefined), isKnown: true });

/** RFC 9110 §15.3.5, §15.3.6, §15.4.5. */
const BODILESS: readonly number[] = [204, 205, 304];

const UNKNOWN: RecordedBody = {
  body: { bytes: 1, text: undefined, isCut: true, json: { beginning: undefined } },
  isKnown: false,
};

/** Whether a body is known to be empty: an empty text may stand for one that was not recorded. */
const isEmpty = ({ text, size, bodySize }: HarContent, told: number | undefined): boolean =>
  told === 0 || (text === '' && size === 0 && bodySize === 0);

/** Whether a text may be JSON that was cut: something in it has begun, and has not ended. */
function isOpen(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (isInString) {
      if (char === '\\') at += 1;
      else if (char === '"') isInString = false;
    } else if (char === '"') isInString = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
  }
  return isInString || depth > 0;
}
