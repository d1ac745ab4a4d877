import { fits, propertiesOf } from '../../openapi/contract';
import type { CaseContext } from './check';
import { bodyOf, type Subject } from './subject';

/**
 * The values of a member that the server has shown, and that a request may have: a record may show others, such as null where
 * nothing was given.
 */
export function givableValues(
  { known }: Pick<CaseContext, 'known'>,
  { operation, purpose }: Pick<Subject, 'operation' | 'purpose'>,
  property: string,
): readonly unknown[] {
  const schema = propertiesOf(bodyOf(operation)?.schema ?? {}).get(property)?.schema ?? {};
  return known.values(purpose?.resource, property).filter((value) => fits(schema, 'request', value));
}
