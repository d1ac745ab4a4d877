import { pointerTo } from '../json/pointer';
import type { Schema } from '../model/schema';
import type { Direction } from '../schema/json-schema';
import type { SchemaInUse } from './schemas';

/** A value that the document gives, and the schema that it must fit. */
interface GivenValue {
  readonly schema: Schema;
  readonly value: unknown;
  readonly pointer: string;
  readonly direction: Direction;
}

/** Every example and default of a schema, those beside it and those inside it. */
export function valuesOf({ schema, examples, pointer, direction }: SchemaInUse): readonly GivenValue[] {
  const beside = examples.map(({ value, pointer: at }) => ({ schema, value, pointer: at, direction }));
  return [...beside, ...valuesInside(schema, pointer, direction, new Set())];
}

/** The `example` and `default` of a schema and of what it is made of. */
function valuesInside(schema: Schema, pointer: string, direction: Direction, seen: Set<Schema>): readonly GivenValue[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const own = (['example', 'default'] as const).flatMap((keyword) =>
    schema[keyword] === undefined
      ? []
      : [{ schema, value: schema[keyword], pointer: pointerTo(pointer, keyword), direction }],
  );
  const inside = (part: Schema, ...tokens: (string | number)[]) =>
    valuesInside(part, pointerTo(pointer, ...tokens), direction, seen);
  return [
    ...own,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => inside(part, 'properties', name)),
    ...(schema.items === undefined ? [] : inside(schema.items, 'items')),
    ...(['allOf', 'anyOf', 'oneOf'] as const).flatMap((keyword) =>
      (schema[keyword] ?? []).flatMap((part, index) => inside(part, keyword, index)),
    ),
  ];
}
