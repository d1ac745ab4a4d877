import { fits, own, type Parameter, typesOf } from '../../openapi/contract';
import { firstValue } from '../arbitraries';
import type { CaseContext } from '../model/check';
import type { Request } from '../model/exchange';
import { givenParameter } from '../model/given';
import { carriesCredential } from '../model/query';
import { toRequest, withQuery } from '../model/request';
import { requiredQuery } from '../model/required-query';

/**
 * The request with every query parameter, header and cookie that its operation requires: those that nobody has given a value get
 * one, always the same, since without them a server answers nothing else.
 */
export function withRequired({ contract, options, known }: CaseContext, request: Request): Request {
  const { operation, target, headers } = request;
  const required = operation.parameters.filter((parameter) => parameter.required && parameter.in !== 'path');
  if (required.length === 0) return request;
  const subject = { contract, operation, purpose: known.purposeOf(operation) };
  const { given } = options;
  const sent = [...new URLSearchParams(target.split('?')[1] ?? '').keys()];
  const isSent = (name: string): boolean => sent.some((one) => one === name || one.startsWith(`${name}[`));
  const query = Object.fromEntries(
    Object.entries(requiredQuery(subject, given)).filter(
      ([name]) => !isSent(name) && !carriesCredential(operation, name),
    ),
  );
  const textOf = (parameter: Parameter): string =>
    headerText(parameter, givenParameter(given, operation, parameter.name));
  const missing = required
    .filter(({ in: place, name }) => place === 'header' && own(headers, name.toLowerCase()) === undefined)
    .filter(({ name }) => !OWN_HEADERS.includes(name.toLowerCase()) && !carriesCredential(operation, name, 'header'))
    .map((parameter) => [parameter.name.toLowerCase(), textOf(parameter)] as const);
  const cookies = required
    .filter(({ in: place, name }) => place === 'cookie' && !carriesCredential(operation, name, 'cookie'))
    .map((parameter) => `${parameter.name}=${encodeURIComponent(textOf(parameter))}`);
  return {
    ...request,
    target: withQuery(target, toRequest(operation, { query }).target.split('?')[1] ?? ''),
    headers: {
      ...Object.fromEntries(missing),
      ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
      ...headers,
    },
  };
}

/** Parameters of these names are ignored (OpenAPI 3.0.3 §4.7.12.1). */
const OWN_HEADERS: readonly string[] = ['accept', 'content-type', 'authorization'];

/** A value as a header can carry it (RFC 9110 §5.5). */
function headerText({ schema, examples }: Parameter, given: unknown): string {
  const text = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(',') : String(value));
  const isPlain = (value: unknown): boolean => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text(value));
  const isText = typesOf(schema).length === 0 || typesOf(schema).includes('string');
  const plain = isText && fits(schema, 'request', PLAIN) ? [PLAIN] : [];
  const known = [given, ...examples.map(({ value }) => value), schema.example, schema.default, schema.const];
  const all = [...known, schema.enum?.[0], ...plain].filter((value) => value !== undefined);
  return text(all.find(isPlain) ?? firstValue(schema));
}

const PLAIN = 'example';
