import {
  fieldsOf,
  keywordOf,
  memoized,
  type Operation,
  type Parameter,
  readField,
  readRow,
  takesArrays,
  takesObjects,
  type Validator,
  type Violation,
  validatorOf,
  valueOfText,
  wrongOf,
} from '../../openapi/contract';
import { isVersionAsked } from '../actions/conditional';
import type { Input } from '../actions/model';
import { UNCHANGED } from '../behaviours';
import type { Behaviours } from '../behaviours/model';
import { invalidParameter, Problem } from '../errors/problems';
import { refusalFor } from '../errors/refusal';
import { everything, type InputViolation } from '../errors/violations';
import { cookieOf, cookiesOf, type WithHeaders } from '../http/headers';
import { uploadsOf } from '../http/multipart';
import type { Awaitable } from '../world/stores/store';
import { bodyTypeOf, readBody } from './body';
import type { Call } from './model';
import { BODY_LIMIT, receive } from './receive';

interface Reading {
  /** The most bytes of a body that are read. */
  readonly bodyLimit?: number;
  /** The media type that the body is read as; by default the one that was sent. */
  readonly contentType?: string | undefined;
  readonly behaviours?: Behaviours;
}

/**
 * Reads parameters and body, and validates them against the contract.
 *
 * @throws Problem for the first violation
 */
export function validate(operation: Operation, call: Call, reading: Reading = {}): Awaitable<Input> {
  const { headers } = call.request;
  const { bodyLimit = BODY_LIMIT, contentType = headers['content-type'], behaviours } = reading;
  const { path, query } = readParameters(operation, call, behaviours);
  const type = bodyTypeOf(operation, call, bodyLimit, contentType);
  const bodiless = { path, query, body: undefined, bodyType: undefined, accept: headers.accept };
  if (type === undefined) return bodiless;
  return receive(call, bodyLimit).then((bytes) => {
    const body = readBody(operation, type, bytes);
    return body === undefined
      ? bodiless
      : { ...bodiless, body, bodyType: type.media, uploads: uploadsOf(type.sent, bytes) };
  });
}

/** Values of parameters by name. */
type Values = Readonly<Record<string, unknown>>;

/**
 * Reads the parameters of a request and validates each against its schema; absent ones get their default.
 *
 * @throws Problem for the first that is invalid, and those after it of the same status
 */
export function readParameters(
  operation: Operation,
  call: Call,
  { parameter: instead }: Pick<Behaviours, 'parameter'> = UNCHANGED,
): { path: Values; query: Values } {
  const values: Record<Parameter['in'], Record<string, unknown>> = { path: {}, query: {}, header: {}, cookie: {} };
  const query = call.query === '' ? NO_QUERY : new URLSearchParams(call.query);
  const readers = readersOf(operation);
  const read = (reader: Reader): { readonly value: unknown } | { readonly problem: Problem } => {
    try {
      return { value: readOne(reader, call, query, operation) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { parameter, isStructured, defaultValue } = reader;
      const texts = query.getAll(parameter.name);
      const otherwise = instead(undefined, { operation, parameter, texts, isStructured, defaultValue });
      return otherwise === undefined ? { problem: error } : { value: otherwise.read };
    }
  };
  for (const [place, reader] of readers.entries()) {
    const found = read(reader);
    if ('problem' in found) {
      const { problem } = found;
      // What else is wrong that is refused with the same status.
      const others = (): readonly InputViolation[] =>
        readers.slice(place + 1).flatMap((one) => {
          const other = read(one);
          return 'problem' in other && other.problem.status === problem.status ? other.problem.violations : [];
        });
      throw problem.with({ findAll: () => everything([...problem.violations, ...others()], 0) });
    }
    const { parameter } = reader;
    if (found.value !== undefined) values[parameter.in][parameter.name] = found.value;
  }
  return values;
}

const NO_QUERY = new URLSearchParams();

/** How one parameter is read; derived once from its schema. */
interface Reader {
  readonly parameter: Parameter;
  /** Whether it is more than one text: an array, an object, or a text that holds one. */
  readonly isStructured: boolean;
  /** The names of the other parameters of its place. */
  readonly taken: ReadonlySet<string>;
  readonly defaultValue: unknown;
  readonly validate: Validator;
}

const readersOf = memoized(({ parameters }: Operation): readonly Reader[] =>
  parameters.filter(isRead).map((parameter) => ({
    parameter,
    isStructured: isStructured(parameter),
    taken: new Set(parameters.filter((one) => one.in === parameter.in && one !== parameter).map(({ name }) => name)),
    defaultValue: keywordOf(parameter.schema, 'default'),
    validate: validatorOf(parameter.schema, 'request'),
  })),
);

/** OpenAPI 3.0.3 §4.7.12.2.1: parameter definitions for these headers are ignored. */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);

