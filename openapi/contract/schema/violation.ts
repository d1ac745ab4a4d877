import type { ErrorObject } from 'ajv';
import { fieldName } from '../json/field-name';
import { stringifyJson } from '../json/json';
import { isObject, partOf, pointerTo, pointerTokens } from '../json/value';
import { patternOf } from '../pattern/pattern';
import { EXACT_NUMBER } from './exact-number';

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
  /** The value found there as JSON, cut to 60 characters; `nothing` where it is missing, `an unknown name` at such a one, and `the one given` where it is a secret. */
  readonly found: string;
  /** Set where several schemas of a `oneOf` accept the value, and nothing in them says that they shut each other out. */
  readonly isAmbiguous?: true;
}

/** What stands where, without a word of what was expected: for engineers, who find the place by its pointer. */
export function stateOf({ pointer, found }: Violation, whole = 'The value'): string {
  const place = pointer === '' ? whole : pointer;
  if (found === 'nothing') return `${place} is missing`;
  return found === UNKNOWN ? `${place} is unknown` : `${place}: ${found}`;
}

/**
 * One sentence without a full stop, in the words of people: what stands where, and what was expected.
 *
 * @param whole what to call the value; in upper case where it begins a sentence
 */
export function sentenceOf(violation: Violation, whole = 'The value'): string {
  const { pointer } = violation;
  return `${pointer === '' ? whole : fieldAt(pointer, /^\p{Lu}/u.test(whole) ? 'The' : 'the')} ${wrongOf(violation)}`;
}

/** What is wrong, as it follows the name of what it is wrong with. */
export function wrongOf({ expected, found }: Violation): string {
  if (found === 'nothing') return 'is missing';
  if (found === UNKNOWN) return `is unknown; there may be ${expected}`;
  return expected === 'absent' ? 'must be absent' : `must be ${expected}, not ${found}`;
}

/** A place in a value as people call it: `The field "owner.name"`. */
export const fieldAt = (pointer: string, article: 'The' | 'the' = 'The'): string =>
  `${article} field "${fieldName(pointerTokens(pointer))}"`;

const UNKNOWN = 'an unknown name';

/** Where an error of ajv is, as a JSON pointer. */
export function pointerOf(error: ErrorObject): string {
  const name = error.keyword === 'required' ? error.params.missingProperty : unexpectedIn(error);
  return name === undefined ? error.instancePath : pointerTo(error.instancePath, String(name));
}

/** The name of a property that should not be there, or not be called so. */
const unexpectedIn = ({ params, propertyName }: ErrorObject): unknown =>
  params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName ?? propertyName;

/** An error of ajv as a violation. */
export function toViolation(error: ErrorObject): Violation {
  const { keyword, params } = error;
  const pointer = pointerOf(error);
  if (keyword === 'required') return { pointer, keyword, expected: 'present', found: 'nothing' };
  if (unexpectedIn(error) !== undefined) {
    const known = namesInsteadOf(error);
    if (known.length === 0) return { pointer, keyword, expected: 'absent', found: 'a value' };
    return { pointer, keyword, expected: known.join(', '), found: UNKNOWN };
  }
  const violation = { pointer, keyword, expected: expectationOf(error), found: shownOf(error) };
  return keyword === EXACT_NUMBER ? { ...violation, standard: String(params.keyword) } : violation;
}

/** What comes in requests alone, as passwords do, is shown in no error. */
const shownOf = ({ data, parentSchema }: ErrorObject): string =>
  parentSchema?.writeOnly === true || parentSchema?.format === 'password' ? 'the one given' : excerpt(data);

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

/** A value as a message shows it: as JSON, cut to 60 characters. */
export function excerpt(value: unknown): string {
  const whole = stringifyJson(value) ?? 'nothing';
  return whole.length <= 60 ? whole : `${partOf(whole, 0, 57)}…`;
}

/** Our extension that says in words what a pattern asks for. */
export const WORDS = 'x-expected';

const characters = (count: unknown): string => (count === 1 ? '1 character' : `${count} characters`);

