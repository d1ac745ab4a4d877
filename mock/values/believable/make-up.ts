import {
  alternativesOf,
  fits,
  isObject,
  itemsOf,
  ownTypesOf,
  type Property,
  propertiesIn,
  type Schema,
  stringifyJson,
} from '../../../openapi/contract';
import { distinct } from '../distinct';
import { put } from '../put';
import type { Source } from '../source';
import { isTelling, numberFor, textFor } from './scalars';
import { between, pick, type Theme, themeOf } from './theme';

/**
 * A value that a schema allows and that looks like a real one: its examples, else texts and numbers by format, by bounds, and
 * by the names of the properties. Optional properties are there, too, for a few levels.
 *
 * @param name what it is called, such as the name of its property
 * @param isAnother whether the schema's own example of the whole value is left aside, since another value has it
 * @returns undefined where nothing is found that fits the schema
 */
export function makeUp(schema: Schema, source: Source, name = '', isAnother = false): unknown {
  const theme = themeOf(source);
  const begin = (isCareful: boolean) =>
    make(schema, { theme, name, outer: [], parts: { left: MOST_PARTS }, isCareful, isAnother });
  // Most are right at once, and judging each of the parts takes longer than making all of them.
  const made = begin(false);
  if (made !== undefined && fits(schema, 'response', made)) return made;
  const judged = begin(true);
  return judged !== undefined && fits(schema, 'response', judged) ? judged : undefined;
}

interface Making {
  readonly theme: Theme;
  readonly name: string;
  /** The schemas of the values that it is to be a part of. */
  readonly outer: readonly Schema[];
  readonly parts: { left: number };
  /** Whether each part is judged by itself, and made in other ways until one fits. */
  readonly isCareful: boolean;
  readonly isAnother: boolean;
}

/** No value has more parts than this. */
const MOST_PARTS = 400;
/** From this level on optional properties are left out, so that a value stays readable. */
const DEPTH = 4;
const MOST_DEPTH = 30;
/** So many items of an array, where its schema asks for no more. */
const ITEMS = 2;

/** Undefined where it would be inside a value of its own schema, or nothing fits. */
function make(schema: Schema, making: Making): unknown {
  if (making.parts.left <= 0 || making.outer.length > MOST_DEPTH || making.outer.includes(schema)) return undefined;
  making.parts.left -= 1;
  const inner = { ...making, outer: [...making.outer, schema] };
  for (const flat of alternativesOf(schema)) {
    for (const value of candidates(flat, inner)) {
      if (value === undefined) continue;
      if (!making.isCareful || fits(schema, 'response', value)) return value;
    }
  }
  return undefined;
}

function* candidates(flat: Schema, making: Making): Iterable<unknown> {
  const { theme, isAnother, outer } = making;
  const isWhole = outer.length === 1;
  // What says by itself what it is need not be the same in each record.
  if (isAnother && isTelling(flat, making.name)) yield textFor(flat, making.name, theme);
  if (!(isWhole && isAnother)) yield* [flat.example, ...(flat.examples ?? [])];
  if (flat.const !== undefined) yield flat.const;
  if (flat.enum !== undefined && flat.enum.length > 0) {
    yield isAnother ? pick(flat.enum, theme.random) : flat.enum[0];
    yield* flat.enum;
  }
  yield flat.default;
  for (const type of typesFor(flat)) yield* MAKERS[type]?.(flat, making) ?? [];
  if (isWhole && isAnother) yield* [flat.example, ...(flat.examples ?? [])];
}

/** The JSON types that it may have, `null` last; what its keywords are for where it names none. */
function typesFor(flat: Schema): readonly string[] {
  const types = ownTypesOf(flat);
  if (types.length > 0) return [...types].sort((one, other) => Number(one === 'null') - Number(other === 'null'));
  if (flat.properties !== undefined || isObject(flat.additionalProperties)) return ['object'];
  if (flat.items !== undefined) return ['array'];
  if (flat.minimum !== undefined || flat.maximum !== undefined) return ['number'];
  return ['string', 'object', 'null'];
}

const MAKERS: Readonly<Record<string, (flat: Schema, making: Making) => Iterable<unknown>>> = {
  object: objects,
  array: arrays,
  string: (flat, { name, theme }) => [textFor(flat, name, theme)],
  integer: (flat, { name, theme }) => [numberFor(flat, name, true, theme)],
  number: (flat, { name, theme }) => [numberFor(flat, name, false, theme)],
  boolean: (_, { theme, isAnother }) => (isAnother && theme.random() < 0.5 ? [false, true] : [true, false]),
  null: () => [null],
};

/** First with the optional properties, too, then without. */
function* objects(flat: Schema, making: Making): Iterable<unknown> {
  const named = [...propertiesIn([flat]).values()].filter(({ writeOnly }) => !writeOnly);
  if (making.outer.length <= DEPTH) yield objectOf(flat, named, making);
  yield objectOf(
    flat,
    named.filter(({ required }) => required),
    making,
  );
}

function objectOf(flat: Schema, properties: readonly Property[], making: Making): unknown {
  const made: Record<string, unknown> = {};
  const give = (name: string, schema: Schema): void => {
    const value = make(schema, { ...making, name });
    if (value !== undefined) put(made, name, value);
  };
  for (const { name, schema } of properties) give(name, schema);
  const others = isObject(flat.additionalProperties) ? flat.additionalProperties : undefined;
  for (const name of flat.required ?? []) {
    if (!Object.hasOwn(flat.properties ?? {}, name)) give(name, others ?? {});
  }
  const least = Math.max(Number(flat.minProperties ?? 0), others !== undefined && properties.length === 0 ? 1 : 0);
  for (let nth = 1; Object.keys(made).length < least && nth <= MOST_PARTS; nth += 1) give(`key${nth}`, others ?? {});
  return made;
}

function* arrays(flat: Schema, making: Making): Iterable<unknown> {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = flat;
  const items = itemsOf(flat) ?? {};
  const wanted = making.outer.length < DEPTH ? between(1, ITEMS, making.theme.random) : 1;
  const length = Math.min(Math.max(wanted, minItems), maxItems, MOST_PARTS);
  const made: unknown[] = [];
  for (let index = 0; index < length; index += 1) {
    const item = make(flat.prefixItems?.[index] ?? items, { ...making, isAnother: making.isAnother || index > 0 });
    const isNew = made.length < minItems || !made.some((one) => stringifyJson(one) === stringifyJson(item));
    if (item !== undefined && isNew) made.push(item);
  }
  if (flat.uniqueItems === true && made.length > 1) yield distinct(items, made, minItems);
  yield made;
  if (minItems === 0) yield [];
}
