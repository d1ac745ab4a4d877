import type { ClockPlace } from '../memory/clock';
import { createRandom } from '../rules/random';
import type { Admit } from '../stores/admission';
import type { WorldState } from '../stores/model';
import type { RecordStore } from '../stores/records';
import { type Awaitable, StoreUnavailable } from '../stores/store';
import type { StateHome, StateOptions } from '../stores/stores';
import { clockText, createSharedClock, type SharedClock } from './clock';
import type { Connection } from './connection/connection';
import type { WorldKeys } from './state/state';
import {
  changeMetadata,
  choicesText,
  createSharedChoices,
  isSameText,
  newNumbers,
  type PresentNumbers,
  readMetadata,
  type WorldMetadata,
  whileStaged,
} from './world-metadata';

/** Reaches the stores of a state by their numbers, which have been made before. */
export interface StateParts {
  /** Makes an empty record store of a number that none has had. */
  makeRecords(number: number): Promise<void>;
  /** Makes what else a state of this number consists of; what is aside is the record store of the same number. */
  makeRest(state: number, options: StateOptions): Promise<void>;
  records(number: number, options: StateOptions): RecordStore;
  rest(state: number, options: StateOptions, link: StateLink): StateRest;
}

/** What the stores of a state need of its world. */
export interface StateLink {
  /** Of the metadata, as they are known here. */
  readonly version: () => number;
  /** Reads them again. */
  refresh(): Promise<void>;
}

interface StateRest extends Pick<WorldState, 'aside' | 'ledger' | 'journal' | 'faults'> {
  readonly admit: Admit;
  /** Reads again what this process has a copy of. */
  refresh(): Promise<void>;
}

interface HomeOptions {
  readonly connection: Connection;
  readonly keys: WorldKeys;
  readonly parts: StateParts;
  /** Unix milliseconds, on which all processes agree. */
  readonly real: () => number;
  /**
   * Is called where another process has ended the world, and lets no request begin in it any more; left out where no other
   * process should have.
   */
  readonly onGone?: (() => Promise<void>) | undefined;
}

/** A state as this process reaches it. */
interface Reached {
  readonly numbers: PresentNumbers;
  readonly state: WorldState;
  readonly clock: SharedClock;
  refresh(): Promise<void>;
}

/** A world whose states are in Redis, by numbers that the names of their keys begin with; its metadata say which are present. */
export interface SharedHome extends StateHome {
  /** Reads the metadata again, and so which state is present. */
  refresh(): Promise<void>;
}

/**
 * @param fill fills the first state; left out: another process has made it
 * @returns undefined where there is none, and nothing to fill it with
 */
