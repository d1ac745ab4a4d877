import {
  alternativesOf,
  arrayItems,
  distinct,
  distinguished,
  fits,
  isObject,
  itemsOf,
  memoized,
  namedBranches,
  ownTypesOf,
  type Property,
  pointerTokens,
  propertiesIn,
  type Schema,
  stringifyJson,
  validatorOf,
} from '../../../openapi/contract';
import { createRandom } from '../../world/rules/random';
import { without } from '../mended';
import { put } from '../shape';
import type { Source } from '../source';
import { isExpressive, numberFor, textFor } from './scalars';
import { between, pick, type Theme, themeOf } from './words';

/** A value that looks real; undefined where none fits. @param isAnother whether another value has the schema's own example */
export function makeUp(schema: Schema, source: Source, name = '', isAnother = false): unknown {
  const theme = themeOf(source);
  for (const mode of MODES.slice(firstMode(schema))) {
    const made = begin(schema, mode, theme, name, isAnother);
    if (made !== undefined && fits(schema, 'response', made)) return made;
  }
  return undefined;
}

/** How values are made: most are right at once, and judging each of the parts takes longer than making all of them. */
const MODES: readonly Mode[] = [
  { depth: 4, isCareful: false, parts: 400 },
  { depth: 4, isCareful: false, parts: 400, leavesOut: true },
  { depth: 0, isCareful: false, parts: 400 },
  { depth: 2, isCareful: true, parts: 100 },
];

interface Mode {
  readonly depth: number;
  readonly isCareful: boolean;
  readonly parts: number;
  /** Whether members that do not fit are left out of what was made. */
  readonly leavesOut?: boolean;
}

/** The mode that finds something that fits a schema, found once, so that what fails is not tried for each value. */
const firstMode = memoized((schema: Schema): number => {
  const theme = themeOf({ random: createRandom(1), now: 0 });
  const found = MODES.findIndex((mode) => {
    const made = begin(schema, mode, theme, '', false);
    return made !== undefined && fits(schema, 'response', made);
  });
  return found < 0 ? MODES.length : found;
});

function begin(schema: Schema, mode: Mode, theme: Theme, name: string, isAnother: boolean): unknown {
  const { depth, isCareful, parts, leavesOut = false } = mode;
  const making = { depth, isCareful, theme, name, owner: '', outer: [], left: { parts }, isAnother };
  const made = make(schema, making);
  return leavesOut ? withoutMisfits(schema, made) : made;
}

const MOST_MISFITS = 20;

/** A value without the members that do not fit, or else without what they are in; undefined where it needs them. */
function withoutMisfits(schema: Schema, made: unknown): unknown {
  const judge = validatorOf(schema, 'response');
  let left = made;
  for (let nth = 0; nth <= MOST_MISFITS; nth += 1) {
    const violation = judge(left);
    if (violation === undefined) return left;
    const before = left;
    for (const steps = [...pointerTokens(violation.pointer)]; steps.length > 0 && left === before; steps.pop())
      left = without(left, steps);
    if (left === before) return undefined;
  }
  return undefined;
}

interface Making {
  readonly theme: Theme;
  readonly name: string;
  /** What the object is called that it is a member of. */
  readonly owner: string;
  /** The schemas of the values that it is to be a part of. */
  readonly outer: readonly Schema[];
  readonly left: { parts: number };
  /** From this level on optional properties are left out, so that a value stays readable. */
  readonly depth: number;
  /** Whether each part is judged by itself, and made in other ways until one fits. */
  readonly isCareful: boolean;
  readonly isAnother: boolean;
}

const MOST_DEPTH = 30;
const MOST_ITEMS = 400;
/** So many items of an array, where its schema asks for no more, and so deep. */
const ITEMS = 2;
const ITEMS_DEPTH = 4;

