import { isJson, replyFor } from '../../openapi/contract';
import { isUnrecorded } from '../exchange/exchange';
import { byExchange, type NewLearner } from './learner';

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
  }, 'nobody noted how the names of headers came: they tell it over HTTP/1.1 alone, and recordings do not keep it');

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
const STANDARD: ReadonlySet<string> = new Set([
  'accept-patch',
  'accept-post',
  'accept-ranges',
  'age',
  'allow',
  'alt-svc',
  'authentication-info',
  'cache-control',
  'clear-site-data',
  'connection',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-location',
  'content-range',
  'content-security-policy',
  'content-type',
  'date',
  'deprecation',
  'etag',
  'expires',
  'keep-alive',
  'last-modified',
  'link',
  'location',
  'permissions-policy',
  'pragma',
  'preference-applied',
  'proxy-authenticate',
  'proxy-connection',
  'referrer-policy',
  'retry-after',
  'set-cookie',
  'strict-transport-security',
  'sunset',
  'timing-allow-origin',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'vary',
  'via',
  'warning',
  'www-authenticate',
  'x-content-type-options',
  'x-frame-options',
]);

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
