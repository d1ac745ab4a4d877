import {
  jsonMediaType,
  type MediaType,
  memoized,
  type Operation,
  type Reply,
  type Resource,
  roleOf,
  type Schema,
  type Steps,
  successOf,
  withPart,
} from '../../openapi/contract';
import { preferredOf } from '../http/accept';
import type { Outcome } from '../http/reply';
import { firstThatFits } from '../values/fitting';
import { sample } from '../values/sample';
import { shape } from '../values/shape';
import type { Source } from '../values/source';
import type { StoredRecord } from '../world/stores/records';
import type { Task } from './model';
import { redirection } from './redirection';
import { isWrittenAsJson, represented } from './represented';

/**
 * The operation's documented success, with a body where that has one.
 *
 * @param jsonOf makes the body's JSON, where somebody remembers that
 */
export function outcomeOf(
  { contract, operation, input, source }: Task,
  bodyOf: (media: MediaType) => unknown,
  jsonOf?: (body: unknown) => (() => string) | undefined,
): Outcome {
  const success = successDocumentedBy(operation);
  const media = success.content.length > 1 ? acceptedOf(success, input) : success.media;
  const body = media && bodyOf(media);
  const { status } = success;
  const isOther = media === success.media ? success.isOther : media !== undefined && !isWrittenAsJson(media);
  if (media !== undefined && isOther) return represented(status, media, body);
  const headers = status >= 300 && status < 400 ? redirection(operation, status, contract, source) : NO_HEADERS;
  return { status, headers, body, mediaType: media?.type ?? '', written: jsonOf?.(body) };
}

interface Success {
  readonly status: number;
  /** What is sent unless the request prefers another of them. */
  readonly media: MediaType | undefined;
  readonly content: readonly MediaType[];
  /** Whether that is sent otherwise than as JSON. */
  readonly isOther: boolean;
}

const NO_HEADERS = {};

/** The media type that a request prefers of several; the usual one where it takes none of them, or all alike. */
function acceptedOf({ media, content }: Success, { accept }: Task['input']): MediaType | undefined {
  if (accept === undefined || media === undefined) return media;
  const inOrder = [media, ...content.filter((one) => one !== media)];
  const place = preferredOf(
    inOrder.map(({ type }) => type),
    accept,
  );
  return place === undefined ? media : inOrder[place];
}

const successDocumentedBy = memoized((operation: Operation): Success => {
  const { status, reply } = replyOf(operation);
  const content = reply?.content ?? [];
  const media = jsonMediaType(content) ?? content[0];
  return { status, media, content, isOther: media !== undefined && !isWrittenAsJson(media) };
});

/**
 * The success that an operation documents, else a redirection, else what its `default` may be, else the first refusal. Who documents
 * failures of the server alone has left the success out: that has no body.
 */
function replyOf(operation: Operation): { readonly status: number; readonly reply: Reply | undefined } {
  const success = successOf(operation);
  if (success !== undefined) return success;
  const { replies } = operation;
  const reply =
    replies.find(({ status }) => String(status).startsWith('3')) ??
    replies.find(({ status }) => status === 'default') ??
    replies.find(({ status }) => String(status).startsWith('4'));
  return { status: reply === undefined ? 200 : statusOf(reply), reply };
}

/** One of the statuses that a reply is documented for. */
function statusOf({ status }: Reply): number {
  if (typeof status === 'number') return status;
  return status === 'default' ? 200 : Number(status[0]) * 100;
}

/**
 * The documented success with this record, or with these of a list, where and in the shape in which the reply shows it.
 *
 * @param at where the reply shows it. Default: what the contract says for the operation's role
 */
export function succeedWith(
  task: Task,
  resource: Resource,
  shown: StoredRecord | readonly StoredRecord[],
  at?: Steps,
): Outcome {
  return outcomeOf(task, (media) => {
    const { schema } = media;
    if (schema === resource.schema) return shown;
    // What no record can be made into is what the document shows of it.
    if (media.examples.length > 0 && !isWrittenAsJson(media)) return exampleOf(media, task.source);
    if (schema === undefined) return shown;
    const steps = at ?? stepsTo(resource, task.operation);
    return firstThatFits(schema, bodies(media, schema, withPart(schema, undefined, steps, shown), task.source));
  });
}

function stepsTo(resource: Resource, operation: Operation): Steps {
  const role = roleOf(resource, operation);
  return (role === undefined ? undefined : resource.shown[role]) ?? [];
}

/** A reply whose schema does not fit a record shows its example. */
function* bodies(media: MediaType, schema: Schema, body: unknown, source: Source): Iterable<unknown> {
  yield shape(schema, body, source);
  yield exampleOf(media, source);
}

/** The documented example of a reply, else a value of its schema. */
export function exampleOf({ examples: [example], schema = {} }: MediaType, source: Source): unknown {
  return example === undefined ? sample(schema, source) : example.value;
}
