import { alternativesOf, isObject, own, propertiesOf, type Schema } from '../../openapi/contract';

/**
 * The members of an object, those of objects within it included, that its schema allows and does not describe.
 *
 * @returns undefined where the value is no object, or its schema allows none
 */
export function furtherIn(schema: Schema, value: unknown, at = ''): readonly string[] | undefined {
  if (!isObject(value) || !isOpen(schema)) return undefined;
  const named = propertiesOf(schema);
  return Object.keys(value).flatMap((name) => {
    const property = named.get(name);
    if (property === undefined) return [`${at}${name}`];
    return furtherIn(property.schema, own(value, name), `${at}${name}.`) ?? [];
  });
}

/** Whether an object schema leaves open which other members there are; one of a map describes all that it has. */
function isOpen(schema: Schema): boolean {
  const alternatives = alternativesOf(schema);
  return (
    propertiesOf(schema).size > 0 &&
    alternatives.every(
      ({ additionalProperties, patternProperties, unevaluatedProperties }) =>
        patternProperties === undefined &&
        unevaluatedProperties === undefined &&
        (additionalProperties === undefined || additionalProperties === true),
    )
  );
}
