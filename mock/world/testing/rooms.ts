import { createSharedRoom, type Room } from '../memory/room';

/** Gives room to a store that stands alone and begins with nothing. */
export function roomsOf({ maxRecords, bytes }: { readonly maxRecords: number; readonly bytes: number }): () => Room {
  const shared = createSharedRoom(bytes);
  return () => shared.open({ maxRecords, fixtures: new Map() });
}
