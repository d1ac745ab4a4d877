import { once } from '../../openapi/contract';
import type { Keys } from '../exchange/keys';
import { credentialVariable, KEY_VARIABLE, LIMIT_KEY_VARIABLE, tellingForms } from '../exchange/near-misses';
import type { RunOptions } from '../run/options';
import { secretFinder } from './find-secrets';

/** Shorter texts are not hidden: they may be ordinary words. */
const SHORTEST_KEY = 4;
const SHORTEST_SECRET = 8;

/** What nobody may read beside the keys: values of the user's headers, and what the proxy is told of the user. */
export function secretsOf({
  headers,
  transport: { proxy },
}: Pick<RunOptions, 'headers' | 'transport'>): readonly string[] {
  const { username, password } = new URL(proxy ?? 'http://x');
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  const basic = Buffer.from(`${user}:${pass}`).toString('base64');
  return [...Object.values(headers), ...(user === '' && pass === '' ? [] : [pass, basic])];
}

/**
 * Puts variables in place of the keys wherever a server may have repeated them: as they are, in near misses, and with any
 * of their characters in an escape of JSON, XML or URLs.
 *
 * @param secrets what is hidden beside the keys
 * @param used main keys besides this one, such as those that have expired
 */
export function redactor(
  { main, limit, named = {} }: Keys,
  secrets: readonly string[],
  used: readonly string[] = [],
): (text: string) => string {
  const hidden: readonly (readonly [string, string])[] = [
    ...[...new Set([main, ...used])]
      .flatMap((key) => formsOf(key, SHORTEST_KEY))
      .map((form) => [form, `$${KEY_VARIABLE}`] as const),
    ...formsOf(limit, SHORTEST_KEY).map((form) => [form, `$${LIMIT_KEY_VARIABLE}`] as const),
    ...Object.entries(named).flatMap(([name, value]) =>
      formsOf(value, SHORTEST_KEY).map((form) => [form, `$${credentialVariable(name)}`] as const),
    ),
    ...secrets.filter((secret) => secret.length >= SHORTEST_SECRET).map((secret) => [secret, '***'] as const),
  ];
  // The longest first, since one may be part of another.
  const order = hidden
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([secret, name]) => ({ secret, name, pattern: once(() => patternOf(secret)) }));
  const inText = secretFinder(order.map(({ secret }) => secret));
  return (text) => {
    const found = inText(text);
    return order.reduce(
      (shown, { secret, name, pattern }) => (found.has(secret) ? shown.replaceAll(pattern(), () => name) : shown),
      text,
    );
  };
}

/** A pattern of all the ways to write a secret. */
const patternOf = (secret: string): RegExp => new RegExp([...secret].map(writtenForms).join(''), 'g');

const formsOf = (key: string | undefined, shortest: number): readonly string[] =>
  key === undefined ? [] : tellingForms(key).filter((form) => form.length >= shortest);

/** A pattern of the ways to write one character; escapes may have been escaped again. */
function writtenForms(char: string): string {
  const percent = [...Buffer.from(char)].map((byte) => `%(?:25)*${hexadecimal(byte, 2)}`).join('');
  const json = Array.from({ length: char.length }, (_, place) => `\\\\{1,7}u${hexadecimal(char.charCodeAt(place), 4)}`);
  const code = char.codePointAt(0) ?? 0;
  const xml = [`&#0*${code};`, `&#x0*${hexadecimal(code, 1)};`, ...(ENTITIES.get(char) ?? [])];
  const quoted = ['"', '\\', '/'].includes(char) ? [`\\\\{1,7}${escaped(char)}`] : [];
  return `(?:${[escaped(char), percent, json.join(''), ...quoted, ...xml].join('|')})`;
}

/** XML 1.0 §4.6. */
const ENTITIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['&', ['&amp;']],
  ['<', ['&lt;']],
  ['>', ['&gt;']],
  ['"', ['&quot;']],
  ["'", ['&apos;']],
]);

const escaped = (char: string): string => char.replace(/[.*+?^${}()|[\]\\/-]/, '\\$&');

/** A pattern of a number's digits, in either case. */
const hexadecimal = (number: number, digits: number): string =>
  number
    .toString(16)
    .padStart(digits, '0')
    .replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
