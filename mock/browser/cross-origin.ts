import type { Cookies } from './cookies';

/** What stands between a page and a server. */
export interface Between {
  /**
   * Sends a request as a browser does that a page has asked for it: with `Origin` and cookies, and after a preflight.
   *
   * @returns the whole response
   * @throws TypeError as `fetch` does, where the page may not send it, or may not read the response
   */
  send(request: Request): Promise<Response>;
  /**
   * What the page sees of the last response to a request.
   *
   * @param isRedirected whether others came before
   */
  shown(request: Request, response: Response, isRedirected: boolean): Response;
}

type Answering = (request: Request) => Promise<Response>;

/**
 * The CORS protocol (https://fetch.spec.whatwg.org/#http-cors-protocol), and what browsers add to requests.
 *
 * @param page the origin of the page
 * @returns what stands between that page and the server that answers so
 */
export function createBetween(page: string | undefined, cookies: Cookies): (answer: Answering) => Between {
  const isOther = ({ url }: Request): boolean => new URL(url).origin !== page;
  const origin = page ?? 'null';
  const ensurePreflighted = createPreflights(origin);
  return (answer) => ({
    async send(request) {
      const { method, mode, credentials } = request;
      const url = new URL(request.url);
      const isChecked = isOther(request) && mode !== 'no-cors' && mode !== 'navigate';
      if (isChecked && mode === 'same-origin') throw failure('the mode "same-origin" is for the origin of the page');
      if (isChecked) await ensurePreflighted(request, answer);
      const hasCookies = credentials === 'include' || (credentials === 'same-origin' && !isOther(request));
      const cookie = hasCookies ? await cookies.headerFor(url) : undefined;
      const hasOrigin = isChecked || !(method === 'GET' || method === 'HEAD');
      const response = await answer(
        withHeaders(request, [
          ...request.headers,
          ...(hasOrigin ? [['origin', origin] as const] : []),
          ...(cookie === undefined ? [] : [['cookie', cookie] as const]),
        ]),
      );
      if (hasCookies) await cookies.take(url, response.headers.getSetCookie());
      if (isChecked) ensureReadable(origin, request, response);
      return response;
    },
    shown(request, response, redirected) {
      if (request.mode === 'no-cors' && isOther(request)) return shownAs(Response.error(), { type: 'opaque', url: '' });
      const [url = ''] = request.url.split('#');
      if (isRedirect(response)) return shownAs(Response.error(), { type: 'opaqueredirect', url, redirected });
      const type = isOther(request) ? 'cors' : 'basic';
      const isHidden = (name: string): boolean =>
        name === 'set-cookie' || (type === 'cors' && !isExposed(request, response, name));
      const headers = [...response.headers].filter(([name]) => !isHidden(name));
      const { status, statusText, body } = response;
      return shownAs(new Response(body, { status, statusText, headers }), { url, type, redirected });
    },
  });
}

/** RFC 9110 §15.4: those whose `Location` a browser goes to by itself. */
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

export const isRedirect = ({ status, headers }: Response): boolean =>
  REDIRECTS.includes(status) && headers.has('location');

/** A script cannot make such a response, and a copy of it is the same. */
function shownAs(response: Response, shown: Partial<Response>): Response {
  const { clone } = response;
  const copy = (): Response => shownAs(clone.call(response), shown);
  const entries = Object.entries({ ...shown, clone: copy });
  return Object.defineProperties(
    response,
    Object.fromEntries(entries.map(([name, value]) => [name, { value, configurable: true, enumerable: true }])),
  );
}

/** A request of a script has no headers that only the browser may add. It still is the same one. */
export const withHeaders = (request: Request, headers: Iterable<readonly [string, string]>): Request =>
  Object.defineProperty(request, 'headers', {
    value: new Headers([...headers].map(([...one]) => one)),
    configurable: true,
  });

