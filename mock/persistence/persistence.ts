import { ContractError, reasonOf } from '../../openapi/contract';
import type { Live } from '../control/model';
import { lock, unwritable } from './lock';
import type { NamedContract } from './model';
import { readStateFile } from './read';
import { copyBeside, removeLeftovers, replaceFile, targetOf } from './replace-file';
import { restoreWorld } from './restore';
import { createSaver } from './saver';
import { textOf } from './write';

/** A world that outlives the process. */
export interface Persistence {
  /**
   * Saves what is not saved yet, and gives the file back.
   *
   * @throws ContractError if it could not be saved
   */
  close(): Promise<void>;
}

/**
 * Restores the default world from a file, and saves it there from then on: within a second of each change, and at the end.
 *
 * @param notice called with a sentence about what was left out, or could not be saved
 * @throws ContractError for a file that can't be used, which is left as it is
 */
export async function persist(live: Live, file: string, notice: (text: string) => void): Promise<Persistence> {
  const target = await targetOf(file);
  const unlock = await lock(target);
  const { main } = live.engine.worlds;
  const save = (): Promise<void> => replaceFile(target, textOf(namedContract(live), main.state));
  try {
    const saved = await readStateFile(target, namedContract(live));
    const leftOut = saved === undefined ? [] : await restoreWorld(live.engine, main, target, saved);
    const toFile = (error: unknown): never => {
      throw unwritable(target, error);
    };
    if (leftOut.length > 0) {
      const copy = await copyBeside(target).catch(toFile);
      notice(`${target}: ${leftOut.join(' ')} The file as it was is kept in ${copy}.`);
    }
    await removeLeftovers(target).then(save).catch(toFile);
  } catch (error) {
    await unlock();
    throw error;
  }
  const tell = (error: unknown): void => {
    const sentence =
      error === undefined ? undefined : `${target} can't be written: ${reasonOf(error)}. It is tried again.`;
    live.engine.warnings.set('state', sentence);
    notice(sentence ?? `${target} is written again.`);
    main.notices.announce();
  };
  const saver = createSaver(main, save, tell);
  return {
    async close() {
      try {
        await saver.close();
      } catch (error) {
        throw lost(target, error);
      } finally {
        await unlock();
      }
    },
  };
}

const lost = (file: string, error: unknown): ContractError =>
  new ContractError(
    file,
    '',
    unwritable(file, error).problem,
    'The state was not saved at the end: what has changed since the last time is lost.',
  );

const namedContract = ({ engine: { contract } }: Live): NamedContract => contract;
