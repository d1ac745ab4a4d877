import { isObject, JsonError, parseJson, stringifyJson } from '../../openapi/contract';

/** In the place of what is masked. */
export const HIDDEN = 'hidden';

/**
 * Members that are credentials where clients get tokens (RFC 6749 §2.3.1, §4.1.3, §4.3.2, §5.1 and §6; RFC 7521 §4; RFC 7636
 * §4.5; RFC 8628 §3.4; RFC 8693 §2.1; OpenID Connect Core §3.1.3.3), however their words are put together.
 */
const CREDENTIALS: ReadonlySet<string> = new Set([
  ...['accesstoken', 'refreshtoken', 'idtoken', 'devicecode', 'subjecttoken', 'actortoken'],
  ...['clientsecret', 'password', 'codeverifier', 'assertion', 'clientassertion'],
]);

const isCredential = (name: string): boolean => CREDENTIALS.has(name.replaceAll(/[-_]/g, '').toLowerCase());

/** A body by which tokens are asked for or given, without credentials. What is neither JSON nor a form is not shown at all. */
export function maskTokenBody(text: string): string {
  if (text === '') return text;
  if (/^[^=&\s"<>{}[\]]+=/.test(text)) return text.split('&').map(maskPair).join('&');
  try {
    return stringifyJson(maskMembers(parseJson(text)));
  } catch (error) {
    if (error instanceof JsonError) return HIDDEN;
    throw error;
  }
}

function maskPair(pair: string): string {
  const [[name = ''] = []] = new URLSearchParams(pair);
  // In JSON, a `code` is that of an error.
  return isCredential(name) || name === 'code' ? `${pair.slice(0, pair.indexOf('=') + 1)}${HIDDEN}` : pair;
}

function maskMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskMembers);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isCredential(name) ? HIDDEN : maskMembers(member)]),
  );
}
