import {
  alternativesOf,
  firstThatFits,
  fits,
  isObject,
  itemsOf,
  keywordOf,
  own,
  ownTypesOf,
  type Property,
  plain,
  propertiesIn,
  type Schema,
  typesOf,
} from '../../openapi/contract';
import { sample } from '../values/sample';
import { put } from '../values/shape';
import type { Source } from '../values/source';
import { conventionOf, type Facts, factsOfOne, isAboutErrors, placeInstead, SENTENCE } from './conventions';
import { nearestWord } from './nearest-word';

/** A part of an error body. */
interface Written {
  readonly value: unknown;
  /** How much of the problem it tells; at least `SENTENCE` where it has the message. */
  readonly weight: number;
  /** Whether it tells where the request is wrong. */
  readonly hasPlace: boolean;
}

/** Where in the body it is being written. */
interface Spot {
  readonly source: Source;
  /** What the document shows as an example of it. */
  readonly frame: unknown;
  /** Whether the message stands further out already. */
  readonly hasMessage: boolean;
  /** Whether everything here is about what went wrong, whatever its name. */
  readonly isInside: boolean;
  readonly isItem: boolean;
  readonly outer: readonly Schema[];
}

const MAX_DEPTH = 8;
/** Of a schema with more alternatives only the first are tried. */
const MAX_ALTERNATIVES = 12;

/**
 * A body of this schema that describes a problem in the members whose names say by convention what they hold. Other required
 * members have the value of the example (`frame`), else the least that their schema allows.
 */
export function writeError(schema: Schema, facts: Facts, source: Source, frame: unknown): unknown {
  const spot: Spot = { source, frame, hasMessage: false, isInside: false, isItem: false, outer: [] };
  const first = write(schema, facts, spot);
  // What is an error body as a whole may have other names for its parts.
  if (first !== undefined && first.weight >= SENTENCE) return first.value;
  const second = write(schema, facts, { ...spot, isInside: true });
  const [best] = [first, second].filter((one) => one !== undefined).toSorted((one, other) => other.weight - one.weight);
  return best?.value ?? sample(schema, source);
}

/** Undefined inside a part of the same schema, and where nothing is found that fits. */
function write(schema: Schema, facts: Facts, spot: Spot): Written | undefined {
  const { outer } = spot;
  if (outer.includes(schema) || outer.length > MAX_DEPTH) return undefined;
  const inner = { ...spot, outer: [...outer, schema] };
  let best: Written | undefined;
  for (const flat of alternativesOf(schema).slice(0, MAX_ALTERNATIVES)) {
    for (const written of attempts(flat, facts, inner)) {
      if (!fits(schema, 'response', written.value)) continue;
      if (best === undefined || written.weight > best.weight) best = written;
      break;
    }
  }
  return best;
}

function* attempts(flat: Schema, facts: Facts, spot: Spot): Iterable<Written> {
  const types = ownTypesOf(flat);
  const isAny = types.length === 0;
  if (
    flat.properties !== undefined ||
    types.includes('object') ||
    (isAny && flat.items === undefined && !isString(flat))
  ) {
    yield* objects(flat, facts, spot);
  }
  if (types.includes('array') || (isAny && flat.items !== undefined)) yield* arrays(flat, facts, spot);
  if (types.includes('string') || isString(flat)) yield* texts(flat, facts);
}

const isString = ({ enum: allowed }: Schema): boolean => allowed?.every((value) => typeof value === 'string') === true;

function* texts(flat: Schema, facts: Facts): Iterable<Written> {
  const value = firstFitting(flat, [facts.message, facts.code], facts);
  if (value !== undefined) yield { value, weight: SENTENCE, hasPlace: false };
}

/** With all that it can tell; then with what is required alone. */
function* objects(flat: Schema, facts: Facts, spot: Spot): Iterable<Written> {
  const properties = [...propertiesIn([flat]).values()].filter(({ writeOnly }) => !writeOnly);
  if (properties.length === 0) yield map(flat, facts, spot);
  yield object(flat, properties, facts, spot);
  yield object(
    flat,
    properties.filter(({ required }) => required),
    facts,
    spot,
  );
}

function object(flat: Schema, properties: readonly Property[], facts: Facts, spot: Spot): Written {
  const beside = new Set(properties.map(({ name }) => plain(name)));
  const members = new Map<string, Written>();
  for (const { name, schema } of properties) {
    const convention = conventionOf(name);
    const example = own(isObject(spot.frame) ? spot.frame : {}, name) ?? schema.example;
    const candidates = convention?.valuesFrom(facts, { beside, isItem: spot.isItem, example }) ?? [];
    const value = firstFitting(schema, candidates, facts) ?? onlyValueOf(schema);
    if (value === undefined) continue;
    const isPlain = convention === undefined || candidates.length === 0;
    members.set(name, { value, weight: isPlain ? 0 : convention.weight, hasPlace: convention?.isPlace === true });
  }
  const hasMessage = spot.hasMessage || weightOf(members) >= SENTENCE;
  for (const { name, schema, required } of properties) {
    if (members.has(name)) continue;
    const isInside = spot.isInside || isAboutErrors(name);
    if (!required && !isInside) continue;
    const frame = isObject(spot.frame) ? own(spot.frame, name) : undefined;
    const part = isPart(schema) ? write(schema, facts, { ...spot, frame, hasMessage, isInside }) : undefined;
    if (part !== undefined && (isWorth(part, hasMessage) || (required && isInside))) members.set(name, part);
  }
  const value: Record<string, unknown> = {};
  for (const { name, schema, required } of properties) {
    const member = members.get(name)?.value ?? (required ? madeUp(schema, name, facts, spot) : undefined);
    if (member !== undefined) put(value, name, member);
  }
  for (const name of flat.required ?? []) {
    if (!Object.hasOwn(value, name) && flat.properties?.[name] === undefined)
      put(value, name, madeUp(othersOf(flat), name, facts, spot));
  }
  return { value, weight: weightOf(members), hasPlace: [...members.values()].some(({ hasPlace }) => hasPlace) };
}

