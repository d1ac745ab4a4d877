/** What no reply may show: what the document says comes in requests alone, and credentials. */
import {
  alternativesOf,
  fits,
  isObject,
  itemsOf,
  jsonIn,
  own,
  propertiesIn,
  propertiesOf,
  type Schema,
} from '../../../openapi/contract';
import { type Exchange, jsonOf, type Request } from '../exchange';
import { bodyOf } from '../subject';

/** A value in a body, and where it stands. */
interface Placed {
  readonly pointer: string;
  readonly name: string;
  readonly value: unknown;
}

/**
 * Words in the description of a property that say of it what `writeOnly` does. What is left out at times, or of lists, is no such
 * promise.
 */
const NEVER_SHOWN =
  /\bwrite[- ]only\b|\bnever (?:be )?(?:returned|shown|exposed|echoed|revealed|sent back|included|part of)\b(?! (?:in|by|with) (?:the |a )?list)|\bnot (?:be )?(?:returned|shown|included|echoed|exposed) (?:in|by|with) (?:any |the |a )?(?:response|repl)/i;

/** The members of a value, at every depth, that a schema says come in requests alone: of a union all schemas that the value fits. */
export function hiddenIn(schema: Schema, value: unknown, direction: 'request' | 'response'): readonly Placed[] {
  const found: Placed[] = [];
  const walk = (part: Schema, inner: unknown, pointer: string, depth: number): void => {
    if (depth > MOST_LEVELS || found.length >= MOST_FOUND) return;
    if (Array.isArray(inner)) {
      const items = itemsOf(part);
      if (items !== undefined)
        for (const [index, one] of inner.entries()) walk(items, one, `${pointer}/${index}`, depth + 1);
      return;
    }
    if (!isObject(inner)) return;
    const each = alternativesOf(part);
    const fitting = each.length === 1 ? each : each.filter((flat) => fits(flat, direction, inner));
    const flats = fitting.length === 0 ? each : fitting;
    for (const [name, property] of propertiesIn(flats)) {
      const member = own(inner, name);
      if (member === undefined) continue;
      const place = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const named = flats.flatMap(({ properties = {} }) => own(properties, name) ?? []);
      if (named.every(isHidden)) found.push({ pointer: place, name, value: member });
      else walk(property.schema, member, place, depth + 1);
    }
  };
  walk(schema, value, '', 0);
  return found;
}

const MOST_LEVELS = 30;
const MOST_FOUND = 100;

/** Whether a property's schema says that it comes in requests alone. */
export const isHidden = (schema: unknown): boolean => {
  if (!isObject(schema)) return false;
  const each = alternativesOf(schema);
  const hasParts = each.some((one) => propertiesOf(one).size > 0);
  return each.some(
    ({ writeOnly, readOnly, description }) =>
      writeOnly === true ||
      (readOnly !== true &&
        typeof description === 'string' &&
        NEVER_SHOWN.test(description) &&
        !(hasParts && isOfParts(description))),
  );
};

/** `Card numbers and IBANs are never returned`, of an object: of what is in it, of which some is shown. */
const isOfParts = (description: string): boolean =>
  !/^\W*(?:(?:it|this|the (?:\w+ )?object) (?:is )?)?never\b|\bwrite[- ]only\b/i.test(description);

/** Whether a member is shown as nothing, or in a form that tells nothing. */
export const isMasked = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'string' && /^[*•●x.…-]+$/i.test(value));

/** The texts of a request's body that come in requests alone, and stand nowhere else in it, nor as a part of another. */
export function secretsSentIn({ operation, body }: Request): readonly Placed[] {
  const schema = bodyOf(operation)?.schema;
  const value = schema === undefined || body === undefined ? undefined : jsonIn(body);
  if (schema === undefined || value === undefined) return [];
  const hidden = hiddenIn(schema, value, 'request');
  const places = new Set(hidden.map(({ pointer }) => pointer));
  const others = textsIn(value).flatMap((one) => (places.has(one.pointer) ? [] : [String(one.value)]));
  return hidden.filter(
    ({ value: text }) =>
      typeof text === 'string' &&
      !isMasked(text) &&
      !others.some((other) => (isShort(text) ? other === text : other.includes(text))),
  );
}

/** A shorter text may be anywhere. */
const isShort = (text: string): boolean => text.length < LEAST_TEXT;

const LEAST_TEXT = 6;

/** Every text in a JSON value, as far as there are not too many. */
export function textsIn(value: unknown): readonly Placed[] {
  const found: Placed[] = [];
  const walk = (inner: unknown, pointer: string, name: string): void => {
    if (found.length >= MOST_TEXTS) return;
    if (typeof inner === 'string') found.push({ pointer, name, value: inner });
    else if (typeof inner === 'object' && inner !== null)
      for (const [key, one] of Object.entries(inner)) walk(one, `${pointer}/${key}`, key);
  };
  walk(value, '', '');
  return found;
}

const MOST_TEXTS = 5000;

/**
 * Where a reply shows a text: a header, or a text of its body, which is a part of it at least. A text that might be a word
 * of the language counts where it stands alone.
 *
 * @param isPartToo whether it counts within a longer word
 */
export function placesOf(text: string, exchange: Exchange, isPartToo = false): readonly Placed[] {
  const { response } = exchange;
  if (response === undefined) return [];
  const isWord = /^[a-z]+$/i.test(text) && text.length < LEAST_TELLING;
  const shows = (shown: string): boolean =>
    shown === text || (isPartToo ? shown.includes(text) : !isWord && standsIn(text, shown));
  const headers = [...response.headers]
    .filter(([name, value]) => name !== 'set-cookie' && shows(value))
    .map(([name, value]) => ({ pointer: `header ${name}`, name, value }));
  const json = jsonOf(exchange);
  const { text: whole = '' } = response.body;
  if (json === undefined) return [...headers, ...(shows(whole) ? [{ pointer: '', name: '', value: whole }] : [])];
  if (!whole.includes(JSON.stringify(text).slice(1, -1))) return headers;
  return [...headers, ...textsIn(json).filter(({ value }) => typeof value === 'string' && shows(value))];
}

const LEAST_TELLING = 12;

/** Where a reply shows a member's text that was sent in confidence: a short one in a member of that name alone. */
export const shownAt = (name: string, text: string, exchange: Exchange): readonly Placed[] =>
  placesOf(text, exchange).filter((one) => !isShort(text) || (one.name === name && one.value === text));

/** Whether a text stands in another as a word of its own. */
function standsIn(text: string, whole: string): boolean {
  const isPart = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);
  for (let at = whole.indexOf(text); at >= 0; at = whole.indexOf(text, at + 1))
    if (!isPart(whole[at - 1]) && !isPart(whole[at + text.length])) return true;
  return false;
}
