import type { Records } from '../stores/records';

type Args<Step extends keyof Records> = Parameters<Records[Step]>;

/** Records whose steps wait for a condition, see `gated` of `Records`. A class, since many a request has one of its own. */
export class GatedRecords implements Records {
  readonly #records: Records;
  readonly #condition: Promise<void>;

  constructor(records: Records, condition: Promise<void>) {
    this.#records = records;
    this.#condition = condition;
  }

  async list(...asked: Args<'list'>) {
    await this.#condition;
    return this.#records.list(...asked);
  }
  async page(...asked: Args<'page'>) {
    await this.#condition;
    return this.#records.page(...asked);
  }
  async get(...asked: Args<'get'>) {
    await this.#condition;
    return this.#records.get(...asked);
  }
  async getOrAdd(...asked: Args<'getOrAdd'>) {
    await this.#condition;
    return this.#records.getOrAdd(...asked);
  }
  async insert(...asked: Args<'insert'>) {
    await this.#condition;
    return this.#records.insert(...asked);
  }
  async add(...asked: Args<'add'>) {
    await this.#condition;
    return this.#records.add(...asked);
  }
  async update(...asked: Args<'update'>) {
    await this.#condition;
    return this.#records.update(...asked);
  }
  async put(...asked: Args<'put'>) {
    await this.#condition;
    return this.#records.put(...asked);
  }
  async delete(...asked: Args<'delete'>) {
    await this.#condition;
    return this.#records.delete(...asked);
  }
  gated(condition: Promise<void>): Records {
    return new GatedRecords(new GatedRecords(this.#records, condition), this.#condition);
  }
}
