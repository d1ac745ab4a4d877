import type { ErrorObject } from 'ajv';
import { stringifyJson } from '../json/json';
import { countParts, groupedBy, isNumeric, isObject, jsonTypeOf, own, pointerTokens } from '../json/value';
import { memoized } from '../memo/memo';
import type { Schema } from '../model/schema';
import type { ErrorsIn } from './ajv';
import { MEANT } from './discriminator';
import { EXACT_NUMBER } from './exact-number';
import type { JsonSchema } from './json-schema';
import { inDocumentOrder } from './properties';
import { expectationOf, listed, ONE_OF, pointerOf, toViolation, type Violation } from './violation';

/** The first violation of a value, the most helpful one if a union of schemas fails; undefined if the value fits. */
export function firstViolation(schema: JsonSchema, errorsIn: ErrorsIn, value: unknown): Violation | undefined {
  const errors = errorsIn(schema, value, 'first');
  const last = errors.at(-1);
  if (last === undefined) return undefined;
  // A failed `if` says nothing; the error before it is that of its `then` or `else`.
  return violationOf(last.keyword === 'if' ? (errors.at(-2) ?? last) : last, errorsIn);
}

/** What is wrong with a value. */
export interface Violations {
  /** One for each place, in the order of the schema. */
  readonly told: readonly Violation[];
  /** At how many places more something is wrong; undefined where that was not counted. */
  readonly more: number | undefined;
}

