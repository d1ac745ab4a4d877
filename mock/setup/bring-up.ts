import { warningLines, withoutUserInfo } from '../../openapi/contract';
import type { Live } from '../control/model';
import type { Log } from '../observe/log';
import { persist } from '../persistence/persistence';
import { type Served, serve } from '../server/app';
import type { Certificate } from '../server/certificate';
import { ensureFree, type Listening, listen, whyNotListening } from '../server/server';
import { createAdoption, namesOf, notUsed, readAgain } from '../watch/adopt';
import { snapshotOf, watchFiles } from '../watch/watch';
import { engineAtStart, engineOf, type MockEngine } from './engine';
import { type Inputs, inputFiles, readInputs } from './inputs';
import type { Options } from './options';

/** A mock that is ready for requests, with what goes on beside them. */
export interface Running {
  readonly live: Live<MockEngine>;
  /**
   * Ends what goes on beside requests; to be called once no more of them come.
   *
   * @throws ContractError if the state could not be saved
   */
  close(): Promise<void>;
}

/**
 * Reads what a mock is made from, and takes up what the options ask for beside requests.
 *
 * @param notice called with a sentence about what was left out, and what becomes of files later
 * @throws ContractError for a file that can't be used
 * @throws TypeError where what is to be watched is no file, and for options that exclude each other
 * @throws StoreUnavailable and UsageError where the store can't be used
 */
export async function bringUp(options: Options, log: Log, notice: (text: string) => void): Promise<Running> {
  refuseBesideStore(options);
  const follow = options.watch ? await beginWatching(options) : undefined;
  const inputs = await readInputs(options, notice);
  const live = { engine: await engineAtStart(options, inputs, log, notice) };
  const persistence = options.state === undefined ? undefined : await persist(live, options.state, notice);
  const stopWatching = follow?.(inputs, live, notice);
  return {
    live,
    async close() {
      stopWatching?.();
      await persistence?.close();
      await live.engine.worlds.leave();
    },
  };
}

/** A mock on a port of its own. */
interface OnPort {
  readonly running: Running;
  readonly served: Served;
  readonly listening: Listening;
}

/**
 * Brings a mock up, and serves it on a port of its own.
 *
 * @param wording how the user names an option, and the error for why it can't listen, where Node's words do not suffice
 * @throws what `bringUp` throws, and the error of `listen`
 */
export async function bringUpOnPort(
  options: Options,
  certificate: Certificate | undefined,
  log: Log,
  notice: (text: string) => void,
  wording: { readonly named: (option: string) => string; error(reason: string, cause: unknown): Error },
): Promise<OnPort> {
  const explain = (error: unknown): never => {
    const reason = whyNotListening(error, options, wording.named);
    throw reason === undefined ? error : wording.error(reason, error);
  };
  // What other replicas share is not changed by one that can't start.
  if (options.store !== undefined) await ensureFree(options).catch(explain);
  const running = await bringUp(options, log, notice);
  const served = serve(running.live);
  try {
    return { running, served, listening: await listen(served, options, certificate).catch(explain) };
  } catch (error) {
    await running.close();
    throw error;
  }
}

/** @throws TypeError for what would change one replica alone, and for a reset of nothing */
function refuseBesideStore({ store, storeReset, state, watch }: Options): void {
  if (store === undefined) {
    if (!storeReset) return;
    throw new TypeError(
      '--store-reset removes what a store has, and none is named. Name it with --store, or leave --store-reset out.',
    );
  }
  if (state !== undefined) {
    throw new TypeError(
      '--state keeps what this process remembers, and with --store that is in Redis, which keeps it itself. Leave --state out.',
    );
  }
  if (watch) {
    throw new TypeError(
      '--watch would change what this replica alone is made from, and with --store all replicas are made from the same. ' +
        'Leave --watch out, and start the replicas again with the changed files.',
    );
  }
}

/** Watches what `readInputs` has read. @returns how to stop */
type Follow = (atStart: Inputs, live: { engine: MockEngine }, notice: (text: string) => void) => () => void;

/**
 * Serves what document, fixtures and keys say whenever they change; an edit that can't be used changes nothing. To be called
 * before the files are read: what changes while the mock starts is an edit, too.
 *
 * @throws TypeError for a document that is no file
 */
async function beginWatching(options: Options): Promise<Follow> {
  const { document = '' } = options;
  if (document === '-' || /^https?:/i.test(document)) {
    const what = document === '-' ? 'standard input' : withoutUserInfo(document);
    throw new TypeError(
      `--watch needs a document in a file, and ${what} is read once. Save it to a file, or leave --watch out.`,
    );
  }
  const files = (): Promise<readonly string[]> => inputFiles(options);
  const snapshot = await snapshotOf(await files());
  return (atStart, live, notice) => {
    notice(`Watching ${namesOf([...snapshot.keys()])}.`);
    return watchFiles({ files, atStart: snapshot, reload: reloading(options, atStart, live, notice) });
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

/** The lines of the faults that a document has since it was read before. */
function linesOfNewFaults(before: Inputs, now: Inputs, { warnings: detail }: Options): readonly string[] {
  const known = new Set(before.contract.warnings.map(({ pointer, problem }) => `${pointer} ${problem}`));
  const warnings = now.contract.warnings.filter(({ pointer, problem }) => !known.has(`${pointer} ${problem}`));
  return warningLines({ ...now.contract, warnings }, detail);
}
