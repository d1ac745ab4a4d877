import { StoreUnavailable } from '../../stores/failures';
import type { Argument, Connection, Reply } from '../connection/connection';
import type { Script } from '../connection/script';

/**
 * Runs a script on a state which may be gone: see `lua/lifetime.ts`.
 *
 * @throws StoreUnavailable where it is
 */
export async function runInState(
  connection: Connection,
  script: Script,
  keys: readonly string[],
  args: readonly Argument[],
): Promise<Reply> {
  try {
    return await connection.run(script, keys, args);
  } catch (error) {
    if (!isGone(error)) throw error;
    throw new StoreUnavailable('The world was reset meanwhile.', { cause: error });
  }
}

/** Whether a script failed since the state that it was to change is gone. */
export const isGone = (error: unknown): boolean => error instanceof Error && error.message.startsWith('GONE');
