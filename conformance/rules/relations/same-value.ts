import { createHash } from 'node:crypto';
import { isObject, itemsOf, keywordOf, own, propertiesOf, type Schema } from '../../../openapi/contract';
import { sameJson } from '../../records/records';

/**
 * Whether two values of a record are the same by their schema: exactly, or as its format means them. A secret may be shown
 * masked or hashed, or not at all.
 */
export function isSameValue(schema: Schema, one: unknown, other: unknown): boolean {
  if (sameJson(one, other) || isSecret(schema)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    const items = itemsOf(schema) ?? {};
    return one.length === other.length && one.every((item, index) => isSameValue(items, item, other[index]));
  }
  if (isObject(one) && isObject(other)) {
    const properties = propertiesOf(schema);
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].every((name) =>
      isSameValue(properties.get(name)?.schema ?? {}, own(one, name), own(other, name)),
    );
  }
  if (typeof one === 'number' && typeof other === 'number')
    return schema.format === 'float' && Math.fround(one) === Math.fround(other);
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  return isSameInstant(schema, one, other) || isMasked(one, other) || isHashed(one, other);
}

/** How a server has changed a value, where that is a habit which it may have with any: then it is one defect, whatever it shows. */
export function changeOf(sent: unknown, shown: unknown): string | undefined {
  if (isNumber(sent) && isNumber(shown)) return Math.abs(Number(sent) - Number(shown)) < 1 ? 'rounded' : undefined;
  if (typeof sent !== 'string' || typeof shown !== 'string') return undefined;
  const ways = {
    trimmed: [sent.trim(), sent.trimStart(), sent.trimEnd()].includes(shown),
    'in another case': sent.toLowerCase() === shown.toLowerCase(),
    'in another normal form': sent.normalize('NFKC') === shown.normalize('NFKC'),
    'cut off': shown !== '' && sent.startsWith(shown),
  };
  return Object.entries(ways).find(([, is]) => is)?.[0];
}

const isNumber = (value: unknown): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

/** OpenAPI 3.0.3 §4.4: such a value is not to be seen. */
const isSecret = ({ format, writeOnly }: Schema): boolean => format === 'password' || writeOnly === true;

/** One point in time may be written with any offset, and with more or fewer zeros (RFC 3339 §5.6). */
function isSameInstant(schema: Schema, one: string, other: string): boolean {
  // One that may be null as well has it in a branch.
  if (keywordOf(schema, 'format') !== 'date-time') return false;
  const [first, second] = [one, other].map(instantOf);
  return first !== undefined && first === second;
}

/** The second, and what follows its decimal point: a `Date` has three digits of that. */
export function instantOf(text: string): string | undefined {
  const [, second, fraction = '', offset] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/i.exec(text) ?? [];
  const at = Date.parse(`${second}${offset}`.toUpperCase());
  return Number.isNaN(at) ? undefined : `${at}.${fraction.replace(/0+$/, '')}`;
}

/** Whether one of two texts is the other with what lies in its middle, or all of it, masked: `****`, `***abc`, `sk-•••`. */
const isMasked = (one: string, other: string): boolean => isMaskOf(one, other) || isMaskOf(other, one);

function isMaskOf(masked: string, text: string): boolean {
  const parts = masked.split(/[*•●]{3,}/);
  const [begin = '', end = ''] = parts;
  return parts.length === 2 && text.startsWith(begin) && text.endsWith(end);
}

/** How stored passwords are written: by the name of the function, as crypt(3), PHC strings, LDAP and Django do. */
const HASHED =
  /^(?:\$(?:2[abxy]|[1567y]|argon2\w*|scrypt|pbkdf2[\w-]*)\$|\{S?(?:SHA|MD5)\d*\}|(?:pbkdf2_sha\d+|bcrypt\w*|argon2)\$)/;
const DIGESTS = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'] as const;

function isHashed(one: string, other: string): boolean {
  if (HASHED.test(one) !== HASHED.test(other)) return true;
  const isHashOf = (hash: string, text: string): boolean =>
    /^(?:[\da-f]{32,128}|[\w+/-]{22,86}={0,2})$/i.test(hash) &&
    DIGESTS.some((name) => {
      const bytes = createHash(name).update(text).digest();
      return [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')].some(
        (written) => written === hash || written === hash.toLowerCase(),
      );
    });
  return isHashOf(one, other) || isHashOf(other, one);
}
