import {
  type Operation,
  type Requirement,
  requirementOf,
  type SecurityScheme,
  schemesOf,
  takesCredential,
} from '../../../openapi/contract';
import { isSecretHeader } from '../evidence';
import { type Credential, type Request, wrongnessOf } from '../exchange';
import {
  AS_IS,
  credentialVariable,
  type Form,
  headerVariable,
  IN_QUERY,
  KEY_VARIABLE,
  LIMIT_KEY_VARIABLE,
  nearMiss,
  oddHeader,
  queryNames,
  READER_KEY_VARIABLE,
} from './near-misses';

/** The keys that a run was given. */
export interface Keys {
  readonly main: string | undefined;
  readonly limit: string | undefined;
  /** One that may only read, and the scheme that it goes by where it is none of the first that are asked for. */
  readonly reader?: { readonly value: string; readonly scheme?: string | undefined } | undefined;
  /** In the place of the main one, by the names of security schemes. */
  readonly named?: Readonly<Record<string, string>>;
}

/** Of the keys of a run what tells how variables stand for them. */
export interface WrittenKeys {
  /** The schemes that have a variable of their own. */
  readonly named: readonly string[];
  /** The variables whose keys have no colon: in HTTP Basic each is a user without a password. */
  readonly halves: readonly string[];
  /** The variables that the environment does not have: a flag, a file or a command gave their keys. */
  readonly unset: readonly string[];
  /** The names of the headers that the user has every request carry; each has a variable of its own. */
  readonly headers: readonly string[];
  readonly readerScheme?: string | undefined;
}

/** @param headers that the user has every request carry */
export const writtenKeys = ({ main, limit, reader, named = {} }: Keys, headers: Headers = {}): WrittenKeys => {
  const all = [
    [KEY_VARIABLE, main] as const,
    [LIMIT_KEY_VARIABLE, limit] as const,
    [READER_KEY_VARIABLE, reader?.value] as const,
    ...Object.entries(named).map(([name, value]) => [credentialVariable(name), value] as const),
    ...Object.entries(headers).map(([name, value]) => [headerVariable(name), value] as const),
  ].flatMap(([variable, value]) => (value === undefined ? [] : [{ variable, value }]));
  const variablesWhere = (is: (key: (typeof all)[number]) => boolean) => all.filter(is).map(({ variable }) => variable);
  return {
    named: Object.keys(named),
    halves: variablesWhere(({ value }) => !value.includes(':')),
    unset: variablesWhere(({ variable, value }) => process.env[variable] !== value),
    headers: Object.keys(headers),
    readerScheme: reader?.scheme,
  };
};

const NO_KEYS: WrittenKeys = { named: [], halves: [], unset: [], headers: [] };

type Headers = Readonly<Record<string, string>>;

/** What a request has to carry beside its own headers and target. */
export interface Carried {
  readonly headers: Headers;
  /** Appended to the target's query. */
  readonly query: string;
}

/**
 * A request's credentials where the operation's first requirement wants them, as they go over the wire. For HTTP Basic a key is
 * `user:password`, or a user without a password.
 *
 * @param headers that the user has every request carry: those of them that hold a credential go with the main one alone
 */
export function carry(request: Request, keys: Keys, headers: Headers = {}): Carried {
  const keyFor = ({ name }: SecurityScheme): string | undefined => keys.named?.[name] ?? keys.main;
  const own = carried(request, keys.reader?.scheme, {
    key: (credential, scheme) =>
      credential === 'limit'
        ? keys.limit
        : credential === 'reader'
          ? keys.reader?.value
          : isMain(credential)
            ? keyFor(scheme)
            : undefined,
    form: (form, scheme) => form.value(keyFor(scheme) ?? 'key'),
    percent: encodeURIComponent,
    base64: (value) => Buffer.from(value.includes(':') ? value : `${value}:`).toString('base64'),
  });
  return withHeaders(own, request, headers);
}

/** The same as text for a shell command, to stand between double quotes: variables stand for the keys. */
export const shownCarry = (request: Request, written: WrittenKeys = NO_KEYS): Carried =>
  withHeaders(
    carried(request, written.readerScheme, inShell(written)),
    request,
    Object.fromEntries(written.headers.map((name) => [name, `$${headerVariable(name)}`])),
  );

/** What is carried, and the user's headers with it, but for those that the request has already or is to go without. */
function withHeaders(own: Carried, request: Request, headers: Headers): Carried {
  const taken = new Set(
    [...Object.keys(own.headers), ...Object.keys(request.headers)].map((name) => name.toLowerCase()),
  );
  const others = Object.entries(headers).filter(([name]) => !taken.has(name.toLowerCase()) && goesWith(name, request));
  return others.length === 0 ? own : { ...own, headers: { ...Object.fromEntries(others), ...own.headers } };
}

/** Whether a request may carry a header of the user: it goes without those that hold a credential where it has none, or another. */
const goesWith = (name: string, request: Request): boolean =>
  request.credential === 'main' || !holdsCredential(name, request);

