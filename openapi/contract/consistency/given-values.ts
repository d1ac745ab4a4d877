import { pointerTo } from '../json/pointer';
import { isObject, type JsonObject } from '../json/value';
import type { Schema } from '../model/schema';
import { innerSchemas } from '../schema/inner-schemas';
import type { Direction } from '../schema/json-schema';
import { objectAt, type SchemaInUse } from './schemas';

/** A value that the document gives, and the schema that it must fit. */
export interface GivenValue {
  readonly schema: Schema;
  readonly value: unknown;
  readonly pointer: string;
  readonly direction: Direction;
  /** What holds the value, and under which name. */
  readonly owner: object;
  readonly name: string;
}

/** Every example and default beside the schemas of operations and inside them; what several of them share, once. */
export function givenValues(document: JsonObject, schemas: readonly SchemaInUse[]): readonly GivenValue[] {
  const seen = { request: new Set<object>(), response: new Set<object>() };
  return schemas.flatMap((inUse) => [
    ...valuesBeside(inUse, objectAt(document, inUse.ownerPointer), seen[inUse.direction]),
    ...valuesInside(inUse, seen[inUse.direction]),
  ]);
}

function valuesBeside(
  { schema, ownerPointer: pointer, direction }: SchemaInUse,
  owner: JsonObject,
  seen: Set<object>,
): readonly GivenValue[] {
  if (seen.has(owner)) return [];
  seen.add(owner);
  const value = (holder: JsonObject, name: string, at: string, inner: unknown): GivenValue[] =>
    inner === undefined ? [] : [{ schema, value: inner, pointer: at, direction, owner: holder, name }];
  const { examples } = owner;
  return [
    ...value(owner, 'example', pointerTo(pointer, 'example'), owner.example),
    ...(isObject(examples) ? Object.entries(examples) : []).flatMap(([name, example]) =>
      // The whole example is left out.
      isObject(example)
        ? value(examples as JsonObject, name, pointerTo(pointer, 'examples', name, 'value'), example.value)
        : [],
    ),
  ];
}

/** The keywords whose schemas say something of a value that fits. */
const WITHIN = ['allOf', 'anyOf', 'oneOf', 'properties', 'additionalProperties', 'items', 'prefixItems'];

/** The `example`, `examples` and `default` of a schema and of what it is made of. */
function valuesInside(inUse: SchemaInUse, seen: Set<object>): readonly GivenValue[] {
  const { direction } = inUse;
  const waiting: Pick<SchemaInUse, 'schema' | 'pointer'>[] = [inUse];
  const found: GivenValue[] = [];
  // The loop also visits what is added meanwhile.
  for (const { schema, pointer } of waiting) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    for (const name of ['example', 'default'] as const) {
      if (schema[name] === undefined) continue;
      found.push({ schema, value: schema[name], pointer: pointerTo(pointer, name), direction, owner: schema, name });
    }
    const { examples } = schema;
    for (const [index, value] of (Array.isArray(examples) ? examples : []).entries()) {
      const at = pointerTo(pointer, 'examples', index);
      found.push({ schema, value, pointer: at, direction, owner: examples as object, name: String(index) });
    }
    for (const { steps, schema: inner } of innerSchemas(schema, WITHIN))
      waiting.push({ schema: inner, pointer: pointerTo(pointer, ...steps) });
  }
  return found;
}
