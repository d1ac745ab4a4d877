import type { RecordStore, Records } from '../../stores/records';
import type { RecordChanges } from './record-changes';
import type { RecordIds } from './record-ids';

/** A record store whose changes may begin from what was asked for before. */
export type PreparingRecords = RecordStore & RecordChanges & RecordIds;

type Args<Step extends keyof Records> = Parameters<Records[Step]>;

/**
 * The same records for steps that wait for a condition: what a step needs is asked for meanwhile, and what it changes comes after
 * that. So each takes one round trip more than the condition at most, if no other client changes the same record. A class, since
 * each request has one of its own: an object with so many functions takes 3 µs.
 */
export class GatedRecords implements Records {
  readonly #records: PreparingRecords;
  readonly #condition: Promise<void>;

  constructor(records: PreparingRecords, condition: Promise<void>) {
    this.#records = records;
    this.#condition = condition;
  }

  async list(...asked: Args<'list'>) {
    return this.#counting(this.#records.list(...asked));
  }
  async page(...asked: Args<'page'>) {
    return this.#counting(this.#records.page(...asked));
  }
  async get(...asked: Args<'get'>) {
    return this.#counting(this.#records.get(...asked));
  }

  async getOrAdd(...[collection, id, make, conditions]: Args<'getOrAdd'>) {
    const found = await this.#records.get(collection, id, conditions);
    await this.#condition;
    const made = found === undefined ? make() : undefined;
    return made === undefined ? found : this.#records.getOrAdd(collection, id, () => made, conditions);
  }

  async insert(...[collection, ids, build]: Args<'insert'>) {
    const reserved = await this.#records.reserve(collection, ids);
    try {
      await this.#condition;
    } catch (error) {
      // Nobody waits for it: the next id is reserved after this.
      reserved.release().catch(() => {});
      throw error;
    }
    return this.#records.insert(collection, ids, build, reserved);
  }

  async add(...record: Args<'add'>) {
    await this.#condition;
    return this.#records.add(...record);
  }

  async put(...record: Args<'put'>) {
    await this.#condition;
    return this.#records.put(...record);
  }

  async update(...[collection, id, change, conditions = [], make]: Args<'update'>) {
    const found = await this.#found(collection, id, conditions, make);
    return this.#records.updateFound(collection, id, found, change, conditions);
  }

  async delete(...[collection, id, conditions = [], make]: Args<'delete'>) {
    const found = await this.#found(collection, id, conditions, make);
    return this.#records.deleteFound(collection, id, found, conditions);
  }

  gated(condition: Promise<void>): Records {
    const both = Promise.all([this.#condition, condition]).then(() => undefined);
    // Each step hears of it.
    both.catch(() => {});
    return new GatedRecords(this.#records, both);
  }

  #found(...[collection, id, conditions, make]: Args<'delete'>) {
    return make === undefined ? this.get(collection, id) : this.getOrAdd(collection, id, make, conditions);
  }

  async #counting<Found>(asked: Found): Promise<Awaited<Found>> {
    return (await Promise.all([asked, this.#condition]))[0];
  }
}
