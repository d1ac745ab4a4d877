import { type Operation, type Schema, type Violation, violationsOf } from '../../openapi/contract';
import { invalidBody, MOST_VIOLATIONS, type Problem } from '../errors/problems';
import { refusalFor } from '../errors/refusal';

/** Why a body is refused: the first violation is known, the others are looked for where an error body tells them. */
export const refusedBody = (operation: Operation, schema: Schema, value: unknown, first: Violation): Problem =>
  invalidBody(refusalFor(operation, 'invalidBody'), first, undefined, () =>
    violationsOf(schema, 'request', value, MOST_VIOLATIONS).filter(({ pointer }) => pointer !== first.pointer),
  );
