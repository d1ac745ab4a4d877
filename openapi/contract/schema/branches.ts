import type { ErrorObject } from 'ajv';
import { stringifyJson } from '../json/json';
import { EXACT_NUMBER } from './exact-number';
import { expectationOf, listed } from './expectation';
import type { JsonSchema } from './json-schema';
import { toViolation, type Violation } from './violation';

/** One schema of a union, and all that the value has against it. */
export interface Branch {
  readonly schema: JsonSchema;
  readonly errors: readonly ErrorObject[];
}

export const isUnion = ({ keyword }: ErrorObject): boolean => keyword === 'anyOf' || keyword === 'oneOf';

/** The branches of the value's own type; all where none is. */
export function ofItsType(branches: readonly Branch[]): readonly Branch[] {
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
export function toldApart(branches: readonly Branch[]): readonly Branch[] {
  return choicePlacesOf(branches)
    .filter((place) => /^\/[^/]*$/.test(place))
    .reduce((left, place) => {
      const taking = left.filter(({ errors }) => choicesAt(errors, place).length === 0);
      return taking.length === 0 ? left : taking;
    }, branches);
}

/** A choice of values is not all that may be there, where other branches take other types. */
export function orOfOtherTypes(violation: Violation, branches: readonly Branch[]): Violation {
  if (violation.pointer !== '' || violation.keyword !== 'enum') return violation;
  const others = branches.map(({ errors }) => typeErrorOf(errors)).filter((error) => error !== undefined);
  const expected = [...new Set([violation.expected, ...others.map(expectationOf)])];
  return { ...violation, expected: listed(expected, 'or') };
}

const choicePlacesOf = (branches: readonly Branch[]): readonly string[] => [
  ...new Set(branches.flatMap(({ errors }) => errors.filter(isChoice)).map(({ instancePath }) => instancePath)),
];

const isChoice = ({ keyword }: ErrorObject): boolean => keyword === 'enum' || keyword === 'const';

const choicesAt = (errors: readonly ErrorObject[], place: string): readonly ErrorObject[] =>
  errors.filter((error) => isChoice(error) && error.instancePath === place);

/** Where every branch wants another choice: any of them would do. */
export function ofChoices(branches: readonly Branch[]): Violation | undefined {
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
export function ofAll([first, ...others]: readonly Branch[]): Violation | undefined {
  const isSame = (one: Violation, other: Violation) =>
    one.pointer === other.pointer && one.keyword === other.keyword && one.expected === other.expected;
  return first?.errors
    .filter((error) => !isUnion(error))
    .map(toViolation)
    .find((one) => others.every(({ errors }) => errors.map(toViolation).some((other) => isSame(one, other))));
}

/** Where each branch wants but further properties: their names. */
export function ofNames(branches: readonly Branch[], union: ErrorObject): Violation | undefined {
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
export function ofOnePlace(branches: readonly Branch[]): Violation | undefined {
  const asked = branches.map(({ errors }) => typeErrorOf(errors) ?? (errors.length === 1 ? errors[0] : undefined));
  const known = asked.filter((error) => error !== undefined).filter((error) => !isUnion(error));
  const violations = known.map(toViolation);
  const [first] = violations;
  if (first === undefined || known.length < branches.length) return undefined;
  const { pointer, found } = first;
  if (!violations.every((one) => one.pointer === pointer && one.found === found)) return undefined;
  return { ...first, expected: listed([...new Set(violations.map(({ expected }) => expected))], 'or') };
}
