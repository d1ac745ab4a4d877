import type { ErrorObject } from 'ajv';
import { stringifyJson } from '../json/json';
import { memoized } from '../memo/memoized';
import { EXACT_NUMBER } from './exact-number';
import { expectationOf, listed } from './expectation';
import type { JsonSchema } from './json-schema';
import { toViolation, type Violation } from './violation';

/** One schema of a union (`anyOf` or `oneOf`), and the errors of the value by it. */
interface Branch {
  readonly schema: JsonSchema;
  readonly errors: readonly ErrorObject[];
}

export const isUnion = ({ keyword }: ErrorObject): boolean => keyword === 'anyOf' || keyword === 'oneOf';

/** The branches that accept the value's type; all of them if none does. */
export function branchesOfItsType(branches: readonly Branch[]): readonly Branch[] {
  const fitting = branches.filter(({ errors }) => typeErrorOf(errors) === undefined || errors.some(isUnionItself));
  return fitting.length === 0 ? branches : fitting;
}

const isUnionItself = (error: ErrorObject): boolean => isUnion(error) && error.instancePath === '';

const typeErrorOf = (errors: readonly ErrorObject[]): ErrorObject | undefined =>
  errors.find(({ keyword, instancePath, data }) => {
    if (instancePath !== '') return false;
    return keyword === 'type' || (keyword === EXACT_NUMBER && typeof data !== 'number' && typeof data !== 'bigint');
  });

/** The branches that accept the value's choice for a property (an `enum` or `const`), if others refuse it. */
export function branchesByChoice(branches: readonly Branch[]): readonly Branch[] {
  return choicePlacesOf(branches)
    .filter((place) => /^\/[^/]*$/.test(place))
    .reduce((left, place) => {
      const taking = left.filter(({ errors }) => !choicesOf(errors).has(place));
      return taking.length === 0 ? left : taking;
    }, branches);
}

/** Adds to a choice of values the types that other branches accept. */
export function withOtherTypes(violation: Violation, branches: readonly Branch[]): Violation {
  if (violation.pointer !== '' || violation.keyword !== 'enum') return violation;
  const others = branches.map(({ errors }) => typeErrorOf(errors)).filter((error) => error !== undefined);
  const expected = [...new Set([violation.expected, ...others.map(expectationOf)])];
  return { ...violation, expected: listed(expected, 'or') };
}

const choicePlacesOf = (branches: readonly Branch[]): readonly string[] => [
  ...new Set(branches.flatMap(({ errors }) => [...choicesOf(errors).keys()])),
];

/** The errors that are about an `enum` or `const`, by their place. */
const choicesOf = memoized((errors: readonly ErrorObject[]): ReadonlyMap<string, readonly ErrorObject[]> => {
  const found = new Map<string, ErrorObject[]>();
  for (const error of errors) {
    if (error.keyword !== 'enum' && error.keyword !== 'const') continue;
    const there = found.get(error.instancePath);
    if (there === undefined) found.set(error.instancePath, [error]);
    else there.push(error);
  }
  return found;
});

/** If each branch expects another choice at the same place: any of these choices. */
export function choiceViolation(branches: readonly Branch[]): Violation | undefined {
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
export function sharedViolation([first, ...others]: readonly Branch[]): Violation | undefined {
  const told = others.map(({ errors }) => new Set(errors.map((error) => textOf(toViolation(error)))));
  return first?.errors
    .filter((error) => !isUnion(error))
    .map(toViolation)
    .find((one) => told.every((texts) => texts.has(textOf(one))));
}

const textOf = ({ pointer, keyword, expected }: Violation): string => JSON.stringify([pointer, keyword, expected]);

/** If each branch misses properties and nothing else: their names. */
export function missingNamesViolation(branches: readonly Branch[], union: ErrorObject): Violation | undefined {
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
export function samePlaceViolation(branches: readonly Branch[]): Violation | undefined {
  const asked = branches.map(({ errors }) => typeErrorOf(errors) ?? (errors.length === 1 ? errors[0] : undefined));
  const known = asked.filter((error) => error !== undefined).filter((error) => !isUnion(error));
  const violations = known.map(toViolation);
  const [first] = violations;
  if (first === undefined || known.length < branches.length) return undefined;
  const { pointer, found } = first;
  if (!violations.every((one) => one.pointer === pointer && one.found === found)) return undefined;
  return { ...first, expected: listed([...new Set(violations.map(({ expected }) => expected))], 'or') };
}
