import {
  alternativesOf,
  fits,
  isObject,
  itemsOf,
  own,
  propertiesIn,
  propertiesOf,
  type Schema,
  typesOf,
} from '../../../openapi/contract';
import type { JsonRecord } from '../../records/records';
import { isSameValue } from './same-value';

/** The schemas of what was sent and of what comes back. */
export interface Ways {
  readonly sent: Schema;
  readonly shown: Schema;
  /** That of the record where others show it: what only one reply names need not be kept. Default: no other is known. */
  readonly record?: Schema | undefined;
}

/**
 * The properties of an object that a request may set and the documented reply shows again: none that is `readOnly` or
 * `writeOnly` (OpenAPI 3.0.3 §4.7.24), in whichever of the two schemas, nor what comes back as another type: a name is sent,
 * and what has that name is shown.
 */
export function echoedProperties({ sent, shown, record }: Ways): ReadonlyMap<string, Ways> {
  const back = propertiesOf(shown);
  const kept = record && propertiesOf(record);
  return new Map(
    [...propertiesOf(sent).values()].flatMap((property) => {
      const other = back.get(property.name);
      const inRecord = kept?.get(property.name);
      if (other === undefined || (kept !== undefined && inRecord === undefined)) return [];
      if ([property, other].some(({ readOnly, writeOnly }) => readOnly || writeOnly)) return [];
      if (!mayBeSame(property.schema, other.schema)) return [];
      return [[property.name, { sent: property.schema, shown: other.schema, record: inRecord?.schema }] as const];
    }),
  );
}

/** Whether two schemas allow values of one type, as far as they say; of arrays, whether their items may be the same. */
function mayBeSame(sent: Schema, shown: Schema): boolean {
  const [one, other] = [sent, shown].map((schema) =>
    typesOf(schema).map((type) => (type === 'integer' ? 'number' : type)),
  );
  if (one === undefined || other === undefined || one.length === 0 || other.length === 0) return true;
  const both = one.filter((type) => type !== 'null' && other.includes(type));
  if (both.join() !== 'array') return both.length > 0;
  const [sentItems, shownItems] = [itemsOf(sent), itemsOf(shown)];
  return sentItems === undefined || shownItems === undefined || mayBeSame(sentItems, shownItems);
}

/** Whether a value that came back has all that was sent, at every depth; what a server adds is its own business. */
export function carries(ways: Ways, sent: unknown, shown: unknown): boolean {
  if (Array.isArray(sent) && Array.isArray(shown)) {
    const items = { sent: itemsOf(ways.sent) ?? {}, shown: itemsOf(ways.shown) ?? {}, record: itemsOf(ways.record) };
    const isAll = sent.length === shown.length && sent.every((item, index) => carries(items, item, shown[index]));
    return isAll || sent.some((item) => isUnshowable(items, item));
  }
  if (!isObject(sent) || !isObject(shown)) return isSameValue(ways.shown, sent, shown) || isUnshowable(ways, sent);
  const described = propertiesOf(ways.shown);
  // Of an object that the contract does not describe, nothing may be left out either.
  if (propertiesOf(ways.sent).size === 0)
    return Object.entries(sent).every(
      ([name, value]) =>
        value === null || carries({ sent: {}, shown: described.get(name)?.schema ?? {} }, value, own(shown, name)),
    );
  return [...echoedMembers(ways, sent)].every(([name, inner]) => carries(inner, own(sent, name), own(shown, name)));
}

/**
 * What of an object has to come back. Of a union's schemas those count that the object fits: to the others its members are
 * unknown. Whether null is kept, left out, or takes the value of what was left out is the server's choice; in a merge patch (RFC
 * 7396) it removes a member.
 */
export function echoedMembers(ways: Ways, sent: JsonRecord): ReadonlyMap<string, Ways> {
  const each = alternativesOf(ways.sent);
  const fitting = each.length === 1 ? [] : each.filter((flat) => fits(flat, 'request', sent));
  const meant = fitting.length === 0 ? undefined : propertiesIn(fitting);
  return new Map(
    [...echoedProperties(ways)].filter(
      ([name]) => (own(sent, name) ?? null) !== null && (meant === undefined || meant.has(name)),
    ),
  );
}

/**
 * Whether a value may be sent, and no reply may show it: what a server makes of it is its own choice. Of an object nothing may be
 * left that has to come back.
 */
const isUnshowable = (ways: Ways, sent: unknown): boolean =>
  isObject(sent)
    ? echoedMembers(ways, sent).size === 0 && !fits(ways.shown, 'response', {})
    : !Array.isArray(sent) && !fits(ways.shown, 'response', sent);
