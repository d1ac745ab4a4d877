import type { IncomingMessage } from 'node:http';
import { Refused } from '../server/refused';
import { type Asked, KINDS, type Operation, type World } from './model';

/** What stands before the paths. */
export const PREFIX = '/lending';

const OF_LISTS: Readonly<Record<string, Operation>> = { GET: 'list', POST: 'create' };
const OF_ITEMS: Readonly<Record<string, Operation>> = { GET: 'read', PUT: 'replace', PATCH: 'patch', DELETE: 'delete' };

/** What a request asks for. @throws Refused where no operation has its method and path */
export function route({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer, world: World): Asked {
  const [address = '/', ...search] = url.split('?');
  const segments = address.startsWith(`${PREFIX}/`)
    ? address
        .slice(PREFIX.length + 1)
        .split('/')
        .map(decoded)
    : [];
  const kind = KINDS[Math.ceil(segments.length / 2) - 1];
  const isThere = segments.every((segment, place) => (place % 2 === 0 ? segment === KINDS[place / 2] : segment !== ''));
  if (kind === undefined || !isThere) throw new Refused(404, 'not_found', 'There is nothing at this path.');
  const isItem = segments.length % 2 === 0;
  const operation = (isItem ? OF_ITEMS : OF_LISTS)[method];
  if (operation === undefined || (kind === 'copies' && operation === 'patch'))
    throw new Refused(405, 'method_not_allowed', 'This path does not have this method.');
  const ids = segments.filter((_, place) => place % 2 === 1);
  const [above, id] = isItem ? [ids.slice(0, -1), ids.at(-1) ?? ''] : [ids, ''];
  return { world, operation, kind, above, id, query: new URLSearchParams(search.join('?')), headers, body };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
