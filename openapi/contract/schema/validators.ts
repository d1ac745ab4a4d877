import type { ErrorObject } from 'ajv';
import { countParts } from '../json/value';
import { memoized, once } from '../memo/memo';
import type { Schema } from '../model/schema';
import { ENGINES, type Engines, type ErrorsIn, errorsWithin, newEngines } from './ajv';
import { firstViolation, isUnion, MOST_PARTS, violationOf } from './first-violation';
import { type Direction, type JsonSchema, toJsonSchema } from './json-schema';
import type { Violation } from './violation';

/** Judges a value that `parseJson` returned: the first violation, or undefined where the value fits. */
export type Validator = (value: unknown) => Violation | undefined;

/** The one validator of a schema for bodies that travel this way. It is compiled when it first judges. */
export function validatorOf(schema: Schema, direction: Direction): Validator {
  return JUDGES[direction](schema).validate;
}

/** Whether a value fits a schema; it takes less time than to find out what is wrong. */
export function fits(schema: Schema, direction: Direction, value: unknown): boolean {
  return JUDGES[direction](schema).fits(value);
}

/** What is wrong with a value, at most so many violations; it takes longer than to find the first. */
export function violationsOf(schema: Schema, direction: Direction, value: unknown, most: number): readonly Violation[] {
  return JUDGES[direction](schema).all(value, most);
}

interface Judge {
  readonly validate: Validator;
  readonly all: (value: unknown, most: number) => readonly Violation[];
  readonly fits: (value: unknown) => boolean;
}

/** The judge of each schema. */
export type Judges = Readonly<Record<Direction, (schema: Schema) => Judge>>;

const judgesBy = (engines: Engines): Judges => ({
  request: memoized((schema) => newJudge(schema, 'request', engines)),
  response: memoized((schema) => newJudge(schema, 'response', engines)),
});

const JUDGES = judgesBy(ENGINES);

/** Judges for what is judged once; what they have compiled is forgotten with them. */
export const newJudges = (): Judges => judgesBy(newEngines());

function newJudge(schema: Schema, direction: Direction, engines: Engines): Judge {
  const judge = once(() => {
    const root = toJsonSchema(schema, direction);
    return { root, begin: errorsWithin(root, engines) };
  });
  return {
    validate: (value) => {
      const { root, begin } = judge();
      return firstViolation(root, begin(), value);
    },
    all: (value, most) => {
      const { root, begin } = judge();
      return allViolations(root, begin(), value, most);
    },
    fits: (value) => {
      const { root, begin } = judge();
      return begin()(root, value, 'first').length === 0;
    },
  };
}

/** Keywords that say nothing of a value; with them nothing but the type is asked for. */
const SAYINGS: ReadonlySet<string> = new Set([
  ...['type', 'nullable', 'title', 'description', 'example', 'examples', 'default', 'deprecated', 'readOnly'],
  ...['writeOnly', 'externalDocs', 'xml', '$comment'],
]);

/** Types by what `typeof` says of their values. */
const TYPES: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['string', (value) => typeof value === 'string'],
  ['boolean', (value) => typeof value === 'boolean'],
  ['integer', (value) => Number.isInteger(value)],
  ['number', (value) => Number.isFinite(value)],
]);

/**
 * Whether a value fits a schema, as far as that can be told at a glance: a type alone, as most properties have, with an example
 * of it. To compile a schema takes a hundred times as long.
 */
export function surelyFits(schema: Schema, value: unknown): boolean {
  const hasType = typeof schema.type === 'string' ? TYPES.get(schema.type) : undefined;
  if (hasType === undefined || !hasType(value)) return false;
  for (const keyword of Object.keys(schema)) {
    if (SAYINGS.has(keyword) || keyword.startsWith('x-')) continue;
    if (keyword === 'enum' && Array.isArray(schema.enum) && schema.enum.includes(value)) continue;
    if (keyword === 'format' && UNJUDGED.has(String(schema.format))) continue;
    return false;
  }
  return true;
}

/** Formats that nothing is judged by, of texts that are often given. */
const UNJUDGED: ReadonlySet<string> = new Set(['password', 'binary', 'float', 'double']);

/**
 * What is wrong with a value, one violation for a place, the first of all before the others. Of a value of very many parts it is
 * the first alone: there may be as many errors as parts.
 *
 * @param most how many are told
 */
function allViolations(schema: JsonSchema, errorsIn: ErrorsIn, value: unknown, most: number): readonly Violation[] {
  const first = firstViolation(schema, errorsIn, value);
  if (first === undefined) return [];
  const found = new Map([[first.pointer, first]]);
  const errors = countParts(value, MOST_PARTS) < MOST_PARTS ? independent(errorsIn(schema, value, 'all')) : [];
  for (const error of errors) {
    if (found.size >= most) break;
    const violation = violationOf(error, errorsIn);
    if (!found.has(violation.pointer)) found.set(violation.pointer, violation);
  }
  return [...found.values()];
}

/** The errors that follow from no other. Those that a union or the like follows from stand before it. */
function independent(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const found: ErrorObject[] = [];
  let whole: ErrorObject | undefined;
  for (const error of errors.toReversed()) {
    if (whole !== undefined && isInside(error, whole)) continue;
    whole = isUnion(error) || isOfParts(error) ? error : undefined;
    if (error.keyword !== 'if') found.push(error);
  }
  // What an invalid part describes counts as not described.
  const sure = found.filter(({ keyword }) => !keyword.startsWith('unevaluated'));
  return (sure.length > 0 ? sure : found).toReversed();
}

const isOfParts = ({ keyword }: ErrorObject): boolean => keyword === 'contains' || keyword === 'propertyNames';

function isInside(error: ErrorObject, whole: ErrorObject): boolean {
  if (whole.keyword === 'propertyNames') return error.propertyName !== undefined;
  return error.instancePath === whole.instancePath || error.instancePath.startsWith(`${whole.instancePath}/`);
}
