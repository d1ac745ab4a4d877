import { ErrorReply } from '@redis/client';
import { StoreUnavailable } from '../../stores/failures';
import { StoreFull } from '../../stores/store-full';
import type { Argument, Connection, Reply } from '../connection/connection';
import type { Script } from '../connection/script';

/** Runs a script on the keys of one record store. */
export type RunOnRecords = (script: Script, args: readonly Argument[]) => Promise<Reply>;

/**
 * @param key what the names of all keys of the store begin with
 * @returns what throws StoreUnavailable where the store is gone, and StoreFull where Redis takes no more
 */
export const runOnRecords =
  (connection: Pick<Connection, 'run'>, key: string): RunOnRecords =>
  async (script, args) => {
    try {
      return await connection.run(script, [key], args);
    } catch (error) {
      if (!(error instanceof ErrorReply)) throw error;
      if (error.message.startsWith('GONE')) throw new StoreUnavailable(GONE, { cause: error });
      if (error.message.startsWith('OOM')) throw new StoreFull(NO_MEMORY, 'bytes');
      throw error;
    }
  };

const GONE = 'The records were replaced, by a reset for example, before this was done. Ask again.';
const NO_MEMORY = 'Redis has no memory left. Delete records, close sessions, or raise its maxmemory.';