/** The names, in lower case, of the user's headers that a request carries where it has none of that name itself. */
export const goingWith = (request: Request, headers: Headers): ReadonlySet<string> =>
  new Set(
    Object.keys(headers)
      .filter((name) => goesWith(name, request))
      .map((name) => name.toLowerCase()),
  );

/** Whether a request carries a credential of the user: a key that its operation takes, or a header given beside. */
export const isCredentialed = (request: Request, headers: Headers): boolean =>
  takesCredential(request.operation) || Object.keys(headers).some((name) => holdsCredential(name, request));

/** Whether a header holds a credential of the operation, or looks as if it held any. */
const holdsCredential = (name: string, { operation }: Request): boolean =>
  looksLikeCredential(name) ||
  schemesOf(operation).some(
    (scheme) =>
      scheme.kind === 'apiKey' && scheme.in === 'header' && scheme.parameter.toLowerCase() === name.toLowerCase(),
  );

/** The same by its name alone: of schemes that the document does not name, too. */
export const looksLikeCredential = (name: string): boolean =>
  isSecretHeader(name) || /cookie|auth|credential|(?:^|-)key$/i.test(name);

/** What of a credential a server may repeat alone: what is behind the scheme, each cookie's value, the two halves of Basic. */
export function secretsIn(name: string, value: string): readonly string[] {
  if (name.toLowerCase() === 'cookie') return value.split(';').flatMap(cookieValues);
  const [, scheme = '', token = ''] = /^(\S+)\s+(.+)$/.exec(value) ?? [];
  if (token === '') return [value];
  if (scheme.toLowerCase() !== 'basic') return [token];
  const decoded = Buffer.from(token, 'base64').toString();
  const colon = decoded.indexOf(':');
  return [token, decoded, decoded.slice(0, Math.max(0, colon)), decoded.slice(colon + 1)];
}

/** The names by which keys and headers say who the client is: the users of HTTP Basic. */
export function callersIn({ main, limit, named = {} }: Keys, headers: Headers): ReadonlySet<string> {
  const keys = [main, limit, ...Object.values(named)].filter((key) => key !== undefined);
  const pairs = [...keys, ...Object.entries(headers).flatMap(([name, value]) => secretsIn(name, value))];
  return new Set(pairs.map((pair) => pair.slice(0, Math.max(0, pair.indexOf(':')))).filter((user) => user !== ''));
}

/** As it is written, and as servers read it: without quotes (RFC 6265 §4.1.1) and percent-encoding. */
function cookieValues(pair: string): readonly string[] {
  const value = pair.slice(pair.indexOf('=') + 1).trim();
  const read = new URLSearchParams(`value=${value.replaceAll('+', '%2B')}`).get('value') ?? value;
  return [...new Set([value, read.replaceAll(/^"|"$/g, '')])];
}

/** The credential that a header holds in a scheme; undefined where it holds none. */
export function credentialIn(headers: Headers, scheme: SecurityScheme): string | undefined {
  const fieldOf = (wanted: string): string =>
    Object.entries(headers).find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1] ?? '';
  if (scheme.kind === 'apiKey') {
    if (scheme.in === 'query') return undefined;
    const pairs = fieldOf('cookie').split(/; */);
    const cookie = pairs.find((pair) => pair.startsWith(`${scheme.parameter}=`))?.slice(scheme.parameter.length + 1);
    return (scheme.in === 'cookie' ? cookie : fieldOf(scheme.parameter)) || undefined;
  }
  const [, word = '', value] = /^(\S+) +(.+)$/.exec(fieldOf('authorization')) ?? [];
  const wanted = scheme.kind === 'http' ? scheme.scheme : scheme.kind;
  if (value === undefined || word.toLowerCase() !== wanted.toLowerCase()) return undefined;
  return scheme.kind === 'basic' ? Buffer.from(value, 'base64').toString() : value;
}

/** How a value is written: as it is, or as a shell makes it. */
interface Writing {
  /** The value of a credential that is right; undefined where there is none. */
  readonly key: (credential: Credential, scheme: SecurityScheme) => string | undefined;
  /** What is made of the main key. */
  readonly form: (form: Form, scheme: SecurityScheme) => string;
  /** In a query. */
  readonly percent: (value: string) => string;
  /** In HTTP Basic (RFC 7617 §2). */
  readonly base64: (value: string, scheme: SecurityScheme) => string;
}

/** In a URL the key stands as it is: no shell has a way to encode it. */
function inShell({ named, halves }: WrittenKeys): Writing {
  const variableOf = ({ name }: SecurityScheme): string =>
    named.includes(name) ? credentialVariable(name) : KEY_VARIABLE;
  return {
    key: (credential, scheme) => {
      const variable =
        credential === 'limit'
          ? LIMIT_KEY_VARIABLE
          : credential === 'reader'
            ? READER_KEY_VARIABLE
            : variableOf(scheme);
      return scheme.kind === 'basic' && halves.includes(variable) ? `\${${variable}}:` : `$${variable}`;
    },
    form: ({ shell }, scheme) => shell.replaceAll(KEY_VARIABLE, variableOf(scheme)),
    percent: String,
    base64: (value, scheme) => {
      const variable = variableOf(scheme);
      const end = halves.includes(variable) ? ':' : `\${${variable}#"$K"}`;
      const parts = value.includes('$E') ? `K=\${${variable}%:}; E=${end}; ` : '';
      return `$(${parts}printf %s "${value}" | base64 | tr -d '\\n')`;
    },
  };
}

