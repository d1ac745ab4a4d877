import { isObject, type JsonObject } from '../json/object';

/**
 * Removes each server variable's `description` from a document of OpenAPI 3.1, which swagger-parser's schema would
 * refuse: it misspells the field as `descriptions` (OpenAPI 3.1.0 §4.8.6.1 has `description`). Nothing here reads it.
 */
export function dropVariableDescriptions(document: JsonObject): void {
  const items = objectsIn(document.paths);
  for (const owner of [document, ...items, ...items.flatMap(objectsIn)]) {
    for (const server of objectsIn(owner.servers)) {
      for (const variable of objectsIn(server.variables)) Reflect.deleteProperty(variable, 'description');
    }
  }
}

/** The objects that an object or an array holds. */
function objectsIn(value: unknown): readonly JsonObject[] {
  return typeof value === 'object' && value !== null ? Object.values(value).filter(isObject) : [];
}
