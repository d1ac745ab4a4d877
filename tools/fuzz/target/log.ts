import { secretsIn } from '../laws/secrets';
import { MARK } from '../subject';

/** What was seen in the lines of the mock's log. */
export interface LogWatch {
  hear(line: string): void;
  /** Lines that show a key, the key left out, and how many there were. */
  readonly leaks: { readonly count: number; readonly examples: readonly string[] };
  /** Lines with characters that a terminal obeys, or that it does not show. */
  readonly unsafe: { readonly count: number; readonly examples: readonly string[] };
  /** Lines that tell of a failure of the mock's own, or of a reply that breaks the contract. */
  readonly failures: { readonly count: number; readonly examples: readonly string[] };
  readonly lines: number;
}

/** A refusal that a document does not have is no failure: some have no refusals at all. */
const FAILURE = /^(ERROR|FAULT|BROKEN REPLY)\b(?!.*: the status \d+ is not documented)/;
/** Controls (C0, C1), format characters such as those for the direction of writing, other line ends, half of a surrogate pair. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const MOST_EXAMPLES = 3;
/** A log writes no longer line; a longer one is looked at to here. */
const MOST_LENGTH = 100_000;

/** @param secrets may grow while it watches */
export function watchLog(secrets: () => readonly string[]): LogWatch {
  const [leaks, unsafe, failures] = [counter(), counter(), counter()];
  let lines = 0;
  return {
    hear(line) {
      lines += 1;
      const text = line.slice(0, MOST_LENGTH);
      if (FAILURE.test(text)) failures.add(text.slice(0, 300));
      if (UNSAFE.test(text)) unsafe.add(JSON.stringify(text.slice(0, 300)));
      const known = secrets();
      const shown = secretsIn(text, known);
      if (shown.length > 0) leaks.add(withoutSecrets(text, shown).slice(0, 300));
    },
    leaks,
    unsafe,
    failures,
    get lines() {
      return lines;
    },
  };
}

function counter() {
  const examples: string[] = [];
  let count = 0;
  return {
    add(example: string): void {
      count += 1;
      if (examples.length < MOST_EXAMPLES) examples.push(example);
    },
    get count() {
      return count;
    },
    examples,
  };
}

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((whole, secret) => whole.replaceAll(secret, '$KEY'), text).replaceAll(MARK, '$K');
