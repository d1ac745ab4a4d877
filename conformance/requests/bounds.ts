/** The bounds of the members of a body, what schemas spell out beside them, and values of both. */
import fc from 'fast-check';
import {
  distinct,
  isObject,
  itemsOf,
  keywordOf,
  leastNumber,
  mostNumber,
  type Property,
  propertiesOf,
  type Schema,
  type Steps,
  typesOf,
} from '../../openapi/contract';
import { anotherValue } from '../arbitraries/fresh';
import { mapOf } from '../arbitraries/plain';
import { longestOf, shortOf } from '../arbitraries/string';
import { isReference } from '../records/records';

const ENDS = ['most', 'least'] as const;

/** The bound of one member, or a value that its schema spells out. */
export interface Bound {
  readonly at: Steps;
  /** Those of one end are tried together. */
  readonly end: string;
  /** Values of it, another one for each seed: at the bound, or one step inside; such a value, or another one. */
  readonly make: (isInside: boolean, seed: number) => unknown;
  /** Whether a refusal says something of it only where it names it. */
  readonly isToBeNamed?: boolean;
  /** How many others have to be taken before it: numbers may have a check digit, or name something. */
  readonly others?: number;
}

/** What stands in objects of objects is looked at, and no deeper. */
export const DEEPEST = 3;
/** The bounds of the members of a body that a value can be made for. */
export const boundsIn = (schema: Schema, at: Steps = []): readonly Bound[] =>
  [...propertiesOf(schema).values()]
    .filter(({ readOnly }) => !readOnly)
    .flatMap((property) => {
      const steps = [...at, property.name];
      const inner = steps.length < DEEPEST ? boundsIn(property.schema, steps) : [];
      return [...boundsOf(property).map((one) => ({ at: steps, ...one })), ...inner];
    });

function boundsOf({ name, schema, required }: Property): readonly Omit<Bound, 'at'>[] {
  const [first, ...others] = schema.enum?.filter((one) => one !== null) ?? [];
  const choices = others.slice(0, MOST_CHOICES).map((choice, nth): Omit<Bound, 'at'> => {
    return { end: `choice ${nth + 2}`, make: (isInside) => (isInside ? first : choice), isToBeNamed: true };
  });
  const nothing: readonly Omit<Bound, 'at'>[] =
    required || !typesOf(schema).includes('null') || isReference(name)
      ? []
      : [{ end: 'null', make: (isInside) => (isInside ? undefined : null), isToBeNamed: true }];
  return [
    ...measuresOf({ name, schema }),
    ...mapIn(schema),
    ...longestIn({ name, schema }),
    ...kindsIn({ name, schema }),
    ...choices,
    ...nothing,
  ];
}

/** Letters beyond those of English, and a number below zero: values of a kind that a server may have forgotten. */
function kindsIn({ name, schema }: Pick<Property, 'name' | 'schema'>): readonly Omit<Bound, 'at'>[] {
  const { pattern, format, enum: choices, const: only, maxLength = Number.POSITIVE_INFINITY } = schema;
  if ([pattern, format, choices, only].some((one) => one !== undefined) || isReference(name)) return [];
  const types = typesOf(schema);
  if (types.includes('string') && maxLength >= FOREIGN.length) {
    const make = (isInside: boolean, seed: number): string =>
      (isInside ? ENGLISH : FOREIGN) + letters(Math.min(6, maxLength - FOREIGN.length), seed);
    return OF_LETTERS.test(String(schema.description ?? ''))
      ? []
      : [{ end: 'letters beyond English', make, isToBeNamed: true }];
  }
  const isNumber = types.includes('integer') || types.includes('number');
  const step = Number(keywordOf(schema, 'multipleOf') ?? 1);
  const isWithin = Number(leastNumber(schema)) <= -step && Number(mostNumber(schema)) >= step;
  return isNumber && isWithin
    ? [{ end: 'less than zero', make: (isInside) => (isInside ? step : -step), isToBeNamed: true }]
    : [];
}

const FOREIGN = 'Łéñß 京';
const ENGLISH = 'Lens k';
/** What a text is made of is said by words. */
const OF_LETTERS =
  /\b(?:letters?|digits?|characters?|alphanumeric\w*|ascii|latin|hyphens?|dash(?:es)?|slugs?|url|lower-?case|upper-?case)\b/i;

