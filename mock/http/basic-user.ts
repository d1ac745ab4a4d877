import type { WithHeaders } from './header-values';

/**
 * The user of a request that identifies itself by HTTP Basic (RFC 7617 §2): the name, and behind a colon the password where
 * there is one.
 */
export function basicUser({ headers: { authorization = '' } }: WithHeaders): string | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization)?.[1];
  const pair = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  return pair.includes(':') ? pair.replace(/:$/, '') : undefined;
}
