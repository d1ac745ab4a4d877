import type { ErrorObject } from 'ajv';
import { countParts } from '../json/count-parts';
import type { ErrorsIn } from './ajv-errors';
import { isUnion } from './branches';
import { firstViolation, MOST_PARTS, violationOf } from './first-violation';
import type { JsonSchema } from './json-schema';
import type { Violation } from './violation';

/**
 * What is wrong with a value, one violation for a place, the first of all before the others. Of a value of very many parts it is
 * the first alone: there may be as many errors as parts.
 *
 * @param most how many are told
 */
export function allViolations(
  schema: JsonSchema,
  errorsIn: ErrorsIn,
  value: unknown,
  most: number,
): readonly Violation[] {
  const first = firstViolation(schema, errorsIn, value);
  if (first === undefined) return [];
  const found = new Map([[first.pointer, first]]);
  const errors = countParts(value, MOST_PARTS) < MOST_PARTS ? independent(errorsIn(schema, value, 'all')) : [];
  for (const error of errors) {
    if (found.size >= most) break;
    const violation = violationOf(error, errorsIn);
    if (!found.has(violation.pointer)) found.set(violation.pointer, violation);
  }
  return [...found.values()];
}

/** The errors that follow from no other. Those that a union or the like follows from stand before it. */
function independent(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const found: ErrorObject[] = [];
  let whole: ErrorObject | undefined;
  for (const error of errors.toReversed()) {
    if (whole !== undefined && isInside(error, whole)) continue;
    whole = isUnion(error) || isOfParts(error) ? error : undefined;
    if (error.keyword !== 'if') found.push(error);
  }
  // What an invalid part describes counts as not described.
  const sure = found.filter(({ keyword }) => !keyword.startsWith('unevaluated'));
  return (sure.length > 0 ? sure : found).toReversed();
}

const isOfParts = ({ keyword }: ErrorObject): boolean => keyword === 'contains' || keyword === 'propertyNames';

function isInside(error: ErrorObject, whole: ErrorObject): boolean {
  if (whole.keyword === 'propertyNames') return error.propertyName !== undefined;
  return error.instancePath === whole.instancePath || error.instancePath.startsWith(`${whole.instancePath}/`);
}
