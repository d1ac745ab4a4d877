import type { SecurityScheme } from '../openapi/contract';
import type { Credential, Request } from './model';

/** The keys that a run was given. */
export interface Keys {
  readonly main: string | undefined;
  readonly limit: string | undefined;
}

/** The variable that stands for each key in whatever is shown. */
export const KEY_VARIABLE = 'ANIMAL_STORE_API_KEY';
export const LIMIT_KEY_VARIABLE = 'ANIMAL_STORE_LIMIT_KEY';

/** What a request has to carry beside its own headers and target. */
export interface Carried {
  readonly headers: Readonly<Record<string, string>>;
  /** Appended to the target's query. */
  readonly query: string;
}

/** Puts a request's credential where the operation's first scheme wants it. */
export function carry(
  { operation, credential }: Request,
  keyOf: (credential: Credential) => string | undefined,
): Carried {
  const [scheme] = operation.security;
  if (scheme === undefined || credential === 'none') return NOTHING;
  const odd = typeof credential === 'object' ? ODD_HEADERS[credential.wrong] : undefined;
  if (odd !== undefined) return { headers: { authorization: odd(keyOf('main') ?? '') }, query: '' };
  const value = keyOf(credential);
  return value === undefined ? NOTHING : place(scheme, value);
}

const NOTHING: Carried = { headers: {}, query: '' };

function place(scheme: SecurityScheme, value: string): Carried {
  if (scheme.kind === 'bearer') return { headers: { authorization: `Bearer ${value}` }, query: '' };
  const { in: where, parameter } = scheme;
  if (where === 'query') return { headers: {}, query: `${encodeURIComponent(parameter)}=${encodeURIComponent(value)}` };
  return { headers: where === 'cookie' ? { cookie: `${parameter}=${value}` } : { [parameter]: value }, query: '' };
}

/** Credentials that are no bearer token, whatever the key in them. */
const ODD_HEADERS: Readonly<Record<string, (key: string) => string>> = {
  scheme: (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
  'other scheme': (key) => `Token ${key}`,
  'no scheme': (key) => key,
  nothing: () => '',
};

/** Near misses of a key, each as a value and as what a shell makes of the variable. */
const WRONG: Readonly<Record<string, { value: (key: string) => string; shell: string }>> = {
  empty: { value: () => '', shell: '' },
  unknown: { value: () => 'no-such-key-0123456789', shell: 'no-such-key-0123456789' },
  changed: { value: (key) => `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`, shell: `\${${KEY_VARIABLE}%?}A` },
  shortened: { value: (key) => key.slice(0, -1), shell: `\${${KEY_VARIABLE}%?}` },
  preceded: { value: (key) => `x${key}`, shell: `x\${${KEY_VARIABLE}}` },
  'first changed': {
    value: (key) => `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`,
    shell: `A\${${KEY_VARIABLE}#?}`,
  },
  case: { value: otherCase, shell: `$(printf %s "$${KEY_VARIABLE}" | tr 'a-zA-Z' 'A-Za-z')` },
  lengthened: { value: (key) => `${key}x`, shell: `\${${KEY_VARIABLE}}x` },
};

/** The value that goes over the wire; undefined where there is no key to send. */
export function wireValue(credential: Credential, keys: Keys): string | undefined {
  if (credential === 'main') return keys.main;
  if (credential === 'limit') return keys.limit;
  if (credential === 'none') return undefined;
  return WRONG[credential.wrong]?.value(keys.main ?? 'key');
}

/** The same as it is shown: the variable in its place. */
export function shownValue(credential: Credential): string | undefined {
  if (credential === 'main') return `$${KEY_VARIABLE}`;
  if (credential === 'limit') return `$${LIMIT_KEY_VARIABLE}`;
  if (credential === 'none') return undefined;
  return WRONG[credential.wrong]?.shell;
}

/** The key with its letters in the other case; an unknown one where it has no letters. */
function otherCase(key: string): string {
  const other = [...key]
    .map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase()))
    .join('');
  return other === key ? `${key}-x` : other;
}
