import { jsonMediaType, type Resource, successOf } from '../../openapi/contract';
import type { Outcome, Task } from '../model';
import { shape } from '../sample';
import type { Awaitable } from '../world/model';
import type { StoredRecord } from '../world/records';

/** What one kind of operation does. */
export type Action = (task: Task, resource: Resource) => Awaitable<Outcome>;

/** The operation's documented success with this record, in the shape that the reply gives it. */
export function succeedWith({ operation, world }: Task, resource: Resource, record: StoredRecord): Outcome {
  const { status, reply } = successOf(operation) ?? { status: 200, reply: undefined };
  const media = jsonMediaType(reply?.content ?? []);
  if (media?.schema === undefined) return { status, headers: {}, body: undefined, mediaType: '' };
  const body = media.schema === resource.schema ? record : shape(media.schema, record, world);
  return { status, headers: {}, body, mediaType: media.type };
}
