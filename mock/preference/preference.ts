/** The header `Prefer` and its answer `Preference-Applied` (RFC 7240). */

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
/** What stands between commas. A quoted text may hold commas; one without an end reaches to the end. */
const MEMBERS = /(?:[^,"]|"(?:[^"\\]|\\.?)*(?:"|$))+/gs;
const MEMBER = /^[\t ]*([!#$%&'*+.^_`|~\w-]+)[\t ]*(?:=(.*)|;.*)?$/s;
const QUOTED = /^[\t ]*"((?:[^"\\]|\\.)*)"[\t ]*(?:;|$)/s;

/**
 * The preferences of a `Prefer` header (RFC 7240 §2): name, in lower case, to value; the value is empty where there is
 * none. Of a name that comes twice the first counts. Parameters are left out, and so is what has no name. A value that
 * is neither a token nor quoted is taken as it stands: whoever looks for it can then tell what is wrong with it.
 */
export function parsePrefer(header: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>();
  for (const [member] of header.matchAll(MEMBERS)) {
    const [, name, word = ''] = MEMBER.exec(member) ?? [];
    if (name === undefined || preferences.has(name.toLowerCase())) continue;
    preferences.set(name.toLowerCase(), readWord(word));
  }
  return preferences;
}

function readWord(word: string): string {
  const quoted = QUOTED.exec(word)?.[1];
  return quoted === undefined ? word.replace(/;.*/s, '').trim() : quoted.replaceAll(/\\(.)/gs, '$1');
}

/**
 * One preference as `Preference-Applied` repeats it (RFC 7240 §3): `name=value`, quoted where the value is no token.
 * The value may be left out, and is where no header can hold it.
 */
export function writePreference(name: string, value: string): string {
  if (TOKEN.test(value)) return `${name}=${value}`;
  return /^[\t\x20-\x7e]+$/.test(value) ? `${name}="${value.replaceAll(/["\\]/g, '\\$&')}"` : name;
}
