import { readDeprecation } from '../extensions/deprecation';
import { arrayOrEmpty, objectOrEmpty, stringOrUndefined } from '../json/narrow';
import { isObject, type JsonObject, own } from '../json/object';
import { pointerTo } from '../json/pointer';
import type { Method, Operation, Parameter, ParameterLocation, Requirement, SecurityScheme } from '../model/operation';
import { readBody } from './content';
import { readParameters } from './parameters';
import { readReplies } from './replies';
import { readSecurity, readSecuritySchemes } from './security';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** Every operation of a dereferenced document that OpenAPI's own schema accepts, in the document's order. */
export function readOperations(document: JsonObject): readonly Operation[] {
  const schemes = readSecuritySchemes(document);
  return Object.entries(objectOrEmpty(document.paths)).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const raw = own(objectOrEmpty(item), method);
      return isObject(raw) ? [readOperation(document, schemes, path, objectOrEmpty(item), method, raw)] : [];
    }),
  );
}

function readOperation(
  document: JsonObject,
  schemes: ReadonlyMap<string, SecurityScheme>,
  path: string,
  item: JsonObject,
  method: (typeof METHODS)[number],
  raw: JsonObject,
): Operation {
  const pointer = pointerTo('/paths', path, method);
  const deprecation = readDeprecation(raw);
  const secured = readSecurity(arrayOrEmpty(raw.security ?? document.security), schemes);
  return {
    id: stringOrUndefined(raw.operationId) ?? `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase() as Method,
    path,
    summary: stringOrUndefined(raw.summary) ?? '',
    deprecated: deprecation !== undefined,
    deprecation,
    parameters: withoutCredentials(readParameters(item, raw, pointerTo('/paths', path), pointer), secured.security),
    body: readBody(raw.requestBody, pointerTo(pointer, 'requestBody')),
    replies: readReplies(raw.responses, pointerTo(pointer, 'responses')),
    ...secured,
    pointer,
  };
}

/** Authors like to describe a credential among the parameters, too. It comes once, as its security scheme says. */
function withoutCredentials(parameters: readonly Parameter[], security: readonly Requirement[]): readonly Parameter[] {
  const carriers = security
    .flat()
    .flatMap((scheme) => (scheme.kind === 'apiKey' ? [carrierOf(scheme.in, scheme.parameter)] : []));
  return carriers.length === 0
    ? parameters
    : parameters.filter((parameter) => !carriers.includes(carrierOf(parameter.in, parameter.name)));
}

/** Names of headers have no case (RFC 9110 §5.1). */
const carrierOf = (place: ParameterLocation, name: string): string =>
  `${place} ${place === 'header' ? name.toLowerCase() : name}`;
