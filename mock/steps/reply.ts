import { type Header, isJson, isObject, type Operation, replyFor, stringifyJson } from '../../openapi/contract';
import { errorBody } from '../errors/envelope';
import type { Problem } from '../errors/problems';
import type { Engine, Outcome } from '../model';
import { sample } from '../values/sample';
import type { World } from '../world/model';

/** What leaves: the status, the headers and the bytes. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: string;
}

/** An outcome or a problem, with the headers of the steps before, as what leaves. */
export function toAnswer(
  { contract }: Pick<Engine, 'contract'>,
  world: World,
  operation: Operation | undefined,
  result: Outcome | Problem,
  headers: Readonly<Record<string, string>>,
): Answer {
  const { status } = result;
  const { body, mediaType } = result instanceof Error ? errorBody(contract, operation, result, world) : result;
  const type = concrete(mediaType);
  // RFC 9110 §15.3.5, §15.4.5: these end with the headers.
  const isBare = body === undefined || status === 204 || status === 304;
  const bytes = isBare ? '' : isJson(type) || typeof body !== 'string' ? stringifyJson(body) : body;
  const sent = {
    Date: new Date(world.clock.now()).toUTCString(),
    ...headers,
    ...result.headers,
    ...(isBare ? {} : { 'Content-Type': type }),
    // RFC 9110 §8.6: a 204 has no Content-Length.
    ...(status === 204 ? {} : { 'Content-Length': String(Buffer.byteLength(bytes)) }),
  };
  const required = ((operation && replyFor(operation, status)?.headers) ?? []).filter((header) => header.required);
  return { status, bytes, headers: withRequired(sent, required, world) };
}

/** A media type that a body can have, of a range that the contract may give instead. */
function concrete(mediaType: string): string {
  return mediaType.replace(/^(\*|application)\/\*/, 'application/json').replace(/^text\/\*/, 'text/plain');
}

/** The headers, and a value for each that the contract requires of the reply and that means nothing here. */
function withRequired(
  sent: Readonly<Record<string, string>>,
  required: readonly Header[],
  world: World,
): Readonly<Record<string, string>> {
  if (required.every(({ name }) => name in sent)) return sent;
  const names = new Set(Object.keys(sent).map((name) => name.toLowerCase()));
  const made = required
    .filter(({ name }) => !names.has(name.toLowerCase()))
    .map(({ name, schema, examples }) => [name, headerText(examples[0]?.value ?? sample(schema, world))]);
  return { ...Object.fromEntries(made), ...sent };
}

/** A value in the form of a header (OpenAPI's style `simple`), without what HTTP does not let through (RFC 9110 §5.5). */
function headerText(value: unknown): string {
  const text = isObject(value) ? Object.entries(value).join() : String(value);
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '');
}
