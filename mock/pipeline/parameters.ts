import {
  exactNumber,
  itemsOf,
  keywordOf,
  memoized,
  type Operation,
  type Parameter,
  type Schema,
  sentenceOf,
  typesOf,
  type Validator,
  type Violation,
  validatorOf,
} from '../../openapi/contract';
import { invalidParameter } from '../errors/problems';
import { refusalFor } from '../errors/refusal';
import { cookieOf } from '../http/cookie';
import type { WithHeaders } from '../http/header-values';
import type { Call } from './model';

/** Values of parameters by name. */
type Values = Readonly<Record<string, unknown>>;

/**
 * Reads the parameters of a request and validates each against its schema; absent ones get their default.
 *
 * @throws Problem for the first that is invalid, with the status that the operation has for it
 */
export function readParameters(operation: Operation, call: Call): { path: Values; query: Values } {
  const values: Record<Parameter['in'], Record<string, unknown>> = { path: {}, query: {}, header: {}, cookie: {} };
  const query = call.query === '' ? NO_QUERY : new URLSearchParams(call.query);
  for (const reader of readersOf(operation)) {
    const { parameter } = reader;
    const value = readOne(reader, textsOf(parameter, call, query), operation);
    if (value !== undefined) values[parameter.in][parameter.name] = value;
  }
  return values;
}

const NO_QUERY = new URLSearchParams();

/** How one parameter is read; derived once from its schema. */
interface Reader {
  readonly parameter: Parameter;
  readonly isArray: boolean;
  readonly defaultValue: unknown;
  readonly validate: Validator;
}

const readersOf = memoized(({ parameters }: Operation): readonly Reader[] =>
  parameters.filter(isValidated).map((parameter) => ({
    parameter,
    isArray: typesOf(parameter.schema).includes('array'),
    defaultValue: keywordOf(parameter.schema, 'default'),
    validate: validatorOf(parameter.schema, 'request'),
  })),
);

/** OpenAPI 3.0.3 §4.7.12.2.1: parameter definitions for these headers are ignored. */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);

/** Objects in a query (`deepObject` and the like) are not read. */
function isValidated({ in: place, name, schema }: Parameter): boolean {
  return !(place === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) && !typesOf(schema).includes('object');
}

/** Every occurrence of a parameter, decoded; `undefined` for one whose percent-encoding is invalid. */
function textsOf(
  { in: place, name }: Parameter,
  { request, pathParameters }: Call,
  query: URLSearchParams,
): readonly (string | undefined)[] {
  switch (place) {
    case 'path':
      return [pathParameters[name]];
    case 'query':
      return query.getAll(name);
    case 'header':
      return headerOf(request, name);
    case 'cookie': {
      const value = cookieOf(request, name);
      return value === undefined ? [] : [value];
    }
  }
}

function headerOf(request: WithHeaders, name: string): readonly string[] {
  const value = request.headers[name.toLowerCase()];
  return value === undefined ? [] : [value].flat();
}

function readOne(
  { parameter, isArray, defaultValue, validate }: Reader,
  texts: readonly (string | undefined)[],
  operation: Operation,
): unknown {
  const { name, in: place, schema } = parameter;
  const refuse = (problem: string, violation?: Violation) =>
    invalidParameter(
      refusalFor(operation, place === 'path' ? 'invalidPath' : 'invalidParameter'),
      ...([place, name, problem] as const),
      violation,
    );
  if (texts.length === 0) {
    if (parameter.required) throw refuse('is missing', MISSING);
    return defaultValue;
  }
  if (texts.includes(undefined)) throw refuse('is not properly percent-encoded');
  if (!isArray && texts.length > 1) throw refuse(`must come once, not ${texts.length} times`);
  // The cast is true: `undefined` was refused above.
  const value = isArray ? split(parameter, texts as string[]) : parse(schema, texts[0] ?? '');
  const violation = validate(value);
  if (violation !== undefined) throw refuse(sentenceOf(violation, '').trimStart(), violation);
  return value;
}

const MISSING: Violation = { pointer: '', keyword: 'required', expected: 'present', found: 'nothing' };

function split({ separator, schema }: Parameter, texts: readonly string[]): readonly unknown[] {
  const parts = separator === undefined ? texts : texts.flatMap((text) => text.split(separator));
  return parts.map((part) => parse(itemsOf(schema) ?? {}, part));
}

/** Parses a text as one of the schema's types; if none fits, the text itself, which the schema then rejects. */
function parse(schema: Schema, text: string): unknown {
  const types = typesOf(schema);
  if (types.includes('integer') && /^-?(0|[1-9]\d*)$/.test(text)) return numberOf(text);
  if (types.includes('number') && /^-?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?$/.test(text)) return numberOf(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.includes('null') && text === 'null') return null;
  return text;
}

/** The exact number of a literal; the literal itself if it is too large to be read. */
function numberOf(literal: string): unknown {
  try {
    return exactNumber(literal);
  } catch {
    return literal;
  }
}
