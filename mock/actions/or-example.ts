import type { Outcome } from '../http/outcome';
import { answerExample } from './example';
import { NotShowable } from './fields';
import type { Task } from './model';

/** What an action answers or, where the contract lets nobody store what it would store, an example of the document. */
export async function orExample(task: Task, answer: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof NotShowable) return answerExample(task);
    throw error;
  }
}
