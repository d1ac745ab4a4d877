import { hash, timingSafeEqual } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { type Problem, unauthorized } from '../errors/problems';
import type { ControlParts } from '../home/home';
import { bearerToken, type RawHeaders, type WithHeaders } from '../http/headers';
import { isPageOrigin } from '../pipeline/cors';
import type { HttpRequest } from '../pipeline/request';
import type { Worlds } from '../world/model';
import { createValueLengths, eitherOf, markOf } from '../world/rules/secret-values';
import type { KnownValues } from '../world/stores/keys';
import { forbidden } from './problems';

/** Origins whose pages may use the control plane beside its own. */
type Origins = readonly string[];

/** Who may use the control plane: programs on this machine, holders of the token, or no client. */
export type Access =
  | { readonly kind: 'loopback'; readonly host: string; readonly scheme: 'http' | 'https'; readonly origins: Origins }
  /** Of the token only its digest is kept, and what finds it in a text. */
  | { readonly kind: 'token'; readonly digest: Buffer; readonly token: KnownValues; readonly origins: Origins }
  /** No client, but every client may ask for the health; `reason` is shown at the start. */
  | { readonly kind: 'health'; readonly reason: string }
  /** The user switched it off. */
  | { readonly kind: 'off' };

interface AccessOptions {
  readonly admin: boolean;
  readonly adminToken: string | undefined;
  readonly adminOrigin?: Origins | undefined;
  /** The address that the mock listens on. */
  readonly host: string;
  /** Absent where it speaks plain HTTP. */
  readonly tlsCert?: string | undefined;
}

/** If other machines can reach the mock, the control plane needs a token; without one only its health is there. */
export function accessOf({ admin, adminToken, adminOrigin: origins = [], host, tlsCert }: AccessOptions): Access {
  if (!admin) return { kind: 'off' };
  if (adminToken !== undefined) {
    return { kind: 'token', digest: digestOf(adminToken), token: knownToken(adminToken), origins };
  }
  if (isLoopback(host)) return { kind: 'loopback', host, scheme: tlsCert === undefined ? 'http' : 'https', origins };
  return { kind: 'health', reason: `${host} can be reached from other machines, and there is no --admin-token` };
}

function knownToken(token: string): KnownValues {
  const [digest, mark, lengths] = [digestOf(token), markOf(token), createValueLengths()];
  lengths.add(token);
  return {
    has: (value) => markOf(value) === mark && timingSafeEqual(digestOf(value), digest),
    lengthsFrom: lengths.from,
  };
}

/** The values that are shown nowhere: of every key, and of the admin token. */
export const knownTo = ({ keyValues }: Pick<Worlds, 'keyValues'>, access: Access): KnownValues =>
  access.kind === 'token' ? eitherOf(keyValues, access.token) : keyValues;

/** What the control plane serves to those who have access. */
export const partsOf = ({ kind }: Access): ControlParts => ({
  hasConsole: kind === 'loopback' || kind === 'token',
  hasHealth: kind !== 'off',
});

/**
 * Refuses requests by their origin: no page of another origin may drive the mock, whether by a form or a script
 * (`Origin`, RFC 6454 §7; `Sec-Fetch-Site`, W3C Fetch Metadata §2.3) or by a host name that resolves to this machine (DNS
 * rebinding, recognized by the `Host`).
 */
export const refuseOrigin = (access: Access, request: HttpRequest): Problem | undefined =>
  refuseOtherSite(access, request) ?? refuseOtherPage(access, request) ?? refuseHost(access, request);

/**
 * Refuses the files of the console, which hold no secret, but not for an `Origin`, which browsers send with scripts: behind a
 * proxy that the user did not name, the console shows why its requests are refused.
 */
export const refuseFileOrigin = (access: Access, request: HttpRequest): Problem | undefined =>
  refuseOtherSite(access, request) ?? refuseHost(access, request);

function refuseOtherSite(access: Access, request: HttpRequest): Problem | undefined {
  if (isNamed(access, request) || !isFromOtherSite(request)) return undefined;
  return forbidden('A page of another site may not use the Admin API. Type its address instead of following a link.');
}

