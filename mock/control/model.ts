import type { Engine } from '../pipeline/model';
import type { StoreInUse } from '../world/stores/status';
import type { Access } from './access';
import type { Memory } from './memory';
import type { Warnings } from './warnings';

/** What the control plane needs in addition to the request pipeline. */
export interface ControlEngine extends Engine {
  /** Who may use the control plane. */
  readonly access: Access;
  /** How many connections were refused since the start, since there were too many. */
  readonly refused: { connections: number };
  /** When the mock was made, by `performance.now()`. */
  readonly startedAt: number;
  readonly warnings: Warnings;
  /** How much memory it may take. */
  readonly memory: Memory;
  /** Where it remembers. */
  readonly store: StoreInUse;
  /** When the contract was read, in Unix milliseconds. */
  readonly readAt: number;
}

/**
 * The engine that requests are answered by from now on: with `--watch`, another one once the files have changed. Each
 * request takes it once and uses that one to its end.
 */
export interface Live<E extends Engine = ControlEngine> {
  readonly engine: E;
}
