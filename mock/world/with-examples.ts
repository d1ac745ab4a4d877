import { hash } from 'node:crypto';
import { memoized, stringifyJson } from '../../openapi/contract';
import { createPauses } from './rules/pauses';
import { waitingRecords } from './rules/waiting-records';
import type { Collections, Condition, Examples, Id, RecordStore, Records } from './stores/records';

/**
 * A store that begins with made-up records: those of a resource are stored before one of its collections is used, and each of
 * an id that no client can find out when it is first asked for. Made at the start,
 * those of a large document would take longer than the rest of it.
 *
 * @param present the examples of the contract that is served
 */
export function withExamples(store: RecordStore, present: () => Examples | undefined): RecordStore {
  /** By what the examples have of a resource: when its records are stored. */
  const stored = new Map<Collections, Promise<void>>();
  let isComplete = false;

  const beginWith = (collections: Collections): Promise<void> => {
    const begun = stored.get(collections) ?? Promise.resolve(store.beginWith(markOf(collections), collections));
    stored.set(collections, begun);
    // The next request tries again what is out of reach now.
    begun.catch(() => stored.delete(collections));
    return begun;
  };
  const beginAll = async (): Promise<void> => {
    if (isComplete) return;
    const pause = createPauses();
    for (const collections of present()?.each() ?? []) {
      await beginWith(collections);
      await pause();
    }
    isComplete = true;
  };

  /** The record of an id that no client can find out. */
  const makeOf = (name: string, id: Id, conditions?: readonly Condition[]) => () =>
    present()?.recordOf(name, id, conditions ?? []);

  /** @param condition resolves before anything is stored */
  const around = (records: Records, condition?: Promise<void>): Records => {
    const begin = async (name: string): Promise<void> => {
      const collections = isComplete ? undefined : present()?.of(name);
      if (collections === undefined) return;
      if (!stored.has(collections)) await condition;
      await beginWith(collections);
    };
    return {
      ...waitingRecords(records, begin),
      async get(name, id, conditions, make = makeOf(name, id, conditions)) {
        await begin(name);
        return records.get(name, id, conditions, make);
      },
      async update(name, id, change, conditions) {
        await begin(name);
        return records.update(name, id, change, conditions, makeOf(name, id, conditions));
      },
      async delete(name, id, conditions, check) {
        await begin(name);
        return records.delete(name, id, conditions, check, makeOf(name, id, conditions));
      },
      gated: (further) =>
        around(records.gated(further), condition === undefined ? further : bothOf(condition, further)),
    };
  };

  return {
    ...around(store),
    async collections() {
      await beginAll();
      return store.collections();
    },
    async dump() {
      await beginAll();
      return store.dump();
    },
    async *batches() {
      await beginAll();
      yield* store.batches();
    },
    async snapshot() {
      await beginAll();
      return store.snapshot();
    },
    async idMemories() {
      await beginAll();
      return store.idMemories();
    },
    async restore(...wanted) {
      await store.restore(...wanted);
      await store.beginWithNothingMore();
      isComplete = true;
    },
    beginWith: (mark, records) => store.beginWith(mark, records),
    beginWithNothingMore: () => store.beginWithNothingMore(),
    leave: () => store.leave(),
  };
}

/** The same in each process that makes up the same records. */
const markOf = memoized((collections: Collections): string =>
  hash('sha1', stringifyJson([...collections].map(([name, records]) => [name, [...records]]))),
);

/** Resolves once both do. Each step hears of it where one rejects. */
function bothOf(one: Promise<void>, other: Promise<void>): Promise<void> {
  const both = Promise.all([one, other]).then(() => undefined);
  both.catch(() => {});
  return both;
}