const isRead = ({ in: place, name }: Parameter): boolean =>
  !(place === 'header' && IGNORED_HEADERS.has(name.toLowerCase()));

const isStructured = ({ schema, mediaType, style }: Parameter): boolean =>
  takesArrays(schema) || takesObjects(schema) || mediaType !== undefined || style === 'label' || style === 'matrix';

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
      return value === undefined ? [] : [decodedCookie(value)];
    }
  }
}

function readOne(reader: Reader, call: Call, query: URLSearchParams, operation: Operation): unknown {
  const { parameter, defaultValue, validate, taken } = reader;
  const { required, allowsEmpty, schema } = parameter;
  const texts = textsOf(parameter, call, query);
  if (texts.includes(undefined)) throw refusal(operation, parameter, 'is not properly percent-encoded');
  if (!reader.isStructured && texts.length > 1)
    throw refusal(operation, parameter, `must come once, not ${texts.length} times`);
  if (allowsEmpty && texts.length === 1 && texts[0] === '') return defaultValue;
  const value = reader.isStructured
    ? readStructured(parameter, call, query, taken)
    : texts[0] === undefined
      ? undefined
      : valueOfText(schema, texts[0]);
  if (value === undefined) {
    if (required && !isVersionAsked(operation, parameter)) throw refusal(operation, parameter, 'is missing', MISSING);
    return defaultValue;
  }
  const violation = validate(value);
  if (violation !== undefined) throw refusal(operation, parameter, wrongOf(violation), violation);
  return value;
}

const MISSING: Violation = { pointer: '', keyword: 'required', expected: 'present', found: 'nothing' };

function refusal(
  operation: Operation,
  { in: place, name }: Parameter,
  problem: string,
  violation?: Violation,
): Problem {
  const status = refusalFor(operation, place === 'path' ? 'invalidPath' : 'invalidParameter');
  return invalidParameter(status, place, name, problem, violation);
}

/**
 * The value of an array, of an object, or of JSON in a text; undefined where nothing of it was sent.
 *
 * @param taken the names of other parameters of its place
 */
function readStructured(
  parameter: Parameter,
  { request, pathParameters }: Call,
  query: URLSearchParams,
  taken: ReadonlySet<string>,
): unknown {
  const { in: place, name } = parameter;
  switch (place) {
    case 'query':
      return readField(parameter, fieldsOf(query), taken);
    case 'path':
      return rowOf(parameter, pathParameters[name]);
    case 'header':
      return rowOf(parameter, headerOf(request, name).join(','));
    case 'cookie':
      // An exploded array is written as in a query, an exploded object as a cookie for each member.
      return cookieOf(request, name)?.includes(`&${name}=`) === true
        ? readField(parameter, fieldsOf(new URLSearchParams(`${name}=${cookieOf(request, name)}`)), taken)
        : readField({ ...parameter, separator: ',' }, fieldsOf(decodedCookies(request)), taken);
  }
}

const rowOf = (parameter: Parameter, text: string | undefined): unknown =>
  text === undefined || text === '' ? undefined : readRow(parameter, text);

const decodedCookies = (request: WithHeaders): readonly (readonly [string, string])[] =>
  cookiesOf(request).map(([name, text]) => [name, decodedCookie(text)]);

/** A cookie's value as it is meant: clients percent-encode what none may have (RFC 6265 §4.1.1). */
function decodedCookie(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function headerOf(request: WithHeaders, name: string): readonly string[] {
  const value = request.headers[name.toLowerCase()];
  return value === undefined ? [] : [value].flat();
}
