import type { SecurityScheme } from '../../openapi/contract';
import { type Request, wrongnessOf } from './exchange';

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

/**
 * A request's credential where the operation's first scheme wants it, as it goes over the wire. For HTTP Basic a key is
 * `user:password`.
 */
export function carry(request: Request, keys: Keys): Carried {
  return placed(request, wireValue(request, keys), WIRE, (odd) => odd.value(keys.main ?? ''));
}

/** The same as text for a shell command, to stand between double quotes: variables stand for the keys. */
export function shownCarry(request: Request): Carried {
  return placed(request, shownValue(request), SHELL, ({ shell }) => shell);
}

function placed(
  { operation, credential }: Request,
  value: string | undefined,
  writing: Writing,
  written: (form: Form) => string,
): Carried {
  const [scheme] = operation.security;
  if (scheme === undefined || credential === 'none') return NOTHING;
  const odd = oddHeader(wrongnessOf(credential) ?? '', operation.security);
  if (odd !== undefined) return { headers: { authorization: written(odd) }, query: '' };
  return value === undefined ? NOTHING : place(scheme, value, writing);
}

const NOTHING: Carried = { headers: {}, query: '' };

/** How a value is written where it has to be encoded. */
interface Writing {
  /** In a query. */
  readonly percent: (value: string) => string;
  /** In HTTP Basic (RFC 7617 §2). */
  readonly base64: (value: string) => string;
}

const WIRE: Writing = { percent: encodeURIComponent, base64: (value) => Buffer.from(value).toString('base64') };

/**
 * In a URL the key stands as it is: no shell has a way to encode it. Where a value of HTTP Basic is made from the key, `K` is the
 * key, and `E` the colon that it ends with where there is no password.
 */
const SHELL: Writing = {
  percent: String,
  base64: (value) => {
    const parts = value.includes('$E') ? `K=\${${KEY_VARIABLE}%:}; E=\${${KEY_VARIABLE}#"$K"}; ` : '';
    return `$(${parts}printf %s "${value}" | base64 | tr -d '\\n')`;
  },
};

function place(scheme: SecurityScheme, value: string, { percent, base64 }: Writing): Carried {
  if (scheme.kind === 'basic') return { headers: { authorization: `Basic ${base64(value)}` }, query: '' };
  if (scheme.kind === 'bearer') return { headers: { authorization: `Bearer ${value}` }, query: '' };
  const { in: where, parameter } = scheme;
  if (where === 'query') return { headers: {}, query: `${encodeURIComponent(parameter)}=${percent(value)}` };
  return { headers: where === 'cookie' ? { cookie: `${parameter}=${value}` } : { [parameter]: value }, query: '' };
}

/** A text made from a key: as a value, and as a shell makes it from the variable. */
interface Form {
  readonly value: (key: string) => string;
  readonly shell: string;
}

/**
 * An `Authorization` header that holds no credential of any of these schemes; undefined where a credential is not wrong in that
 * way. What would be right in another of the schemes, any of which lets a caller in, is written otherwise.
 */
function oddHeader(wrong: string, schemes: readonly SecurityScheme[]): Form | undefined {
  const isOwnHeader = schemes.some((one) => one.kind === 'apiKey' && one.parameter.toLowerCase() === 'authorization');
  const takesBasic = schemes.some(({ kind }) => kind === 'basic');
  if (wrong === 'scheme' && takesBasic) return schemes.some(({ kind }) => kind === 'bearer') ? DIGEST : AS_BEARER;
  return wrong === 'no scheme' && isOwnHeader ? AS_KEY : ODD_HEADERS[wrong];
}

const AS_BEARER: Form = { value: (key) => `Bearer ${key}`, shell: `Bearer $${KEY_VARIABLE}` };
const AS_KEY: Form = { value: (key) => `Key ${key}`, shell: `Key $${KEY_VARIABLE}` };
const DIGEST: Form = { value: () => 'Digest username="nobody"', shell: 'Digest username=\\"nobody\\"' };

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

/** Whether a near miss is made from the key. */
const isOfKey = ({ shell }: Form): boolean => shell.includes('$');

/** Whether a credential goes as that of HTTP Basic. Without a colon it would be none, and nobody knows what a server makes of it. */
export const isBasic = ([first]: readonly SecurityScheme[]): boolean => first?.kind === 'basic';

/** The value that goes over the wire; undefined where there is no key to send. */
function wireValue({ credential, operation }: Request, keys: Keys): string | undefined {
  if (credential === 'main') return keys.main;
  if (credential === 'limit') return keys.limit;
  if (credential === 'none' || 'caller' in credential) return undefined;
  const form = WRONG[credential.wrong];
  const key = keys.main ?? 'key';
  return form !== undefined && isBasic(operation.security) ? valueOfUser(form, key) : form?.value(key);
}

/** A near miss of a user of HTTP Basic: of the password, or where there is none of the name. */
function valueOfUser(form: Form, key: string): string {
  if (!isOfKey(form)) return `${form.value(key)}:`;
  const user = key.replace(/:$/, '');
  return form.value(user) + key.slice(user.length);
}

/** The same for a report: the variable in place of the key. */
function shownValue({ credential, operation }: Request): string | undefined {
  if (credential === 'main') return `$${KEY_VARIABLE}`;
  if (credential === 'limit') return `$${LIMIT_KEY_VARIABLE}`;
  if (credential === 'none') return undefined;
  if ('caller' in credential) return `$${KEY_VARIABLE}`;
  const form = WRONG[credential.wrong];
  if (!isBasic(operation.security)) return form?.shell;
  if (form === undefined || !isOfKey(form)) return `${form?.shell ?? ''}:`;
  return `${form.shell.replaceAll(KEY_VARIABLE, 'K')}$E`;
}

/** The key with its letters in the other case; lengthened where it has no letters. */
function otherCase(key: string): string {
  const other = key.replaceAll(/[a-zA-Z]/g, (char) => (char < 'a' ? char.toLowerCase() : char.toUpperCase()));
  return other === key ? `${key}-x` : other;
}

/** What of a text stands in base 64 whatever comes before and behind it: a byte before it shifts all. */
const inBase64 = (text: string): readonly string[] =>
  [0, 1, 2].map((before) => {
    const whole = WIRE.base64('\0'.repeat(before) + text).replace(/=+$/, '');
    const isCutOff = (before + Buffer.byteLength(text)) % 3 !== 0;
    return whole.slice(before === 0 ? 0 : before + 1, isCutOff ? -1 : undefined);
  });

/** Every form in which a key is sent: a server may repeat any of them in a reply. Of `user:password` the password by itself, too. */
export const tellingForms = (key: string): readonly string[] => {
  const near = [key, key.slice(0, -1), key.slice(1), otherCase(key)];
  const plain = [...near, WIRE.base64(`${key}:`), ...near.flatMap(inBase64)];
  if (!key.includes(':')) return plain;
  const ofUser = Object.values(WRONG)
    .filter(isOfKey)
    .map((form) => valueOfUser(form, key));
  return [...plain, ...[key, ...ofUser].map(WIRE.base64), key.slice(key.indexOf(':') + 1)];
};
