import type { Outcome } from '../http/outcome';
import type { Task } from './model';
import { exampleOf, outcomeOf } from './success';

/** The answer of an operation that belongs to no resource. */
export const answerExample = (task: Task): Outcome => outcomeOf(task, (media) => exampleOf(media, task.source));