/** Asks first where a form could not have sent the request, and keeps the answer for as long as it says. */
function createPreflights(origin: string): (request: Request, answer: Answering) => Promise<void> {
  const kept = new Map<string, Allowed>();
  return async (request, answer) => {
    const { url, method, signal, credentials } = request;
    const names = [...request.headers].flatMap(([name, value]) => (isSafelisted(name, value) ? [] : [name]));
    if (SIMPLE.includes(method) && names.length === 0) return;
    const key = `${credentials === 'include'} ${url}`;
    const before = kept.get(key);
    if (before !== undefined && before.until > Date.now() && refusalBy(before, request, names) === undefined) return;

    const asked = withHeaders(new Request(url, { method: 'OPTIONS', signal }), [
      ...Object.entries({ accept: '*/*', origin, 'access-control-request-method': method }),
      ...(names.length > 0 ? [['access-control-request-headers', names.sort().join(',')] as const] : []),
    ]);
    const reply = await answer(asked);
    ensureReadable(origin, request, reply);
    if (!reply.ok) throw failure(`the preflight got a ${reply.status}`);
    const allowed = allowedBy(reply);
    const refusal = refusalBy(allowed, request, names);
    if (refusal !== undefined) throw failure(`the preflight does not allow ${refusal}`);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(key, allowed);
  };
}

/** What a preflight has allowed. */
interface Allowed {
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  /** In milliseconds since 1970. */
  readonly until: number;
}

const MOST_KEPT = 1000;
/** As Chromium has them. */
const AGE_S = { usual: 5, most: 7200 };

function allowedBy({ headers }: Response): Allowed {
  const age = Number.parseInt(headers.get('access-control-max-age') ?? '', 10);
  const seconds = Math.min(Number.isNaN(age) ? AGE_S.usual : age, AGE_S.most);
  return {
    methods: listed(headers.get('access-control-allow-methods')),
    headers: listed(headers.get('access-control-allow-headers')).map((name) => name.toLowerCase()),
    until: Date.now() + seconds * 1000,
  };
}

/** Without credentials `*` stands for all but `Authorization`. */
function refusalBy(allowed: Allowed, { method, credentials }: Request, names: readonly string[]): string | undefined {
  const isAny = (list: readonly string[]): boolean => credentials !== 'include' && list.includes('*');
  if (!SIMPLE.includes(method) && !allowed.methods.includes(method) && !isAny(allowed.methods)) return method;
  return names.find((name) => !allowed.headers.includes(name) && !(isAny(allowed.headers) && name !== 'authorization'));
}

/** https://fetch.spec.whatwg.org/#concept-cors-check */
function ensureReadable(origin: string, { credentials }: Request, { headers }: Response): void {
  const allowed = headers.get('access-control-allow-origin');
  const isPersonal = credentials === 'include';
  if (allowed !== origin && (isPersonal || allowed !== '*'))
    throw failure(`the server lets no page of ${origin} read it (Access-Control-Allow-Origin: ${allowed ?? 'none'})`);
  if (isPersonal && headers.get('access-control-allow-credentials') !== 'true')
    throw failure('the server lets no page read it with credentials (Access-Control-Allow-Credentials)');
}

/** https://fetch.spec.whatwg.org/#cors-safelisted-response-header-name */
const ALWAYS_EXPOSED: readonly string[] = [
  ...['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'last-modified', 'pragma'],
];

function isExposed({ credentials }: Request, { headers }: Response, name: string): boolean {
  const exposed = listed(headers.get('access-control-expose-headers')).map((one) => one.toLowerCase());
  const isAny = credentials !== 'include' && exposed.includes('*');
  return isAny || ALWAYS_EXPOSED.includes(name) || exposed.includes(name);
}

/** https://fetch.spec.whatwg.org/#cors-safelisted-method */
const SIMPLE: readonly string[] = ['GET', 'HEAD', 'POST'];

/** https://fetch.spec.whatwg.org/#cors-safelisted-request-header */
const SAFELISTED: Readonly<Record<string, RegExp>> = {
  accept: /^/,
  'accept-language': /^[\dA-Za-z *,\-.;=]*$/,
  'content-language': /^[\dA-Za-z *,\-.;=]*$/,
  'content-type': /^\s*(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:;|$)/i,
  range: /^bytes=\d+-\d*$/,
};
/** All but the bytes that are unsafe in them. */
const SAFE = /^[\t !#-'*-9;=A-Z^-z|~\u0080-\uffff]{0,128}$/;

const isSafelisted = (name: string, value: string): boolean =>
  SAFE.test(value) && SAFELISTED[name]?.test(value) === true;

const listed = (value: string | null): readonly string[] =>
  (value ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Browsers say the reason on their console alone; a mock need not be so reserved. */
export const failure = (reason: string): TypeError => new TypeError(`Failed to fetch: ${reason}`);
