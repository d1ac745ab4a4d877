import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../../../openapi/contract';
import type { Keys, Target } from '../model';

/** What the keys of the default session and the token have in them. */
export const MARK = 'fzk7Q';

/** Each secret has one of these in it: the mock makes the keys of a session, and begins them with its id. */
const MARKS = [MARK, 'session-'] as const;

export const secretsOf = ({ keys, sessions }: Pick<Target, 'keys' | 'sessions'>): readonly string[] => [
  ...[keys.token, ...keys.shared, keys.buried],
  ...[...Object.values(sessions.ofAttack), sessions.metered].map(({ key }) => key),
];

/** What the mock calls a key, by its place in the file. */
export const keyNameAt = (place: number): string => `fuzz ${place}`;

/** Writes a file of keys in several forms, which the seed decides, each under the first plan that has figures. */
export function issueKeys(folder: string, { plans }: Contract, seed: number): Keys {
  const word = (name: string): string =>
    MARK + createHash('sha256').update(`${seed} ${name}`).digest('hex').slice(0, 20);
  const shared = [word('plain'), `${word('dashed')}-x-Y`, `a.${word('dots')}.~b`, `${word('slashed')}/c+d==`];
  const buried = word('buried');
  const plan = plans.find(({ allowances }) => allowances !== 'custom')?.name ?? plans[0]?.name ?? 'any';
  const quota = { allowances: { minute: 1_000_000_000 } };
  const keys = [...shared, buried].map((key, place) => ({ name: keyNameAt(place), key, plan, ...quota }));
  const file = join(folder, 'keys.json');
  writeFileSync(file, JSON.stringify(keys));
  return { token: word('token'), shared, buried, file };
}

/** The secrets that show in a text, in any decoding, as words of their own. */
export function secretsIn(text: string, secrets: readonly string[]): readonly string[] {
  const texts = inAnyDecoding(text);
  return secrets.filter((secret) => texts.some((decoded) => hasWord(decoded, secret)));
}

/** A text with each of these secrets as `$KEY`. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((whole, secret) => whole.replaceAll(secret, '$KEY'), text);

export const hasMark = (text: string | Buffer): boolean => MARKS.some((mark) => text.includes(mark));

/** Whether no letter or digit touches it: a longer word is not the key. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + word.length))) return true;
  }
  return false;
}

/** Percent-encoding, and escapes of JSON. */
const ESCAPES = [/%([0-9a-f]{2})/gi, /\\u([0-9a-f]{4})/gi];

/** A text, and what it is once percent-encoding, escapes of JSON and Base64 are undone. */
export function inAnyDecoding(text: string): readonly string[] {
  const found = [text];
  for (let times = 0, last = text; times < 3; times += 1) {
    const next = ESCAPES.reduce((whole, written) => whole.replaceAll(written, (_, hex: string) => letterOf(hex)), last);
    if (next === last) break;
    found.push(next);
    last = next;
  }
  return [...found, ...found.flatMap(base64In)];
}

const letterOf = (hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));

const base64In = (text: string): readonly string[] =>
  [...text.matchAll(/[A-Za-z0-9+/_-]{16,400}/g)]
    .map(([word]) => Buffer.from(word, 'base64').toString('latin1'))
    .filter(hasMark);
