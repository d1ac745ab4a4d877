import { pointerTo } from '../json/pointer';
import type { Operation } from '../model/operation';
import type { Example, Schema } from '../model/schema';
import type { Direction } from '../schema/json-schema';

/** A value that the document gives, and the schema that it should fit. */
export interface Given {
  readonly schema: Schema;
  readonly value: unknown;
  readonly pointer: string;
  readonly direction: Direction;
}

/** A schema of an operation, and the examples beside it. */
export interface Part {
  readonly schema: Schema;
  readonly examples: readonly Example[];
  readonly pointer: string;
  readonly direction: Direction;
}

/** Parameters, headers and bodies: whatever of an operation has a schema. */
export function partsOf({ parameters, body, replies }: Operation): readonly Part[] {
  const part =
    (direction: Direction) => (owner: Omit<Part, 'schema' | 'direction'> & { schema: Schema | undefined }) => {
      const { schema, examples, pointer } = owner;
      return schema === undefined ? [] : [{ schema, examples, pointer: pointerTo(pointer, 'schema'), direction }];
    };
  return [
    ...[...parameters, ...(body?.content ?? [])].flatMap(part('request')),
    ...replies.flatMap(({ headers, content }) => [...headers, ...content]).flatMap(part('response')),
  ];
}

/** Every example and default of a part. */
export function valuesOf({ schema, examples, pointer, direction }: Part): readonly Given[] {
  const beside = examples.map(({ value, pointer: at }) => ({ schema, value, pointer: at, direction }));
  return [...beside, ...valuesInside(schema, pointer, direction, new Set())];
}

/** The `example` and `default` of a schema and of what it is made of. */
function valuesInside(schema: Schema, pointer: string, direction: Direction, seen: Set<Schema>): readonly Given[] {
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
