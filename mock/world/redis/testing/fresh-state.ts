import { randomUUID } from 'node:crypto';
import type { Connection } from '../connection/connection';
import { beginState, type StateKeys, stateKeys, worldKeys } from '../state/state';

/** The keys of a state in which nothing has happened yet, of a world of its own of version 1; it stays. */
export async function freshState(connection: Connection, chances = 0): Promise<StateKeys> {
  const keys = stateKeys(worldKeys('test', randomUUID()), 1);
  await beginState(connection, keys, 1, chances);
  await connection.send(keys.counters, ['PERSIST', keys.counters]);
  await connection.send(keys.world, ['HSET', keys.world, 'version', '1']);
  return keys;
}