/** Where the message stands already, only what says more is worth its place. */
const isWorth = ({ weight, hasPlace }: Written, hasMessage: boolean): boolean =>
  hasPlace || (!hasMessage && weight > 0);

const weightOf = (members: ReadonlyMap<string, Written>): number =>
  [...members.values()].reduce((sum, { weight }) => sum + weight, 0);

/** Whether a schema has members or items, in one of its alternatives. */
const isPart = (schema: Schema): boolean =>
  alternativesOf(schema).some((flat) => {
    const types = ownTypesOf(flat);
    return (
      flat.properties !== undefined || flat.items !== undefined || types.includes('object') || types.includes('array')
    );
  });

/** A member that can have one value alone says what kind of object it is. */
function onlyValueOf({ const: only, enum: allowed }: Schema): unknown {
  return only ?? (allowed?.length === 1 ? allowed[0] : undefined);
}

function madeUp(schema: Schema, name: string, facts: Facts, { frame, source }: Spot): unknown {
  const shown = isObject(frame) ? own(frame, name) : undefined;
  const place = conventionOf(name)?.isPlace === true ? placeInstead(facts) : undefined;
  return firstThatFits(schema, [place, shown, sample(schema, source)]);
}

const othersOf = ({ additionalProperties }: Schema): Schema =>
  typeof additionalProperties === 'object' ? additionalProperties : {};

/** An object without names of its own, such as `{"name": ["must be a string"]}`: what is wrong, by its place. */
function map(flat: Schema, facts: Facts, spot: Spot): Written {
  const others = othersOf(flat);
  const value: Record<string, unknown> = {};
  let [weight, hasPlace] = [0, false];
  const add = (name: string, some: Facts): void => {
    const part = write(others, some, { ...spot, frame: undefined, hasMessage: false, isInside: true, isItem: true });
    if (part === undefined) return;
    put(value, name, part.value);
    weight += part.weight;
  };
  if (typeof flat.additionalProperties !== 'object' || Object.keys(others).length === 0) {
    const isHere = spot.isInside || spot.outer.length === 1;
    if (spot.hasMessage || !isHere || flat.additionalProperties === false) return { value, weight, hasPlace };
    const { status, code, message } = facts;
    return { value: { status, code, message }, weight: SENTENCE, hasPlace };
  }
  for (const violation of facts.violations) {
    add(violation.steps.join('.') || violation.place, factsOfOne(facts, violation));
    hasPlace = true;
  }
  if (facts.violations.length === 0 && !spot.hasMessage) add(facts.code, facts);
  return { value, weight, hasPlace };
}

/** An item for each thing that is wrong; where nothing of the request is, one for the problem, unless its message stands already. */
function* arrays(flat: Schema, facts: Facts, spot: Spot): Iterable<Written> {
  const items = itemsOf(flat) ?? {};
  const frame = Array.isArray(spot.frame) ? spot.frame[0] : undefined;
  const inner = { ...spot, frame, hasMessage: false, isInside: true, isItem: true };
  const isNeeded = !spot.hasMessage || (flat.minItems ?? 0) > 0;
  const each =
    facts.violations.length > 0
      ? facts.violations.map((violation) => factsOfOne(facts, violation))
      : isNeeded
        ? [facts]
        : [];
  const parts = each.flatMap((some) => write(items, some, inner) ?? []).slice(0, flat.maxItems);
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  // Items that tell nothing are no list of what is wrong.
  if (weight > 0)
    yield {
      value: parts.map(({ value }) => value),
      weight,
      hasPlace: parts.some(({ hasPlace }) => hasPlace) || facts.violations.length > 0,
    };
  yield { value: [], weight: 0, hasPlace: false };
}

/** The first of these values that a member can hold, with other words or another length where its schema asks for that. */
function firstFitting(schema: Schema, candidates: readonly unknown[], { code, title, status }: Facts): unknown {
  if (candidates.length === 0) return undefined;
  const fitting = candidates.find((candidate) => fits(schema, 'response', candidate));
  if (fitting !== undefined) return fitting;
  const allowed = keywordOf(schema, 'enum')?.filter((value) => typeof value === 'string') ?? [];
  const words = candidates.filter((candidate) => typeof candidate === 'string');
  const word = allowed.length === 0 ? undefined : nearestWord(allowed, [...words, code, title, CLASS(status)]);
  const long = typesOf(schema).includes('string') ? words.map((text) => inBounds(schema, text)) : [];
  return [word, ...long].find((value) => value !== undefined && fits(schema, 'response', value));
}

const CLASS = (status: number): string => (status < 500 ? 'client request error' : 'server error');

/** A text of a length that a schema allows: cut, or with dots at its end. */
export function inBounds(schema: Schema, text: string): string {
  const [least = 0, most] = [keywordOf(schema, 'minLength'), keywordOf(schema, 'maxLength')];
  return [...text.padEnd(Math.min(least, LONGEST), '.')].slice(0, most).join('');
}

/** No message is made longer. */
const LONGEST = 10_000;
