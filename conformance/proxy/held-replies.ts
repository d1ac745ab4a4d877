import { readResponseHead, withHeader } from './http1';

/** The header that names what is wrong with a reply. */
const HEADER = 'Conformance-Finding';

/** The most bytes of a reply that are held: a longer one goes on without a word. */
const MOST_HELD = 2 ** 20;

/** Holds each reply of a connection until somebody has said what is wrong with it; all stay in their order. */
export interface HeldReplies {
  head(head: Buffer): void;
  raw(bytes: Buffer): void;
  end(): void;
  /** The number of the next reply that was held, in their order; undefined where none was. */
  next(): number | undefined;
  /** Whether so much waits to be written that no more should be read. */
  isFull(): boolean;
  /** Once all that came has been written. */
  written(): Promise<void>;
}

export function createHeldReplies(write: (bytes: Buffer) => void, verdicts: Verdicts): HeldReplies {
  let line: Promise<void> = Promise.resolve();
  /** Bytes that wait in it. */
  let lined = 0;
  let begun: Buffer[] | undefined;
  let size = 0;
  let isFinal = false;
  const numbers: (number | undefined)[] = [];

  const writeLined = (bytes: Buffer): void => {
    lined -= bytes.length;
    write(bytes);
  };
  const pass = (bytes: Buffer): void => {
    lined += bytes.length;
    line = line.then(() => writeLined(bytes));
  };
  const letGo = (): void => {
    for (const bytes of begun ?? []) pass(bytes);
    begun = undefined;
  };

  return {
    head(head) {
      letGo();
      const read = readResponseHead(head.toString('latin1'), undefined);
      const isHeld = read !== undefined && read.status >= 200 && !read.isStream;
      isFinal = isHeld;
      begun = isHeld ? [head] : undefined;
      size = head.length;
      if (!isHeld) pass(head);
    },
    raw(bytes) {
      if (begun === undefined) {
        pass(bytes);
        return;
      }
      begun.push(bytes);
      size += bytes.length;
      if (size <= MOST_HELD) return;
      letGo();
    },
    end() {
      const [head, ...rest] = begun ?? [];
      begun = undefined;
      if (head === undefined) {
        if (isFinal) numbers.push(undefined);
        return;
      }
      const { held, said } = verdicts.ask();
      numbers.push(held);
      lined += size;
      line = line.then(async () => {
        const text = await said;
        lined -= head.length;
        write(
          text === undefined ? head : Buffer.from(withHeader(head.toString('latin1'), `${HEADER}: ${text}`), 'latin1'),
        );
        for (const bytes of rest) writeLined(bytes);
      });
    },
    next: () => numbers.shift(),
    isFull: () => lined > MOST_HELD,
    written() {
      letGo();
      return line;
    },
  };
}

/** A reply waits no longer than this for what is said of it. */
const MOST_MS = 1000;

/** What is said of replies that are held, by their numbers. */
export interface Verdicts {
  /** @returns its number, and what comes to be said of it: undefined where nothing is wrong, or nobody said it in time */
  ask(): { readonly held: number; readonly said: Promise<string | undefined> };
  answer(held: number, text: string | undefined): void;
}

export function createVerdicts(): Verdicts {
  const waiting = new Map<number, (text: string | undefined) => void>();
  let asked = 0;
  const answer = (held: number, text: string | undefined): void => {
    waiting.get(held)?.(text);
    waiting.delete(held);
  };
  return {
    answer,
    ask() {
      asked += 1;
      const held = asked;
      const said = new Promise<string | undefined>((resolve) => {
        const timer = setTimeout(() => answer(held, undefined), MOST_MS);
        waiting.set(held, (text) => {
          clearTimeout(timer);
          resolve(text);
        });
      });
      return { held, said };
    },
  };
}
