import { MARK, secretsIn, withoutSecrets } from './secrets';

/** How many lines were of a kind, and the first of them. */
export interface Lines {
  readonly count: number;
  readonly examples: readonly string[];
}

/** What was seen in the lines of the mock's log. */
export interface LogWatch {
  hear(line: string): void;
  /** Lines that show a key, the key left out. */
  readonly leaks: Lines;
  /** Lines with characters that a terminal obeys, or that it does not show. */
  readonly unsafe: Lines;
  /** Lines that tell of a failure of the mock's own, or of a reply that breaks the contract. */
  readonly failures: Lines;
  readonly lines: number;
}

/** A refusal that a document does not have is no failure: some have no refusals at all. */
const FAILURE = /^(ERROR|FAULT|BROKEN REPLY)\b(?!.*: the status \d+ is not documented)/;
/** Controls (C0, C1), format characters such as those for the direction of text, line ends, half a surrogate pair. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
const MOST_EXAMPLES = 3;
const MOST_SHOWN = 300;
/** A log writes no longer line; a longer one is looked at to here. */
const MOST_LENGTH = 100_000;

/** @param secrets may grow while it watches */
export function watchLog(secrets: () => readonly string[]): LogWatch {
  const seen = { leaks: noLines(), unsafe: noLines(), failures: noLines(), lines: 0 };
  return Object.assign(seen, {
    hear(line: string): void {
      seen.lines += 1;
      const text = line.slice(0, MOST_LENGTH);
      if (FAILURE.test(text)) note(seen.failures, text.slice(0, MOST_SHOWN));
      if (UNSAFE.test(text)) note(seen.unsafe, JSON.stringify(text.slice(0, MOST_SHOWN)));
      const shown = secretsIn(text, secrets());
      if (shown.length > 0) note(seen.leaks, withoutSecrets(text, shown).replaceAll(MARK, '$K').slice(0, MOST_SHOWN));
    },
  });
}

const noLines = () => ({ count: 0, examples: [] as string[] });

function note(lines: { count: number; readonly examples: string[] }, example: string): void {
  lines.count += 1;
  if (lines.examples.length < MOST_EXAMPLES) lines.examples.push(example);
}
