import type { Operation } from '../model/operation';
import type { Schema } from '../model/schema';
import { jsonMediaType } from '../operations/media-type';
import { successOf } from '../operations/reply';

/** The schema of what an operation replies with on success, as JSON. */
export const schemaOfReply = (operation: Operation | undefined): Schema | undefined =>
  operation === undefined ? undefined : jsonMediaType(successOf(operation)?.reply.content ?? [])?.schema;

/** The schema of what an operation takes: as JSON or, where it takes none, as whatever comes first, such as a form. */
export function schemaOfBody(operation: Operation | undefined): Schema | undefined {
  const content = operation?.body?.content ?? [];
  return (jsonMediaType(content) ?? content[0])?.schema;
}
