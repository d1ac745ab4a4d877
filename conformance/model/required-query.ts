import { firstValue } from '../arbitraries';
import type { Subject } from './subject';

export function requiredQuery({ operation }: Subject): Readonly<Record<string, unknown>> {
  const required = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  return Object.fromEntries(required.map(({ name, schema }) => [name, firstValue(schema)]));
}
