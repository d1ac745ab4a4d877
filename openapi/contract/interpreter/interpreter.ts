import type { ErrorObject } from 'ajv';
import { memoized } from '../memo/memo';
import { contains, items, prefixItems, unevaluatedItems, uniqueItems } from './arrays';
import { isObject, TYPES } from './given';
import {
  additionalProperties,
  dependentRequired,
  dependentSchemas,
  mixedDependencies,
  patternProperties,
  properties,
  propertyNames,
  required,
  unevaluatedProperties,
} from './objects';
import { anyPart, condition, everyPart, noPart, onePart } from './parts';
import { reference } from './reference';
import {
  anything,
  type Context,
  type Found,
  failing,
  type JsonSchema,
  type Judge,
  type Keyword,
  newRun,
  newSeen,
  type Run,
} from './run';
import { bounded, equalTo, formatFor, isLess, isMore, itemsOf, lengthOf, membersOf, pattern } from './values';

interface Group {
  /** Of values of this type alone. */
  readonly type?: 'number' | 'string' | 'array' | 'object';
  readonly keywords: Readonly<Record<string, Keyword>>;
}

const nothing: Keyword = () => undefined;

/** The keywords in ajv's order, by the type of the values that they judge. */
const GROUPS: readonly Group[] = [
  { type: 'number', keywords: { format: formatFor('number') } },
  {
    type: 'string',
    keywords: {
      maxLength: bounded(lengthOf, isMore),
      minLength: bounded(lengthOf, isLess),
      pattern,
      format: formatFor('string'),
    },
  },
  {
    keywords: {
      const: equalTo(
        (given) => [given],
        (allowedValue) => ({ allowedValue }),
      ),
      enum: equalTo(
        (given) => (Array.isArray(given) ? given : []),
        (allowedValues) => ({ allowedValues }),
      ),
      not: noPart,
      anyOf: anyPart,
      oneOf: onePart,
      allOf: everyPart,
      if: condition,
      // Behind them those that are no part of JSON Schema, as keywords that are added to ajv.
    },
  },
  {
    type: 'array',
    keywords: {
      maxItems: bounded(itemsOf, isMore),
      minItems: bounded(itemsOf, isLess),
      uniqueItems,
      prefixItems,
      items,
      contains,
      maxContains: nothing,
      minContains: nothing,
      unevaluatedItems,
    },
  },
  {
    type: 'object',
    keywords: {
      maxProperties: bounded(membersOf, isMore),
      minProperties: bounded(membersOf, isLess),
      required,
      propertyNames,
      additionalProperties,
      dependencies: mixedDependencies,
      properties,
      patternProperties,
      dependentRequired,
      dependentSchemas,
      unevaluatedProperties,
    },
  },
];

/** Keywords that judge nothing by themselves, though ajv takes them for such. */
const IDLE = [
  ...['type', 'then', 'else', 'nullable', 'id', '$comment', 'minimum', 'maximum', 'exclusiveMinimum'],
  ...['exclusiveMaximum', 'multipleOf', 'formatMaximum', 'formatMinimum', 'formatExclusiveMaximum'],
  'formatExclusiveMinimum',
];

/** What the parts of a schema are judged by. */
interface Language {
  readonly groups: readonly Group[];
  readonly parts: Pick<Context, 'judgeOf' | 'definition'>;
}

/** The errors of a value: the first with those that it follows from before it, or all; none where it fits. */
type ErrorsIn = (schema: JsonSchema, value: unknown, howMany: 'first' | 'all') => readonly ErrorObject[];

/**
 * JSON Schema 2020-12 by functions inside functions: pages whose policy forbids `eval` can't run ajv, which compiles a schema to the
 * text of a program. Its errors, their order and their number are ajv's, since what clients are told is made of them: a test compares the
 * two. What looks odd here, such as what still judges after a first error, is so for that.
 *
 * @param own keywords that are no part of JSON Schema
 * @returns what begins to judge a value by a schema and its parts, which refer to the `$defs` of `root`
 */
