import { isObject, type JsonObject } from '../json/object';
import { pointerTo } from '../json/pointer';
import { readSecurityScheme } from '../operations/security';
import type { DocumentProblem, Unread } from './document-problem';

export function unknownSecurityScheme(_: Unread, document: JsonObject): DocumentProblem | undefined {
  const known = Object.keys(securitySchemes(document));
  for (const { name, pointer } of securityNames(document)) {
    if (known.includes(name)) continue;
    return {
      pointer,
      problem: `there is no security scheme "${name}".`,
      remedy: `Describe it in components.securitySchemes${known.length > 0 ? `, which has ${known.join(', ')}` : ''}.`,
    };
  }
  return undefined;
}

/** Refused where nothing else lets a caller in, since the operations would be open to everybody. */
export function unsupportedSecurityScheme(_: Unread, document: JsonObject): DocumentProblem | undefined {
  const used = new Set([...namesWithoutWay(document)].map(({ name }) => name));
  for (const [name, scheme] of Object.entries(securitySchemes(document))) {
    if (!used.has(name) || !isObject(scheme) || readSecurityScheme(name, scheme) !== undefined) continue;
    const field = scheme.type === 'http' ? 'scheme' : 'type';
    return {
      pointer: pointerTo('/components/securitySchemes', name, field),
      problem: `the security ${field} "${String(scheme[field])}" is not supported.`,
      remedy: 'Use bearer, basic, apiKey, oauth2 or openIdConnect.',
    };
  }
  return undefined;
}

/**
 * OpenAPI 3.0.3 §4.7.30: a requirement of several schemes asks for all of them at once. We know only requirements of one; refused
 * where there is none of those.
 */
export function combinedSecuritySchemes(_: Unread, document: JsonObject): DocumentProblem | undefined {
  const places = new Map<string, string[]>();
  for (const { name, requirement } of namesWithoutWay(document)) {
    places.set(requirement, [...(places.get(requirement) ?? []), name]);
  }
  for (const [pointer, names] of places) {
    if (names.length < 2) continue;
    return {
      pointer,
      problem: `several credentials at once, ${names.join(' and ')}, are not supported.`,
      remedy: 'Name one scheme in a requirement of its own: any one of them lets a caller in.',
    };
  }
  return undefined;
}

function securitySchemes(document: JsonObject): JsonObject {
  const { components } = document;
  return isObject(components) && isObject(components.securitySchemes) ? components.securitySchemes : {};
}

/** A scheme that a requirement names, and where. */
interface SecurityName {
  readonly name: string;
  readonly pointer: string;
  /** Where the requirement stands. */
  readonly requirement: string;
}

/** The names in those lists of requirements of which we know none by which a caller is let in. */
function* namesWithoutWay(document: JsonObject): Generator<SecurityName> {
  const schemes = securitySchemes(document);
  const isKnown = (name: string): boolean => {
    const scheme = schemes[name];
    return isObject(scheme) && readSecurityScheme(name, scheme) !== undefined;
  };
  for (const [security, pointer] of securityLists(document)) {
    const ways = (Array.isArray(security) ? security : []).map((one) => (isObject(one) ? Object.keys(one) : []));
    if (!ways.some((names) => names.length <= 1 && names.every(isKnown))) yield* requirementNames(security, pointer);
  }
}

/** The requirements of the document and of its operations. */
function* securityNames(document: JsonObject): Generator<SecurityName> {
  for (const [security, pointer] of securityLists(document)) yield* requirementNames(security, pointer);
}

/** Each list of requirements, any of which lets a caller in, and where it stands. */
function* securityLists(document: JsonObject): Generator<readonly [security: unknown, pointer: string]> {
  yield [document.security, '/security'];
  for (const [path, item] of Object.entries(isObject(document.paths) ? document.paths : {})) {
    for (const [method, operation] of Object.entries(isObject(item) ? item : {})) {
      if (isObject(operation)) yield [operation.security, pointerTo('/paths', path, method, 'security')];
    }
  }
}

function* requirementNames(security: unknown, pointer: string): Generator<SecurityName> {
  if (!Array.isArray(security)) return;
  for (const [index, alternative] of security.entries()) {
    const requirement = pointerTo(pointer, index);
    for (const name of Object.keys(isObject(alternative) ? alternative : {})) {
      yield { name, pointer: pointerTo(requirement, name), requirement };
    }
  }
}
