import type { Json, JsonObject } from '../../../console/page/link/exact-json';
import { contentOf } from './content';
import { itemsOf, memberOf, membersOf, objectOf, textOf, textsOf } from './json';
import type { Deprecation, Operation, Reply } from './model';
import { parametersOf } from './parameter';
import { referredName, resolve } from './resolve';

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace'];

/** The operations of a path, a webhook or a callback. */
export function operationsOf(document: JsonObject, path: string, item: Json): readonly Operation[] {
  const known = resolve(document, item);
  return METHODS.filter((method) => known[method] !== undefined).map((method) =>
    operationOf(document, { path, method, item: known, operation: objectOf(known[method]) }),
  );
}

interface Found {
  readonly path: string;
  readonly method: string;
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

function operationOf(document: JsonObject, { path, method, item, operation }: Found): Operation {
  const operationId = textOf(operation.operationId);
  const body = operation.requestBody === undefined ? undefined : resolve(document, operation.requestBody);
  return {
    anchor: `operation/${operationId || `${method}${path}`}`,
    operationId,
    method: method.toUpperCase(),
    path,
    summary: textOf(operation.summary) || textOf(item.summary),
    description: textOf(operation.description) || textOf(item.description),
    documentation: textOf(memberOf(operation.externalDocs, 'url')),
    deprecation: operation.deprecated === true ? deprecationOf(operation) : undefined,
    tags: textsOf(operation.tags),
    parameters: parametersOf(document, [...itemsOf(item.parameters), ...itemsOf(operation.parameters)]),
    body: body && {
      required: body.required === true,
      description: textOf(body.description),
      content: contentOf(document, body.content, true),
    },
    replies: membersOf(operation.responses).map(([status, reply]) => replyOf(document, status, reply)),
    callbacks: membersOf(operation.callbacks).flatMap(([, callback]) =>
      membersOf(resolve(document, callback)).flatMap(([address, one]) => operationsOf(document, address, one)),
    ),
    ...securityOf(operation.security ?? document.security),
  };
}

function replyOf(document: JsonObject, status: string, value: Json): Reply {
  const reply = resolve(document, value);
  return {
    status,
    description: textOf(reply.description) || referredName(value),
    headers: membersOf(reply.headers).map(([name, one]) => {
      const header = resolve(document, one);
      const { required, description, schema = {} } = header;
      return { name, required: required === true, description: textOf(description), schema };
    }),
    content: contentOf(document, reply.content, false),
    links: membersOf(reply.links).map(([name, one]) => {
      const { description, operationId, operationRef } = resolve(document, one);
      const target = textOf(operationId) || textOf(operationRef);
      return { name, description: textOf(description), operationId: textOf(operationId), target };
    }),
  };
}

function deprecationOf(operation: JsonObject): Deprecation {
  const { removal, replacement } = objectOf(operation['x-deprecation']);
  return { removal: textOf(removal), replacement: textOf(replacement) };
}

/** OpenAPI 3.0.3 §4.7.30: one requirement of the list is enough, and an empty one requires nothing. */
function securityOf(security: Json | undefined): Pick<Operation, 'security' | 'isOpen'> {
  const requirements = itemsOf(security).map((requirement) =>
    membersOf(requirement).map(([name, scopes]) => ({ name, scopes: textsOf(scopes) })),
  );
  const asking = requirements.filter(({ length }) => length > 0);
  return { security: asking, isOpen: asking.length === 0 || asking.length < requirements.length };
}
