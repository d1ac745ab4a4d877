import { pointerTo, pointerTokens } from '../json/pointer';
import { type JsonObject, objectOrEmpty } from '../json/value';

import type { Operation } from '../model/operation';
import type { Schema } from '../model/schema';
import type { Direction } from '../schema/json-schema';

/** A schema of an operation. */
export interface SchemaInUse {
  readonly schema: Schema;
  /** To the schema. */
  readonly pointer: string;
  readonly direction: Direction;
  /** To what it stands in, with the examples beside it. */
  readonly ownerPointer: string;
}

/** The schemas of an operation's parameters, headers and bodies. */
export function schemasOf({ parameters, body, replies }: Operation): readonly SchemaInUse[] {
  const part =
    (direction: Direction) =>
    ({ schema, pointer }: { readonly schema: Schema | undefined; readonly pointer: string }) =>
      schema === undefined ? [] : [{ schema, pointer: pointerTo(pointer, 'schema'), direction, ownerPointer: pointer }];
  return [
    ...[...parameters, ...(body?.content ?? [])].flatMap(part('request')),
    ...replies.flatMap(({ headers, content }) => [...headers, ...content]).flatMap(part('response')),
  ];
}

/** The object at a place of the document, whose references have been followed. */
export const objectAt = (document: JsonObject, pointer: string): JsonObject =>
  objectOrEmpty(
    // An array has its members under their places, as an object has them under their names.
    pointerTokens(pointer).reduce<unknown>((value, token) => (value as JsonObject | undefined)?.[token], document),
  );
