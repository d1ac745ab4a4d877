/** The headers `Prefer` and `Preference-Applied` (RFC 7240). */

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;
/** A member of the list. A quoted text may hold commas; without a closing quote it reaches to the end. */
const MEMBERS = /(?:[^,"]|"(?:[^"\\]|\\.?)*(?:"|$))+/gs;
const MEMBER = /^[\t ]*([!#$%&'*+.^_`|~\w-]+)[\t ]*(?:=(.*)|;.*)?$/s;
const QUOTED = /^[\t ]*"((?:[^"\\]|\\.)*)"[\t ]*(?:;|$)/s;

/**
 * The preferences of a `Prefer` header (RFC 7240 §2) by name, in lower case; a preference without a value has an empty one.
 * If a name is repeated, the first counts. Parameters, and members without a name, are left out. A value that is neither a
 * token nor quoted is kept as it is, so that an error message can quote it.
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
 * One preference as `Preference-Applied` repeats it (RFC 7240 §3): `name=value`, quoted unless the value is a token. A
 * value that a header can't hold is left out, as the RFC allows.
 */
export function writePreference(name: string, value: string): string {
  if (TOKEN.test(value)) return `${name}=${value}`;
  return /^[\t\x20-\x7e]+$/.test(value) ? `${name}="${value.replaceAll(/["\\]/g, '\\$&')}"` : name;
}
