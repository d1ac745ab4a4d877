import type { ErrorObject } from 'ajv';
import { stringifyJson } from '../json/json';
import { isObject } from '../json/object';
import { patternOf } from '../pattern/pattern';
import { EXACT_NUMBER } from './exact-number';

/** Our extension that says in words what a pattern asks for. */
export const WORDS = 'x-expected';

const characters = (count: unknown): string => (count === 1 ? '1 character' : `${count} characters`);

/** What is expected where an error was found, as it follows "must be". */
export function expectationOf({ keyword, params, message, schema, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case EXACT_NUMBER:
      return String(params.expected);
    case 'type':
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
      return `a text in the format ${params.format}`;
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