/** What is expected where an error was found, as it follows "must be". */
export function expectationOf({ keyword, params, message, schema, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case EXACT_NUMBER:
      return String(params.expected);
    case 'type':
      if (String(params.type) === 'string' && parentSchema?.format === 'date-time') return DATE_TIME;
      return [params.type].flat().map(withArticle).join(' or ');
    case 'enum':
      return `one of ${(params.allowedValues as unknown[]).map((value) => stringifyJson(value)).join(', ')}`;
    case 'const':
      return stringifyJson(params.allowedValue);
    case 'minLength':
      return `at least ${characters(params.limit)} long`;
    case 'maxLength':
      return `at most ${characters(params.limit)} long`;
    case 'pattern':
      return String(parentSchema?.[WORDS] ?? matching(String(params.pattern)));
    case 'format':
      return params.format === 'date-time' ? DATE_TIME : `a text in the format ${params.format}`;
    case 'minItems':
      return `an array of ${params.limit} or more items`;
    case 'maxItems':
      return `an array of ${params.limit} or fewer items`;
    case 'uniqueItems':
      return 'an array without duplicates';
    case 'minProperties':
      return `an object of ${params.limit} or more properties`;
    case 'maxProperties':
      return `an object of ${params.limit} or fewer properties`;
    case 'oneOf':
      return onlyOneOf(schema) ?? ONE_OF;
    case 'anyOf':
      return 'what a schema of its anyOf accepts';
    case 'not':
      return otherThan(schema) ?? 'what the schema of its not refuses';
    case 'false schema':
      return 'absent';
    default:
      return message?.startsWith('must be ') === true ? message.slice('must be '.length) : `valid (${message})`;
  }
}

/** RFC 3339 §5.6 is what the format asks for; more readers know it by the name of the standard that it is a part of. */
const DATE_TIME = 'an ISO 8601 date-time with a zone, such as 2026-11-24T12:00:00Z';

function matching(pattern: string): string {
  const isTimed = patternOf(pattern).engine === 'timed';
  return `a text that matches ${pattern}${isTimed ? ', and is seen to in a moment' : ''}`;
}

/** What is expected where the schemas of a `oneOf` are no mere lists of required properties. */
export const ONE_OF = 'what exactly one schema of its oneOf accepts';

/** Where each schema of a `oneOf` but asks for properties. */
function onlyOneOf(schemas: unknown): string | undefined {
  const names = Array.isArray(schemas) ? schemas.map(askedAlone) : [];
  if (names.length === 0 || !names.every((each) => each !== undefined)) return undefined;
  return `an object with only one of ${listed(
    names.map((each) => listed(each, 'with')),
    'and',
  )}`;
}

/** Where the schema of a `not` is so plain that it can be said. */
function otherThan(schema: unknown): string | undefined {
  const names = askedAlone(schema);
  if (names !== undefined) {
    const togetherness = ['', 'both '][names.length - 1] ?? 'all of ';
    return `an object without ${togetherness}${listed(names, 'and')}`;
  }
  if (!isObject(schema)) return undefined;
  const values = Array.isArray(schema.enum) ? schema.enum : [];
  const types = [schema.type ?? []].flat().map(String);
  if (Object.keys(schema).length !== 1 || values.length + types.length === 0) return undefined;
  return `other than ${listed(values.length > 0 ? values.map((value) => stringifyJson(value)) : types.map(withArticle), 'and')}`;
}

/** The properties that a schema asks for, if it asks for nothing else. */
function askedAlone(schema: unknown): readonly string[] | undefined {
  if (!isObject(schema) || !Array.isArray(schema.required)) return undefined;
  const isAlone = Object.keys(schema).every((word) => word === 'required' || word === 'type');
  return isAlone && schema.required.length > 0 ? schema.required.map(String) : undefined;
}

/** "a", "a or b", "a, b or c". */
export function listed(texts: readonly string[], word: string): string {
  const last = texts.at(-1) ?? '';
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} ${word} ${last}`;
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}
