import { memoized } from '../../../openapi/contract';
import type { Collections, Id, StoredRecord } from '../stores/records';
import { StoreFull, tooManyRecords } from '../stores/store';
import type { Held } from '../stores/stores';

/** What one store takes, within what all may take together. */
export interface Room {
  /** What a record takes that is or will be stored under this id. */
  sizeOf(collection: string, id: Id, record: StoredRecord): number;
  /** @throws StoreFull where so many more records, or bytes, would be more than there may be */
  ensure(records: number, bytes: number): void;
  /** Notes that so many more records and bytes are stored; fewer where they are negative. */
  take(records: number, bytes: number): void;
  /** The store is in no world any more: it counts nowhere from now on, and takes all that is still written to it. */
  leave(): void;
}

interface RoomTerms {
  /** How many records it may hold. */
  readonly maxRecords: number;
  /** Those that room is reserved for. */
  readonly fixtures: Collections;
}

/** A record's place in a collection: its id there, and its entry in the table. */
const PLACE = 72;

/**
 * The bytes that all stores may take together.
 *
 * @param remedy what the mock may be started with, so that there is more
 */
export function createSharedRoom(most: number, remedy = 'more') {
  let used = 0;
  const open = ({ maxRecords, fixtures }: RoomTerms): Room => {
    let records = 0;
    let bytes = 0;
    let hasLeft = false;
    return {
      sizeOf: (collection, id, record) => (fixtures.get(collection)?.get(id) === record ? 0 : PLACE + sizeOf(record)),
      ensure(moreRecords, moreBytes) {
        if (hasLeft) return;
        if (moreRecords > 0 && records + moreRecords > maxRecords) throw tooManyRecords(maxRecords);
        if (moreBytes > 0 && used + moreBytes > most) throw tooLarge(most, remedy);
      },
      take(moreRecords, moreBytes) {
        if (hasLeft) return;
        records += moreRecords;
        bytes += moreBytes;
        used += moreBytes;
      },
      leave() {
        if (!hasLeft) used -= bytes;
        hasLeft = true;
      },
    };
  };
  return {
    /** In bytes. */
    get used(): number {
      return used;
    },
    open,
    /** Room that never refuses: for what is moved there from other room. */
    openUnbounded: (): Room => ({ ...open({ maxRecords: Infinity, fixtures: new Map() }), ensure() {} }),
    /** Counts records that are being read, and are in no store yet. */
    hold({ maxRecords }: Pick<RoomTerms, 'maxRecords'>): Held {
      const room = open({ maxRecords, fixtures: new Map() });
      return {
        take(record) {
          const bytes = PLACE + sizeOf(record);
          room.ensure(1, bytes);
          room.take(1, bytes);
        },
        leave: room.leave,
      };
    },
    /**
     * Counts fixtures for as long as their world has them, whatever becomes of them in its store.
     *
     * @throws StoreFull where there is no room for them
     */
    reserve({ isOwn, ...terms }: RoomTerms & { readonly isOwn: boolean }): Pick<Room, 'leave'> {
      const room = open(terms);
      const records = countOf(terms.fixtures);
      const bytes = PLACE * records + (isOwn ? sizeOfAll(terms.fixtures) : 0);
      room.ensure(records, bytes);
      room.take(records, bytes);
      return room;
    },
  };
}

const countOf = (collections: Collections): number =>
  [...collections.values()].reduce((sum, { size }) => sum + size, 0);

/** What the records take, without their places. */
const sizeOfAll = memoized((collections: Collections): number => {
  let size = 0;
  for (const records of collections.values()) for (const record of records.values()) size += sizeOf(record);
  return size;
});

const MIB = 2 ** 20;

const tooLarge = (most: number, remedy: string): StoreFull =>
  new StoreFull(
    `The records of all sessions take at most ${Math.round(most / MIB)} MiB. Delete some, reset, close a session, or ` +
      `start the mock with ${remedy}.`,
    'bytes',
  );

/** For a state that stands alone, as in tests of a store: nothing is measured. */
export const UNBOUNDED: Room = {
  sizeOf: () => 0,
  ensure() {},
  take() {},
  leave() {},
};

/** Room whose records are read as they were at one moment. */
export function createReadRoom(room: Room) {
  let readers = 0;
  /** What is to be given back after the last reader. */
  let owed = 0;
  let hasLeft = false;
  const settle = (): void => {
    if (readers > 0) return;
    room.take(0, owed);
    owed = 0;
    if (hasLeft) room.leave();
  };
  return {
    sizeOf: room.sizeOf,
    ensure: room.ensure,
    take(records, bytes) {
      if (readers === 0 || bytes >= 0) return room.take(records, bytes);
      owed += bytes;
      room.take(records, 0);
    },
    leave() {
      hasLeft = true;
      settle();
    },
    /**
     * From now on, whatever is deleted or replaced goes on counting: a reader keeps it.
     *
     * @param bytes what the reader itself takes; it is counted, and never refused
     * @returns how the reader ends
     */
    read(bytes: number): () => void {
      let isReading = true;
      readers += 1;
      room.take(0, bytes);
      return () => {
        if (!isReading) return;
        isReading = false;
        readers -= 1;
        owed -= bytes;
        settle();
      };
    },
  } satisfies Room & { read(bytes: number): () => void };
}

const HEADER = 16;
/** A slot of an object with what its shape, and the room that V8 leaves for further members, take. */
const MEMBER = 24;
/** A number that is no small integer, and a `bigint` of 64 bits. */
const NUMBER = 24;

/**
 * About how many bytes a JSON value takes in V8's heap. It is asked about every record that is stored, and so makes no text
 * and no list.
 */
export function sizeOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return sizeOfText(value);
    case 'number':
      return Number.isInteger(value) ? 0 : NUMBER;
    case 'bigint':
      return NUMBER;
    case 'object':
      return value === null ? 0 : sizeOfParts(value);
    default:
      return 0;
  }
}

function sizeOfParts(value: object): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + 8 + sizeOf(item), 2 * HEADER);
  let size = 3 * HEADER;
  // The cast is true: these are the names of its own members, since JSON makes plain objects.
  for (const name in value) size += MEMBER + name.length + sizeOf((value as Readonly<Record<string, unknown>>)[name]);
  return size;
}

/** Texts of up to so many characters count as if each took two bytes, which costs less than a look at them. */
const SHORT = 12;

/**
 * A text takes a byte for each character where all are below U+0100, and else two. One that a parser has put together
 * piece by piece is a tree of many times that, until its characters are looked at, as here.
 */
export function sizeOfText(text: string): number {
  const { length } = text;
  return HEADER + (length <= SHORT || WIDE.test(text) ? 2 * length : length);
}

const WIDE = /[^\0-\xff]/;
