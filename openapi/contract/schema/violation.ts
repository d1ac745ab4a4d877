import type { ErrorObject } from 'ajv';
import { stringifyJson } from '../json/json';
import { isObject } from '../json/object';
import { partOf } from '../json/part-of';
import { pointerTo } from '../json/pointer';
import { EXACT_NUMBER } from './exact-number';
import { expectationOf } from './expectation';

/** One place where a value breaks its schema. */
export interface Violation {
  /** JSON pointer into the value; of a missing property, where it should be. */
  readonly pointer: string;
  /** The keyword of the schema that is violated, e.g. `required`. */
  readonly keyword: string;
  /** The keyword of JSON Schema that `keyword` stands for, where that one is our own. */
  readonly standard?: string;
  /** `an integer of 64 bits`, `one of "a", "b"`, …; of a property with an unknown name, the names that may be there. */
  readonly expected: string;
  /** The value found there as JSON, cut to 60 characters; `nothing` where it is missing, `an unknown name` at such a one. */
  readonly found: string;
  /** Set where several schemas of a `oneOf` accept the value, and nothing in them says that they shut each other out. */
  readonly isAmbiguous?: true;
}

/** What stands where, without a word of what was expected. */
export function stateOf({ pointer, found }: Violation, whole = 'The value'): string {
  const place = pointer === '' ? whole : pointer;
  if (found === 'nothing') return `${place} is missing`;
  return found === UNKNOWN ? `${place} is unknown` : `${place}: ${found}`;
}

/** One sentence without a full stop: what stands where, and what was expected. */
export function sentenceOf({ pointer, expected, found }: Violation, whole = 'The value'): string {
  const place = pointer === '' ? whole : pointer;
  if (found === 'nothing') return `${place} is missing`;
  if (found === UNKNOWN) return `${place} is unknown; there may be ${expected}`;
  return `${place} must be ${expected}, not ${found}`;
}

const UNKNOWN = 'an unknown name';

/** An error of ajv as a violation. */
export function toViolation(error: ErrorObject): Violation {
  const { keyword, instancePath, params } = error;
  if (keyword === 'required') {
    const pointer = pointerTo(instancePath, String(params.missingProperty));
    return { pointer, keyword, expected: 'present', found: 'nothing' };
  }
  const unexpected =
    params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName ?? error.propertyName;
  if (unexpected !== undefined) {
    const pointer = pointerTo(instancePath, String(unexpected));
    const known = namesInsteadOf(error);
    if (known.length === 0) return { pointer, keyword, expected: 'absent', found: 'a value' };
    return { pointer, keyword, expected: known.join(', '), found: UNKNOWN };
  }
  const violation = { pointer: instancePath, keyword, expected: expectationOf(error), found: excerpt(error.data) };
  return keyword === EXACT_NUMBER ? { ...violation, standard: String(params.keyword) } : violation;
}

/** The names that a property may have, where the schema that forbids it lists them; none where it has a rule for them. */
function namesInsteadOf({ keyword, schema, params, parentSchema }: ErrorObject): readonly string[] {
  switch (keyword) {
    case 'enum':
      return (params.allowedValues as unknown[]).map(String);
    case 'propertyNames':
      return isObject(schema) && Array.isArray(schema.enum) ? schema.enum.map(String) : [];
    case 'additionalProperties':
      return describedNames(parentSchema);
    default:
      return [];
  }
}

/** The properties that a schema describes by their names, without those that must not be. */
function describedNames(schema: unknown): readonly string[] {
  if (!isObject(schema)) return [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  const patterns = isObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
  const alternatives = patterns.map((pattern) => /^\^\(([\w|-]+)\)\$$/.exec(pattern)?.[1]);
  if (alternatives.includes(undefined)) return [];
  const named = Object.keys(properties).filter((name) => properties[name] !== false);
  return [...named, ...alternatives.flatMap((words = '') => words.split('|'))];
}

function excerpt(value: unknown): string {
  const whole = stringifyJson(value) ?? 'nothing';
  return whole.length <= 60 ? whole : `${partOf(whole, 0, 57)}…`;
}
