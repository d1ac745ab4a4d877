import type { Resource } from '../../openapi/contract';
import type { Outcome } from '../http/reply';
import { answerExampleAsSent } from './example';
import { NotShowable } from './fields';
import type { Task } from './model';

/** What an action answers or, where the contract lets nobody store what it would store, an example with what was sent. */
export async function orExample(task: Task, resource: Resource, answer: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof NotShowable) return answerExampleAsSent(task, resource);
    throw error;
  }
}
