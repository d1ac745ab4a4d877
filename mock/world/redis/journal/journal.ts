import { createTest } from '../../rules/pattern';
import { createPauses } from '../../rules/pauses';
import type { Entry, Journal, Pattern } from '../../stores/journal';
import type { Connection } from '../connection/connection';
import type { StateKeys } from '../state/keys';
import { createJournalListeners } from './journal-listeners';
import { createJournalReader, PAGE } from './journal-reader';
import { CLEAR } from './journal-steps';
import { createJournalWriter, type JournalPolicy } from './journal-writer';

/**
 * A journal in Redis, which all processes write: a stream, in which the ids of the entries follow each other.
 *
 * @param prefix what every path of the contract begins with; a pattern may leave it out
 */
export function createRedisJournal(
  connection: Pick<Connection, 'run' | 'send' | 'subscribe'>,
  state: StateKeys,
  prefix: string,
  policy: JournalPolicy,
): Journal {
  const writer = createJournalWriter(connection, state, policy);
  const reader = createJournalReader(connection, state);
  const listeners = createJournalListeners(connection, state);

  /** Calls back with each entry that matches, newest first, until that says that it is enough. */
  const search = async (
    pattern: Pattern,
    before: number | undefined,
    take: (entry: Entry) => boolean,
  ): Promise<number> => {
    const matches = createTest(pattern, prefix);
    const pause = createPauses();
    let forgotten: number | undefined;
    writer.send();
    for await (const page of reader.pages(before)) {
      forgotten ??= page.forgotten;
      for (const entry of page.entries) {
        if (matches(entry) && !take(entry)) return forgotten;
        const waiting = pause();
        if (waiting !== undefined) await waiting;
      }
    }
    return forgotten ?? 0;
  };

  return {
    add: writer.add,
    async find(pattern, limit, before) {
      const found: Entry[] = [];
      const take = (entry: Entry): boolean => found.length < limit && found.push(entry) < limit;
      await search(pattern, before, take);
      return found;
    },
    async count(pattern) {
      let count = 0;
      const forgotten = await search(pattern, undefined, () => {
        count += 1;
        return true;
      });
      return { count, forgotten };
    },
    async after(id, limit = Number.POSITIVE_INFINITY) {
      writer.send();
      const later: Entry[] = [];
      let from = id;
      for (;;) {
        const wanted = Math.min(PAGE, limit - later.length);
        if (wanted <= 0) return later;
        const { entries } = await reader.after(from, wanted);
        later.push(...entries);
        from = entries.at(-1)?.id ?? from;
        if (entries.length < wanted) return later;
      }
    },
    async position() {
      writer.send();
      return Number(await connection.send(state.counters, ['HGET', state.counters, 'entry']));
    },
    async clear() {
      writer.send();
      await connection.run(CLEAR, [state.counters, state.journal, state['journal-sizes']], []);
    },
    listen(hear) {
      writer.send();
      return listeners.listen(hear);
    },
    // What it holds goes with its state, whoever still writes to that.
    leave() {},
  };
}
