import type { Asked, Behaviour } from '../server/behaviour';
import type { CheckId, Fault } from '../server/cases';
import { keyWhere, parseKey, tokenOf } from '../server/keys';
import type { Operation } from '../server/model';
import { on } from '../server/on';
import { show, store } from '../server/records';
import { clause } from './clauses';

const accepts = (
  name: string,
  caughtBy: CheckId,
  parse: Behaviour['parseKey'] & {},
  breaks: string = clause.key,
): Fault => ({
  name,
  breaks,
  caughtBy: [caughtBy, caughtBy === 'credentials.required' ? 'credentials.checked' : 'credentials.required'],
  behaviour: { parseKey: (authorization, asked) => parseKey(authorization, asked) ?? parse(authorization, asked) },
});

/** Keys that pass when the test says so of the good key and the token sent. */
const matching = (name: string, test: (key: string, token: string) => boolean): Fault =>
  accepts(name, 'credentials.checked', (authorization, asked) => {
    const token = tokenOf(authorization);
    return token ? keyWhere(asked, (key) => test(key, token)) : undefined;
  });

const unprotected = (operation: Operation): Fault =>
  accepts(
    `${operation} needs no key`,
    'credentials.required',
    (_authorization, asked) => (asked.operation === operation ? 'main' : undefined),
    clause.everyOperation,
  );

const refusedWith = (status: number, which: (asked: Asked) => boolean = () => true): Behaviour => ({
  rewrite: on({ status: 401 }, ({ body }, asked) =>
    which(asked) ? { status, body: { code: 'refused', message: 'Refused.', status }, headers: {} } : { body },
  ),
});

const refusal = (name: string, behaviour: Behaviour): Fault => ({
  name,
  breaks: clause.key,
  caughtBy: ['credentials.required', 'credentials.checked'],
  behaviour,
});

const noHeader = ({ headers }: Asked): boolean => headers.authorization === undefined;

/** Keys that pass and should not, or are refused in another way than with 401. */
export const credentials: readonly Fault[] = [
  accepts('no key is needed at all', 'credentials.required', () => 'main'),
  accepts('a missing header passes', 'credentials.required', (header) => (header === undefined ? 'main' : undefined)),
  accepts('an empty token passes', 'credentials.required', (header) => (tokenOf(header) === '' ? 'main' : undefined)),
  accepts('an empty header passes', 'credentials.required', (header) => (header === '' ? 'main' : undefined)),
  accepts('any token passes', 'credentials.checked', (header) => (tokenOf(header) ? 'main' : undefined)),
  accepts('any header passes', 'credentials.checked', (header) => (header ? 'main' : undefined)),
  accepts('a long enough token passes', 'credentials.checked', (header) =>
    (tokenOf(header)?.length ?? 0) >= 20 ? 'main' : undefined,
  ),
  unprotected('list'),
  unprotected('create'),
  unprotected('read'),
  accepts('any token passes for lists', 'credentials.checked', (header, { operation }) =>
    operation === 'list' && tokenOf(header) ? 'main' : undefined,
  ),
  accepts('a filtered list needs no key', 'credentials.required', (_header, { operation, query }) =>
    operation === 'list' && query.has('status') ? 'main' : undefined,
  ),
  matching('the beginning of a key passes', (key, token) => token.length >= 3 && key.startsWith(token)),
  matching('a key with its last character cut off passes', (key, token) => token === key.slice(0, -1)),
  matching('a key with something after it passes', (key, token) => token.startsWith(key)),
  matching('a key with something before it passes', (key, token) => token.endsWith(key)),
  matching('a key in any case passes', (key, token) => token.toLowerCase() === key.toLowerCase()),
  matching('the last character of a key does not count', (key, token) => token.slice(0, -1) === key.slice(0, -1)),
  matching('the first character of a key does not count', (key, token) => token.slice(1) === key.slice(1)),
  matching('only the first eight characters of a key count', (key, token) => token.slice(0, 8) === key.slice(0, 8)),
  matching('only the length of a key counts', (key, token) => token.length === key.length),
  matching(
    'a key with one character wrong passes',
    (key, token) => token.length === key.length && misses(key, token) <= 1,
  ),
  accepts(
    'a key passes in the scheme Basic',
    'credentials.checked',
    (header, asked) => keyWhere(asked, (key) => basic(header).includes(key)),
    clause.bearer,
  ),
  accepts(
    'Basic passes, whatever it says',
    'credentials.checked',
    (header) => (/^basic /i.test(header ?? '') ? 'main' : undefined),
    clause.bearer,
  ),
  accepts(
    'a key passes in any scheme',
    'credentials.checked',
    (header, asked) => keyWhere(asked, (key) => header?.split(' ')[1] === key),
    clause.bearer,
  ),
  accepts(
    'a key passes without a scheme',
    'credentials.checked',
    (header, asked) => keyWhere(asked, (key) => header === key),
    clause.bearer,
  ),
  refusal('403 in place of 401', refusedWith(403)),
  refusal('400 in place of 401', refusedWith(400)),
  refusal('404 in place of 401', refusedWith(404)),
  refusal('407 in place of 401', refusedWith(407)),
  refusal(
    '403 for an unknown key, 401 for a missing one',
    refusedWith(403, (asked) => !noHeader(asked)),
  ),
  refusal('400 for a missing key, 401 for an unknown one', refusedWith(400, noHeader)),
  refusal(
    '403 for a read without a key',
    refusedWith(403, ({ operation }) => operation === 'read'),
  ),
  refusal(
    '404 for a create without a key',
    refusedWith(404, ({ operation }) => operation === 'create'),
  ),
  {
    name: 'a missing key gets an empty list',
    breaks: clause.everyOperation,
    caughtBy: ['credentials.required', 'credentials.checked'],
    behaviour: { rewrite: on({ operation: 'list', status: 401 }, () => ({ status: 200, body: [], headers: {} })) },
  },
  {
    name: 'a 401 with the record in it',
    breaks: clause.key,
    caughtBy: ['error.envelope', 'reply.schema'],
    behaviour: {
      rewrite: on({ operation: 'read', status: 401 }, (_reply, { world }) => ({
        body: world.animals.slice(0, 1).map(show)[0],
      })),
    },
  },
  {
    name: 'a create without a key is kept all the same',
    breaks: clause.key,
    caughtBy: ['refused.no-trace', 'credentials.required', 'sequence.model'],
    behaviour: {
      rewrite: on({ operation: 'create', status: 401 }, (_reply, { world }) => {
        const { behaviour } = world;
        const sent = { name: 'Nobody', categoryId: 1n, status: 'available' };
        store({ id: behaviour.assignId(world, sent), ...sent }, world);
        return {};
      }),
    },
  },
];

function basic(header = ''): string {
  const token = header.match(/^basic +(.*)$/i)?.[1] ?? '';
  return `${token} ${Buffer.from(token, 'base64').toString()}`;
}

function misses(key: string, token: string): number {
  return [...key].filter((character, index) => character !== token[index]).length;
}
