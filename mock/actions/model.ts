import type { Contract, Operation, Resource } from '../../openapi/contract';
import type { Input, Outcome } from '../pipeline/model';
import type { Source } from '../values/source';
import type { RecordStore } from '../world/stores/records';

/** What an action is given. */
export interface Task {
  readonly contract: Contract;
  readonly records: RecordStore;
  /** What is made up is drawn from this. */
  readonly source: Source;
  readonly operation: Operation;
  readonly input: Input;
}

/**
 * What one kind of operation does.
 *
 * @throws Problem where the records do not allow it
 */
export type Action = (task: Task, resource: Resource) => Promise<Outcome>;