/** The longest text in a map, and so many members as it may have. */
function mapIn(schema: Schema): readonly Omit<Bound, 'at'>[] {
  const [[name, value] = []] = Object.entries(mapOf(schema) ?? {});
  const more = keywordOf(schema, 'additionalProperties');
  if (name === undefined || !isObject(more) || propertiesOf(schema).size > 0) return [];
  const { most: longest, make } = measureOf(more) ?? {};
  const members = keywordOf(schema, 'maxProperties');
  const isText = make !== undefined && typesOf(more).includes('string') && typeof longest === 'number';
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, nth) => [`${name}${nth}`, value]));
  return [
    ...(isText
      ? [
          {
            end: 'most',
            make: (isInside: boolean, seed: number) => ({ [name]: make(isInside ? longest - 1 : longest, seed) }),
          },
        ]
      : []),
    ...(typeof members === 'number' && members > 1 && members <= MOST_ITEMS
      ? [{ end: 'most members', make: (isInside: boolean) => many(isInside ? members - 1 : members) }]
      : []),
  ];
}

/** The longest text of a pattern, with all that it leaves open; what is beside it is a short one. */
function longestIn({ name, schema }: Pick<Property, 'name' | 'schema'>): readonly Omit<Bound, 'at'>[] {
  const { pattern, format, enum: choices } = schema;
  if (pattern === undefined || format !== undefined || choices !== undefined || isReference(name)) return [];
  const [longest, short] = [longestOf(pattern, 1), shortOf(pattern, 1)];
  // A figure has a range beside its digits.
  if (longest === undefined || longest.length === short?.length || /^-?[\d.,:/% ]+$/.test(longest)) return [];
  const make = (isInside: boolean, seed: number) => (isInside ? shortOf : longestOf)(pattern, seed);
  return [{ end: 'longest', make, isToBeNamed: true, others: SURE }];
}

/** So many short ones that are taken have no check digit. */
const SURE = 3;

/** So many choices beside the first one. */
const MOST_CHOICES = 5;

/** That there is nothing of something may be a case by itself: a bound of zero tells nothing unless it is named, and what is beside it as little. */
function measuresOf({ name, schema }: Pick<Property, 'name' | 'schema'>): readonly Omit<Bound, 'at'>[] {
  const isOfOthers = schema.enum !== undefined || schema.const !== undefined || isReference(name);
  const measure = isOfOthers ? undefined : measureOf(schema);
  if (measure === undefined) return [];
  const { step, make } = measure;
  return ENDS.flatMap((end) => {
    const bound = Number(measure[end]);
    const inside = end === 'most' ? bound - step : bound + step;
    if (![bound, inside, step].every(Number.isSafeInteger) || inside === 0) return [];
    const isToBeNamed = bound === 0;
    return [{ end, make: (isInside, seed) => make(isInside ? inside : bound, seed), isToBeNamed }];
  });
}

/** The longest text, of letters each of which takes two units of UTF-16 and four bytes of UTF-8; inside it is so short that no unit matters. */
export function inCodePoints({ at, end, make }: Bound): readonly Bound[] {
  const longest = make(false, 0);
  if (end !== 'most' || typeof longest !== 'string' || longest.length < LEAST_LONG) return [];
  const size = (isInside: boolean): number => (isInside ? Math.floor(longest.length / 4) : longest.length);
  return [{ at, end: 'most in code points', make: (isInside) => '\u{1F9E9}'.repeat(size(isInside)) }];
}

const LEAST_LONG = 8;

/** What is bounded of a value, and how one is made of so much. */
interface Measure {
  readonly most: Schema['maximum'];
  readonly least: Schema['minimum'];
  readonly step: number;
  readonly make: (size: number, seed: number) => unknown;
}

/** Larger ones may be too large for what stands before a server. */
const MOST_LETTERS = 5000;
const MOST_ITEMS = 100;

function measureOf(schema: Schema): Measure | undefined {
  const { pattern, format, minLength, maxLength = MOST_LETTERS + 1, minItems, maxItems = MOST_ITEMS + 1 } = schema;
  const types = typesOf(schema);
  if (types.includes('integer') || types.includes('number')) {
    const step = Number(keywordOf(schema, 'multipleOf') ?? 1);
    return { most: mostNumber(schema), least: leastNumber(schema), step, make: (size) => size };
  }
  if (types.includes('string') && pattern === undefined && format === undefined)
    return { most: maxLength <= MOST_LETTERS ? maxLength : undefined, least: minLength, step: 1, make: letters };
  const items = itemsOf(schema);
  if (items === undefined || !typesOf(items).includes('string')) return undefined;
  const make = (size: number, seed: number) => distinct(items, [anotherValue(items, [], seed)], size, 'request');
  return { most: maxItems <= MOST_ITEMS ? maxItems : undefined, least: minItems, step: 1, make };
}

function letters(count: number, seed: number): string {
  const some = fc.array(fc.nat(25), { minLength: count, maxLength: count, size: 'max' });
  return (fc.sample(some, { numRuns: 1, seed })[0] ?? []).map((nth) => String.fromCharCode(97 + nth)).join('');
}