/** Undefined where nothing is found. */
function make(schema: Schema, making: Making): unknown {
  const { left, outer } = making;
  if (left.parts <= 0 || outer.length > MOST_DEPTH || outer.includes(schema)) return endOf(schema);
  left.parts -= 1;
  const inner = { ...making, outer: [...making.outer, schema] };
  let apart: unknown;
  for (const flat of (namedBranches(schema) ?? [schema]).flatMap(alternativesOf)) {
    for (const value of candidates(flat, inner)) {
      if (value === undefined) continue;
      if (!making.isCareful || fits(schema, 'response', value)) return value;
      apart ??= distinguished(schema, value);
    }
  }
  return apart;
}

/** What stands where a value would be inside a value of its own schema; undefined where there is no end. */
function endOf(schema: Schema): unknown {
  for (const flat of alternativesOf(schema)) {
    const types = typesFor(flat);
    if (types.includes('array') && (flat.minItems ?? 0) === 0) return [];
    if (types.includes('null')) return null;
  }
  return undefined;
}

function* candidates(flat: Schema, making: Making): Iterable<unknown> {
  const { theme, isAnother, outer } = making;
  const isWhole = outer.length === 1;
  // What says by itself what it is need not be the same in each record.
  if (isAnother && isExpressive(flat, making.name)) yield textFor(flat, making.name, theme, making.owner);
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
  string: (flat, { name, owner, theme }) => [textFor(flat, name, theme, owner)],
  integer: (flat, { name, theme }) => [numberFor(flat, name, true, theme)],
  number: (flat, { name, theme }) => [numberFor(flat, name, false, theme)],
  boolean: (_, { theme, isAnother }) => (isAnother && theme.random() < 0.5 ? [false, true] : [true, false]),
  null: () => [null],
};

/** First with the optional properties, too, then without. */
function* objects(flat: Schema, making: Making): Iterable<unknown> {
  const named = [...propertiesIn([flat]).values()].filter(({ writeOnly }) => !writeOnly);
  if (making.outer.length <= making.depth) yield objectOf(flat, named, making);
  yield objectOf(
    flat,
    named.filter(({ required }) => required),
    making,
  );
}

function objectOf(flat: Schema, properties: readonly Property[], making: Making): unknown {
  const made: Record<string, unknown> = {};
  const give = (name: string, schema: Schema): void => {
    const value = make(schema, { ...making, name, owner: making.name });
    if (value !== undefined) put(made, name, value);
  };
  for (const { name, schema } of properties) give(name, schema);
  const others = isObject(flat.additionalProperties) ? flat.additionalProperties : undefined;
  for (const name of flat.required ?? []) {
    if (!Object.hasOwn(flat.properties ?? {}, name)) give(name, others ?? {});
  }
  if (flat.required?.some((name) => !Object.hasOwn(made, name) && !isHidden(flat, name))) return undefined;
  const least = Math.max(Number(flat.minProperties ?? 0), others !== undefined && properties.length === 0 ? 1 : 0);
  for (let nth = 1; Object.keys(made).length < least && nth <= MOST_ITEMS; nth += 1) give(`key${nth}`, others ?? {});
  return made;
}

/** Whether no reply shows a property. */
const isHidden = (flat: Schema, name: string): boolean => propertiesIn([flat]).get(name)?.writeOnly === true;

function* arrays(flat: Schema, making: Making): Iterable<unknown> {
  const { least: minItems, most: maxItems, item: itemAt } = arrayItems(flat);
  const items = itemsOf(flat) ?? {};
  const wanted = making.outer.length < ITEMS_DEPTH ? between(1, ITEMS, making.theme.random) : 1;
  const length = Math.min(Math.max(wanted, minItems), maxItems, MOST_ITEMS);
  const made: unknown[] = [];
  for (let index = 0; index < length; index += 1) {
    const inner = { ...making, isAnother: making.isAnother || index > 0 };
    const item = itemAt(index, 'response', (schema) => make(schema, inner));
    const isNew = made.length < minItems || !made.some((one) => stringifyJson(one) === stringifyJson(item));
    if (item !== undefined && isNew) made.push(item);
  }
  if (flat.uniqueItems === true && made.length > 1) yield distinct(items, made, minItems);
  yield made;
  if (minItems === 0) yield [];
}
