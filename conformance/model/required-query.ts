import { firstValue } from '../arbitraries';
import { drawnSchemaOf } from './page-size';
import type { Subject } from './subject';

export function requiredQuery({ operation, purpose }: Subject): Readonly<Record<string, unknown>> {
  const required = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  return Object.fromEntries(
    required.map((parameter) => [parameter.name, firstValue(drawnSchemaOf(purpose?.resource, parameter))]),
  );
}
