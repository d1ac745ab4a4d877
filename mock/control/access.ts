import { hash, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { type Problem, unauthorized } from '../errors/problems';
import { bearerToken } from '../http/bearer-token';
import type { HttpRequest } from '../pipeline/request';
import { forbidden } from './problems';

/** Who may use the control plane: whoever is on this machine, whoever has the token, or nobody. */
export type Access =
  | { readonly kind: 'loopback'; readonly host: string }
  /** Of the token a digest alone is kept. */
  | { readonly kind: 'token'; readonly digest: Buffer }
  /** `reason`: what the user is told at the start, where it is not what they asked for. */
  | { readonly kind: 'off'; readonly reason: string | undefined };

export interface AccessOptions {
  readonly admin: boolean;
  readonly adminToken: string | undefined;
  /** The address that the mock listens on. */
  readonly host: string;
}

/** Beyond this machine the control plane needs a token; without one it is off there. */
export function accessOf({ admin, adminToken, host }: AccessOptions): Access {
  if (!admin) return { kind: 'off', reason: undefined };
  if (adminToken !== undefined) return { kind: 'token', digest: digestOf(adminToken) };
  if (isLoopback(host)) return { kind: 'loopback', host };
  return { kind: 'off', reason: `${host} can be reached from other machines, and there is no --admin-token` };
}

/**
 * Why a request does not come from where it may: no page of another origin drives the mock, be it by a form, a script
 * (`Origin`, RFC 6454 §7; `Sec-Fetch-Site`, W3C Fetch Metadata §2.3), or a name that was made to lead to this machine
 * (DNS rebinding, seen by its `Host`).
 */
export function refuseOrigin(access: Access, request: HttpRequest): Problem | undefined {
  const { origin } = request.headers;
  const host = hostOf(request);
  if (isFetchedElsewhere(request)) {
    return forbidden(
      'A page of another site may not use the control plane. Type its address instead of following a link.',
    );
  }
  // Behind a proxy that ends TLS, which asks for the token, the page's own scheme is another than the mock's.
  const own = access.kind === 'token' ? ['http', 'https'] : ['http'];
  if (origin !== undefined && !own.some((scheme) => isOrigin(origin, `${scheme}://${host}`))) {
    return forbidden('A page of another origin may not use the control plane.');
  }
  if (access.kind !== 'loopback') return undefined;
  const name = nameOf(host);
  if (name !== access.host.toLowerCase() && !isLoopback(name)) {
    return forbidden('The Host of the request is no name of this machine. Use 127.0.0.1 or localhost.');
  }
  if (!isLoopback(request.address)) {
    return forbidden('The control plane is for programs on this machine; give the mock an --admin-token for others.');
  }
  return undefined;
}

/** Why a request may not come in where a token is asked for; the comparison takes the same time whatever is right. */
export function refuseToken(access: Access, request: HttpRequest): Problem | undefined {
  if (access.kind !== 'token') return undefined;
  const presented = bearerToken(request);
  if (presented === undefined) {
    return unauthorized(`Bearer ${REALM}`, 'The admin token is missing: send it as "Authorization: Bearer <token>".');
  }
  if (timingSafeEqual(digestOf(presented), access.digest)) return undefined;
  return unauthorized(`Bearer ${REALM}, error="invalid_token"`, 'The admin token is not valid.');
}

const REALM = 'realm="control plane"';

const digestOf = (token: string): Buffer => hash('sha256', token, 'buffer');

/** Whom a request is meant for: a whole URL as its target says more than its `Host` (RFC 9112 §3.2.2). */
const hostOf = ({ target, headers }: HttpRequest): string =>
  /^https?:\/\/([^/?#]*)/i.exec(target)?.[1] ?? headers.host ?? '';

/**
 * Whether a page of elsewhere has the browser ask. One of another port of this machine is of the same site: it may lead
 * here by a link, but what it loads into itself, as an image or a script, would come without an `Origin`.
 */
function isFetchedElsewhere({ headers }: HttpRequest): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  return site === 'cross-site' || (site === 'same-site' && mode !== 'navigate');
}

/** Whether two origins are the same one, and one at all, as `null` is not. */
const isOrigin = (origin: string, other: string): boolean =>
  URL.canParse(origin) && URL.canParse(other) && new URL(origin).origin === new URL(other).origin;

/** The name or address in a `Host`, without its port. */
const nameOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1');

/** RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC 4291 §2.5.3; an IPv4 address may come in IPv6 form (RFC 4291 §2.5.5.2). */
function isLoopback(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:/, '');
  return plain === 'localhost' || plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}
