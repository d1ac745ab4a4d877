import { fieldsOf, type Parameter, readField, readRow } from '../../openapi/contract';
import { cookieOf, cookiesOf, type WithHeaders } from '../http/headers';
import type { Call } from './model';

/**
 * The value of a parameter that is more than one text: an array, an object, or JSON in a text. Undefined where nothing of it
 * was sent.
 *
 * @param taken the names of other parameters of its place
 */
export function readStructured(
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
export function decodedCookie(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function headerOf(request: WithHeaders, name: string): readonly string[] {
  const value = request.headers[name.toLowerCase()];
  return value === undefined ? [] : [value].flat();
}
