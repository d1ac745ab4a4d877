import { createAdoption } from '../watch/adopt';
import { snapshotOf } from '../watch/snapshot';
import { namesOf, notUsed, readAgain } from '../watch/telling';
import { watchFiles } from '../watch/watch';
import type { MockEngine } from './engine';
import { type Inputs, inputFiles, readInputs } from './inputs';
import type { Options } from './options';
import { engineOf } from './setup';

/**
 * Reads document, fixtures and keys again whenever they change, and serves what they say. An edit that can't be used
 * changes nothing.
 *
 * @param notice called with a line about each edit
 * @returns how to stop
 */
export async function watchInputs(
  options: Options,
  atStart: Inputs,
  live: { engine: MockEngine },
  notice: (text: string) => void,
): Promise<() => void> {
  const files = (): Promise<readonly string[]> => inputFiles(options);
  const adopt = createAdoption(live);
  let inputs = atStart;

  const tell = (line: string, problem: string | undefined): void => {
    const { warnings, worlds } = live.engine;
    notice(line);
    warnings.set('watch', problem);
    for (const { notices } of worlds.all()) notices.announce();
  };
  const reload = async (changed: readonly string[]): Promise<void> => {
    try {
      const read = await readInputs(options, () => {});
      const adopted = await adopt(engineOf(options, read, live.engine), inputs, read);
      inputs = read;
      tell(readAgain(changed, adopted), undefined);
    } catch (error) {
      const line = notUsed(error);
      tell(line, line);
    }
  };

  const snapshot = await snapshotOf(await files());
  notice(`Watching ${namesOf([...snapshot.keys()])}.`);
  return watchFiles({ files, atStart: snapshot, reload });
}
