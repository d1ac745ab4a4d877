import type { Chosen } from '../../../openapi/silences/chosen';
import type { Awaitable } from './awaitable';

/** What a world does where its document leaves things open. */
export interface ChoiceStore {
  /** Undefined where that is what the mock does without any choice: then no request pays for it. */
  readonly chosen: Chosen | undefined;
  /** @returns is there once all who share the world do so */
  choose(chosen: Chosen | undefined): Awaitable<void>;
  /** The number of the next request that differs by such a choice, from 0 on: each of several processes counts its own. */
  nextTurn(): number;
}
