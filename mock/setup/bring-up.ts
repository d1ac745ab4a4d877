import type { Live } from '../control/model';
import type { Log } from '../observe/log';
import type { MockEngine } from './engine';
import { readInputs } from './inputs';
import type { Options } from './options';
import { engineAtStart } from './setup';

/** A mock that is ready for requests, with what goes on beside them. */
export interface Running {
  readonly live: Live<MockEngine>;
  /** Ends what goes on beside requests; to be called once no more of them come. */
  close(): Promise<void>;
}

/**
 * Reads what a mock is made from, and takes up what the options ask for beside requests.
 *
 * @param notice called with a sentence about what was left out, and what becomes of files later
 * @throws ContractError for a file that can't be used
 */
export async function bringUp(options: Options, log: Log, notice: (text: string) => void): Promise<Running> {
  const inputs = await readInputs(options, notice);
  const live = { engine: await engineAtStart(options, inputs, log, notice) };
  if (options.state === undefined) return { live, close: async () => {} };
  // Loaded here, since few runs need it. The cast is true: it is the type of that very file.
  const { persist } = require('../persistence/persistence') as typeof import('../persistence/persistence');
  const persistence = await persist(live, options.state, notice);
  return { live, close: () => persistence.close() };
}
