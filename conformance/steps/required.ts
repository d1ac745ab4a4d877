import {
  type Contract,
  fieldsOf,
  fits,
  isJson,
  isObject,
  leastFile,
  type Operation,
  own,
  type Parameter,
  readField,
} from '../../openapi/contract';
import { PLAIN } from '../arbitraries/plain';
import { firstValue } from '../arbitraries/schema';
import type { Request } from '../exchange/exchange';
import { goingWith } from '../exchange/keys/keys';
import { carriesCredential, OWN_HEADERS } from '../exchange/query';
import { requestNameOf } from '../exchange/request-name';
import { type BodyMedia, isForm, otherBodyOf } from '../exchange/subject';
import type { ValueNotes } from '../requests/bodies/fresh';
import { givenParameter, queryFor, referredValue } from '../requests/bodies/given';
import { knownBody } from '../requests/bodies/valid';
import { renamed, toRequest, withQuery } from '../requests/request';
import { writtenBody, writtenPairs, writtenRow } from '../requests/written';
import type { CaseContext, CaseOptions } from './check';

/**
 * The request with every query parameter, header and cookie that its operation requires, and every header and cookie that the user
 * has named: those without a value get one, always the same but where it names the request, since without them a server answers
 * nothing else.
 */
export function withRequired(context: CaseContext, request: Request): Request {
  const { contract, known } = context;
  const { operation, target } = request;
  const required = operation.parameters.filter((one) => one.in === 'query' && one.required);
  const subject = { contract, operation, purpose: known.purposeOf(operation) };
  const sent = fieldsOf(new URLSearchParams(target.split('?')[1] ?? ''));
  const isSent = (name: string): boolean =>
    sent.texts.has(name) ||
    sent.bracketed.has(name) ||
    required.some((one) => one.name === name && readField(one, sent, new Set()) !== undefined);
  const missing = required.length === 0 ? [] : Object.entries(queryFor(context, subject));
  const query = Object.fromEntries(missing.filter(([name]) => !isSent(name) && !carriesCredential(operation, name)));
  const whole =
    missing.length === 0
      ? request
      : { ...request, target: withQuery(target, toRequest(operation, { query }).target.split('?')[1] ?? '') };
  return withOtherBody(context, withRequiredHeaders(context, whole));
}

/** What headers are made of. */
interface Requiring {
  readonly contract: Contract;
  readonly options: Pick<CaseOptions, 'given' | 'headers'>;
  readonly notes: { readonly values: ValueNotes };
}

/** The same of headers and cookies alone. The user's headers for every request go before what is made up here. */
export function withRequiredHeaders(context: Requiring, request: Request): Request {
  const { options } = context;
  const { operation, headers } = request;
  const owned = request.isNamed === true ? requestNameOf(operation) : undefined;
  const isNamed = ({ name }: Parameter): boolean => givenParameter(options.given, operation, name) !== undefined;
  const required = operation.parameters.filter(
    (one) => (one.in === 'header' || one.in === 'cookie') && (one.required || isNamed(one)),
  );
  if (required.length === 0) return request;
  const users = goingWith(request, options.headers);
  const valueFor = (parameter: Parameter): unknown =>
    headerValue(parameter, givenAnywhere(context, operation, parameter) ?? referredValue(context, parameter));
  const textFor = (parameter: Parameter): string => {
    const isGiven = givenAnywhere(context, operation, parameter) !== undefined;
    const kept = isGiven ? undefined : keptHeader(context, parameter.name.toLowerCase());
    return kept ?? writtenRow(parameter, valueFor(parameter));
  };
  const missing = required
    .filter(({ in: place, name }) => place === 'header' && own(headers, name.toLowerCase()) === undefined)
    .filter(({ name }) => request.isUnconditional !== true || name.toLowerCase() !== 'if-match')
    .filter((one) => one !== owned)
    .filter(({ name }) => !OWN_HEADERS.includes(name.toLowerCase()) && !carriesCredential(operation, name, 'header'));
  const isUsers = (parameter: Parameter): boolean =>
    users.has(parameter.name.toLowerCase()) && requestNameOf(operation) !== parameter && !isNamed(parameter);
  const beside = missing.filter(isUsers).map(({ name }) => name.toLowerCase());
  const made = missing
    .filter((one) => !isUsers(one))
    .map((parameter) => [parameter.name.toLowerCase(), textFor(parameter)] as const);
  const cookies = required
    .filter(({ in: place, name }) => place === 'cookie' && !carriesCredential(operation, name, 'cookie'))
    .filter((one) => !users.has('cookie') || isNamed(one))
    .flatMap((parameter) => cookiesOf(parameter, valueFor(parameter)));
  const whole = {
    ...request,
    headers: {
      ...Object.fromEntries(made),
      ...(cookies.length === 0 ? {} : { cookie: cookies.join('; ') }),
      ...headers,
    },
    ...(beside.length === 0 ? {} : { beside }),
  };
  return renamed(whole);
}

