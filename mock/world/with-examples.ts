import { hash } from 'node:crypto';
import { memoized, stringifyJson } from '../../openapi/contract';
import { createPauses } from './rules/pauses';
import type { Examples } from './stores/examples';
import type { Collections, RecordStore } from './stores/records';

/**
 * A store that begins with made-up records: those of a resource are stored before anybody sees one of its collections, and
 * those of ids that nobody can find out before they are first asked for.
 *
 * @param present the examples of the contract that is served
 */
export function withExamples(store: RecordStore, present: () => Examples | undefined): RecordStore {
  /** By what the examples have of a resource: when its records are stored. */
  const stored = new Map<Collections, Promise<void>>();
  let isComplete = false;

  const begin = async (name: string): Promise<void> => {
    const collections = isComplete ? undefined : present()?.of(name);
    if (collections !== undefined) await beginWith(collections);
  };
  const beginWith = (collections: Collections): Promise<void> => {
    const begun = stored.get(collections) ?? Promise.resolve(store.beginWith(markOf(collections), collections));
    stored.set(collections, begun);
    // What is out of reach now is tried again by whoever comes next.
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

  const around = (store: RecordStore): RecordStore => {
    const find: RecordStore['get'] = async (name, id, conditions = []) => {
      await begin(name);
      const make = () => present()?.recordOf(name, id, conditions);
      return store.getOrAdd(name, id, make, conditions);
    };

    return {
      get: find,
      async getOrAdd(name, id, make, conditions) {
        await begin(name);
        return store.getOrAdd(name, id, make, conditions);
      },
      async list(name, ...asked) {
        await begin(name);
        return store.list(name, ...asked);
      },
      async page(name, ...asked) {
        await begin(name);
        return store.page(name, ...asked);
      },
      async insert(name, ...asked) {
        await begin(name);
        return store.insert(name, ...asked);
      },
      async add(name, ...asked) {
        await begin(name);
        return store.add(name, ...asked);
      },
      async put(name, ...asked) {
        await begin(name);
        return store.put(name, ...asked);
      },
      async update(name, id, change, conditions) {
        const known = await find(name, id, conditions);
        return known && store.update(name, id, change, conditions, known);
      },
      async delete(name, id, conditions) {
        const known = await find(name, id, conditions);
        return known && store.delete(name, id, conditions, known);
      },
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
      async restore(collections, memories) {
        await store.restore(collections, memories);
        await store.beginWithNothingMore();
        isComplete = true;
      },
      beginWith: (mark, records) => store.beginWith(mark, records),
      beginWithNothingMore: () => store.beginWithNothingMore(),
      ...(store.heldUntil === undefined
        ? {}
        : { heldUntil: (permission) => around(store.heldUntil?.(permission) ?? store) }),
      leave: () => store.leave(),
    };
  };
  return around(store);
}

/** The same in each process that makes up the same records. */
const markOf = memoized((collections: Collections): string =>
  hash('sha1', stringifyJson([...collections].map(([name, records]) => [name, [...records]]))),
);
