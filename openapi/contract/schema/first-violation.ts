import type { ErrorObject } from 'ajv';
import { stringifyJson } from '../json/json';
import { isObject } from '../json/object';
import type { ErrorsIn } from './ajv-errors';
import { EXACT_NUMBER } from './exact-number';
import type { JsonSchema } from './json-schema';
import { expectationOf, listed, toViolation, type Violation } from './violation';

/** The first violation of a value, the most telling one where a union of schemas fails; undefined where it fits. */
export function firstViolation(schema: JsonSchema, errorsIn: ErrorsIn, value: unknown): Violation | undefined {
  const errors = errorsIn(schema, value, 'first');
  const last = errors.at(-1);
  if (last === undefined) return undefined;
  // Of a condition not its failure tells, but what it asks for.
  const error = typeFirst(last.keyword === 'if' ? (errors.at(-2) ?? last) : last);
  return isUnion(error) ? ofUnion(error, errorsIn) : toViolation(error);
}

/** What is wrong with a value of another type than its schema's is its type, though ajv may look at other words first. */
function typeFirst(error: ErrorObject): ErrorObject {
  const types = [error.parentSchema?.type ?? []].flat();
  if (types.length === 0 || types.includes(typeOf(error.data))) return error;
  return { ...error, keyword: 'type', params: { type: types } };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Of a value of more parts than these only the first errors are looked at: there may be as many errors as parts. */
const MOST_PARTS = 10_000;

/** How many values are inside a value, counted up to about `most`. */
function countParts(value: unknown, most: number): number {
  const parts: unknown[] = [value];
  for (let index = 0; index < parts.length && parts.length < most; index += 1) {
    const part = parts[index];
    if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) parts.push(inner);
  }
  return parts.length;
}

/** One schema of a union, and all that the value has against it. */
interface Branch {
  readonly schema: JsonSchema;
  readonly errors: readonly ErrorObject[];
}

const isUnion = ({ keyword }: ErrorObject): boolean => keyword === 'anyOf' || keyword === 'oneOf';

/**
 * That a value fits no schema of a union says little. It was made for one of them: of its own type, and with what tells
 * that one from the others.
 */
function ofUnion(union: ErrorObject, errorsIn: ErrorsIn): Violation {
  const schemas = (union.schema as readonly unknown[]).filter(isObject);
  // More than one accepts it.
  if (Array.isArray(union.params.passingSchemas)) return toViolation(union);
  const judged = (howMany: 'first' | 'all') => (schema: JsonSchema) => ({
    schema,
    errors: errorsIn(schema, union.data, howMany),
  });
  const judgedFirst = schemas.map(judged('first'));
  const ofType = ofItsType(judgedFirst);
  const isSmall = countParts(union.data, MOST_PARTS) < MOST_PARTS;
  const meant = toldApart(isSmall ? ofItsType(ofType.map(({ schema }) => schema).map(judged('all'))) : ofType);
  const [only, ...others] = meant;
  const inside =
    only !== undefined && others.length === 0
      ? firstViolation(only.schema, errorsIn, union.data)
      : (ofChoices(meant) ?? ofAll(meant) ?? ofNames(meant, union) ?? ofOnePlace(meant));
  if (inside === undefined) return toViolation(union);
  return { ...orOfOtherTypes(inside, judgedFirst), pointer: union.instancePath + inside.pointer };
}

/** A choice of values is not all that may be there, where other branches take other types. */
function orOfOtherTypes(violation: Violation, branches: readonly Branch[]): Violation {
  if (violation.pointer !== '' || violation.keyword !== 'enum') return violation;
  const others = branches.map(({ errors }) => typeErrorOf(errors)).filter((error) => error !== undefined);
  const expected = [...new Set([violation.expected, ...others.map(expectationOf)])];
  return { ...violation, expected: listed(expected, 'or') };
}

/** The branches of the value's own type; all where none is. */
function ofItsType(branches: readonly Branch[]): readonly Branch[] {
  const fitting = branches.filter(({ errors }) => typeErrorOf(errors) === undefined || errors.some(isUnionItself));
  return fitting.length === 0 ? branches : fitting;
}

