import type { Random } from '../../world/stores/random';
import { between, hexOf } from './theme';

/** A text like another: its letters and digits are other ones, everything else is the same. `cus_7Hq2` → `cus_4Mz8`. */
export function alike(text: string, random: Random): string {
  if (UUID.test(text))
    return text.replaceAll(/[\da-f]/gi, (digit, at: number) => (VERSION_AT.includes(at) ? digit : hexOf(1, random)));
  const [prefix = ''] = /^[A-Za-z]{1,12}[_:-](?=.*\d)/.exec(text) ?? [];
  const rest = text.slice(prefix.length);
  // A word stays a word, with a number more.
  if (!/\d/.test(rest) && !/^[A-Z]+$/.test(rest)) return `${text}-${between(2, 99, random)}`;
  return prefix + scrambled(rest, random);
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
/** Where a UUID tells its version and variant (RFC 9562 §4). */
const VERSION_AT: readonly number[] = [14, 19];

/** Of hexadecimal texts hexadecimal ones; no number begins with 0. */
function scrambled(text: string, random: Random): string {
  const isHex = /^[\da-f-]+$/.test(text) && /[a-f]/.test(text);
  return text.replaceAll(/[A-Za-z\d]/g, (character, at: number) => {
    if (isHex) return hexOf(1, random);
    if (/\d/.test(character)) return String(between(at === 0 ? 1 : 0, 9, random));
    return String.fromCharCode(between(0, 25, random) + (character < 'a' ? 65 : 97));
  });
}
