import { readChoicesFile } from '../../openapi/behaviours/read-chosen';
import { UsageError } from '../../openapi/program/failure';
import type { Options } from '../options/options';
import type { LearningOptions } from '../run/learning';
import { refuseUnlearnable } from './learn-file';

/**
 * What of a server's choices a command learns, and what it compares them with: read before anything is sent.
 *
 * @throws UsageError for a file that can't be read, or written
 */
export async function learningOf({ learn, choices }: Pick<Options, 'learn' | 'choices'>): Promise<LearningOptions> {
  refuseUnlearnable(learn);
  if (choices === undefined) return { learn: learn !== undefined };
  // What a document rules out now a server may have done before.
  const { options } = await readChoicesFile(choices, {}).catch((error: unknown) => {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  });
  return { learn: learn !== undefined, before: { options, file: choices } };
}