function carried(
  { operation, credential }: Pick<Request, 'operation' | 'credential'>,
  readerScheme: string | undefined,
  writing: Writing,
): Carried {
  const requirement = requirementFor(operation, credential, readerScheme);
  if (requirement.length === 0 || credential === 'none') return NOTHING;
  const ways = schemesOf(operation);
  if (wrongnessOf(credential) === IN_QUERY) return together(ways.map((scheme) => inQuery(scheme, writing)));
  const beside = typeof credential === 'object' && 'wrong' in credential ? credential.beside : undefined;
  const others = beside === undefined ? [] : [carried({ operation, credential: { by: beside } }, undefined, writing)];
  return together([
    ...others,
    ...requirement.map((scheme) => {
      const wrong = wrongnessIn(credential, scheme);
      if (wrong === 'missing') return NOTHING;
      const other = typeof credential === 'object' && 'wrong' in credential ? credential.from : undefined;
      const from = wrong === undefined ? undefined : ways.find(({ name }) => name === other);
      const crossed = from && writing.key('main', from);
      if (crossed !== undefined) return place(scheme, crossed, writing);
      const odd = wrong === undefined ? undefined : oddHeader(wrong, ways);
      if (odd !== undefined) return { headers: { authorization: writing.form(odd, scheme) }, query: '' };
      const form = wrong === undefined ? undefined : nearMiss(wrong, scheme);
      const right = wrong === undefined ? writing.key(rightOf(credential), scheme) : undefined;
      const value = form === undefined ? right : writing.form(form, scheme);
      return value === undefined ? NOTHING : place(scheme, value, writing);
    }),
  ]);
}

/** The credentials that go together: those of the first requirement, unless others are meant. */
function requirementFor(
  operation: Pick<Operation, 'security' | 'optionalSecurity'>,
  credential: Credential,
  readerScheme: string | undefined,
): Requirement {
  const first = requirementOf(operation);
  const all = [...operation.security, ...operation.optionalSecurity];
  if (typeof credential === 'object' && 'by' in credential)
    return credential.way ?? all.find((one) => namesOf(one) === credential.by) ?? first;
  const scheme =
    credential === 'reader'
      ? readerScheme
      : typeof credential === 'object' && 'wrong' in credential
        ? credential.of
        : undefined;
  const has = (one: Requirement): boolean => one.some(({ name }) => name === scheme);
  return scheme === undefined || has(first) ? first : (all.find(has) ?? first);
}

/** The schemes of a requirement by their names. */
export const namesOf = (requirement: Requirement): string => requirement.map(({ name }) => name).join(' + ');

/** Whether a credential is the main one, by whichever requirement. */
const isMain = (credential: Credential): boolean =>
  credential === 'main' || (typeof credential === 'object' && 'by' in credential);

/** In what way the credential of one scheme is wrong: where several are sent, one of them alone may be. */
function wrongnessIn(credential: Credential, { name }: SecurityScheme): string | undefined {
  const isOther = typeof credential === 'object' && 'wrong' in credential && (credential.of ?? name) !== name;
  return isOther ? undefined : wrongnessOf(credential);
}

/** Beside one that is wrong the others are those of the main key. */
const rightOf = (credential: Credential): Credential => (wrongnessOf(credential) === undefined ? credential : 'main');

const NOTHING: Carried = { headers: {}, query: '' };

function together(all: readonly Carried[]): Carried {
  const [only = NOTHING, ...others] = all;
  if (others.length === 0) return only;
  const cookies = all.flatMap(({ headers }) => headers.cookie ?? []);
  const headers = Object.assign({}, ...all.map((one) => one.headers)) as Carried['headers'];
  return {
    headers: { ...headers, ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }) },
    query: all
      .map(({ query }) => query)
      .filter((query) => query !== '')
      .join('&'),
  };
}

/** The right key where the scheme does not have it. */
const inQuery = (scheme: SecurityScheme, { form, percent }: Writing): Carried => ({
  headers: {},
  query: queryNames(scheme)
    .map((name) => `${encodeURIComponent(name)}=${percent(form(AS_IS, scheme))}`)
    .join('&'),
});

function place(scheme: SecurityScheme, value: string, { percent, base64 }: Writing): Carried {
  const authorization = (text: string): Carried => ({ headers: { authorization: text }, query: '' });
  if (scheme.kind === 'basic') return authorization(`Basic ${base64(value, scheme)}`);
  if (scheme.kind === 'bearer') return authorization(`Bearer ${value}`);
  if (scheme.kind === 'http') return authorization(`${scheme.scheme} ${value}`);
  const { in: where, parameter } = scheme;
  if (where === 'query') return { headers: {}, query: `${encodeURIComponent(parameter)}=${percent(value)}` };
  return { headers: where === 'cookie' ? { cookie: `${parameter}=${value}` } : { [parameter]: value }, query: '' };
}
