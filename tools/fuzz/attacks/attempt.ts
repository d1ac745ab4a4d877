import { createHash } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import type { Attempt, Target } from '../model';
import { secretsOf } from '../target/secrets';

/** One attempt of an attack, by its number. */
interface AttemptId {
  readonly seed: number;
  readonly attack: string;
  readonly at: number;
}

/** fast-check makes of this the same value again, whatever was made before. */
const runOf = ({ seed, attack, at }: AttemptId) => ({
  seed: createHash('sha256').update(`${seed} ${attack} ${at}`).digest().readInt32LE(),
  numRuns: 1,
  unbiased: true,
});

/** The attempt of this number. */
export function attemptAt<Value>(attempts: Arbitrary<Value>, id: AttemptId): Value {
  const [attempt] = fc.sample(attempts, runOf(id));
  if (attempt === undefined) throw new Error(`attempt ${id.at} of ${id.attack} has no value`);
  return attempt;
}

/** Shrinking takes no longer, whatever the mock does. */
const MOST_TRIES = 200;
const MOST_MS = 5000;

/** The smallest attempt found that fails by itself; undefined where this one needs what others have done before. */
export async function shrunk<Value>(
  attempts: Arbitrary<Value>,
  id: AttemptId,
  fails: (value: Value) => Promise<boolean>,
): Promise<Value | undefined> {
  const until = performance.now() + MOST_MS;
  let tries = 0;
  const property = fc.asyncProperty(attempts, async (value) => {
    tries += 1;
    return tries > MOST_TRIES || performance.now() > until || !(await fails(value));
  });
  const { counterexample } = await fc.check(property, runOf(id));
  return counterexample?.[0];
}

/** No longer line is printed. */
const MOST_BYTES = 1500;

/** A command that sends these bytes to the mock at its own port; undefined where they are too many to print. */
export function shellLine(attempt: Attempt, target: Target): string | undefined {
  const bytes = Buffer.concat(attempt.parts);
  return bytes.length > MOST_BYTES ? undefined : `printf '${forPrintf(bytes, target)}' | nc -q 1 127.0.0.1 4010`;
}

const KEY_SIGN = '\u{1f511}';

/** As the format of `printf`; a key is the shell's `$KEY`. */
function forPrintf(bytes: Buffer, target: Target): string {
  const text = bytes.toString('latin1');
  return secretsOf(target)
    .reduce((whole, secret) => whole.replaceAll(secret, KEY_SIGN), text)
    .replaceAll(/[^\x20-\x7e\u{1f511}]|[\\%']/gu, (letter) => ESCAPES.get(letter) ?? octal(letter))
    .replaceAll(KEY_SIGN, `'"$KEY"'`);
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\r', '\\r'],
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['\\', '\\\\'],
  ['%', '%%'],
]);

const octal = (letter: string): string => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`;