export async function createSharedHome(
  { connection, keys, parts, real, onGone }: HomeOptions,
  options: StateOptions,
  fill: Parameters<StateHome['renew']>[1] | undefined,
): Promise<SharedHome | undefined> {
  let terms = options;
  let metadata = await readMetadata(connection, keys);
  let reading: Promise<boolean> | undefined;

  const link: StateLink = {
    version: () => metadata.version,
    // A request whose copy is old begins anew, and finds that there is no such world any more. Many find at once that it is old:
    // one that shares a read which began too early finds that once more.
    refresh: async () => {
      reading ??= readAgain().finally(() => {
        reading = undefined;
      });
      await reading;
    },
  };
  const announce = async (place: ClockPlace): Promise<ClockPlace | undefined> => {
    const changed = await changeMetadata(connection, keys, metadata.version, { clock: clockText(place) });
    if (changed === undefined) await refresh();
    // What was read meanwhile is as new, or newer.
    else if (changed.version > metadata.version) metadata = { ...metadata, version: changed.version, clock: place };
    return changed && metadata.clock;
  };
  /** Sets fields of the metadata, whatever others change meanwhile, and gives the numbers that were present until then. */
  const set = async (fields: Readonly<Record<string, string>>): Promise<PresentNumbers | undefined> => {
    for (;;) {
      const changed = await changeMetadata(connection, keys, metadata.version, fields);
      await refresh();
      if (changed !== undefined) return changed.replaced;
    }
  };
  const reach = (numbers: PresentNumbers): Reached => {
    const clock = createSharedClock(announce, real);
    clock.goTo(metadata.clock);
    const { refresh: refreshRest, ...rest } = parts.rest(numbers.state, terms, link);
    const records = parts.records(numbers.records, terms);
    // Each request is admitted with numbers of its own.
    const random = createRandom(terms.seed);
    const choices = createSharedChoices(
      () => metadata.choices,
      async (text) => void (await set({ choices: text })),
    );
    return { numbers, clock, refresh: refreshRest, state: { ...rest, clock, records, random, choices } };
  };
  /** A new state, which no other process knows yet: it goes by itself unless it is put in place of the present one. */
  const makeFilled = async (fillMade: (made: WorldState) => Awaitable<void>): Promise<Reached> => {
    const first = await newNumbers(connection, keys, metadata.version, 2);
    if (first === undefined) throw ended(onGone);
    const numbers = { state: first, records: first + 1 };
    await Promise.all([parts.makeRecords(numbers.records), parts.makeRest(numbers.state, terms)]);
    const made = reach(numbers);
    try {
      await whileStaged(connection, keys, numbers, async () => fillMade(made.state));
    } catch (error) {
      // It makes room at once; what fails here would hide why.
      await leaveAll(made.state).catch(() => {});
      throw error;
    }
    return made;
  };

  const choicesAtFirst = () => ({ choices: choicesText(terms.chosen), begunWith: choicesText(terms.chosen) });
  /** The metadata of a state in which nothing has happened yet. */
  const begun = () => ({ clock: clockText({ ahead: 0 }), ...choicesAtFirst() });
  const begin = async (fillFirst: Parameters<StateHome['renew']>[1]): Promise<void> => {
    const { numbers, state } = await makeFilled(fillFirst);
    // Another process may have been first.
    const changed = await changeMetadata(connection, keys, metadata.version, { ...texts(numbers), ...begun() });
    if (changed === undefined) await leaveAll(state);
    metadata = await readMetadata(connection, keys);
  };
  if (metadata.present === undefined) {
    if (fill === undefined) return undefined;
    await begin(fill);
  }
  // What runs was started with the same: only mocks that do not run any more have begun it otherwise.
  const isBegunOtherwise = () =>
    metadata.present !== undefined && !isSameText(metadata.begunWith, choicesText(terms.chosen));
  while (fill !== undefined && isBegunOtherwise()) {
    // Another process may change something else at the same time.
    await changeMetadata(connection, keys, metadata.version, choicesAtFirst());
    metadata = await readMetadata(connection, keys);
  }
  if (metadata.present === undefined) throw ended(onGone);
  let reached = reach(metadata.present);
  await reached.refresh();

  let beginning: Promise<void> | undefined;
  const beginOnce = (fillFirst: Parameters<StateHome['renew']>[1]): Promise<void> => {
    beginning ??= begin(fillFirst).finally(() => {
      beginning = undefined;
    });
    return beginning;
  };

  /** @returns whether the world is there */
  const readAgain = async (): Promise<boolean> => goOnWith(await readMetadata(connection, keys));
  const goOnWith = async (now: WorldMetadata): Promise<boolean> => {
    // Redis was emptied, or has come back with less than it had: what the numbers stand for is another thing now.
    const isAnother = now.born !== metadata.born || now.version < metadata.version;
    // Answers come in the order of the questions, so that this one is never older than the copy.
    metadata = now;
    // The world that is no session's never ends, but Redis may have been emptied.
    if (now.present === undefined && onGone === undefined && fill !== undefined) await beginOnce(fill);
    const { present } = metadata;
    if (present === undefined) {
      if (onGone === undefined) throw ended();
      await onGone();
      return false;
    }
    const { numbers } = reached;
    if (isAnother || present.state !== numbers.state) reached = reach(present);
    else if (present.records !== numbers.records) {
      const records = parts.records(present.records, terms);
      reached = { ...reached, numbers: present, state: { ...reached.state, records } };
    }
    reached.clock.goTo(metadata.clock);
    await reached.refresh();
    return true;
  };
  const refresh = async (): Promise<void> => {
    if (!(await readAgain())) throw ended(onGone);
  };

  return {
    get present() {
      return reached.state;
    },
    refresh,
    async catchUp() {
      const now = await readMetadata(connection, keys);
      const isKnown = now.version === metadata.version && now.born === metadata.born;
      if (!isKnown && !(await goOnWith(now))) throw ended(onGone);
    },
    async renew(anew, fillAnew) {
      terms = anew;
      const made = await makeFilled(fillAnew);
      const replaced = await set({ ...texts(made.numbers), ...begun() });
      if (replaced !== undefined) await leaveAll(reach(replaced).state);
    },
    async renewRecords(anew, fillAnew) {
      terms = anew;
      const number = await newNumbers(connection, keys, metadata.version, 1);
      if (number === undefined) throw ended(onGone);
      await parts.makeRecords(number);
      const records = parts.records(number, anew);
      try {
        await whileStaged(connection, keys, { records: number }, async () => fillAnew(records));
      } catch (error) {
        await Promise.resolve(records.leave()).catch(() => {});
        throw error;
      }
      const replaced = await set(texts({ records: number }));
      if (replaced !== undefined) await parts.records(replaced.records, anew).leave();
    },
    // What is left of a world that has ended is removed with its session.
    leave() {},
  };
}

const texts = (numbers: Partial<PresentNumbers>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, String(number)]));

async function leaveAll({ records, aside, ledger, faults, journal }: WorldState): Promise<void> {
  await Promise.all([records, aside, ledger, faults, journal].map(async (store) => store.leave()));
}

const ended = (onGone?: HomeOptions['onGone']): StoreUnavailable =>
  new StoreUnavailable(
    onGone === undefined
      ? 'What this mock has stored is gone, and could not be begun anew.'
      : 'The session was ended meanwhile.',
  );
