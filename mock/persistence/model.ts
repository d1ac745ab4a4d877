import type { Accounts } from '../world/stores/ledger';
import type { Batch, IdMemories } from '../world/stores/records';

/** What a state file is called in its own first member, so that no other JSON is taken for one. */
export const FORMAT = 'animal-store-mock state';

/** Raised whenever an older mock would misread the file. */
export const FORMAT_VERSION = 1;

/** The contract that a state belongs to. */
export interface NamedContract {
  readonly title: string;
  readonly version: string;
}

/** A world's clock, so that it goes on: by an offset to real time, or frozen at an instant. */
export interface SavedClock {
  readonly frozen: boolean;
  /** Unix milliseconds. */
  readonly now: number;
  /** How far it is ahead of real time, in milliseconds. */
  readonly ahead: number;
}

/** A world as a state file has it. The journal and the keys' values are not in it. */
export interface SavedState {
  readonly contract: NamedContract;
  /** ISO 8601. */
  readonly savedAt: string;
  readonly records: readonly Batch[];
  readonly ids: IdMemories;
  readonly accounts: Accounts;
  readonly clock: SavedClock;
  /** Those that the mock had; they are yet to be checked. */
  readonly faults: readonly unknown[];
  /** Where their chances stand; files of before do not have it. */
  readonly chances?: number | undefined;
}
