import type { Attempt } from './model';
import { type Subject, secretsOf } from './subject';
import type { Address } from './wire/lane';

/** No longer line is printed. */
const MOST_BYTES = 1500;

/** The commands that repeat an attempt: by its number, and where it is short by its bytes. */
export function againLines(
  {
    seed,
    flags,
    subject,
  }: { readonly seed: number; readonly flags: string; readonly subject: Subject; readonly address: Address },
  { attack, at }: { readonly attack: string; readonly at: number },
  attempt: Attempt,
  isProven: boolean,
): readonly string[] {
  const byNumber = `npm run siege -- --seed ${seed} --only ${attack} --at ${at}${flags}`;
  const bytes = Buffer.concat(attempt.parts);
  if (!isProven || bytes.length > MOST_BYTES) return [byNumber];
  return [byNumber, `printf '${forPrintf(bytes, subject)}' | nc -q 1 127.0.0.1 4010`];
}

/** As the format of `printf`; a key is the shell's `$KEY`. */
function forPrintf(bytes: Buffer, { keys }: Subject): string {
  const plain = secretsOf(keys).reduce(
    (text, secret) => text.replaceAll(secret, '\u{1f511}'),
    bytes.toString('latin1'),
  );
  return plain
    .replaceAll(/[^\x20-\x7e\u{1f511}]|[\\%']/gu, (letter) => ESCAPES.get(letter) ?? octal(letter))
    .replaceAll('\u{1f511}', `'"$KEY"'`);
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\r', '\\r'],
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\\', '\\\\'],
  ['%', '%%'],
]);

const octal = (letter: string): string => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`;
