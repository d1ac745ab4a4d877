import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Problem, unauthorized } from '../problems';
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
export function refuseOrigin(access: Access, { headers, socket }: IncomingMessage): Problem | undefined {
  const { origin, host = '', 'sec-fetch-site': site } = headers;
  if (site === 'cross-site') {
    return forbidden(
      'A page of another site may not use the control plane. Type its address instead of following a link.',
    );
  }
  if (origin !== undefined && hostOf(origin) !== host.toLowerCase()) {
    return forbidden('A page of another origin may not use the control plane.');
  }
  if (access.kind !== 'loopback') return undefined;
  const name = nameOf(host);
  if (name !== access.host.toLowerCase() && !isLoopback(name)) {
    return forbidden('The Host of the request is no name of this machine. Use 127.0.0.1 or localhost.');
  }
  if (!isLoopback(socket.remoteAddress ?? '')) {
    return forbidden('The control plane is for programs on this machine; give the mock an --admin-token for others.');
  }
  return undefined;
}

/** Why a request may not come in where a token is asked for; the comparison takes the same time whatever is right. */
export function refuseToken(access: Access, { headers: { authorization } }: IncomingMessage): Problem | undefined {
  if (access.kind !== 'token') return undefined;
  const presented = /^bearer +(.+)$/i.exec(authorization ?? '')?.[1]?.trim();
  if (presented === undefined) {
    return unauthorized(`Bearer ${REALM}`, 'The admin token is missing: send it as "Authorization: Bearer <token>".');
  }
  if (timingSafeEqual(digestOf(presented), access.digest)) return undefined;
  return unauthorized(`Bearer ${REALM}, error="invalid_token"`, 'The admin token is not valid.');
}

const REALM = 'realm="control plane"';

const digestOf = (token: string): Buffer => hash('sha256', token, 'buffer');

/** The host and port of an origin; empty where it has none, as `null`. */
const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : '');

/** The name or address in a `Host`, without its port. */
const nameOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1');

/** RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC 4291 §2.5.3; an IPv4 address may come in IPv6 form (RFC 4291 §2.5.5.2). */
function isLoopback(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:/, '');
  return plain === 'localhost' || plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain);
}
