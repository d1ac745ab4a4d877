import type { Operation, Role } from '../../openapi/contract';

import { create } from '../actions/create';
import { answerExample } from '../actions/example';
import { list } from '../actions/list';
import type { Action, Task } from '../actions/model';
import { patch } from '../actions/patch';
import { read } from '../actions/read';
import { remove } from '../actions/remove';
import { replace } from '../actions/replace';
import type { Awaitable } from '../world/stores/awaitable';
import type { WorldState } from '../world/stores/model';
import type { Engine, Input, Outcome } from './model';

const ACTIONS: Readonly<Record<Role, Action>> = { list, create, read, replace, patch, delete: remove };

/**
 * Step 5: does what the operation is for.
 *
 * @throws Problem when the world's state does not allow it
 */
export function act(
  { contract, parts }: Engine,
  { records, random, clock }: WorldState,
  operation: Operation,
  input: Input,
): Awaitable<Outcome> {
  const part = parts.get(operation);
  const task: Task = { contract, records, source: { random, now: clock.now() }, operation, input };
  return part === undefined ? answerExample(task) : ACTIONS[part.role](task, part.resource);
}
