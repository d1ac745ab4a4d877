import { pointerTo } from '../json/pointer';
import type { Operation } from '../model/operation';
import type { Example, Schema } from '../model/schema';
import type { Direction } from '../schema/json-schema';

/** A schema of an operation, and the examples beside it. */
export interface SchemaInUse {
  readonly schema: Schema;
  readonly examples: readonly Example[];
  readonly pointer: string;
  readonly direction: Direction;
}

/** The schemas of an operation's parameters, headers and bodies. */
export function schemasOf({ parameters, body, replies }: Operation): readonly SchemaInUse[] {
  const part =
    (direction: Direction) => (owner: Omit<SchemaInUse, 'schema' | 'direction'> & { schema: Schema | undefined }) => {
      const { schema, examples, pointer } = owner;
      return schema === undefined ? [] : [{ schema, examples, pointer: pointerTo(pointer, 'schema'), direction }];
    };
  return [
    ...[...parameters, ...(body?.content ?? [])].flatMap(part('request')),
    ...replies.flatMap(({ headers, content }) => [...headers, ...content]).flatMap(part('response')),
  ];
}
