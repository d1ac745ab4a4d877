import type { RecordStore } from '../../stores/records';
import type { RecordChanges } from './record-changes';
import type { RecordIds } from './record-ids';

/** A record store some of whose steps take a round trip less where something was asked for before. */
export type PreparingRecords = Omit<RecordStore, keyof RecordChanges> & RecordChanges & RecordIds;

type Args<Step extends keyof RecordStore> = Parameters<NonNullable<RecordStore[Step]>>;

/**
 * The same records, for a request that may yet be refused: what a step needs is asked for together with the permission, and
 * what it changes comes after that. So each of these steps takes one round trip more than the permission, if nobody else
 * changes the same record. A class, since each request has one of its own: an object with so many functions takes 3 µs.
 */
export class HeldRecords implements RecordStore {
  readonly #records: PreparingRecords;
  readonly #permission: Promise<void>;

  constructor(records: PreparingRecords, permission: Promise<void>) {
    this.#records = records;
    this.#permission = permission;
  }

  async insert(...[collection, ids, build]: Args<'insert'>) {
    const reserved = await this.#records.reserve(collection, ids);
    try {
      await this.#permission;
    } catch (error) {
      // Nobody waits for it: whoever reserves the next one asks after this.
      reserved.release().catch(() => {});
      throw error;
    }
    return this.#records.insert(collection, ids, build, reserved);
  }

  async add(...record: Args<'add'>) {
    await this.#permission;
    return this.#records.add(...record);
  }

  async put(...record: Args<'put'>) {
    await this.#permission;
    return this.#records.put(...record);
  }

  async getOrAdd(...[collection, id, make, conditions]: Args<'getOrAdd'>) {
    const found = await this.#records.get(collection, id, conditions);
    const made = found === undefined ? make() : undefined;
    if (made === undefined) return found;
    await this.#permission;
    return this.#records.getOrAdd(collection, id, () => made, conditions);
  }

  async update(...[collection, id, change, conditions, known]: Args<'update'>) {
    const before = known ?? (await this.#records.get(collection, id));
    await this.#permission;
    return before && this.#records.update(collection, id, change, conditions, before);
  }

  async delete(...[collection, id, conditions, known]: Args<'delete'>) {
    const before = known ?? (await this.#records.get(collection, id));
    await this.#permission;
    return before && this.#records.delete(collection, id, conditions, before);
  }

  heldUntil(other: Promise<void>): RecordStore {
    const both = Promise.all([this.#permission, other]).then(() => undefined);
    // Whoever changes something hears of it.
    both.catch(() => {});
    return new HeldRecords(this.#records, both);
  }

  list(...asked: Args<'list'>) {
    return this.#records.list(...asked);
  }
  page(...asked: Args<'page'>) {
    return this.#records.page(...asked);
  }
  get(...asked: Args<'get'>) {
    return this.#records.get(...asked);
  }
  collections(): ReturnType<RecordStore['collections']> {
    return this.#records.collections();
  }
  dump() {
    return this.#records.dump();
  }
  batches() {
    return this.#records.batches();
  }
  snapshot() {
    return this.#records.snapshot();
  }
  idMemories() {
    return this.#records.idMemories();
  }
  async restore(...records: Args<'restore'>) {
    await this.#permission;
    return this.#records.restore(...records);
  }
  beginWith(...begun: Args<'beginWith'>) {
    return this.#records.beginWith(...begun);
  }
  beginWithNothingMore() {
    return this.#records.beginWithNothingMore();
  }
  leave() {
    return this.#records.leave();
  }
}
