import {
  isJson,
  jsonMediaType,
  type Operation,
  own,
  type Parameter,
  stringifyJson,
  typesOf,
} from '../../openapi/contract';
import type { Connection, Credential, Request } from './exchange';

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
  /** A JSON value. */
  readonly body?: unknown;
  /** A body as it is, JSON or not; it takes the place of `body`. */
  readonly rawBody?: string;
  readonly credential?: Credential;
  readonly connection?: Connection;
}

/**
 * A request of an operation, its parameters percent-encoded and its body as JSON text. A parameter of the path that has
 * no value stays as it is, for `fetchParents`.
 */
export function toRequest(operation: Operation, parts: RequestParts): Request {
  const body = parts.rawBody ?? (parts.body === undefined ? undefined : stringifyJson(parts.body));
  const type = jsonMediaType(operation.body?.content ?? [])?.type;
  const query = parts.rawQuery === undefined ? queryOf(operation, parts.query ?? {}) : `?${parts.rawQuery}`;
  return {
    operation,
    method: operation.method,
    target: pathOf(operation, parts) + query,
    path: { ...parts.path, ...parts.rawPath },
    headers: present({
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': type !== undefined && isJson(type) ? type : 'application/json' }),
      ...parts.headers,
    }),
    body,
    credential: parts.credential ?? 'main',
    ...(parts.connection === undefined ? {} : { connection: parts.connection }),
  };
}

const present = (headers: NonNullable<RequestParts['headers']>): Request['headers'] =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

function pathOf({ path }: Operation, { path: values = {}, rawPath = {} }: RequestParts): string {
  const raw = path.replaceAll(TEMPLATE, (template, name: string) => String(own(rawPath, name) ?? template));
  return filled(raw, values);
}

/** A path or target with these values for its templates; those without a value stay. */
export function filled(target: string, values: Readonly<Record<string, unknown>>): string {
  return target.replaceAll(TEMPLATE, (template, name: string) => {
    const value = own(values, name);
    return value === undefined ? template : percentEncoded(String(value));
  });
}

const TEMPLATE = /\{([^{}]+)\}/g;

function queryOf({ parameters }: Operation, values: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) => {
    const parameter = parameters.find((candidate) => candidate.in === 'query' && candidate.name === name);
    return textsOf(parameter, value).map((text) => `${percentEncoded(name)}=${percentEncoded(text)}`);
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Encoded as HTTP clients do, the apostrophe too (WHATWG URL, special-query percent-encode set). */
const percentEncoded = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27');

/** Each occurrence of a query parameter. An array for a parameter that the contract does not name comes as several. */
function textsOf(parameter: Parameter | undefined, value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [String(value)];
  const isArray = parameter !== undefined && typesOf(parameter.schema).includes('array');
  return isArray && parameter.separator !== undefined ? [value.join(parameter.separator)] : value.map(String);
}

/** A target with a credential appended to its query. */
export function withQuery(target: string, query: string): string {
  if (query === '') return target;
  return `${target}${target.includes('?') ? '&' : '?'}${query}`;
}
