import { readResponseHead, withHeader } from './http1';

/** The header that names what is wrong with a reply. */
const HEADER = 'Conformance-Finding';

/** The most bytes of a reply that are held: a longer one is passed on unchanged. */
const MOST_HELD = 2 ** 20;

export type HeldReplies = ReturnType<typeof createHeldReplies>;

/** Holds each reply of a connection until it is judged; all stay in their order. */
export function createHeldReplies(write: (bytes: Buffer) => void, verdicts: Verdicts) {
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
    head(head: Buffer): void {
      letGo();
      const read = readResponseHead(head.toString('latin1'), undefined);
      const isHeld = read !== undefined && read.status >= 200 && !read.isStream;
      isFinal = isHeld;
      begun = isHeld ? [head] : undefined;
      size = head.length;
      if (!isHeld) pass(head);
    },
    raw(bytes: Buffer): void {
      if (begun === undefined) {
        pass(bytes);
        return;
      }
      begun.push(bytes);
      size += bytes.length;
      if (size > MOST_HELD) letGo();
    },
    end(): void {
      const [head, ...rest] = begun ?? [];
      begun = undefined;
      if (head === undefined) {
        if (isFinal) numbers.push(undefined);
        return;
      }
      const { held, verdict } = verdicts.ask();
      numbers.push(held);
      lined += size;
      line = line.then(async () => {
        const text = await verdict;
        lined -= head.length;
        write(
          text === undefined ? head : Buffer.from(withHeader(head.toString('latin1'), `${HEADER}: ${text}`), 'latin1'),
        );
        for (const bytes of rest) writeLined(bytes);
      });
    },
    /** The number of the next reply that was held, in their order; undefined where none was. */
    next: (): number | undefined => numbers.shift(),
    /** Whether so much waits to be written that no more should be read. */
    isFull: (): boolean => lined > MOST_HELD,
    /** Once all that came has been written. */
    written(): Promise<void> {
      letGo();
      return line;
    },
  };
}

/** A reply waits no longer than this for its verdict. */
const MOST_MS = 1000;

export type Verdicts = ReturnType<typeof createVerdicts>;

/** What is wrong with the replies that are held, by their numbers. */
export function createVerdicts() {
  const waiting = new Map<number, (text: string | undefined) => void>();
  let asked = 0;
  const answer = (held: number, text: string | undefined): void => {
    waiting.get(held)?.(text);
    waiting.delete(held);
  };
  return {
    answer,
    /** @returns the number of a reply, and its verdict: undefined where nothing is wrong, or it was not judged in time */
    ask(): { readonly held: number; readonly verdict: Promise<string | undefined> } {
      asked += 1;
      const held = asked;
      const verdict = new Promise<string | undefined>((resolve) => {
        const timer = setTimeout(() => answer(held, undefined), MOST_MS);
        waiting.set(held, (text) => {
          clearTimeout(timer);
          resolve(text);
        });
      });
      return { held, verdict };
    },
  };
}
