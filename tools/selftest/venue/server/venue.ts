import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { dirname, join } from 'node:path';
import { SHIPPED_DOCUMENT } from '../../../../openapi/contract';
import { type Application, Refused, type Reply } from '../../reach/application';
import { archives } from './archives';
import { bills } from './bills';
import { bookings } from './bookings';
import { charges } from './charges';
import { closures } from './closures';
import { FORGIVEN } from './forgiven';
import { gear } from './gear';
import { layouts } from './layouts';
import { members } from './members';
import { passes } from './passes';
import { rooms } from './rooms';
import { teams } from './teams';
import { type Does, openWorld, type Part } from './world';

/** Both are of the same caller, who may do everything; the third one may only read. */
export const TOKEN = 'tk-Venue-4gPq8sXw2LrB';
export const KEY = 'vk-Venue-9mZt5cVn7QhD';
export const READER = 'tk-Venue-reader-1kYf6';

const PARTS: readonly Part[] = [
  members,
  rooms,
  bookings,
  charges,
  bills,
  passes,
  archives,
  layouts,
  closures,
  teams,
  gear,
];

/** The venue, which keeps its document but for what it `does`. The build leaves the document where it is. */
export const venue = (does: Does): Application => ({
  document: join(dirname(SHIPPED_DOCUMENT), '../tools/selftest/venue/venue.yaml'),
  flags: ['--credential', `token=${TOKEN}`, '--credential', `key=${KEY}`, '--read-only-key', READER],
  admit: (headers, method, address, query) => admit(headers, method, address, query, does),
  spares: (name) => name === 'Idempotency-Key' && does('a request may lack its key'),
  takes: (name, text) =>
    (name === 'page_size' && Number(text) > 40 && does('a greater page size is taken for the greatest')) ||
    (name === 'page' && text === '0' && does('page 0 is the first one')) ||
    (name === 'cause' && does('an unknown cause leaves nothing')),
  problem: ({ message, pointer, headers, about, faults, ...refused }) => {
    const status = statusOf({ ...refused, message }, does);
    return {
      status,
      headers: {
        ...headers,
        'Content-Type':
          does('a conflict is plain JSON') && status === 409 ? 'application/json' : 'application/problem+json',
      },
      body: JSON.stringify({
        ...{
          type: 'about:blank',
          title: message,
          status: does('a problem has another status') && status === 422 ? 400 : status,
          ...reasonOf(status, does),
        },
        ...(pointer === undefined
          ? {}
          : { pointer: does('the pointer leads to another member') && pointer !== '' ? '/title' : pointer }),
        ...(faults.length === 0 ? {} : { errors: faults.map((one) => ({ pointer: one.pointer, detail: one.says })) }),
        ...(about !== undefined && does('a refusal repeats the body')
          ? { detail: `Refused: ${JSON.stringify(about)}` }
          : {}),
      }),
    };
  },
  finish: (said, { method, target, headers: { authorization, 'x-venue-key': key, accept = '', ...asked } }) => {
    const found = said.status === 422 ? telling(said, target, does) : said;
    const answer = method === 'GET' && found.status === 200 ? negotiated(found, accept, asked, does) : found;
    const isBareError = answer.status >= 400 && does('a refusal has no trace');
    const trace = isBareError ? {} : { 'X-Venue-Trace': randomUUID() };
    const reply: Reply = { ...answer, headers: { ...answer.headers, ...trace } };
    if (does('what the reader writes is refused, and done') && method !== 'GET' && authorization === `Bearer ${READER}`)
      return {
        ...{ status: 403, headers: { 'Content-Type': 'application/problem+json' } },
        body: JSON.stringify({ type: 'about:blank', title: 'This credential may only read.', status: 403 }),
      };
    if (reply.status === 405 && does('a 405 does not say which methods there are')) return withAllow(reply, undefined);
    if (reply.status === 405 && does('a 405 names other methods')) return withAllow(reply, 'GET, HEAD');
    if (reply.status === 405 && does('a 405 leaves the last method out'))
      return withAllow(reply, String(reply.headers?.Allow).split(', ').slice(0, -1).join(', '));
    const isBare = reply.status === 404 && does('a refusal repeats the credential');
    if (isBare && typeof reply.body === 'string')
      return { ...reply, body: reply.body.replace('"title":"', `"title":"${authorization ?? key} asked: `) };
    return does('a header repeats the credential')
      ? { ...reply, headers: { ...reply.headers, 'X-Caller': String(authorization ?? key) } }
      : reply;
  },
  readsAs: (type) =>
    does('a patch may be plain JSON') && type === 'application/json' ? 'application/merge-patch+json' : type,
  forgives: (error, operation) =>
    Object.entries(FORGIVEN).some(([name, isForgiven]) => does(name) && isForgiven(error, operation)),
  open: () => {
    const world = openWorld();
    return Object.assign({}, ...PARTS.map((part) => part(world, does)));
  },
});

const REASONS: Readonly<Record<number, string>> = {
  ...{ 400: 'unreadable', 404: 'not_there', 409: 'taken', 412: 'stale', 415: 'other_type', 422: 'invalid' },
};

