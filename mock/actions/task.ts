import type { Contract, MediaType, Operation } from '../../openapi/contract';
import type { World } from '../world/model';

/** What a request says: values that fit the contract, with its defaults. */
export interface Input {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The media type under which the body was read. */
  readonly bodyType: MediaType | undefined;
}

/** What an action is given. */
export interface Task {
  readonly contract: Contract;
  readonly world: World;
  readonly operation: Operation;
  readonly input: Input;
}