function refuseOtherPage(access: Access, request: HttpRequest): Problem | undefined {
  const { origin } = request.headers;
  if (origin === undefined || isNamed(access, request)) return undefined;
  const host = hostOf(request);
  // With a token the mock may be behind a proxy that terminates TLS: then its own page has the scheme https.
  const own = access.kind === 'loopback' ? [access.scheme] : ['http', 'https'];
  if (own.some((scheme) => isOrigin(origin, `${scheme}://${host}`))) return undefined;
  const remedy = isPageOrigin(origin) ? ` If it should, start the mock with --admin-origin ${origin}.` : '';
  return forbidden(`A page of another origin may not use the Admin API.${remedy}`);
}

function refuseHost(access: Access, request: HttpRequest): Problem | undefined {
  if (access.kind !== 'loopback') return undefined;
  const host = hostOf(request);
  const name = nameOf(host);
  // A proxy in front of such a page may pass its name on.
  const isNameOfPage = access.origins.some((named) => new URL(named).host === host.toLowerCase());
  if (!isNameOfPage && name !== access.host.toLowerCase() && !isLoopback(name)) {
    return forbidden('The Host of the request does not name this machine. Use 127.0.0.1 or localhost.');
  }
  if (!isLoopback(request.address)) {
    return forbidden('The Admin API is for programs on this machine; give the mock an --admin-token for others.');
  }
  return undefined;
}

/** The origins that the user named. */
const originsOf = (access: Access): Origins => ('origins' in access ? access.origins : []);

/** Whether a request comes from a page of an origin that the user named. */
const isNamed = (access: Access, { headers: { origin } }: WithHeaders): boolean =>
  origin !== undefined && originsOf(access).includes(origin);

/** Refuses requests without the token, if one is required. The comparison takes constant time. */
export function refuseToken(access: Access, request: HttpRequest): Problem | undefined {
  if (access.kind !== 'token') return undefined;
  const token = bearerToken(request);
  if (token === undefined) {
    return unauthorized(`Bearer ${REALM}`, 'The admin token is missing: send it as "Authorization: Bearer <token>".');
  }
  if (timingSafeEqual(digestOf(token), access.digest)) return undefined;
  return unauthorized(`Bearer ${REALM}, error="invalid_token"`, 'The admin token is not valid.');
}

/** Whether the client may use all of the control plane. */
export const hasAccess = (access: Access, request: HttpRequest): boolean =>
  partsOf(access).hasConsole && (refuseOrigin(access, request) ?? refuseToken(access, request)) === undefined;

const REALM = 'realm="control plane"';

const digestOf = (token: string): Buffer => hash('sha256', token, 'buffer');

/** The host that a request addresses: that of an absolute target goes before the `Host` header (RFC 9112 §3.2.2). */
const hostOf = ({ target, headers }: HttpRequest): string =>
  /^https?:\/\/([^/?#]*)/i.exec(target)?.[1] ?? headers.host ?? '';

/**
 * Whether another site's page made the browser send this. A page on another port of this machine counts as `same-site`: it
 * may link here, but may not load anything from here, as an image or a script would be requested without an `Origin`.
 */
function isFromOtherSite({ headers }: HttpRequest): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode } = headers;
  return site === 'cross-site' || (site === 'same-site' && mode !== 'navigate');
}

/** Whether two texts are the same valid origin; `null` is none. */
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

/** Headers of replies that a page may want to read, besides those that every page may. */
const EXPOSED = 'Allow, Date, Retry-After, WWW-Authenticate';

/**
 * The headers that let pages of the named origins read a reply (Fetch standard, §3.3 "CORS protocol"). Never `*`, and no
 * credentials of the browser's own: the page itself sends the admin token.
 */
export function corsHeaders(access: Access, request: WithHeaders): RawHeaders {
  if (originsOf(access).length === 0) return [];
  if (!isNamed(access, request)) return ['Vary', 'Origin'];
  const { origin = '' } = request.headers;
  return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED];
}
