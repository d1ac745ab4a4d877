import { readAllowanceRole } from '../extensions/roles';
import { objectOrEmpty, stringOrUndefined } from '../json/narrow';
import type { JsonObject } from '../json/object';
import { pointerTo } from '../json/pointer';
import type { Header, Link, Reply } from '../model/operation';
import { readContent, readExamples, readSchema } from './content';

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
    // OpenAPI ignores a header of this name: `content` tells the media types.
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
