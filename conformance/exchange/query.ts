import {
  fieldsOf,
  fits,
  isObject,
  type Operation,
  own,
  readField,
  type Schema,
  schemesOf,
  takesArrays,
  takesObjects,
  valueOfText,
} from '../../openapi/contract';
import { isOurs, type Request } from './exchange';
import { namesRequest } from './request-name';

/** The parameters of a request's query. */
export interface Query {
  /** The values of those that the contract names and that fit their schemas, by name. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Whether the query has no other parameter, and all that are required: then a server has to accept it. */
  readonly isLawful: boolean;
}

/** What the query of a request says, as the contract reads it. */
export function queryOf(request: Pick<Request, 'operation' | 'target' | 'headers' | 'beside'>): Query {
  const { operation, target } = request;
  const given = new URLSearchParams(target.split('?')[1] ?? '');
  const fields = fieldsOf(given);
  const inQuery = operation.parameters.filter((one) => one.in === 'query' && !carriesCredential(operation, one.name));
  const taken = new Set(inQuery.map(({ name }) => name));
  const values = new Map<string, unknown>();
  /** Of the texts that the parameters are made of: those of an object may have other names than its own. */
  const read = new Set<string>();
  let isLawful = true;
  for (const parameter of inQuery) {
    const { name, schema } = parameter;
    const value = readField(parameter, fields, taken);
    if (value === undefined) continue;
    // Of arrays `name[]` is the list of some libraries, and of no document.
    const inBrackets = takesObjects(schema) ? [...given.keys()].filter((one) => one.startsWith(`${name}[`)) : [];
    const isOnce = given.getAll(name).length < 2 || takesArrays(schema) || takesObjects(schema);
    if (isOnce && fits(schema, 'request', value)) values.set(name, value);
    else isLawful = false;
    const isSpread = !given.has(name) && inBrackets.length === 0 && isObject(value);
    for (const one of [name, ...inBrackets, ...(isSpread ? Object.keys(value) : [])]) read.add(one);
  }
  const isRead = (name: string): boolean => read.has(name) || carriesCredential(operation, name);
  const isComplete = operation.parameters.every(
    ({ in: place, name, required }) =>
      !required ||
      place === 'path' ||
      place === 'cookie' ||
      carriesCredential(operation, name, place) ||
      (place === 'query' ? values.has(name) : carriesHeader(request, name)),
  );
  return { values, isLawful: isLawful && isComplete && [...given.keys()].every(isRead) };
}

/**
 * The names of a query's parameters that break the document beyond doubt: unknown ones, and single values that do not fit whatever
 * their case.
 */
export function wrongInQuery({ operation, target }: Pick<Request, 'operation' | 'target'>): readonly string[] {
  const given = new URLSearchParams(target.split('?')[1] ?? '');
  const known = operation.parameters.filter((one) => one.in === 'query');
  if (known.some(({ schema }) => takesObjects(schema))) return [];
  return [...new Set(given.keys())].filter((name) => {
    if (carriesCredential(operation, name)) return false;
    const parameter = known.find((one) => one.name === name);
    // Who reads a name of other characters may read another one.
    if (parameter === undefined) return /^[\w.~-]+$/.test(name);
    const [text = '', ...others] = given.getAll(name);
    if (others.length > 0 || text === '' || takesArrays(parameter.schema)) return false;
    return [text, text.trim(), text.toLowerCase(), text.toUpperCase()].every(
      (one) => !fits(parameter.schema, 'request', valueOfText(parameter.schema, one)),
    );
  });
}

/** Whether a request goes with a header: one of its own, or the user's. */
export const carriesHeader = ({ headers, beside = [] }: Pick<Request, 'headers' | 'beside'>, name: string): boolean =>
  own(headers, name.toLowerCase()) !== undefined || beside.includes(name.toLowerCase());

/** Whether each value of the path fits its schema: what it names may not be there, but it may be asked for. */
export const isPathLawful = ({ operation, path }: Request): boolean =>
  operation.parameters.every(({ in: place, name, schema }) => {
    const value = place === 'path' ? own(path, name) : undefined;
    return value === undefined || fitsAsText(schema, value);
  });

/** Whether a value of a request fits its schema; a text as what it stands for. */
export const fitsAsText = (schema: Schema, value: unknown): boolean =>
  fits(schema, 'request', typeof value === 'string' ? valueOfText(schema, value) : value);

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

/**
 * Whether a body has half a surrogate pair in it. What a server makes of that is open (RFC 8259 §8.2): it may keep it, put
 * U+FFFD in its place, or refuse it. What only looks like one, behind an escaped backslash, is left open as well.
 */
export const hasHalfPair = ({ body = '' }: Request): boolean =>
  /\\ud[89a-f]/i.test(body) && /\\ud[89a-f]/i.test(body.replaceAll(PAIR, ''));

const PAIR = /\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/gi;

/** Parameters of these names are ignored (OpenAPI 3.0.3 §4.7.12.1), or belong to the connection, which has them right. */
export const OWN_HEADERS: readonly string[] = [
  ...['accept', 'content-type', 'authorization'],
  ...['content-length', 'transfer-encoding', 'connection', 'host', 'keep-alive', 'te', 'trailer', 'upgrade', 'expect'],
];

/** Headers by which a client chooses how records are shown (RFC 9110 §12.5.1, §12.5.4). */
const NEGOTIATING: readonly string[] = ['accept', 'accept-language'];

/** The header that asks for another reply than the usual one (RFC 7240). */
const PREFER = 'prefer';

/** What asks for JSON and nothing more, as every request without the header does. */
const ANY_JSON: readonly string[] = ['application/json', '*/*'];

/** The view of requests without any such header. */
export const USUAL_VIEW = viewFrom({});

/**
 * How a request asks for records to be shown: what two requests of the same view show of a record can be compared.
 * Undefined where its headers may have changed the reply in a way that the contract does not explain, as those of its
 * own header and cookie parameters may. Those that are required this suite sends alike each time.
 */
export function viewOf({ operation, headers, credential, isNamed }: Request): string | undefined {
  const isRequired = (header: string): boolean =>
    operation.parameters.some(
      ({ in: place, name, required }) => required && place === 'header' && name.toLowerCase() === header,
    );
  const isUnexplained =
    // What comes again under its name shows what came of the first.
    isNamed === true ||
    PREFER in headers ||
    Object.keys(headers).some((name) => namesRequest(name) && !(isRequired(name) && isOurs(credential))) ||
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
