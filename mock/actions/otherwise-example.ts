import { documents, type Resource } from '../../openapi/contract';
import { Problem } from '../errors/problems';
import type { Outcome } from '../http/reply';
import { answerExample } from './example';
import type { Action, Task } from './model';

/**
 * Does what deletes a record, what usually changes one as far as can be told from the document, or what reads one by another
 * name than its id. Where there is no such record, and the document has no 404 for that, it succeeds as documented: what is
 * to be deleted is gone, and of the others the example is shown.
 */
export async function otherwiseExample(action: Action, task: Task, resource: Resource): Promise<Outcome> {
  try {
    return await action(task, resource);
  } catch (error) {
    const isMissing = error instanceof Problem && error.code === 'not_found';
    if (isMissing && !documents(task.operation, 404)) return answerExample(task);
    throw error;
  }
}
