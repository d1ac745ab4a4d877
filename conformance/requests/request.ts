import { randomUUID } from 'node:crypto';
import {
  essence,
  fits,
  isJson,
  jsonMediaType,
  type Operation,
  own,
  type Parameter,
  stringifyJson,
  successOf,
  takesArrays,
  textOf,
} from '../../openapi/contract';
import type { Connection, Credential, Request } from '../exchange/exchange';
import { requestNameOf } from '../exchange/request-name';
import { otherBodyOf } from '../exchange/subject';
import { writtenBody, writtenPairs, writtenRow } from './written';

/** The parts of a request; what is left out is not sent. */
export interface RequestParts {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Texts for the path's parameters, to stand there just as they are: percent-encoded, or not as it should be. */
  readonly rawPath?: Readonly<Record<string, string>>;
  /** What stands behind the question mark, just as it is; it takes the place of `query`. */
  readonly rawQuery?: string;
  /** A default header whose value is undefined is not sent. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** A value, written in the media type that the operation takes. */
  readonly body?: unknown;
  /** A body as it is, JSON or not; it takes the place of `body`. */
  readonly rawBody?: string;
  readonly credential?: Credential;
  readonly connection?: Connection;
  readonly isNamed?: true;
}

/**
 * A request of an operation, its parameters percent-encoded and its body as JSON text. A parameter of the path that has
 * no value stays as it is, for `fetchParents`.
 */
export function toRequest(operation: Operation, parts: RequestParts): Request {
  const { text: body, type } = bodyIn(operation, parts);
  const query = parts.rawQuery === undefined ? queryOf(operation, parts.query ?? {}) : `?${parts.rawQuery}`;
  return {
    operation,
    method: operation.method,
    target: pathOf(operation, parts) + query,
    path: { ...parts.path, ...parts.rawPath },
    headers: present({
      accept: acceptOf(operation),
      ...(body === undefined ? {} : { 'content-type': type }),
      ...parts.headers,
    }),
    body,
    credential: parts.credential ?? 'main',
    ...(parts.connection === undefined ? {} : { connection: parts.connection }),
    ...(parts.isNamed === undefined ? {} : { isNamed: parts.isNamed }),
  };
}

/**
 * The request under a new name, where its operation requires one: under its old one a server would answer as it did before. A schema
 * that has no room for a name of a usual form leaves it as it is.
 */
export function renamed(request: Request): Request {
  const { operation, headers, isNamed } = request;
  const header = requestNameOf(operation);
  const isSent = header?.required === true && own(headers, header.name.toLowerCase()) !== undefined;
  return isSent && isNamed !== true ? { ...request, headers: { ...headers, ...newName(operation) } } : request;
}

/** A header with a name that no other request has; undefined where its schema has no room for one of a usual form. */
export function newName(operation: Operation): Readonly<Record<string, string>> | undefined {
  const header = requestNameOf(operation);
  const uuid = randomUUID();
  const digits = uuid.replaceAll('-', '');
  const form = [uuid, digits, digits.slice(0, 16), digits.slice(0, 8)].find(
    (one) => header !== undefined && fits(header.schema, 'request', one),
  );
  return header === undefined || form === undefined ? undefined : { [header.name.toLowerCase()]: form };
}

/** A JSON value as JSON, unless its operation takes other bodies alone. */
function bodyIn(operation: Operation, { body, rawBody }: RequestParts): { text: string | undefined; type: string } {
  const json = jsonMediaType(operation.body?.content ?? []);
  const type = json !== undefined && isJson(json.type) ? json.type : 'application/json';
  if (rawBody !== undefined || body === undefined) return { text: rawBody, type };
  const other = otherBodyOf(operation);
  return other === undefined ? { text: stringifyJson(body), type } : writtenBody(other, body);
}

/** What replies an operation documents; anything is taken where it is no JSON, since it is not judged. */
function acceptOf(operation: Operation): string {
  const content = successOf(operation)?.reply.content ?? [];
  const others = content.flatMap(({ type }) => (isJson(type) ? [] : [`${essence(type)};q=0.5`]));
  // Of which type it is may be settled by what it is about.
  if (content.length === 0 || jsonMediaType(content) !== undefined) return ['application/json', ...others].join(', ');
  return [...content.map(({ type }) => essence(type)), 'application/json;q=0.5', '*/*;q=0.1'].join(', ');
}

const present = (headers: NonNullable<RequestParts['headers']>): Request['headers'] =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

function pathOf({ path, parameters }: Operation, { path: values = {}, rawPath = {} }: RequestParts): string {
  const raw = path.replaceAll(TEMPLATE, (template, name: string) => String(own(rawPath, name) ?? template));
  return filled(raw, parameters, values);
}

/**
 * A path or target with these values for its templates, each in the style of its parameter; those without a value stay.
 *
 * @throws NoValue for a value of which OpenAPI has no form in a path
 */
export function filled(
  target: string,
  parameters: readonly Parameter[],
  values: Readonly<Record<string, unknown>>,
): string {
  return target.replaceAll(TEMPLATE, (template, name: string) => {
    const value = own(values, name);
    if (value === undefined) return template;
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter === undefined ? percentEncoded(textOf(value)) : writtenRow(parameter, value, percentEncoded);
  });
}

const TEMPLATE = /\{([^{}]+)\}/g;

function queryOf({ parameters }: Operation, values: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) => {
    const parameter = parameters.find((candidate) => candidate.in === 'query' && candidate.name === name);
    const isOneToo = Array.isArray(value) && parameter !== undefined && !takesArrays(parameter.schema);
    const written = writtenPairs(name, value, isOneToo ? undefined : parameter);
    return written.map(([key, text]) => `${percentEncoded(key)}=${percentEncoded(text)}`);
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Encoded as HTTP clients do, the apostrophe too (WHATWG URL, special-query percent-encode set). */
const percentEncoded = (text: string): string =>
  encodeURIComponent(text.replaceAll(HALF_PAIR, '\ufffd')).replaceAll("'", '%27');

/** UTF-8 has no way to write one; it goes as browsers send it. */
const HALF_PAIR = /\p{Surrogate}/gu;

/** A target with a credential appended to its query. */
export function withQuery(target: string, query: string): string {
  if (query === '') return target;
  return `${target}${target.includes('?') ? '&' : '?'}${query}`;
}
