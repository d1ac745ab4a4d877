import { pointerTo } from '../json/pointer';
import type { Schema } from '../model/schema';
import type { Direction } from '../schema/json-schema';
import type { SchemaInUse } from './schemas';

/** A value that the document gives, and the schema that it should fit. */
export interface GivenValue {
  readonly schema: Schema;
  readonly value: unknown;
  readonly pointer: string;
  readonly direction: Direction;
}

/** Every example and default of a part. */
export function valuesOf({ schema, examples, pointer, direction }: SchemaInUse): readonly GivenValue[] {
  const beside = examples.map(({ value, pointer: at }) => ({ schema, value, pointer: at, direction }));
  return [...beside, ...valuesInside(schema, pointer, direction, new Set())];
}

/** The `example` and `default` of a schema and of what it is made of. */
function valuesInside(schema: Schema, pointer: string, direction: Direction, seen: Set<Schema>): readonly GivenValue[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const own = (['example', 'default'] as const).flatMap((word) =>
    schema[word] === undefined ? [] : [{ schema, value: schema[word], pointer: pointerTo(pointer, word), direction }],
  );
  const inside = (part: Schema, ...tokens: (string | number)[]) =>
    valuesInside(part, pointerTo(pointer, ...tokens), direction, seen);
  return [
    ...own,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => inside(part, 'properties', name)),
    ...(schema.items === undefined ? [] : inside(schema.items, 'items')),
    ...(['allOf', 'anyOf', 'oneOf'] as const).flatMap((word) =>
      (schema[word] ?? []).flatMap((part, index) => inside(part, word, index)),
    ),
  ];
}