export function interpreterWith(own: Readonly<Record<string, Keyword>>): (root: JsonSchema) => () => ErrorsIn {
  const groups = GROUPS.map((group): Group => {
    return group.type === undefined ? { keywords: { ...group.keywords, ...own, $ref: reference } } : group;
  });
  const judging = new Set([...groups.flatMap(({ keywords }) => Object.keys(keywords)), ...IDLE]);
  const isAnything = (schema: unknown): boolean =>
    schema === true || (isObject(schema) && !Object.keys(schema).some((keyword) => judging.has(keyword)));

  const languageFor = (definitions: Readonly<Record<string, JsonSchema>>): Language => {
    const known = memoized((schema: JsonSchema) => safely(() => judgeFor(schema, language)));
    const language: Language = {
      groups,
      parts: {
        judgeOf: (part) => (isAnything(part) ? undefined : judgeFor(part, language)),
        definition(name) {
          const schema = definitions[name] ?? {};
          return { schema, judge: () => known(schema) };
        },
      },
    };
    return language;
  };

  return (root) => {
    // They are there where something is referred to.
    const language = languageFor((root.$defs ?? {}) as Readonly<Record<string, JsonSchema>>);
    const judgeOf = memoized((schema: JsonSchema) => safely(() => judgeFor(schema, language)));
    return () => {
      const remember = () => (root.$defs === undefined ? () => undefined : memoized((): Found => new Map()));
      const found = { first: remember(), all: remember() };
      return (schema, value, howMany) => {
        const run = newRun(howMany === 'all', found[howMany](schema));
        judgeOf(schema)(value, '', run, undefined);
        return run.errors;
      };
    };
  };
}

/** A fault that reading the document misses makes a schema accept any value, so that requests are served. */
function safely(make: () => Judge): Judge {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return anything;
  }
}

function typesOf(schema: JsonSchema): readonly string[] {
  const types = [schema.type ?? []].flat().map(String);
  if (types.some((type) => TYPES[type] === undefined)) throw new TypeError('there is no such type');
  return types;
}

/** @throws for a schema that says what no schema can */
function judgeFor(given: unknown, { groups: all, parts }: Language): Judge {
  if (given === false) {
    const schema = { 'false schema': false };
    const fail = failing({ keyword: 'false schema', schema });
    return (value, at, run) => void fail(value, at, run, {}, 'boolean schema is false');
  }
  const schema = given as JsonSchema;
  const types = typesOf(schema);
  const isOneOfTypes = (value: unknown): boolean => types.some((type) => TYPES[type]?.(value) === true);
  const groups = all.flatMap(({ type, keywords }) => {
    const present = Object.keys(keywords).filter((keyword) => schema[keyword] !== undefined);
    const rules = present
      .map((keyword) => keywords[keyword]?.({ keyword, schema, ...parts }))
      .filter((rule) => rule !== undefined);
    // An empty group is left out, unless it tells the wrong type.
    return present.length === 0 ? [] : [{ type, rules, tellsType: types.length === 1 && types[0] === type }];
  });
  const isToldByGroup = groups.some(({ tellsType }) => tellsType);
  const failType = failing({ keyword: 'type', schema });
  const wrongType = (value: unknown, at: string, run: Run): false => failType(value, at, run, { type: schema.type });
  const asksWhatIsSeen = schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined;
  return (value, at, run, given) => {
    const seen = given ?? (asksWhatIsSeen ? newSeen() : undefined);
    const before = run.errors.length;
    if (types.length > 0 && !isToldByGroup && !isOneOfTypes(value)) {
      wrongType(value, at, run);
      if (run.isOver) return;
    }
    for (const { type, rules, tellsType } of groups) {
      if (type === undefined || TYPES[type]?.(value) === true) {
        // The cast is true: it is of the type that the rules are for.
        for (const rule of rules) if (!rule(value as never, at, run, seen) && !run.all) break;
      } else if (tellsType) wrongType(value, at, run);
      if (run.isOver || (!run.all && run.errors.length !== before)) return;
    }
  };
}
