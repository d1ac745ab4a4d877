/** What an operation answers when it succeeds: status, media type, body, `Location`. */
import {
  type Contract,
  fits,
  type Header,
  isJson,
  isObject,
  jsonMediaType,
  type MediaType,
  memoized,
  type Operation,
  propertiesOf,
  type Reply,
  type Resource,
  replyFor,
  type Schema,
  type Steps,
  schemaOfReply,
  successOf,
  typesOf,
  withPart,
} from '../../openapi/contract';
import { preferredOf } from '../http/headers';
import type { Outcome } from '../http/reply';
import { homeOf } from '../resources/scope';
import { firstMade } from '../values/fitting';
import { mended } from '../values/mended';
import { representationOf } from '../values/representation';
import { sample } from '../values/sample';
import { shape, withoutWriteOnly } from '../values/shape';
import type { Source } from '../values/source';
import type { Id, StoredRecord } from '../world/stores/records';
import { withTag } from './conditional';
import type { Task } from './model';
import { urlOf } from './page-facts';
import { stepsTo, withIdOf } from './shown-id';

/** The operation's documented success. @param jsonOf gives the body's JSON where that is remembered */
export function outcomeOf(
  { contract, operation, input, source }: Task,
  bodyOf: (media: MediaType) => unknown,
  jsonOf?: (body: unknown) => (() => string) | undefined,
): Outcome {
  const success = successDocumentedBy(operation);
  const { status } = success;
  const media = acceptedOf(success, input);
  const body = media && withoutWriteOnly(media.schema ?? {}, bodyOf(media));
  if (media !== undefined && !isWrittenAsJson(media)) return represented(status, media, body);
  const headers = status >= 300 && status < 400 ? redirection(operation, status, contract, source) : {};
  return { status, headers, body, mediaType: media?.type ?? '', written: jsonOf?.(body) };
}

interface Success {
  readonly status: number;
  /** What is sent unless the request prefers another of them. */
  readonly media: MediaType | undefined;
  readonly content: readonly MediaType[];
}

/** The media type that a request prefers of several; the usual one where it takes none of them, or all alike. */
function acceptedOf({ media, content }: Success, { accept }: Task['input']): MediaType | undefined {
  if (accept === undefined || media === undefined || content.length < 2) return media;
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
  return { status, media: jsonMediaType(content) ?? content[0], content };
});

/** The documented success, else a redirection, `default`, or the first refusal; else 200 without a body. */
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

/** The documented success that shows these records. @param at where in the reply. Default: as the operation's role has it */
export function succeedWith(
  task: Task,
  resource: Resource,
  shown: StoredRecord | readonly StoredRecord[],
  at?: Steps,
): Outcome {
  const outcome = outcomeOf(task, (media) => {
    const { schema } = media;
    if (schema === resource.schema) return shown;
    // What no record can be made into is what the document shows of it.
    if (media.examples.length > 0 && !isWrittenAsJson(media)) return exampleOf(media, task.source);
    if (schema === undefined) return shown;
    const steps = at ?? stepsTo(resource)(task.operation);
    const reply = shownOrExample(media, schema, withPart(schema, undefined, steps, shown), task.source);
    return Array.isArray(shown) ? reply : withIdOf(resource, task.operation, shown as StoredRecord, schema, reply, at);
  });
  return Array.isArray(shown) ? outcome : withTag(task, outcome, shown);
}

/** A value in the shape of a reply, mended where its schema does not allow that; else its example. */
export const shownOrExample = (media: MediaType, schema: Schema, value: unknown, source: Source): unknown =>
  firstMade(
    schema,
    () => shape(schema, value, source),
    () => mended(schema, shape(schema, value, source), source),
    () => exampleOf(media, source),
  );

/** The documented example of a reply, else a value of its schema. */
export function exampleOf({ examples: [example], schema = {} }: MediaType, source: Source): unknown {
  return example === undefined ? sample(schema, source) : example.value;
}

