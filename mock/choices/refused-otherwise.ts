import { replyFor } from '../../openapi/contract';
import { Problem, unknownPath } from '../errors/problems';
import type { Say } from './model';

/** Another status for a method that a path does not have, and for a path parameter that breaks its schema. */
export const refusedOtherwise: Say = (said, { choices, operation, path, given }) => {
  if (!(said instanceof Problem) || given !== undefined) return said;
  const { status, message, headers, violations, others } = said;
  if (operation === undefined) {
    return status === 405 && choices.of('method.wrong') === 'not-found' ? unknownPath(path, '') : said;
  }
  // Who documents 422 says by it what is answered.
  const isPath = status === 404 && violations[0]?.place === 'path';
  if (!isPath || choices.of('path.invalid') !== 'bad-request' || replyFor(operation, 400) === undefined) return said;
  return new Problem(400, 'invalid_parameter', message, headers, violations, others);
};
