import { readAllowanceRole } from '../extensions/extensions';
import { type JsonObject, objectOrEmpty, pointerTo, stringOrUndefined } from '../json/value';
import type { AllowanceHeaders } from '../model/contract';
import type { AllowanceRole, Header, Link, Operation, Reply } from '../model/operation';
import { readContent, readExamples, readSchema } from './media-types';

/** The replies of an operation's `responses`, in the document's order. */
export function readReplies(raw: unknown, pointer: string): readonly Reply[] {
  return Object.entries(objectOrEmpty(raw))
    .filter(([status]) => !status.startsWith('x-'))
    .map(([status, reply]) => readReply(status, objectOrEmpty(reply), pointerTo(pointer, status)));
}

function readReply(status: string, raw: JsonObject, pointer: string): Reply {
  return {
    status: (/^\d{3}$/.test(status) ? Number(status) : status) as Reply['status'],
    description: stringOrUndefined(raw.description) ?? '',
    // OpenAPI ignores a header of this name: `content` has the media types.
    headers: Object.entries(objectOrEmpty(raw.headers)).flatMap(([name, header]) =>
      name.toLowerCase() === 'content-type' ? [] : [readHeader(name, objectOrEmpty(header), pointer)],
    ),
    content: readContent(raw.content, pointer),
    links: Object.entries(objectOrEmpty(raw.links)).flatMap(([name, link]) =>
      readLink(name, objectOrEmpty(link), pointer),
    ),
    pointer,
  };
}

function readHeader(name: string, raw: JsonObject, replyPointer: string): Header {
  const pointer = pointerTo(replyPointer, 'headers', name);
  return {
    name,
    description: stringOrUndefined(raw.description) ?? '',
    required: raw.required === true,
    schema: readSchema(raw),
    examples: readExamples(raw, pointer),
    allowance: readAllowanceRole(raw),
    pointer,
  };
}

function readLink(name: string, raw: JsonObject, replyPointer: string): readonly Link[] {
  const operationId = stringOrUndefined(raw.operationId);
  if (operationId === undefined) return [];
  const parameters = Object.entries(objectOrEmpty(raw.parameters)).flatMap(([parameter, expression]) =>
    typeof expression === 'string' ? [[parameter, expression] as const] : [],
  );
  return [
    { name, operationId, parameters: Object.fromEntries(parameters), pointer: pointerTo(replyPointer, 'links', name) },
  ];
}

/** The reply that the contract documents for a status: the exact one, else its range, else `default`. */
export function replyFor(operation: Operation, status: number): Reply | undefined {
  const range = `${Math.floor(status / 100)}XX`;
  const named = (wanted: Reply['status']) => operation.replies.find((reply) => reply.status === wanted);
  return named(status) ?? named(range as Reply['status']) ?? named('default');
}

/** The first reply of the document with a status of 2xx, and that status as a number. */
export function successOf(operation: Operation): { readonly status: number; readonly reply: Reply } | undefined {
  for (const reply of operation.replies) {
    if (typeof reply.status === 'number' && reply.status >= 200 && reply.status < 300) {
      return { status: reply.status, reply };
    }
    if (reply.status === '2XX') return { status: 200, reply };
  }
  return undefined;
}

/** Whether the contract lists this status for the operation by number or range, not by `default` alone. */
export function documents(operation: Operation, status: number): boolean {
  const reply = replyFor(operation, status);
  return reply !== undefined && reply.status !== 'default';
}

/** Whether a reply is of 4xx or 5xx, or `default`. */
export const isError = ({ status }: Reply): boolean =>
  status === 'default' || status === '4XX' || status === '5XX' || (typeof status === 'number' && status >= 400);

/** Whether a reply is of 1xx: then the one that ends the exchange is still to come (RFC 9110 §15.2). */
const isInterim = ({ status }: Reply): boolean => String(status).startsWith('1');

/** Whether the contract says nothing of a status: no final reply is documented, or errors alone, and this is none. */
export const isUnspecified = ({ replies }: Operation, status: number): boolean =>
  replies.every((reply) => isInterim(reply) || (status < 400 && reply.status !== 'default' && isError(reply)));

/** The header of each role; the first reply that has one names it for all. */
export function findAllowanceHeaders(operations: readonly Operation[]): AllowanceHeaders {
  const headers = operations.flatMap(({ replies }) => replies).flatMap((reply) => reply.headers);
  const nameOf = (role: AllowanceRole) => headers.find(({ allowance }) => allowance === role)?.name;
  return { limit: nameOf('limit'), remaining: nameOf('remaining'), reset: nameOf('reset') };
}