/** The `Location` of a redirection (RFC 9110 §15.4): as the document describes it, else the base URL. A 304 has none. */
function redirection(
  operation: Operation,
  status: number,
  { prefix }: Contract,
  source: Source,
): Readonly<Record<string, string>> {
  if (status === 304) return {};
  const header = replyFor(operation, status)?.headers.find(({ name }) => name.toLowerCase() === 'location');
  const described = header && (header.examples[0]?.value ?? sample(header.schema, source));
  const isPlain = typeof described === 'string' && /^[\x21-\x7e]+$/.test(described);
  return { Location: isPlain ? described : `${prefix}/` };
}

/** Whether bodies of a media type are sent as JSON: it is JSON, or a range of which JSON is the likeliest. */
export const isWrittenAsJson = memoized(
  ({ type, schema }: MediaType): boolean =>
    isJson(type) || (/^(\*|application)\/\*/.test(type) && schema?.format !== 'binary'),
);

/** An outcome with a body of another media type. */
export function represented(status: number, media: MediaType, body: unknown): Outcome {
  const written = () => representationOf(media, body);
  return { status, headers: {}, body: body ?? '', mediaType: typeOf(media.type), written };
}

/** A type for a range, and the charset of a text: without one some clients take it for another than UTF-8. */
function typeOf(type: string): string {
  const [main = ''] = type.split('/');
  const concrete = type.includes('*') ? (TYPES[main] ?? 'application/octet-stream') : type;
  return main === 'text' && !concrete.includes(';') ? `${concrete}; charset=utf-8` : concrete;
}

const TYPES: Readonly<Record<string, string>> = {
  text: 'text/plain',
  image: 'image/png',
  audio: 'audio/mpeg',
  video: 'video/mp4',
  font: 'font/woff2',
};

/** An outcome with the `Location` that the operation documents (RFC 9110 §15.3.2): the path, or the whole URL where asked for. */
export function withLocation(task: Task, resource: Resource, id: Id, outcome: Outcome): Outcome {
  const { itemPath, idParameter } = resource.itemPath === undefined ? homeOf(task.contract, resource) : resource;
  const header = locationOf(task.operation);
  if (itemPath === undefined || idParameter === undefined) return outcome;
  // Where the body has a place for it that is none of the record's, it is there, too.
  const place = propertiesOf(schemaOfReply(task.operation) ?? {}).get('location')?.schema;
  const isTold =
    place !== undefined &&
    isObject(outcome.body) &&
    !propertiesOf(resource.schema).has('location') &&
    typesOf(place).includes('string');
  if (header === undefined && !isTold) return outcome;
  const path = task.contract.prefix + itemAt(task, itemPath, `{${idParameter.name}}`, id);
  const url = urlOf(task, path);
  const told = isTold && isObject(outcome.body) ? { ...outcome, body: { ...outcome.body, location: url } } : outcome;
  if (header === undefined) return told;
  const isWhole = String(header.examples[0]?.value ?? '').includes('://');
  const location = (isWhole ? [url, path] : [path, url]).find((text) => fits(header.schema, 'response', text));
  return location === undefined ? told : { ...told, headers: { ...told.headers, [header.name]: location } };
}

const locationOf = memoized((operation: Operation): Header | undefined =>
  successOf(operation)?.reply.headers.find(({ name }) => name.toLowerCase() === 'location'),
);

/** The path of an item: above its id what the request's own path has there, whatever the parameters are called. */
function itemAt({ call, contract }: Task, itemPath: string, template: string, id: Id): string {
  const sent = call.path.slice(contract.prefix.length).split('/');
  const segments = itemPath.split('/').map((segment, place) => {
    if (segment.includes(template)) return segment.replace(template, () => encodeURIComponent(String(id)));
    return segment.includes('{') ? (sent[place] ?? segment) : segment;
  });
  return segments.join('/');
}