/** What is wrong with a value, told of at most so many places; of a value of very many parts the first violation alone. */
export function allViolations(
  schema: Schema,
  root: JsonSchema,
  errorsIn: ErrorsIn,
  value: unknown,
  most: number,
): Violations {
  const first = firstViolation(root, errorsIn, value);
  if (first === undefined) return { told: [], more: 0 };
  if (countParts(value, MOST_PARTS) >= MOST_PARTS) return { told: [first], more: undefined };
  const errors = independent(errorsIn(root, value, 'all'));
  const told = new Map<string, Violation>();
  const others = new Set<string>();
  for (const error of inDocumentOrder(schema, errors, (one) => pointerTokens(pointerOf(one)))) {
    if (told.size >= most) others.add(pointerOf(error));
    else {
      const violation = violationOf(error, errorsIn);
      const { pointer } = violation;
      if (!told.has(pointer)) told.set(pointer, pointer === first.pointer ? first : violation);
    }
  }
  const more = [...others].filter((pointer) => !told.has(pointer)).length;
  return told.size === 0 ? { told: [first], more } : { told: [...told.values()], more };
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

/** There may be as many errors as parts. */
const MOST_PARTS = 10_000;

/** An error of ajv as a violation, the most helpful one if it is that of a union. */
function violationOf(found: ErrorObject, errorsIn: ErrorsIn): Violation {
  const error = typeErrorFirst(found);
  return isUnion(error) ? unionViolation(error, errorsIn) : toViolation(error);
}

/** A value of the wrong type violates `type`, whichever keyword ajv has looked at first. */
function typeErrorFirst(error: ErrorObject): ErrorObject {
  const types = [error.parentSchema?.type ?? []].flat();
  if (types.length === 0 || types.includes(jsonTypeOf(error.data))) return error;
  return { ...error, keyword: 'type', params: { type: types } };
}

/**
 * "It fits no schema of the union" is no help. The value was meant for one of them: the one that accepts its type and
 * its choices; what it violates there is the violation of the whole.
 */
function unionViolation(union: ErrorObject, errorsIn: ErrorsIn): Violation {
  const schemas = (union.schema as readonly unknown[]).filter(isObject);
  // A `oneOf` of which more than one schema accepts the value.
  if (Array.isArray(union.params.passingSchemas)) {
    const violation = toViolation(union);
    return violation.expected === ONE_OF ? { ...violation, isAmbiguous: true } : violation;
  }
  const named = branchMeantBy(union);
  const inNamed = named && firstViolation(named, errorsIn, union.data);
  if (inNamed !== undefined) return { ...inNamed, pointer: union.instancePath + inNamed.pointer };
  const judged = (howMany: 'first' | 'all') => (schema: JsonSchema) => ({
    schema,
    errors: errorsIn(schema, union.data, howMany),
  });
  const judgedFirst = schemas.map(judged('first'));
  const ofType = branchesOfItsType(judgedFirst);
  const isSmall = countParts(union.data, MOST_PARTS) < MOST_PARTS;
  const meant = branchesByChoice(
    isSmall ? branchesOfItsType(ofType.map(({ schema }) => schema).map(judged('all'))) : ofType,
  );
  const [only, ...others] = meant;
  const inside =
    only !== undefined && others.length === 0
      ? firstViolation(only.schema, errorsIn, union.data)
      : (choiceViolation(meant) ??
        sharedViolation(meant) ??
        missingNamesViolation(meant, union) ??
        samePlaceViolation(meant));
  if (inside === undefined) return toViolation(union);
  return { ...withOtherTypes(inside, judgedFirst), pointer: union.instancePath + inside.pointer };
}

/** The schema of a union that the value itself says that it is meant for, by the union's discriminator. */
function branchMeantBy({ parentSchema, schema, data }: ErrorObject): JsonSchema | undefined {
  const { propertyName, names } = isObject(parentSchema?.[MEANT]) ? parentSchema[MEANT] : {};
  const value = isObject(data) && typeof propertyName === 'string' ? own(data, propertyName) : undefined;
  if (value === undefined || !Array.isArray(names)) return undefined;
  const index = names.findIndex((some) => Array.isArray(some) && some.includes(value));
  const named: unknown = (schema as readonly unknown[])[index];
  return isObject(named) ? named : undefined;
}

/** One schema of a union (`anyOf` or `oneOf`), and the errors of the value by it. */
interface Branch {
  readonly schema: JsonSchema;
  readonly errors: readonly ErrorObject[];
}

const isUnion = ({ keyword }: ErrorObject): boolean => keyword === 'anyOf' || keyword === 'oneOf';

/** The branches that accept the value's type; all of them if none does. */
function branchesOfItsType(branches: readonly Branch[]): readonly Branch[] {
  const fitting = branches.filter(({ errors }) => typeErrorOf(errors) === undefined || errors.some(isUnionItself));
  return fitting.length === 0 ? branches : fitting;
}

const isUnionItself = (error: ErrorObject): boolean => isUnion(error) && error.instancePath === '';

const typeErrorOf = (errors: readonly ErrorObject[]): ErrorObject | undefined =>
  errors.find(({ keyword, instancePath, data }) => {
    if (instancePath !== '') return false;
    return keyword === 'type' || (keyword === EXACT_NUMBER && !isNumeric(data));
  });

/** The branches that accept the value's choice for a property (an `enum` or `const`), if others refuse it. */
function branchesByChoice(branches: readonly Branch[]): readonly Branch[] {
  return choicePlacesOf(branches)
    .filter((place) => /^\/[^/]*$/.test(place))
    .reduce((left, place) => {
      const taking = left.filter(({ errors }) => !choicesOf(errors).has(place));
      return taking.length === 0 ? left : taking;
    }, branches);
}

/** Adds to a choice of values the types that other branches accept. */
function withOtherTypes(violation: Violation, branches: readonly Branch[]): Violation {
  if (violation.pointer !== '' || violation.keyword !== 'enum') return violation;
  const others = branches.map(({ errors }) => typeErrorOf(errors)).filter((error) => error !== undefined);
  const expected = [...new Set([violation.expected, ...others.map(expectationOf)])];
  return { ...violation, expected: listed(expected, 'or') };
}

const choicePlacesOf = (branches: readonly Branch[]): readonly string[] => [
  ...new Set(branches.flatMap(({ errors }) => [...choicesOf(errors).keys()])),
];

/** The errors that are about an `enum` or `const`, by their place. */
const choicesOf = memoized((errors: readonly ErrorObject[]) =>
  groupedBy(
    errors.filter(({ keyword }) => keyword === 'enum' || keyword === 'const'),
    ({ instancePath }) => instancePath,
  ),
);

/** If each branch expects another choice at the same place: any of these choices. */
function choiceViolation(branches: readonly Branch[]): Violation | undefined {
  const errors = choicePlacesOf(branches)
    .map((place) => branches.map((branch) => choicesOf(branch.errors).get(place) ?? []))
    .filter((each) => each.every(({ length }) => length > 0))
    .map((each) => each.flat())
    .find((each) => new Set(each.map(expectationOf)).size > 1);
  const [first] = errors ?? [];
  if (errors === undefined || first === undefined) return undefined;
  const values = errors.flatMap(({ params }) => (params.allowedValues as unknown[]) ?? [params.allowedValue]);
  const expected = `one of ${[...new Set(values.map((value) => stringifyJson(value)))].join(', ')}`;
  return { ...toViolation(first), keyword: 'enum', expected };
}

/** The violation that all branches share. */
function sharedViolation([first, ...others]: readonly Branch[]): Violation | undefined {
  const inOthers = others.map(({ errors }) => new Set(errors.map((error) => textOf(toViolation(error)))));
  return first?.errors
    .filter((error) => !isUnion(error))
    .map(toViolation)
    .find((one) => inOthers.every((texts) => texts.has(textOf(one))));
}

const textOf = ({ pointer, keyword, expected }: Violation): string => JSON.stringify([pointer, keyword, expected]);

/** If each branch misses properties and nothing else: their names. */
function missingNamesViolation(branches: readonly Branch[], union: ErrorObject): Violation | undefined {
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

/** If each branch expects one other thing at the same place: any of these. */
function samePlaceViolation(branches: readonly Branch[]): Violation | undefined {
  const asked = branches.map(({ errors }) => typeErrorOf(errors) ?? (errors.length === 1 ? errors[0] : undefined));
  const known = asked.filter((error) => error !== undefined).filter((error) => !isUnion(error));
  const violations = known.map(toViolation);
  const [first] = violations;
  if (first === undefined || known.length < branches.length) return undefined;
  const { pointer, found } = first;
  if (!violations.every((one) => one.pointer === pointer && one.found === found)) return undefined;
  return { ...first, expected: listed([...new Set(violations.map(({ expected }) => expected))], 'or') };
}