/** A value that the user has named for a parameter, else for that of another operation: both ask for the records of one tenant. */
function givenAnywhere({ contract, options: { given } }: Requiring, operation: Operation, wanted: Parameter): unknown {
  if (given.size === 0) return undefined;
  const alike = contract.operations.filter(({ parameters }) =>
    parameters.some(({ in: place, name }) => place === wanted.in && name === wanted.name),
  );
  return [operation, ...alike]
    .map((one) => givenParameter(given, one, wanted.name))
    .find((value) => value !== undefined);
}

/** What a header was at the first success: what is of one tenant is not there for another, and nothing is compared between them. */
function keptHeader({ notes }: Requiring, name: string): string | undefined {
  const sent = [...notes.values.worked.values()].flatMap(({ headers }) => Object.entries(headers));
  return sent.find(([one]) => one === name)?.[1];
}

/** What an operation takes that takes no JSON; no check makes such a body, and without it a server answers nothing else. */
function withOtherBody(context: CaseContext, request: Request): Request {
  const { operation, method, body, headers } = request;
  const media = body === undefined && method === operation.method ? otherBodyOf(operation) : undefined;
  if (media === undefined || headers['content-type'] !== undefined) return request;
  const { contract, known } = context;
  const subject = { contract, operation, purpose: known.purposeOf(operation) };
  const value = isForm(media) ? knownBody(context, subject).body : (media.examples[0]?.value ?? wholeOf(media));
  const { text, type } = writtenBody(media, value);
  return { ...request, headers: { ...headers, 'content-type': type }, body: text };
}

/** What a body is of which no more is said than its type, else a value of its schema. */
function wholeOf({ type, schema }: BodyMedia): unknown {
  const file = leastFile(type)?.text ?? PLAIN;
  return !isJson(type) && fits(schema, 'request', file) ? file : firstValue(schema);
}

/** An exploded object is a cookie for each member, an exploded array one cookie that goes on as a query does. */
function cookiesOf(parameter: Parameter, value: unknown): readonly string[] {
  const { name, explode } = parameter;
  const pairs = writtenPairs(name, value, parameter).map(([key, text]) => `${key}=${encodeURIComponent(text)}`);
  if (Array.isArray(value))
    return [explode ? pairs.join('&') : `${name}=${writtenRow(parameter, value, encodeURIComponent)}`];
  return isObject(value) && !explode ? [`${name}=${writtenRow(parameter, value, encodeURIComponent)}`] : pairs;
}

/** A value that a header can carry (RFC 9110 §5.5). */
function headerValue(parameter: Parameter, given: unknown): unknown {
  const { name, schema, examples } = parameter;
  const text = (value: unknown): string => writtenRow(parameter, value);
  const isPlain = (value: unknown): boolean => /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text(value));
  const known = [given, ...examples.map(({ value }) => value), schema.example, schema.default, schema.const];
  const all = [...known, schema.enum?.[0]].filter((value) => value !== undefined);
  return all.find(isPlain) ?? firstValue(schema, name);
}
