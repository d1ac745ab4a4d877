import { STATUS_CODES } from 'node:http';
import {
  type ErrorRole,
  envelopeOf,
  isJson,
  jsonMediaType,
  keywordOf,
  partAt,
  replyFor,
  schemaAt,
} from '../../openapi/contract';
import { type Exchange, isOfOperation, isRefusal, isUnrecorded, jsonOf } from '../exchange/exchange';
import { furtherIn } from './bodies';
import { byExchange, createSightings, type NewLearner } from './learner';

/** The documented schema of a refusal that came as JSON. */
function envelopeFor(exchange: Exchange) {
  const { request, response } = exchange;
  if (response === undefined || !isRefusal(exchange) || !isOfOperation(exchange)) return undefined;
  const media = jsonMediaType(replyFor(request.operation, response.status)?.content ?? []);
  return media?.schema === undefined ? undefined : envelopeOf(media.schema, media.type, media.pointer);
}

/** The text that a refusal has in a role, where the document leaves open what it says. */
function textIn(exchange: Exchange, role: ErrorRole): string | undefined {
  const envelope = envelopeFor(exchange);
  const steps = envelope?.roles[role];
  if (envelope === undefined || steps === undefined) return undefined;
  const schema = schemaAt(envelope.schema, steps);
  if (schema === undefined || SETTLING.some((keyword) => keywordOf(schema, keyword) !== undefined)) return undefined;
  const value = partAt(jsonOf(exchange), steps);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** What settles a text. */
const SETTLING = ['enum', 'const', 'pattern', 'format'] as const;

export const learnErrorCode: NewLearner<'error.code'> = () =>
  byExchange((exchange) => {
    const code = textIn(exchange, 'code');
    if (code === undefined) return undefined;
    const shows = `the code ${code}`;
    const status = String(exchange.response?.status);
    const areWords = code.split('_').filter((part) => /^[a-z]{2,}$/i.test(part)).length > 1;
    if (areWords && /^[a-z0-9_]+$/.test(code)) return { option: 'snake-case', shows };
    if (areWords && /^[A-Z0-9_]+$/.test(code)) return { option: 'upper-case', shows };
    if (/^[A-Za-z]\d+$/.test(code) && code.slice(1).startsWith(status)) return { option: 'numbers', shows };
    // One word may be any writing.
    return /^(?:[a-z0-9]+|[A-Z0-9]+)$/.test(code)
      ? undefined
      : { other: `codes are written as no option says: ${shows}` };
  }, 'no refusal had a code of several words in a member that the document names for it');

/** A sentence is one that says more than the status does: there are several for one status. */
export const learnErrorMessage: NewLearner<'error.message'> = () => {
  const sightings = createSightings<'sentence' | 'phrase'>();
  const others = new Map<number, { readonly message: string; readonly exchange: Exchange }>();
  let isOther = false;
  return {
    observe(exchange) {
      const message = textIn(exchange, 'message');
      const { status = 0 } = exchange.response ?? {};
      if (message === undefined) return;
      const shows = `the message ${JSON.stringify(message)}`;
      if (message.replace(/\.$/, '').toLowerCase() === STATUS_CODES[status]?.toLowerCase()) {
        sightings.see('phrase', shows, [exchange]);
        return;
      }
      isOther = true;
      const known = others.get(status);
      if (known === undefined) others.set(status, { message, exchange });
      else if (known.message !== message && wordsOf(message) > 3)
        sightings.see('sentence', `${shows}, another one than ${JSON.stringify(known.message)}`, [
          known.exchange,
          exchange,
        ]);
    },
    conclude: () =>
      sightings.conclude(
        isOther
          ? 'messages are not the phrase of HTTP, and no two for one status were seen that differ'
          : 'no refusal had a message in a member that the document names for it',
      ),
  };
};

const wordsOf = (text: string): number => text.split(/\s+/).length;

export const learnFurtherInErrors: NewLearner<'error.further'> = () =>
  byExchange((exchange) => {
    const envelope = envelopeFor(exchange);
    const found = envelope && furtherIn(envelope.schema, jsonOf(exchange));
    if (found === undefined) return undefined;
    return found.length > 0
      ? { option: 'some', shows: `the member ${found[0]}` }
      : { option: 'none', shows: 'no member that the schema does not describe' };
  }, 'no refusal had a body whose schema allows further members');

export const learnCharset: NewLearner<'charset'> = () =>
  byExchange(({ response }) => {
    const type = response?.headers.get('content-type') ?? '';
    if (!isJson(type)) return undefined;
    const [, charset] = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type) ?? [];
    const shows = `Content-Type: ${type}`;
    if (charset === undefined) return { option: 'absent', shows };
    return /^utf-?8$/i.test(charset) ? { option: 'named', shows } : { other: `the charset is another one: ${shows}` };
  }, 'no reply had JSON');

