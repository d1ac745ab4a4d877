import type { SecurityScheme } from '../../../openapi/contract';

/** The environment variable that stands for each key in reports. */
export const KEY_VARIABLE = 'ANIMAL_STORE_API_KEY';
export const LIMIT_KEY_VARIABLE = 'ANIMAL_STORE_LIMIT_KEY';
export const READER_KEY_VARIABLE = 'ANIMAL_STORE_READ_ONLY_KEY';

/** The same for the credential of one security scheme. */
export const credentialVariable = (scheme: string): string =>
  `ANIMAL_STORE_CREDENTIAL_${scheme.replaceAll(/\W/g, '_')}`;

/** Such a variable in a text, as it stands in the place of a secret. */
export const OF_SECRETS = /(\$ANIMAL_STORE_(?:API_KEY|LIMIT_KEY|READ_ONLY_KEY|CREDENTIAL_\w+))/;

/** The same for a header that the user has every request carry. */
export const headerVariable = (name: string): string =>
  `ANIMAL_STORE_HEADER_${name.toUpperCase().replaceAll(/\W/g, '_')}`;

/** A text made from a key: as a value, and as a shell makes it from the variable `KEY_VARIABLE`. */
export interface Form {
  readonly value: (key: string) => string;
  readonly shell: string;
}

/**
 * An `Authorization` header that holds no credential of any of these schemes; undefined where a credential is not wrong in that
 * way. What would be right in another of the schemes, any of which lets a caller in, is written otherwise.
 */
export function oddHeader(wrong: string, schemes: readonly SecurityScheme[]): Form | undefined {
  if (wrong in ODD_HEADERS && wrong !== 'nothing' && schemes.some(takesAnyWord)) return DIGEST;
  const takesBasic = schemes.some(({ kind }) => kind === 'basic');
  if (wrong === 'scheme' && takesBasic) return schemes.some(({ kind }) => kind === 'bearer') ? DIGEST : AS_BEARER;
  return ODD_HEADERS[wrong];
}

/** The key as it is, where no scheme has it: in the query, by the name of its header, or as services call it there (RFC 6750 §2.3). */
export const IN_QUERY = 'in query';
export const AS_IS: Form = { value: (key) => key, shell: `$${KEY_VARIABLE}` };
export const queryNames = (scheme: SecurityScheme): readonly string[] =>
  scheme.kind === 'apiKey' ? [scheme.parameter, 'api_key'] : ['access_token'];

/** Whether a scheme takes a key in `Authorization` behind a word that is not known: documents describe keys there that go behind one. */
export const takesAnyWord = (scheme: SecurityScheme): boolean =>
  scheme.kind === 'http' ||
  (scheme.kind === 'apiKey' && scheme.in === 'header' && scheme.parameter.toLowerCase() === 'authorization');

const AS_BEARER: Form = { value: (key) => `Bearer ${key}`, shell: `Bearer $${KEY_VARIABLE}` };
const DIGEST: Form = { value: () => 'Digest username="nobody"', shell: 'Digest username=\\"nobody\\"' };

/** The key behind its word in small letters, which is the same word (RFC 9110 §11.1). */
export const SMALL_WORD = 'small word';

/** `Authorization` headers that hold no bearer token, or one in another form. */
const ODD_HEADERS: Readonly<Record<string, Form>> = {
  scheme: {
    value: (key) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    shell: `Basic $(printf %s "$${KEY_VARIABLE}:" | base64 | tr -d '\\n')`,
  },
  'other scheme': { value: (key) => `Token ${key}`, shell: `Token $${KEY_VARIABLE}` },
  'no scheme': AS_IS,
  nothing: { value: () => '', shell: '' },
  // Right in all but how its word is written.
  [SMALL_WORD]: { value: (key) => `bearer ${key}`, shell: `bearer $${KEY_VARIABLE}` },
};

/** `B` where the key matches, else `A`: either way another character than the key has there. */
const another = (pattern: string): string => `$(case $${KEY_VARIABLE} in (${pattern}) echo B;; (*) echo A;; esac)`;

const NEAR_MISSES: Readonly<Record<string, Form>> = {
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
  // What every object of some languages has.
  'object prototype': { value: () => '__proto__', shell: '__proto__' },
  'object constructor': { value: () => 'constructor', shell: 'constructor' },
};

/** Whether a near miss is made from the key. */
const isOfKey = ({ shell }: Form): boolean => shell.includes('$');

/** Whether a credential that is wrong in that way is much like the right one: of HTTP Basic mostly with the same user. */
export const isNearMiss = (wrong: string): boolean => {
  const form = NEAR_MISSES[wrong];
  return form !== undefined && isOfKey(form);
};

/** A near miss of a key in a scheme; undefined where there is none of that name. */
export function nearMiss(wrong: string, { kind }: SecurityScheme): Form | undefined {
  const form = NEAR_MISSES[wrong];
  return form !== undefined && kind === 'basic' ? formOfUser(form) : form;
}

/**
 * A near miss of a user of HTTP Basic: of the password, or where there is none of the name. In the shell `K` is the key, and `E` the
 * colon that it ends with where there is no password.
 */
function formOfUser(form: Form): Form {
  if (!isOfKey(form)) return { value: (key) => `${form.value(key)}:`, shell: `${form.shell}:` };
  return {
    value(key) {
      const user = key.replace(/:$/, '');
      return form.value(user) + key.slice(user.length);
    },
    shell: `${form.shell.replaceAll(KEY_VARIABLE, 'K')}$E`,
  };
}

/** The key with its letters in the other case; lengthened where it has no letters. */
function otherCase(key: string): string {
  const other = key.replaceAll(/[a-zA-Z]/g, (char) => (char < 'a' ? char.toLowerCase() : char.toUpperCase()));
  return other === key ? `${key}-x` : other;
}

const toBase64 = (text: string): string => Buffer.from(text).toString('base64');

/** What of a text stands in base 64 whatever comes before and behind it: a byte before it shifts all. */
const inBase64 = (text: string): readonly string[] =>
  [0, 1, 2].map((before) => {
    const whole = toBase64('\0'.repeat(before) + text).replace(/=+$/, '');
    const isCutOff = (before + Buffer.byteLength(text)) % 3 !== 0;
    return whole.slice(before === 0 ? 0 : before + 1, isCutOff ? -1 : undefined);
  });

/** Every form in which a key is sent: a server may repeat any of them in a reply. Of `user:password` the password by itself, too. */
export const tellingForms = (key: string): readonly string[] => {
  const near = [key, key.slice(0, -1), key.slice(1), otherCase(key)];
  const plain = [...near, toBase64(`${key}:`), ...near.flatMap(inBase64)];
  if (!key.includes(':')) return plain;
  const ofUser = Object.values(NEAR_MISSES)
    .filter(isOfKey)
    .map((form) => formOfUser(form).value(key));
  return [...plain, ...[key, ...ofUser].map(toBase64), key.slice(key.indexOf(':') + 1)];
};
