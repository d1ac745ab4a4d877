import { firstValue } from '../arbitraries';
import { type Given, givenParameter } from './given';
import { drawnSchemaOf } from './page-size';
import type { Subject } from './subject';

/** @param given what the user has named */
export function requiredQuery(
  { operation, purpose }: Subject,
  given: Given = new Map(),
): Readonly<Record<string, unknown>> {
  const required = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  return Object.fromEntries(
    required.map((parameter) => [
      parameter.name,
      givenParameter(given, operation, parameter.name) ?? firstValue(drawnSchemaOf(purpose?.resource, parameter)),
    ]),
  );
}