const isUnionItself = (error: ErrorObject): boolean => isUnion(error) && error.instancePath === '';

const typeErrorOf = (errors: readonly ErrorObject[]): ErrorObject | undefined =>
  errors.find(({ keyword, instancePath, data }) => {
    if (instancePath !== '') return false;
    return keyword === 'type' || (keyword === EXACT_NUMBER && typeof data !== 'number' && typeof data !== 'bigint');
  });

/** The branches that take the value's choice of a property, where others do not. */
function toldApart(branches: readonly Branch[]): readonly Branch[] {
  return choicePlacesOf(branches)
    .filter((place) => /^\/[^/]*$/.test(place))
    .reduce((left, place) => {
      const taking = left.filter(({ errors }) => choicesAt(errors, place).length === 0);
      return taking.length === 0 ? left : taking;
    }, branches);
}

const choicePlacesOf = (branches: readonly Branch[]): readonly string[] => [
  ...new Set(branches.flatMap(({ errors }) => errors.filter(isChoice)).map(({ instancePath }) => instancePath)),
];

const isChoice = ({ keyword }: ErrorObject): boolean => keyword === 'enum' || keyword === 'const';

const choicesAt = (errors: readonly ErrorObject[], place: string): readonly ErrorObject[] =>
  errors.filter((error) => isChoice(error) && error.instancePath === place);

/** Where every branch wants another choice: any of them would do. */
function ofChoices(branches: readonly Branch[]): Violation | undefined {
  const each = choicePlacesOf(branches)
    .map((place) => branches.map(({ errors }) => choicesAt(errors, place)))
    .filter((errors) => errors.every(({ length }) => length > 0))
    .map((errors) => ({ errors: errors.flat(), isTelling: new Set(errors.flat().map(expectationOf)).size > 1 }));
  const { errors = [] } = each.find(({ isTelling }) => isTelling) ?? {};
  const [first] = errors;
  if (first === undefined) return undefined;
  const values = errors.flatMap(({ params }) => (params.allowedValues as unknown[]) ?? [params.allowedValue]);
  const expected = `one of ${[...new Set(values.map((value) => stringifyJson(value)))].join(', ')}`;
  return { ...toViolation(first), keyword: 'enum', expected };
}

/** What every branch has against it. */
function ofAll([first, ...others]: readonly Branch[]): Violation | undefined {
  const isSame = (one: Violation, other: Violation) =>
    one.pointer === other.pointer && one.keyword === other.keyword && one.expected === other.expected;
  return first?.errors
    .filter((error) => !isUnion(error))
    .map(toViolation)
    .find((one) => others.every(({ errors }) => errors.map(toViolation).some((other) => isSame(one, other))));
}

/** Where each branch wants but further properties: their names. */
function ofNames(branches: readonly Branch[], union: ErrorObject): Violation | undefined {
  const isName = ({ keyword, instancePath }: ErrorObject) => keyword === 'required' && instancePath === '';
  if (!branches.every(({ errors }) => errors.every(isName))) return undefined;
  const names = branches.map(({ errors }) =>
    listed(
      errors.map(({ params }) => String(params.missingProperty)),
      'and',
    ),
  );
  return { ...toViolation(union), pointer: '', expected: `an object with ${listed(names, 'or')}` };
}

/** Where each branch asks for something else at the same place, and nothing more: any of it. */
function ofOnePlace(branches: readonly Branch[]): Violation | undefined {
  const asked = branches.map(({ errors }) => typeErrorOf(errors) ?? (errors.length === 1 ? errors[0] : undefined));
  const known = asked.filter((error) => error !== undefined).filter((error) => !isUnion(error));
  const violations = known.map(toViolation);
  const [first] = violations;
  if (first === undefined || known.length < branches.length) return undefined;
  const { pointer, found } = first;
  if (!violations.every((one) => one.pointer === pointer && one.found === found)) return undefined;
  return { ...first, expected: listed([...new Set(violations.map(({ expected }) => expected))], 'or') };
}
