import { isObject, type JsonObject, objectOrEmpty, own } from '../json/value';

/** Our extension for the name, among the components, of the schema beside it. */
export const SCHEMA_NAME = 'x-schema-name';

/**
 * Notes the names of schemas, which are lost once references are followed: in each discriminator which values mean each schema of
 * its union (OpenAPI 3.0.3 §4.7.25), those of its `mapping`, else the schema's name; and beside each schema of a body in XML what
 * its root is called (§4.7.26).
 */
export function noteNames(document: JsonObject): void {
  const schemas = objectOrEmpty(objectOrEmpty(document.components).schemas);
  const nameOf = new Map<unknown, string>();
  for (const [name, schema] of Object.entries(schemas)) if (!nameOf.has(schema)) nameOf.set(schema, name);
  const seen = new Set<object>([document]);
  // The loop also visits what is added meanwhile.
  for (const value of seen) {
    const { discriminator, oneOf, anyOf, content } = value as JsonObject;
    for (const [type, media] of isObject(content) ? Object.entries(content) : []) {
      const name = isObject(media) && XML.test(type) ? nameOf.get(media.schema) : undefined;
      if (name !== undefined) (media as Record<string, unknown>)[SCHEMA_NAME] = name;
    }
    const union = oneOf ?? anyOf;
    if (isObject(discriminator) && Array.isArray(union)) {
      const mapping = Object.entries(objectOrEmpty(discriminator.mapping));
      const mapped = mapping.map(([name, target]) => ({ name, schema: own(schemas, lastStep(target)) }));
      // The document is a copy that was made to be followed.
      (discriminator as Record<string, unknown>).names = union.map((branch) => {
        const names = mapped.flatMap(({ name, schema }) => (schema === branch ? [name] : []));
        const own = nameOf.get(branch);
        return names.length > 0 || own === undefined ? names : [own];
      });
    }
    for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) seen.add(inner);
  }
}

const XML = /[/+]xml\b/;

/** A mapping leads to a schema by its name or by a reference. */
const lastStep = (target: unknown): string => String(target).split('/').at(-1) ?? '';
