import { StoreUnavailable } from '../../stores/failures';
import type { Connection } from '../connection/connection';
import type { Reply } from '../connection/replies';
import type { Argument, Script } from '../connection/script';
import { isGone } from '../state/life';

/** Runs a script on the keys of one record store. */
export type RunOnRecords = (script: Script, args: readonly Argument[]) => Promise<Reply>;

/**
 * @param key what the names of all keys of the store begin with
 * @returns what throws StoreUnavailable where the store is gone
 */
export const runOnRecords =
  (connection: Pick<Connection, 'run'>, key: string): RunOnRecords =>
  async (script, args) => {
    try {
      return await connection.run(script, [key], args);
    } catch (error) {
      if (!isGone(error)) throw error;
      throw new StoreUnavailable(GONE, { cause: error });
    }
  };

const GONE = 'The records were replaced, by a reset for example, before this was done. Ask again.';
