import type { SecurityScheme } from '../../openapi/contract';
import { type Credential, type Request, wrongnessOf } from './exchange';

/** The keys that a run was given. */
export interface Keys {
  readonly main: string | undefined;
  readonly limit: string | undefined;
}

/** The environment variable that stands for each key in reports. */
export const KEY_VARIABLE = 'ANIMAL_STORE_API_KEY';
export const LIMIT_KEY_VARIABLE = 'ANIMAL_STORE_LIMIT_KEY';

/** What a request has to carry beside its own headers and target. */
export interface Carried {
  readonly headers: Readonly<Record<string, string>>;
  /** Appended to the target's query. */
  readonly query: string;
}

/** A request's credential where the operation's first scheme wants it, as it goes over the wire. */
export function carry(request: Request, keys: Keys): Carried {
  return placed(request, wireValue(request.credential, keys), encodeURIComponent, (odd) => odd.value(keys.main ?? ''));
}

/** The same as text for a shell command, to stand between double quotes: variables stand for the keys. */
export function shownCarry(request: Request): Carried {
  return placed(request, shownValue(request.credential), String, ({ shell }) => shell);
}

function placed(
  { operation, credential }: Request,
  value: string | undefined,
  encode: (value: string) => string,
  written: (form: Form) => string,
): Carried {
  const [scheme] = operation.security;
  if (scheme === undefined || credential === 'none') return NOTHING;
  const odd = ODD_HEADERS[wrongnessOf(credential) ?? ''];
  if (odd !== undefined) return { headers: { authorization: written(odd) }, query: '' };
  return value === undefined ? NOTHING : place(scheme, value, encode);
}

const NOTHING: Carried = { headers: {}, query: '' };

function place(scheme: SecurityScheme, value: string, encode: (value: string) => string): Carried {
  if (scheme.kind === 'bearer') return { headers: { authorization: `Bearer ${value}` }, query: '' };
  const { in: where, parameter } = scheme;
  if (where === 'query') return { headers: {}, query: `${encodeURIComponent(parameter)}=${encode(value)}` };
  return { headers: where === 'cookie' ? { cookie: `${parameter}=${value}` } : { [parameter]: value }, query: '' };
}

/** A text made from a key: as a value, and as a shell makes it from the variable. */
interface Form {
  readonly value: (key: string) => string;
  readonly shell: string;
}

/** `Authorization` headers that hold no bearer token. */
const ODD_HEADERS: Readonly<Record<string, Form>> = {
  scheme: {
    value: (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    shell: `Basic $(printf %s "$${KEY_VARIABLE}:" | base64 | tr -d '\\n')`,
  },
  'other scheme': { value: (key) => `Token ${key}`, shell: `Token $${KEY_VARIABLE}` },
  'no scheme': { value: (key) => key, shell: `$${KEY_VARIABLE}` },
  nothing: { value: () => '', shell: '' },
};

/** `B` where the key matches, else `A`: either way another character than the key has there. */
const another = (pattern: string): string => `$(case $${KEY_VARIABLE} in (${pattern}) echo B;; (*) echo A;; esac)`;

/** Near misses of a key. */
const WRONG: Readonly<Record<string, Form>> = {
  empty: { value: () => '', shell: '' },
  unknown: { value: () => 'no-such-key-0123456789', shell: 'no-such-key-0123456789' },
  changed: {
    value: (key) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
    shell: `\${${KEY_VARIABLE}%?}${another('*A')}`,
  },
  shortened: { value: (key) => key.slice(0, -1), shell: `\${${KEY_VARIABLE}%?}` },
  preceded: { value: (key) => `x${key}`, shell: `x\${${KEY_VARIABLE}}` },
  'first changed': {
    value: (key) => `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`,
    shell: `${another('A*')}\${${KEY_VARIABLE}#?}`,
  },
  case: {
    value: otherCase,
    shell: `$(printf %s "$${KEY_VARIABLE}" | tr 'a-zA-Z' 'A-Za-z' | sed 's/^[^a-zA-Z]*$/&-x/')`,
  },
  lengthened: { value: (key) => `${key}x`, shell: `\${${KEY_VARIABLE}}x` },
  // What every object of some languages has, whoever put keys into it.
  'object prototype': { value: () => '__proto__', shell: '__proto__' },
  'object constructor': { value: () => 'constructor', shell: 'constructor' },
};

/** The value that goes over the wire; undefined where there is no key to send. */
function wireValue(credential: Credential, keys: Keys): string | undefined {
  if (credential === 'main') return keys.main;
  if (credential === 'limit') return keys.limit;
  if (credential === 'none' || 'caller' in credential) return undefined;
  return WRONG[credential.wrong]?.value(keys.main ?? 'key');
}

/** The same for a report: the variable in place of the key. */
function shownValue(credential: Credential): string | undefined {
  if (credential === 'main') return `$${KEY_VARIABLE}`;
  if (credential === 'limit') return `$${LIMIT_KEY_VARIABLE}`;
  if (credential === 'none') return undefined;
  if ('caller' in credential) return `$${KEY_VARIABLE}`;
  return WRONG[credential.wrong]?.shell;
}

/** The key with its letters in the other case; lengthened where it has no letters. */
function otherCase(key: string): string {
  const other = key.replaceAll(/[a-zA-Z]/g, (char) => (char < 'a' ? char.toLowerCase() : char.toUpperCase()));
  return other === key ? `${key}-x` : other;
}

/** Every form in which a key is sent: a server may repeat any of them in a reply. */
export const tellingForms = (key: string): readonly string[] => [
  key,
  key.slice(0, -1),
  key.slice(1),
  otherCase(key),
  Buffer.from(`${key}:`).toString('base64'),
];