/** What else a problem tells of its status. */
function reasonOf(status: number, does: Does): object {
  const reason = does('what is taken is stale') && status === 409 ? 'stale' : REASONS[status];
  if (reason === undefined) return {};
  const help = `https://venue.example/help/${does('the help is of nothing') ? 'problems' : reason}`;
  const hasAdvice = status === 412 && !does('what is stale has no advice');
  return { reason, help, ...(hasAdvice ? { advice: 'Read it again.' } : {}) };
}

/** The status of a refusal by what is wrong with a body. */
function statusOf({ status, message }: Pick<Refused, 'status' | 'message'>, does: Does): number {
  if (status === 400 && /^The body is no/.test(message) && does('what is no JSON is refused with a 422')) return 422;
  if (status === 415 && does('another media type is refused with a 400')) return 400;
  return status === 422 && does('what breaks its schema is refused with a 400') ? 400 : status;
}

/** A refusal with as many of its faults as it tells: of gear words promise them all. */
function telling(reply: Reply, target: string, does: Does): Reply {
  const { errors = [], ...problem } = JSON.parse(String(reply.body)) as { readonly errors?: readonly object[] };
  const isOfGear = target.includes('/gear');
  const least = isOfGear
    ? does('a refusal of gear tells of no fault')
    : does('a problem tells of the first fault alone');
  const told = isOfGear && does('a refusal of gear tells of the first fault alone') ? errors.slice(0, 1) : errors;
  return { ...reply, body: JSON.stringify({ ...problem, ...(least || told.length === 0 ? {} : { errors: told }) }) };
}

const withAllow = ({ headers = {}, ...reply }: Reply, Allow: string | undefined): Reply => {
  const { Allow: _, ...others } = headers;
  return { ...reply, headers: { ...others, ...(Allow === undefined ? {} : { Allow }) } };
};

/** What was found, as the header `Accept` has it, and with the id that the request has. */
function negotiated(found: Reply, accept: string, { 'x-correlation-id': id }: IncomingHttpHeaders, does: Does): Reply {
  if (!/json|\*\/\*|^$/.test(accept) && !does('any format is answered with JSON'))
    return {
      ...{ status: 406, headers: { 'Content-Type': 'application/problem+json' } },
      body: JSON.stringify({ type: 'about:blank', title: 'There is JSON alone.', status: 406 }),
    };
  const own = does('the id of a request gets another one') ? randomUUID() : String(id);
  return id === undefined ? found : { ...found, headers: { ...found.headers, 'X-Correlation-Id': own } };
}

const DEEDS: Readonly<Record<string, string>> = {
  POST: 'create and act',
  PUT: 'replace',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** What one operation alone forgets. */
const OWN_DEEDS: readonly (readonly [name: string, end: RegExp])[] = [
  ['confirm bookings', /\/confirm$/],
  ['refund charges', /\/refund$/],
  ['block passes', /\/block$/],
  ['make stamps', /\/stamps$/],
  ['make passes', /\/passes$/],
  ['make comments', /\/comments$/],
  ['start archives', /\/archives$/],
];

/** @throws Refused where a request has no credential, a wrong one, or one that may not do this */
function admit(
  { authorization, 'x-venue-key': key }: IncomingHttpHeaders,
  method: string,
  address: string,
  query: string,
  does: Does,
): void {
  const isToken =
    authorization === `Bearer ${TOKEN}` ||
    (authorization?.endsWith(` ${TOKEN}`) === true && does('a token is taken behind any word')) ||
    (authorization?.startsWith(`Bearer ${TOKEN}`) === true && does('what begins like a token is one'));
  const [hasToken, hasKey] = [
    isToken && !(address.includes('/gear') && does('the token is refused for gear')),
    (key === KEY ||
      (key !== undefined && does('any key is let in')) ||
      (query.includes(`=${KEY}`) && does('the key is taken from the query'))) &&
      !does('the key is refused'),
  ];
  if (hasToken && key !== undefined && !hasKey) {
    if (does('a wrong key beside a token is a 500')) throw new Error('Two credentials.');
    if (does('a wrong key beside a token is refused')) throw new Refused(401, 'The key is not valid.');
  }
  const isReader = [authorization, `Bearer ${key}`].includes(`Bearer ${READER}`);
  const isSafe = method === 'GET';
  if (hasToken || (hasKey && (isSafe || !does('the key may not write')))) return;
  const asked = does('a refusal repeats a wrong credential') ? ` There is no ${authorization ?? key}.` : '';
  if (!isReader && !hasKey)
    throw new Refused(401, `A valid token or key is needed.${asked}`, undefined, { 'WWW-Authenticate': 'Bearer' });
  if (isSafe && !does('the reader may not read')) return;
  if (method === 'POST' && OWN_DEEDS.some(([name, end]) => end.test(address) && does(`the reader may ${name}`))) return;
  if (does(`the reader may ${DEEDS[method]}`) || does('what the reader writes is refused, and done')) return;
  if (does('what the reader may not do is not there')) throw new Refused(404, 'There is nothing at this path.');
  throw new Refused(does('the reader is refused with a 401') ? 401 : 403, 'This credential may only read.');
}
