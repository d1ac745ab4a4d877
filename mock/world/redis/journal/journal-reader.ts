import type { Entry } from '../../stores/journal';
import type { Connection } from '../connection/connection';

import { listIn, type Reply, textsIn } from '../connection/replies';
import type { StateKeys } from '../state/keys';
import { unpackEntry } from './journal-entry';
import { READ } from './journal-steps';

/** So many entries are read at once: what is looked for among many takes no more room than these. */
export const PAGE = 50;

/** Some entries, and how many were forgotten since the journal was cleared. */
export interface JournalPage {
  readonly forgotten: number;
  readonly entries: readonly Entry[];
}

export interface JournalReader {
  /** Those after an id, oldest first; all of them for an id that was not given yet. */
  after(id: number, limit: number): Promise<JournalPage>;
  /** All of them in pages, newest first; only those with a lower id than `before`, if that is given. */
  pages(before: number | undefined): AsyncGenerator<JournalPage>;
}

export function createJournalReader(
  connection: Pick<Connection, 'run'>,
  { counters, journal }: StateKeys,
): JournalReader {
  const read = async (order: 'after' | 'before', id: string, limit: number): Promise<JournalPage> => {
    const told = await connection.run(READ, [counters, journal], [order, id, String(limit)]);
    const [forgotten, entries] = listIn(told);
    return { forgotten: Number(forgotten), entries: entriesIn(entries) };
  };
  return {
    after: (id, limit) => read('after', String(id), limit),
    async *pages(before) {
      let id = before === undefined ? '' : String(before);
      for (;;) {
        const page = await read('before', id, PAGE);
        yield page;
        if (page.entries.length < PAGE) return;
        id = String(page.entries.at(-1)?.id);
      }
    },
  };
}

/** The entries of a stream: lists of an id and fields, of which each has one. */
export const entriesIn = (reply: Reply | undefined): readonly Entry[] =>
  listIn(reply).map((told) => {
    const [id, fields] = listIn(told);
    return unpackEntry(Number.parseInt(String(id), 10), textsIn(fields)[1] ?? '');
  });
