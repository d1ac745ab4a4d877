import { withoutUserInfo } from '../../openapi/contract';
import type { Live } from '../control/model';
import type { Log } from '../observe/log';
import type { Persistence } from '../persistence/persistence';
import type { MockEngine } from './engine';
import { readInputs } from './inputs';
import type { Options } from './options';
import { engineAtStart } from './setup';
import type { Watching } from './watch-inputs';

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
  // Each is loaded where it is asked for, since few runs need it. The casts are true: they are the types of those files.
  let watching: Watching | undefined;
  if (options.watch) {
    refuseUnwatchable(options);
    const { beginWatching } = require('./watch-inputs') as typeof import('./watch-inputs');
    watching = await beginWatching(options);
  }
  const inputs = await readInputs(options, notice);
  const live = { engine: await engineAtStart(options, inputs, log, notice) };
  let persistence: Persistence | undefined;
  if (options.state !== undefined) {
    const { persist } = require('../persistence/persistence') as typeof import('../persistence/persistence');
    persistence = await persist(live, options.state, notice);
  }
  const stopWatching = watching?.follow(inputs, live, notice);
  return {
    live,
    async close() {
      stopWatching?.();
      await persistence?.close();
      await live.engine.worlds.leave();
    },
  };
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

/** @throws TypeError for a document that is no file */
function refuseUnwatchable({ document = '' }: Options): void {
  const isFile = document !== '-' && !/^https?:/i.test(document);
  if (isFile) return;
  const what = document === '-' ? 'standard input' : withoutUserInfo(document);
  throw new TypeError(
    `--watch needs a document in a file, and ${what} is read once. Save it to a file, or leave --watch out.`,
  );
}
