import {
  exactNumber,
  fieldsOf,
  fits,
  isObject,
  itemsOf,
  type Operation,
  own,
  type Parameter,
  readField,
  type Schema,
  schemesOf,
  takesObjects,
  typesOf,
} from '../../openapi/contract';
import { isOurs, type Request } from './exchange';

/** The parameters of a request's query. */
export interface Query {
  /** The values of those that the contract names and that fit their schemas, by name. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Whether the query has no other parameter, and all that are required: then a server has to accept it. */
  readonly isLawful: boolean;
}

/** What the query of a request says, as the contract reads it. */
export function queryOf({ operation, target, headers }: Pick<Request, 'operation' | 'target' | 'headers'>): Query {
  const given = new URLSearchParams(target.split('?')[1] ?? '');
  const values = new Map<string, unknown>();
  let isLawful = true;
  const inQuery = operation.parameters.filter((one) => one.in === 'query');
  const structured = readStructured(inQuery, given);
  for (const name of new Set(given.keys())) {
    if (carriesCredential(operation, name) || structured.names.has(name)) continue;
    const parameter = inQuery.find((one) => one.name === name);
    const value = parameter === undefined ? undefined : valueIn(parameter, given.getAll(name));
    if (parameter === undefined || value === undefined || !fits(parameter.schema, 'request', value)) isLawful = false;
    else values.set(name, value);
  }
  for (const [parameter, value] of structured.values) {
    if (fits(parameter.schema, 'request', value)) values.set(parameter.name, value);
    else isLawful = false;
  }
  const isComplete = operation.parameters.every(
    ({ in: place, name, required }) =>
      !required ||
      place === 'path' ||
      place === 'cookie' ||
      carriesCredential(operation, name, place) ||
      (place === 'query' ? values.has(name) : own(headers, name.toLowerCase()) !== undefined),
  );
  return { values, isLawful: isLawful && isComplete };
}

interface Structured {
  readonly values: readonly (readonly [Parameter, unknown])[];
  /** Of the texts that they are made of. */
  readonly names: ReadonlySet<string>;
}

const NONE: Structured = { values: [], names: new Set() };

/** The parameters that are objects or JSON: their texts may have other names than theirs. */
function readStructured(inQuery: readonly Parameter[], given: URLSearchParams): Structured {
  const wanted = inQuery.filter(({ schema, mediaType }) => takesObjects(schema) || mediaType !== undefined);
  if (wanted.length === 0) return NONE;
  const fields = fieldsOf(given);
  const taken = new Set(inQuery.map(({ name }) => name));
  const values = wanted.flatMap((parameter) => {
    const value = readField(parameter, fields, taken);
    return value === undefined ? [] : [[parameter, value] as const];
  });
  const names = values.flatMap(([{ name }, value]) => [
    name,
    ...[...given.keys()].filter((one) => one.startsWith(`${name}[`)),
    ...(given.has(name) || fields.bracketed.has(name) || !isObject(value) ? [] : Object.keys(value)),
  ]);
  return { values, names: new Set(names) };
}

/** Whether a parameter is the one by which an API key goes. */
export const carriesCredential = (
  operation: Operation,
  name: string,
  place: 'query' | 'header' | 'cookie' = 'query',
): boolean =>
  schemesOf(operation).some(
    (scheme) =>
      scheme.kind === 'apiKey' &&
      scheme.in === place &&
      (scheme.parameter === name || (place === 'header' && scheme.parameter.toLowerCase() === name.toLowerCase())),
  );

/** The value of a parameter's occurrences; undefined where a parameter of one value comes several times. */
function valueIn({ schema, separator }: Parameter, texts: readonly string[]): unknown {
  const [only = ''] = texts;
  if (typesOf(schema).includes('array')) {
    const items = itemsOf(schema) ?? {};
    return (separator === undefined ? texts : only.split(separator)).map((text) => fromText(items, text));
  }
  return texts.length === 1 ? fromText(schema, only) : undefined;
}

/** A text of a query or a header as a value of its schema's type; the text itself where it is none. */
export function fromText(schema: Schema, text: string): unknown {
  const types = typesOf(schema);
  const isNumeric = types.includes('integer') || types.includes('number');
  if (isNumeric && /^-?\d{1,100}(\.\d{1,100})?$/.test(text)) return exactNumber(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/**
 * Whether a body has half a surrogate pair in it. What a server makes of that is open (RFC 8259 §8.2): it may keep it, put
 * U+FFFD in its place, or refuse it. What only looks like one, behind an escaped backslash, is left open as well.
 */
export const hasHalfPair = ({ body = '' }: Request): boolean =>
  /\\ud[89a-f]/i.test(body) && /\\ud[89a-f]/i.test(body.replaceAll(PAIR, ''));

const PAIR = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/gi;

/** Headers by which a client chooses how records are shown (RFC 9110 §12.5.1, §12.5.4). */
const NEGOTIATING: readonly string[] = ['accept', 'accept-language'];

/** Headers that ask for another reply than the usual one (RFC 7240), or for that of an earlier request. */
const SPECIAL: readonly string[] = ['prefer', 'idempotency-key'];

/** What asks for JSON and nothing more, as every request without the header does. */
const ANY_JSON: readonly string[] = ['application/json', '*/*'];

/** The view of requests without any such header. */
export const USUAL_VIEW = viewFrom({});

/**
 * How a request asks for records to be shown: what two requests of the same view show of a record can be compared.
 * Undefined where its headers may have changed the reply in a way that the contract does not explain, as those of its
 * own header and cookie parameters may. Those that are required this suite sends alike each time.
 */
export function viewOf({ operation, headers, credential }: Request): string | undefined {
  const isUnexplained =
    SPECIAL.some((name) => name in headers) ||
    operation.parameters.some(
      ({ in: place, name, required }) =>
        !(required && isOurs(credential)) &&
        ((place === 'header' && name.toLowerCase() in headers && !NEGOTIATING.includes(name.toLowerCase())) ||
          (place === 'cookie' && cookieNames(headers.cookie).includes(name))),
    );
  return isUnexplained ? undefined : viewFrom(headers);
}

function viewFrom(headers: Request['headers']): string {
  return JSON.stringify(NEGOTIATING.map((name) => askedFor(headers, name)));
}

function askedFor(headers: Request['headers'], name: string): string {
  const value = headers[name] ?? '';
  return name === 'accept' && ANY_JSON.includes(value) ? '' : value;
}

const cookieNames = (cookie = ''): readonly string[] =>
  cookie.split(';').map((pair) => pair.split('=', 1).join('').trim());
