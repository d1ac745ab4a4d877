import type { Room } from './room';

/** Room whose records are read as they were at one moment. */
export interface ReadRoom extends Room {
  /**
   * From now on, whatever is deleted or replaced goes on counting: a reader keeps it.
   *
   * @param bytes what the reader itself takes; it is counted, and never refused
   * @returns how the reader ends
   */
  read(bytes: number): () => void;
}

export function createReadRoom(room: Room): ReadRoom {
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
    read(bytes) {
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
  };
}
