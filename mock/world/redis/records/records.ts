import { meets } from '../../rules/order';
import type { IndexedBy, RecordStore, Records, StoredRecord } from '../../stores/records';
import type { ScriptRunner } from '../connection/script';
import type { WorldKeys } from '../state/state';
import { createRecordChanges, type RecordChanges } from './record-changes';
import { createRecordCollections } from './record-collections';
import { COMPLETE, createBeginning, createFilling, leaveRecords } from './record-filling';
import { createRecordIds, type RecordIds } from './record-ids';
import { type RecordTexts, runOnRecords } from './record-layout';
import { createRecordReading, type RecordReading } from './record-reading';

export interface RecordsOptions {
  /** The number of the store in its world. */
  readonly number: number;
  /** The same for as long as the store is there, in each process. */
  readonly indexedBy: IndexedBy;
  readonly maxRecords: number;
  /** All stores of a process may share them. */
  readonly texts: RecordTexts;
}

/** The store of this number, which `makeRecords` has made. */
export function createRedisRecords(
  connection: ScriptRunner,
  keys: Pick<WorldKeys, 'ofRecords'>,
  { number, indexedBy, maxRecords, texts }: RecordsOptions,
): RecordStore {
  const run = runOnRecords(connection, keys.ofRecords(number, 'store'));
  const reading = createRecordReading(run, texts, indexedBy);
  const ids = createRecordIds(run);
  const filling = { run, texts, indexedBy, maxRecords };
  const changes = createRecordChanges({ run, ids, texts, indexedBy, maxRecords });
  return Object.assign(new GatedRecords({ ...reading, ...ids, ...changes }, Promise.resolve()), {
    ...createRecordCollections(run, texts),
    beginWith: createBeginning(filling),
    restore: createFilling(filling),
    async beginWithNothingMore() {
      await run(COMPLETE, []);
    },
    leave: () => leaveRecords(run),
  });
}

interface RecordSteps extends RecordReading, RecordIds, RecordChanges {}

type Args<Step extends keyof Records> = Parameters<Records[Step]>;

/**
 * Records whose steps wait for a condition: what a step needs is asked for meanwhile, and what it changes comes after that, which
 * takes one round trip more. A class, since each request has one of its own: an object with so many functions takes 3 µs.
 */
class GatedRecords implements Records {
  readonly #steps: RecordSteps;
  readonly #condition: Promise<void>;

  constructor(steps: RecordSteps, condition: Promise<void>) {
    this.#steps = steps;
    this.#condition = condition;
  }

  async list(...asked: Args<'list'>) {
    return this.#counting(this.#steps.list(...asked));
  }
  async page(...asked: Args<'page'>) {
    return this.#counting(this.#steps.page(...asked));
  }
  async get(...[collection, id, conditions = [], make = none]: Args<'get'>) {
    const found = await this.#counting(this.#steps.find(collection, id));
    const made = found.isFree ? make() : undefined;
    const record = made === undefined ? found.record : await this.#steps.addFirst(collection, id, made);
    return meeting(record, conditions);
  }

  async insert(...[collection, ids, build, hiddenFor]: Args<'insert'>) {
    const reserved = await this.#steps.reserve(collection, ids);
    try {
      await this.#condition;
    } catch (error) {
      // The request does not wait for it: the next id is reserved after this.
      reserved.release().catch(() => {});
      throw error;
    }
    return this.#steps.insert(collection, ids, build, reserved, hiddenFor);
  }

  async add(...record: Args<'add'>) {
    await this.#condition;
    return this.#steps.add(...record);
  }

  async created(collection: string) {
    return this.#counting(this.#steps.created(collection));
  }

  async put(...record: Args<'put'>) {
    await this.#condition;
    return this.#steps.put(...record);
  }

  async update(...[collection, id, change, conditions = [], make = none]: Args<'update'>) {
    const found = await this.get(collection, id, [], make);
    return this.#steps.updateFound(collection, id, found, change, conditions);
  }

  async delete(...[collection, id, conditions = [], check, make = none]: Args<'delete'>) {
    const found = await this.get(collection, id, [], make);
    return this.#steps.deleteFound(collection, id, found, conditions, check);
  }

  gated(condition: Promise<void>): Records {
    const both = Promise.all([this.#condition, condition]).then(() => undefined);
    // Each step hears of it.
    both.catch(() => {});
    return new GatedRecords(this.#steps, both);
  }

  async #counting<Found>(asked: Promise<Found>): Promise<Found> {
    return (await Promise.all([asked, this.#condition]))[0];
  }
}

const meeting = (record: StoredRecord | undefined, conditions: Args<'list'>[1]): StoredRecord | undefined =>
  record !== undefined && meets(record, conditions) ? record : undefined;

const none = (): undefined => undefined;
