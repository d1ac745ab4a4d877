import { fits, propertiesOf, type Resource, type Schema, stringifyJson, typesOf } from '../../../openapi/contract';
import { spaced, TEXTS } from '../../values/believable/conventions';
import { makeUp } from '../../values/believable/make-up';
import { between, hexOf } from '../../values/believable/words';
import type { Source } from '../../values/source';
import type { Random } from '../../world/stores/clock';
import type { Id } from '../../world/stores/records';

export const isId = (value: unknown): value is Id =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';

/** Whether a record of the resource may have this id, and a path may ask for it. */
export function isIdOf({ idProperty, idParameter, schema }: Resource, id: unknown): id is Id {
  const property = idProperty === undefined ? undefined : propertiesOf(schema).get(idProperty)?.schema;
  if (!isId(id) || id === '') return false;
  if (property !== undefined && !fits(property, 'response', id)) return false;
  // Where a path has texts and the record whole numbers, 7 and "7" are the same id.
  return idParameter === undefined || [id, String(id)].some((one) => fits(idParameter.schema, 'request', one));
}

/** The id of the first record where ids are texts of any kind, so that a person may ask for it without a look at the list. */
export const FIRST_TEXT = 'example';

/**
 * The id that a client asks for which has seen nothing but the path: the text above, or 1. Undefined where it has to look
 * like something else.
 */
export const firstId = (resource: Resource): Id | undefined => [FIRST_TEXT, 1].find((id) => isIdOf(resource, id));

/**
 * Ids for records that the document gives none for: whole numbers from 1 on, texts of the schema's format and pattern, texts
 * like the examples, `example` and then names where the property is called like one.
 */
export function* newIds(resource: Resource, given: readonly unknown[], source: Source): Iterable<Id> {
  const { idProperty, idParameter, idChoice, schema } = resource;
  const property = idProperty === undefined ? undefined : propertiesOf(schema).get(idProperty)?.schema;
  const asked = property ?? idParameter?.schema ?? {};
  const name = idProperty ?? idParameter?.name ?? '';
  const seen = new Set<string>();
  // A client that may choose an id may choose this one, as well; one that has to, 1.
  const isFree = idChoice !== 'service';
  for (let nth = idChoice === 'client' ? 2 : 1; nth <= MOST_TRIES; nth += 1) {
    for (const candidate of candidates(asked, name, given[0], nth, source)) {
      if (isFree && candidate === FIRST_TEXT) continue;
      if (!isIdOf(resource, candidate) || seen.has(stringifyJson(candidate))) continue;
      seen.add(stringifyJson(candidate));
      yield candidate;
      break;
    }
  }
}

/** So many are tried, of which some may be in use. */
const MOST_TRIES = 40;

function* candidates(schema: Schema, name: string, given: unknown, nth: number, source: Source): Iterable<unknown> {
  const types = typesOf(schema);
  if (types.includes('integer') || types.includes('number')) yield nth;
  if (typeof given === 'string') yield alike(given, source.random);
  else if (nth === 1 && schema.format === undefined && types.includes('string')) yield FIRST_TEXT;
  if (schema.format !== undefined || isCalled(name)) yield makeUp(schema, source, name, true);
  yield String(nth);
  yield String(nth).padStart(schema.minLength ?? 0, '0');
  yield nth;
  yield makeUp(schema, source, name, true);
}

/** Whether a name says what stands in it, as `slug` does and `thingId` does not. */
const isCalled = (name: string): boolean => TEXTS.some((convention) => convention.name.test(spaced(name)));

/** A text like another: its letters and digits are other ones, everything else is the same. `cus_7Hq2` → `cus_4Mz8`. */
export function alike(text: string, random: Random): string {
  if (UUID.test(text))
    return text.replaceAll(/[\da-f]/gi, (digit, at: number) => (VERSION_AT.includes(at) ? digit : hexOf(1, random)));
  const [prefix = ''] = /^[A-Za-z]{1,12}[_:-](?=.*\d)/.exec(text) ?? [];
  const rest = text.slice(prefix.length);
  // A word stays a word, with a number more.
  if (!/\d/.test(rest) && !/^[A-Z]+$/.test(rest)) return `${text}-${between(2, 99, random)}`;
  return prefix + scrambled(rest, random);
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
/** Where a UUID tells its version and variant (RFC 9562 §4). */
const VERSION_AT: readonly number[] = [14, 19];

/** Of hexadecimal texts hexadecimal ones; no number begins with 0. */
function scrambled(text: string, random: Random): string {
  const isHex = /^[\da-f-]+$/.test(text) && /[a-f]/.test(text);
  return text.replaceAll(/[A-Za-z\d]/g, (character, at: number) => {
    if (isHex) return hexOf(1, random);
    if (/\d/.test(character)) return String(between(at === 0 ? 1 : 0, 9, random));
    return String.fromCharCode(between(0, 25, random) + (character < 'a' ? 65 : 97));
  });
}
