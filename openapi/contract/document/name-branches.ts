import { isObject, type JsonObject, objectOrEmpty, own } from '../json/value';

/**
 * Notes in each discriminator of a followed document by which values it means each schema of its union (OpenAPI 3.0.3 §4.7.25):
 * those of its `mapping`, else the name of the schema, which nobody knows once references are followed.
 */
export function nameBranches(document: JsonObject): void {
  const schemas = objectOrEmpty(objectOrEmpty(document.components).schemas);
  const nameOf = new Map<unknown, string>();
  for (const [name, schema] of Object.entries(schemas)) if (!nameOf.has(schema)) nameOf.set(schema, name);
  const seen = new Set<object>([document]);
  // The loop also visits what is added meanwhile.
  for (const value of seen) {
    const { discriminator, oneOf, anyOf } = value as JsonObject;
    const union = oneOf ?? anyOf;
    if (isObject(discriminator) && Array.isArray(union)) {
      const mapping = Object.entries(objectOrEmpty(discriminator.mapping));
      const mapped = mapping.map(([name, target]) => ({ name, schema: own(schemas, lastStep(target)) }));
      // The document was copied to be followed: nobody else has it.
      (discriminator as Record<string, unknown>).names = union.map((branch) => {
        const names = mapped.flatMap(({ name, schema }) => (schema === branch ? [name] : []));
        const own = nameOf.get(branch);
        return names.length > 0 || own === undefined ? names : [own];
      });
    }
    for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) seen.add(inner);
  }
}

/** A mapping leads to a schema by its name or by a reference. */
const lastStep = (target: unknown): string => String(target).split('/').at(-1) ?? '';
