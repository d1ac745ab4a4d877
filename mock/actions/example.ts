import { jsonMediaType, successOf } from '../../openapi/contract';
import type { Outcome, Task } from '../model';
import { sample } from '../sample';

/** The answer of an operation that belongs to no resource: its documented example, else a value of its schema. */
export function answerExample({ operation, world }: Task): Outcome {
  const { status, reply } = successOf(operation) ?? { status: 200, reply: undefined };
  const media = jsonMediaType(reply?.content ?? []) ?? reply?.content[0];
  if (media === undefined) return { status, headers: {}, body: undefined, mediaType: '' };
  const [example] = media.examples;
  const body = example === undefined ? sample(media.schema ?? {}, world) : example.value;
  return { status, headers: {}, body, mediaType: media.type };
}
