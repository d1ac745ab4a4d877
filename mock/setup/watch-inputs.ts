import { warningLines } from '../../openapi/contract';
import { createAdoption } from '../watch/adopt';
import { snapshotOf } from '../watch/snapshot';
import { namesOf, notUsed, readAgain } from '../watch/telling';
import { watchFiles } from '../watch/watch';
import type { MockEngine } from './engine';
import { type Inputs, inputFiles, readInputs } from './inputs';
import type { Options } from './options';
import { engineOf } from './setup';

/** What is to be watched, as it was before it was read: what changes while the mock starts is an edit, too. */
export interface Watching {
  /**
   * Reads document, fixtures and keys again whenever they change, and serves what they say. An edit that can't be used
   * changes nothing.
   *
   * @param atStart what was read
   * @param notice called with a line about each edit
   * @returns how to stop
   */
  follow(atStart: Inputs, live: { engine: MockEngine }, notice: (text: string) => void): () => void;
}

/** To be called before the files are read. */
export async function beginWatching(options: Options): Promise<Watching> {
  const files = (): Promise<readonly string[]> => inputFiles(options);
  const snapshot = await snapshotOf(await files());
  return {
    follow(atStart, live, notice) {
      notice(`Watching ${namesOf([...snapshot.keys()])}.`);
      return watchFiles({ files, atStart: snapshot, reload: reloading(options, atStart, live, notice) });
    },
  };
}

function reloading(
  options: Options,
  atStart: Inputs,
  live: { engine: MockEngine },
  notice: (text: string) => void,
): (changed: readonly string[]) => Promise<void> {
  const adopt = createAdoption(live);
  let inputs = atStart;
  const tell = (line: string, problem: string | undefined): void => {
    const { warnings, worlds } = live.engine;
    notice(line);
    warnings.set('watch', problem);
    for (const { notices } of worlds.all()) notices.announce();
  };
  return async (changed) => {
    try {
      const read = await readInputs(options, () => {});
      const adopted = await adopt(engineOf(options, read, live.engine), inputs, read);
      for (const line of linesOfNewFaults(inputs, read, options)) notice(line);
      inputs = read;
      tell(readAgain(changed, adopted), undefined);
    } catch (error) {
      const line = notUsed(error);
      tell(line, line);
    }
  };
}

/** What is told of the faults that a document has since it was read before. */
function linesOfNewFaults(before: Inputs, now: Inputs, { warnings: telling }: Options): readonly string[] {
  const known = new Set(before.contract.warnings.map(({ pointer, problem }) => `${pointer} ${problem}`));
  const warnings = now.contract.warnings.filter(({ pointer, problem }) => !known.has(`${pointer} ${problem}`));
  return warningLines({ ...now.contract, warnings }, telling);
}
