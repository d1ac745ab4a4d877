import type { ServerResponse } from 'node:http';
import { isJson, type Operation, type Reply, replyFor, stringifyJson } from '../../openapi/contract';
import { errorBody } from '../envelope';
import type { Engine, Outcome } from '../model';
import type { Problem } from '../problems';
import { sample } from '../sample';
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
  const { body, mediaType } = result instanceof Error ? errorBody(contract, operation, result, world) : result;
  const bytes = body === undefined ? '' : isJson(mediaType) ? stringifyJson(body) : String(body);
  const documented = operation && replyFor(operation, result.status);
  return {
    status: result.status,
    bytes,
    headers: {
      Date: new Date(world.clock.now()).toUTCString(),
      ...(documented === undefined ? {} : requiredHeaders(documented, world)),
      ...headers,
      ...result.headers,
      ...(body === undefined ? {} : { 'Content-Type': mediaType }),
      // RFC 9110 §8.6: a 204 has no Content-Length.
      ...(result.status === 204 ? {} : { 'Content-Length': String(Buffer.byteLength(bytes)) }),
    },
  };
}

/** A value for every header that the contract requires of a reply; those that mean something here are laid over it. */
function requiredHeaders(reply: Reply, world: World): Readonly<Record<string, string>> {
  const known = required.get(reply);
  if (known !== undefined) return known;
  const names = reply.headers.filter((header) => header.required);
  const values = names.map(({ name, schema, examples }) => [name, String(examples[0]?.value ?? sample(schema, world))]);
  const headers = Object.fromEntries(values);
  required.set(reply, headers);
  return headers;
}

const required = new WeakMap<Reply, Readonly<Record<string, string>>>();

/** Step 6: sends it; HEAD's reply has GET's headers and no body (RFC 9110 §9.3.2). */
export function reply(response: ServerResponse, method: string, { status, headers, bytes }: Answer): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, headers);
  response.end(method === 'HEAD' ? undefined : bytes);
}
