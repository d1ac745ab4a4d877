import {
  essence,
  fits,
  isObject,
  type Operation,
  own,
  propertiesOf,
  type Schema,
  type Violation,
  validatorOf,
} from '../../openapi/contract';

const MERGE_PATCH = 'application/merge-patch+json';

/** Whether `null` removes a member of the body (RFC 7396), whatever its schema says of null. */
export const isMergePatch = ({ method }: Operation, sent: string): boolean =>
  method === 'PATCH' && essence(sent) === MERGE_PATCH;

/** How a merge patch breaks its schema, besides members that it removes; undefined where it does not. */
export function violationOfPatch(schema: Schema, patch: unknown): Violation | undefined {
  const left = withoutRemovals(schema, patch);
  const violation = validatorOf(schema, 'request')(left);
  // What is removed is a member of the patch, too.
  return violation?.keyword === 'minProperties' && left !== patch ? undefined : violation;
}

/** A patch without each `null` that its schema does not allow for a member that need not be there, at every depth. */
function withoutRemovals(schema: Schema, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    Object.keys(patch).flatMap((name) => {
      const [value, property] = [own(patch, name), properties.get(name)];
      if (property === undefined) return [[name, value]];
      const isRemoval = value === null && !property.required && !fits(property.schema, 'request', null);
      return isRemoval ? [] : [[name, withoutRemovals(property.schema, value)]];
    }),
  );
}
