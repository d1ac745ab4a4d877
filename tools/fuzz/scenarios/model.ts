import type { Contract } from '../../../openapi/contract';
import type { Running, StartOptions } from '../target/start';

/** What a scenario may use. Whatever it starts and leaves is removed after it. */
export interface Stage {
  readonly contract: Contract;
  /** As `--document` has it. */
  readonly document: string;
  /** A folder of its own. */
  readonly folder: string;
  readonly key: string;
  /** What the mock calls it. */
  readonly keyName: string;
  readonly token: string;
  readonly control: Contract;
  /** Milliseconds that another client may wait for a reply. */
  readonly stall: number;
  /** What the paths of the control plane begin with. */
  readonly controlPrefix: string;
  /** Decides what the scenario leaves to chance. */
  readonly seed: number;
  /** Tells whoever waits what came of something, in a sentence. */
  tell(what: string): void;
  /** Starts the mock with the keys of the siege and these flags; resolves once it listens. */
  start(flags: readonly string[], options?: StartOptions): Promise<Running>;
}

/** Something that happens to the process or its files, rather than on a connection. */
export interface Scenario {
  readonly name: string;
  /** What it does, in a few words. */
  readonly title: string;
  /** What was wrong, a sentence each. */
  run(stage: Stage): Promise<readonly string[]>;
}
