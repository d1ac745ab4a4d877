import type { Outcome, Task } from '../pipeline/model';
import { exampleOf, outcomeOf } from './action';

/** The answer of an operation that belongs to no resource. */
export const answerExample = (task: Task): Outcome => outcomeOf(task, (media) => exampleOf(media, task.world));
