import type { RawHeaders, WithHeaders } from '../http/headers';
import { type Access, namesOrigin, originsOf } from './access';

/** Headers of replies that a page may want to read, besides those that every page may. */
const EXPOSED = 'Allow, Date, Retry-After, WWW-Authenticate';

/**
 * The headers that let pages of the origins that were named read a reply (Fetch standard, §3.3 "CORS protocol"). Never `*`,
 * and no credentials of the browser's own: the admin token is sent by the page itself.
 *
 * @returns none where no origin was named
 */
export function corsHeaders(access: Access, { headers: { origin } }: WithHeaders): RawHeaders {
  if (originsOf(access).length === 0) return [];
  if (origin === undefined || !namesOrigin(access, origin)) return ['Vary', 'Origin'];
  return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED];
}
