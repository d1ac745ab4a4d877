/** Who may do what at the depot. */
import type { IncomingHttpHeaders } from 'node:http';
import { Refused } from '../reach/application';

/** Whether this server breaks the contract in the way of that name, or keeps it in an unusual one. */
export type Does = (name: string) => boolean;

/** Two of one account, one that may only read in it, and one of another account. */
const TOKEN = 'dt-4kQ9wZr7Lm2XvB';
const KEY = 'dk-8sHn3TcY6PfGjD';
export const READER = 'dt-reader-5VbN1qWx';
export const OTHER = 'dt-other-7RtY3uIo';

/** The flags by which the suite is given them. */
export const FLAGS: readonly string[] = [
  ...['--credential', `bearer=${TOKEN}`, '--credential', `apiKey=${KEY}`],
  ...['--read-only-key', READER, '--limit-key', OTHER],
];

export const tokenOf = ({ authorization, 'x-api-key': key }: IncomingHttpHeaders): string =>
  authorization?.replace(/^Bearer /, '') ?? String(key ?? '');

const DEEDS: readonly (readonly [name: string, method: string, end: RegExp])[] = [
  ['create clients', 'POST', /\/clients$/],
  ['replace clients', 'PUT', /\/clients\//],
  ['delete clients', 'DELETE', /\/clients\//],
  ['delete plants', 'DELETE', /\/plants\//],
  ['patch purchases', 'PATCH', /\/purchases\/[^/]+$/],
  ['add rows', 'POST', /\/rows$/],
  ['change rows', 'PATCH', /\/rows\//],
  ['remove rows', 'DELETE', /\/rows\//],
  ['confirm', 'POST', /\/confirm$/],
  ['dispatch', 'POST', /\/dispatch$/],
  ['cancel', 'POST', /\/cancel$/],
  ['make deposits', 'POST', /\/deposits$/],
  ['capture', 'POST', /\/capture$/],
  ['refund', 'POST', /\/refund$/],
  ['start reports', 'POST', /\/reports$/],
];

/** @throws Refused */
export function admit(headers: IncomingHttpHeaders, method: string, address: string, does: Does): void {
  const { authorization, 'x-api-key': key } = headers;
  const isToken = [TOKEN, READER, OTHER].some((one) => authorization === `Bearer ${one}`);
  const isKey = key === KEY || (key !== undefined && does('any key is taken'));
  const isNeverLooked = authorization !== undefined && does('any token is taken');
  if (does('the key is not taken') ? !isToken : !isToken && !isKey && !isNeverLooked)
    throw new Refused(401, 'Unauthorized', undefined, { 'WWW-Authenticate': 'Bearer' });
  if (isKey && !isToken && /\/staff$/.test(address) && !does('an API key sees the staff'))
    throw new Refused(403, 'Forbidden');
  if (tokenOf(headers) !== READER) return;
  if (/\/staff$/.test(address) && !does('the reader sees the staff')) throw new Refused(403, 'Forbidden');
  if (method === 'GET' || does('what the reader does is refused, and done')) return;
  const isLetIn = DEEDS.some(
    ([name, verb, end]) => verb === method && end.test(address) && does(`the reader may ${name}`),
  );
  if (!isLetIn) throw new Refused(403, 'Forbidden');
}
