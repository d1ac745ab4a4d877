import { MARKS, secretsOf } from '../subject';
import type { Law } from './model';

/** A reply has no key in it that its request did not have. */
export const secrets: Law = {
  id: 'keys',
  judge({ attempt, reply, subject }) {
    if (!MARKS.some((mark) => reply.head.includes(mark) || reply.body.includes(mark))) return undefined;
    const shown = secretsIn(`${reply.head}\n${reply.body}`, secretsOf(subject.keys));
    const sent = attempt.parts.map((part) => part.toString('latin1')).join('');
    const foreign = shown.filter(
      (secret) => secret !== subject.keys.buried && !inAnyDecoding(sent).some((text) => text.includes(secret)),
    );
    return foreign.length === 0 ? undefined : `a ${reply.status} that shows a key of somebody else`;
  },
};

/** The secrets that show in a text, in any decoding, as words of their own. */
export function secretsIn(text: string, secrets: readonly string[]): readonly string[] {
  const texts = inAnyDecoding(text);
  return secrets.filter((secret) => texts.some((decoded) => hasWord(decoded, secret)));
}

/** Whether no letter or digit touches it: a longer word is not the key. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + word.length))) return true;
  }
  return false;
}

/** A text, and what it is once percent-encoding, escapes of JSON and Base64 are undone. */
export function inAnyDecoding(text: string): readonly string[] {
  const found = [text];
  for (let times = 0, last = text; times < 3; times += 1) {
    const next = unescaped(percentDecoded(last));
    if (next === last) break;
    found.push(next);
    last = next;
  }
  return [...found, ...found.flatMap(base64In)];
}

const percentDecoded = (text: string): string =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const unescaped = (text: string): string =>
  text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const base64In = (text: string): readonly string[] =>
  [...text.matchAll(/[A-Za-z0-9+/_-]{16,400}/g)]
    .map(([word]) => Buffer.from(word, 'base64').toString('latin1'))
    .filter((decoded) => MARKS.some((mark) => decoded.includes(mark)));
