/** Ids: which a record may have, which a new one gets, and which records of the beginning have. */
import {
  alternativesOf,
  drawnTexts,
  firstThatFits,
  fits,
  isWhole,
  leastInteger,
  memoized,
  mostInteger,
  own,
  type Resource,
  type Schema,
  stringifyJson,
  typesOf,
} from '../../openapi/contract';
import { isConventional } from '../values/believable/conventions';
import { makeUp } from '../values/believable/make-up';
import { between, hexOf, slugOf } from '../values/believable/words';
import { sample } from '../values/sample';
import type { Source } from '../values/source';
import type { Random } from '../world/stores/clock';
import type { Id, IdPolicy } from '../world/stores/records';
import { idPropertyOf, isId } from './record';

/** Integers count up inside the schema's bounds; other ids are its choices, or count up as texts, or are made from the schema. */
export function idPolicyOf(source: Source, resource: Resource): IdPolicy {
  const schema = idSchemaOf(resource);
  if (schema.enum !== undefined || typesOf(schema).includes('string')) {
    // Every candidate is of the schema's type or one of its choices, and ids have no other.
    return { kind: 'made', make: (nth) => firstThatFits(schema, candidates(schema, nth, source)) as Id };
  }
  return sequenceOf(schema);
}

const sequenceOf = memoized((schema: Schema): IdPolicy => {
  const step = isWhole(schema.multipleOf) ? BigInt(schema.multipleOf) : 1n;
  const widest = schema.format === 'int32' ? 2n ** 31n : 2n ** 63n;
  const maximum = mostInteger(schema) ?? widest - 1n;
  const least = leastInteger(schema) ?? (maximum < 1n ? -widest : 1n);
  return { kind: 'sequence', minimum: multipleFrom(least, step), maximum, step };
});

function* candidates(schema: Schema, nth: number, source: Source): Iterable<unknown> {
  const { enum: choices = [], minLength = 0 } = schema;
  yield choices[(nth - 1) % choices.length];
  yield String(nth);
  yield String(nth).padStart(minLength, '0');
  yield* drawnTexts(schema, source.random, MOST_DRAWN);
  yield sample(schema, source);
}

/** So many texts of a pattern that looks around are tried. */
const MOST_DRAWN = 10;

/** Why no id is left, and what to do, as it follows a sentence; empty where nothing of the document bounds the ids. */
export function boundOfIds(resource: Resource): string {
  const { idProperty, idParameter } = resource;
  const most = mostInteger(idSchemaOf(resource));
  if (most === undefined) return '';
  // As `idSchemaOf` reads it.
  const [flat = {}] = alternativesOf(idPropertyOf(resource) ?? {});
  const ofProperty = mostInteger(flat);
  const isByPath = ofProperty === undefined || ofProperty > most;
  const by = isByPath ? `the parameter ${idParameter?.name} of its path` : `its property ${idProperty}`;
  return `: ids end at ${most} by ${by}, and none is given twice. Raise that maximum in the document, or reset the records`;
}

/** What the record's property and the path's parameter ask of an id, flat and without examples. */
export const idSchemaOf = memoized((resource: Resource): Schema => {
  const asked = [idPropertyOf(resource), resource.idParameter?.schema].filter((part) => part !== undefined);
  const [flat = {}] = alternativesOf({ allOf: asked });
  const { example: _, examples: __, default: ___, ...id }: Schema = flat;
  return id;
});

/** The first multiple of a step from a number on. */
function multipleFrom(least: bigint, step: bigint): bigint {
  const near = (least / step) * step;
  return near < least ? near + step : near;
}

/** Properties that a slug is made of, the best first. */
const NAMED = ['title', 'name', 'label', 'subject', 'headline'];

/** Ids made of what a record is called, where the id is called a slug: `how-to-sail` of "How to sail". */
export function* slugsOf(resource: Resource, fields: Readonly<Record<string, unknown>>): Iterable<Id> {
  if (idPropertyOf(resource) === undefined || !/slug$/i.test(resource.idProperty ?? '')) return;
  const called = NAMED.map((name) => own(fields, name)).find((value) => typeof value === 'string');
  const slug = slugOf(String(called ?? ''));
  if (slug === '') return;
  for (let nth = 1; nth <= MOST_ALIKE; nth += 1) {
    const id = nth === 1 ? slug : `${slug}-${nth}`;
    if (isIdOf(resource, id)) yield id;
  }
}

/** So many records of the same title get a slug of it; those that come later have another id. */
const MOST_ALIKE = 100;

/** Whether a record of the resource may have this id, and a path may ask for it. */
export const isIdOf = (resource: Resource, id: unknown): id is Id =>
  isRequestable(resource, id) && fits(idPropertyOf(resource) ?? {}, 'response', id);

/** Whether a path may ask for a record of this id: where it has texts and the record whole numbers, 7 and "7" are the same id. */
export const isRequestable = ({ idParameter }: Resource, id: unknown): id is Id =>
  isId(id) &&
  id !== '' &&
  (idParameter === undefined || [id, String(id)].some((one) => fits(idParameter.schema, 'request', one)));

/** The id of the first record where ids are texts of any kind, so that a person may ask for it without a look at the list. */
export const FIRST_TEXT = 'example';

/** The id for a client that has seen nothing but the path: the text above, or 1. Undefined where neither may be one. */
export const firstId = (resource: Resource): Id | undefined => [FIRST_TEXT, 1].find((id) => isIdOf(resource, id));

/** Ids for records without one in the document: whole numbers, texts by format or like the examples, `example`, then names. */
export function* newIds(resource: Resource, given: readonly unknown[], source: Source, wanted = 0): Iterable<Id> {
  const { idProperty, idParameter, idChoice } = resource;
  const asked = idPropertyOf(resource) ?? idParameter?.schema ?? {};
  const name = idProperty ?? idParameter?.name ?? '';
  const seen = new Set<string>();
  // A client that may choose an id may choose this one, as well; one that has to, 1.
  const isFree = idChoice !== 'service';
  const last = MOST_TRIES + 2 * (wanted + given.length);
  for (let nth = idChoice === 'client' ? 2 : 1; nth <= last; nth += 1) {
    for (const candidate of exampleCandidates(asked, name, given[0], nth, source)) {
      if (isFree && candidate === FIRST_TEXT) continue;
      if (!isIdOf(resource, candidate) || seen.has(stringifyJson(candidate))) continue;
      seen.add(stringifyJson(candidate));
      yield candidate;
      break;
    }
  }
}

/** So many are tried besides those that are wanted, of which some may be in use. */
const MOST_TRIES = 40;

function* exampleCandidates(
  schema: Schema,
  name: string,
  given: unknown,
  nth: number,
  source: Source,
): Iterable<unknown> {
  const types = typesOf(schema);
  if (types.includes('integer') || types.includes('number')) yield nth;
  if (typeof given === 'string') yield alike(given, source.random);
  else if (nth === 1 && schema.format === undefined && types.includes('string')) yield FIRST_TEXT;
  if (schema.format !== undefined || isConventional(name)) yield makeUp(schema, source, name, true);
  yield String(nth);
  yield String(nth).padStart(schema.minLength ?? 0, '0');
  yield nth;
  yield makeUp(schema, source, name, true);
}

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
/** Where a UUID has its version and variant (RFC 9562 §4). */
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
