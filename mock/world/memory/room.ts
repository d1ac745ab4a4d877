import { memoized } from '../../../openapi/contract';
import type { Collections, Id, StoredRecord } from '../stores/records';
import { StoreFull, tooManyRecords } from '../stores/store-full';
import type { Held } from '../stores/stores';
import { sizeOf } from './size-of';

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

/** The bytes that all stores may take together. */
export interface SharedRoom {
  /** In bytes. */
  readonly most: number;
  /** In bytes. */
  readonly used: number;
  open(terms: RoomTerms): Room;
  /** Room that never refuses: for what is moved there from other room. */
  openAside(): Room;
  /**
   * Counts fixtures for as long as their world has them, whatever becomes of them in its store.
   *
   * @throws StoreFull where there is no room for them
   */
  reserve(options: RoomTerms & { readonly isOwn: boolean }): Pick<Room, 'leave'>;
  /** Counts records that are being read, and are in no store yet. */
  hold(terms: Pick<RoomTerms, 'maxRecords'>): Held;
}

/** A record's place in a collection: its id there, and its entry in the table. */
const PLACE = 72;

/** @param remedy what the mock may be started with, so that there is more */
export function createSharedRoom(most: number, remedy = 'more'): SharedRoom {
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
    most,
    get used() {
      return used;
    },
    open,
    openAside: () => ({ ...open({ maxRecords: Number.POSITIVE_INFINITY, fixtures: new Map() }), ensure() {} }),
    hold({ maxRecords }) {
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
    reserve({ isOwn, maxRecords, fixtures }) {
      const room = open({ maxRecords, fixtures });
      const records = countOf(fixtures);
      const bytes = PLACE * records + (isOwn ? sizeOfAll(fixtures) : 0);
      room.ensure(records, bytes);
      room.take(records, bytes);
      return room;
    },
  };
}

function countOf(collections: Collections): number {
  let count = 0;
  for (const records of collections.values()) count += records.size;
  return count;
}

/** What the records take, without their places. */
const sizeOfAll = memoized((collections: Collections): number => {
  let size = 0;
  for (const records of collections.values()) for (const record of records.values()) size += sizeOf(record);
  return size;
});

const MIB = 2 ** 20;

const tooLarge = (most: number, remedy: string): StoreFull =>
  new StoreFull(
    `The records of all worlds take at most ${Math.round(most / MIB)} MiB. Delete some, reset a world, close a session, or ` +
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
