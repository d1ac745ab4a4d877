import { randomUUID } from 'node:crypto';
import type { Connection } from '../connection';
import { newCounters } from '../counters';
import { type StateKeys, stateKeys, worldKeys } from '../keys';

/** The keys of a state in which nothing has happened yet, of a world of its own. */
export async function freshState(connection: Connection, chances = 0): Promise<StateKeys> {
  const keys = stateKeys(worldKeys('test', randomUUID()), 1);
  await connection.send(keys.counters, ['HSET', keys.counters, ...newCounters(chances)]);
  return keys;
}