export const learnCase: NewLearner<'headers.case'> = () =>
  byExchange(({ response }) => {
    const names = response?.wireNames ?? [];
    if (names.length < 2) return undefined;
    const shows = `the names of the headers: ${names.join(', ')}`;
    if (names.every((name) => name === name.toLowerCase())) return { option: 'lower', shows };
    const isUsual = names.every((name) => name.split('-').every((word) => /^[^a-z]/.test(word)));
    return isUsual
      ? { option: 'usual', shows }
      : { other: `some names have capitals and some have none: ${names.join(', ')}` };
  }, 'it was not recorded how the names of headers came: they show it over HTTP/1.1 alone, and recordings do not keep it');

/** Besides those that the reply of the operation describes, those of HTTP and of the web's own standards are no further ones. */
export const learnFurtherHeaders: NewLearner<'headers.further'> = ({ allowanceHeaders }) => {
  const figures = Object.values(allowanceHeaders).flatMap((name) => name?.toLowerCase() ?? []);
  return byExchange(({ request, response }) => {
    if (response === undefined) return undefined;
    const described = replyFor(request.operation, response.status)?.headers.map(({ name }) => name.toLowerCase()) ?? [];
    const known = new Set([...figures, ...described]);
    const further = [...response.headers].find(
      ([name]) => !STANDARD.has(name) && !known.has(name) && !/^(?:access-control|cross-origin)-/.test(name),
    );
    if (further !== undefined) return { option: 'some', shows: `the header ${further[0]}` };
    if (isUnrecorded(response, 'headers')) return undefined;
    return { option: 'none', shows: `the headers: ${[...response.headers.keys()].join(', ')}` };
  }, 'no reply was recorded with all of its headers');
};

/** Headers that any reply may have: IANA's permanent ones of HTTP, caches, authentication, cookies and security. */
const STANDARD: ReadonlySet<string> = new Set(
  [
    'accept-patch accept-post accept-ranges age allow alt-svc authentication-info cache-control',
    'clear-site-data connection content-disposition content-encoding content-language content-length',
    'content-location content-range content-security-policy content-type date deprecation etag expires',
    'keep-alive last-modified link location permissions-policy pragma preference-applied',
    'proxy-authenticate proxy-connection referrer-policy retry-after set-cookie strict-transport-security',
    'sunset timing-allow-origin trailer transfer-encoding upgrade vary via warning www-authenticate',
    'x-content-type-options x-frame-options',
  ].flatMap((names) => names.split(' ')),
);

/** The three forms of RFC 9110 §5.6.7; `Date.parse` alone takes many more, and `1.5` as one. */
const DATE_FORMS: readonly RegExp[] = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

const isHttpDate = (text: string): boolean =>
  DATE_FORMS.some((form) => form.test(text)) && !Number.isNaN(Date.parse(text));

export const learnRetryAfter: NewLearner<'retry-after'> = () =>
  byExchange(({ response }) => {
    const text = response?.headers.get('retry-after');
    if (text === undefined) return undefined;
    const shows = `Retry-After: ${text}`;
    if (/^\d+$/.test(text)) return { option: 'seconds', shows };
    return isHttpDate(text) ? { option: 'date', shows } : { other: `it is neither seconds nor a date: ${shows}` };
  }, 'no reply had Retry-After: a limit was not reached');

export const learnChallenge: NewLearner<'challenge'> = () =>
  byExchange(({ response }) => {
    const text = response?.status === 401 ? response.headers.get('www-authenticate') : undefined;
    if (text === undefined || text.trim() === '') return undefined;
    const shows = `WWW-Authenticate: ${text}`;
    // Basic alone always has a realm (RFC 7617 §2).
    const others = text.replaceAll(/\bBasic\s+realm\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s,]+)\s*(?:,|$)/gi, '').trim();
    if (others === '') return undefined;
    return /[\w!#$%&'*+.^`|~-]\s*=\s*["\w]/.test(others) ? { option: 'detailed', shows } : { option: 'bare', shows };
  }, 'no reply was a 401 with WWW-Authenticate');
