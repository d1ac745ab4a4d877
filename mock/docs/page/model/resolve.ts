import { isObject, type Json, type JsonObject } from '../../../console/page/link/exact-json';
import { memberOf, textOf } from './json';

/** References to references end somewhere; circles of them do not. */
const MOST = 20;

/**
 * What a `$ref` leads to inside the document, with the members that stand beside it, such as a description of its own
 * (OpenAPI 3.1 §4.8.23). Anything else stays as it is; so does a reference that leads nowhere.
 */
export function resolve(document: JsonObject, value: Json | undefined): JsonObject {
  let found: JsonObject = value !== undefined && isObject(value) ? value : {};
  for (let left = MOST; left > 0; left--) {
    const target = targetOf(document, memberOf(found, '$ref'));
    if (target === undefined) break;
    const { $ref, ...beside } = found;
    found = { ...target, ...beside };
  }
  return found;
}

/** The last part of a reference, which mostly is the name of a component; empty for what is no reference. */
export const referredName = (value: Json | undefined): string =>
  unescaped(textOf(memberOf(value, '$ref')).split('/').at(-1) ?? '');

/** The name of a schema of the document that this refers to; undefined for any other reference. */
export const schemaName = (value: Json | undefined): string | undefined =>
  textOf(memberOf(value, '$ref')).startsWith('#/components/schemas/') ? referredName(value) : undefined;

function targetOf(document: JsonObject, reference: Json | undefined): JsonObject | undefined {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined;
  let at: Json | undefined = document;
  for (const part of reference.slice(2).split('/')) {
    at = Array.isArray(at) ? at[Number(part)] : memberOf(at, unescaped(part));
  }
  return at !== undefined && isObject(at) ? at : undefined;
}

/** RFC 6901 §3 and §6: `~1` is a slash, `~0` a tilde, and a fragment is percent-encoded. */
function unescaped(part: string): string {
  let plain = part;
  try {
    plain = decodeURIComponent(part);
  } catch {
    // No percent-encoding: taken as it is written.
  }
  return plain.replaceAll('~1', '/').replaceAll('~0', '~');
}
