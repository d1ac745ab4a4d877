import { sample } from '../../../mock/values/sample';
import { createRandom } from '../../../mock/world/rules/random';
import {
  type Contract,
  isObject,
  jsonMediaType,
  type Operation,
  type Parameter,
  type Requirement,
  type Resource,
  type SecurityScheme,
  stringifyJson,
} from '../../../openapi/contract';
import { type HeaderLine, type PlainRequest, withJson, withQuery } from './request';

/** Requests that conform to a contract, made of it alone. */

/** What carries a key to an operation: headers (cookies among them), or a part of the query. */
export interface Credentials {
  readonly headers: readonly HeaderLine[];
  readonly query: string;
}

/** A key as each credential that is asked for at once. */
export function credentialsFor(requirement: Requirement, key: string): Credentials {
  const all = requirement.map((scheme) => credentialFor(scheme, key));
  return {
    headers: all.flatMap((one) => (typeof one === 'string' ? [] : [one])),
    query: all.filter((one) => typeof one === 'string').join('&'),
  };
}

/** A header, or a part of the query. */
function credentialFor(scheme: SecurityScheme, key: string): HeaderLine | string {
  if (scheme.kind === 'bearer') return ['Authorization', `Bearer ${key}`];
  if (scheme.kind === 'http') return ['Authorization', `${scheme.scheme} ${key}`];
  if (scheme.kind === 'basic') return ['Authorization', `Basic ${Buffer.from(`${key}:`).toString('base64')}`];
  if (scheme.in === 'header') return [scheme.parameter, key];
  if (scheme.in === 'cookie') return ['Cookie', `${scheme.parameter}=${key}`];
  return `${encodeURIComponent(scheme.parameter)}=${encodeURIComponent(key)}`;
}

/** What an operation asks for, else the first that any does. */
export const requirementFor = ({ operations }: Contract, operation?: Operation): Requirement =>
  operation?.security[0] ?? operations.flatMap(({ security }) => security)[0] ?? [];

/** An operation as a request without a body. */
export function requestFor(contract: Contract, operation: Operation, key: string, path = operation.path): PlainRequest {
  const { headers, query } = credentialsFor(requirementFor(contract, operation), key);
  return { method: operation.method, target: withQuery(contract.prefix + path, query), headers };
}

/** Always the same. */
const source = () => ({ random: createRandom(1), now: 0 });

/** The texts of valid values for a parameter. */
export function validTexts({ schema, examples }: Parameter): readonly string[] {
  const values = [...examples.map(({ value }) => value), ...(schema.enum ?? []), sample(schema, source())];
  return [...new Set(values.map((value) => (typeof value === 'string' ? value : stringifyJson(value))))];
}

export const jsonBodyOf = (operation: Operation | undefined) => jsonMediaType(operation?.body?.content ?? []);

/** Valid bodies for an operation: its examples, and a made-up value of its schema. */
export function validBodies(operation: Operation): readonly unknown[] {
  const media = jsonBodyOf(operation);
  if (media === undefined) return [];
  return [...media.examples.map(({ value }) => value), sample(media.schema ?? {}, source())];
}

/** A property of an operation's body that takes any text. */
export function openTextOf(operation: Operation | undefined): string | undefined {
  const open = Object.entries(jsonBodyOf(operation)?.schema?.properties ?? {}).find(
    ([, { type, enum: values, format, pattern, maxLength }]) =>
      type === 'string' && [values, format, pattern, maxLength].every((bound) => bound === undefined),
  );
  return open?.[0];
}

/** Resources whose records can be counted by the name of their collection: those below no parent. */
export const countable = ({ resources }: Contract): readonly Resource[] =>
  resources.filter(({ collectionPath }) => !collectionPath.includes('{'));

/** A request that is always answered with success: the list of a collection, else the health of the mock. */
export function harmlessRequest(contract: Contract, control: Contract, key: string): PlainRequest {
  const lists = countable(contract).flatMap(({ operations }) => operations.list ?? []);
  const list = lists.find(({ parameters }) => parameters.every(({ required }) => !required));
  return list === undefined
    ? { method: 'GET', target: `${control.prefix}/health`, headers: [] }
    : requestFor(contract, list, key);
}

/** A request that adds a record, its body filled up with so many spaces; undefined where the document has none. */
export function creation(contract: Contract, key: string, padding = 0): PlainRequest | undefined {
  const operation = countable(contract).flatMap(({ operations }) => operations.create ?? [])[0];
  const media = jsonBodyOf(operation);
  if (operation === undefined || media === undefined) return undefined;
  const json = ' '.repeat(padding) + stringifyJson(validBodies(operation)[0]);
  return withJson(requestFor(contract, operation, key), json, media.type);
}

/** Requests that add a record with this text, and that list all such records; undefined where no record takes it. */
export function listOfTexts(
  contract: Contract,
  key: string,
  text: string,
): { readonly create: PlainRequest; readonly list: PlainRequest } | undefined {
  for (const { operations } of countable(contract)) {
    const { create, list } = operations;
    const [media, open] = [jsonBodyOf(create), openTextOf(create)];
    if (create === undefined || list === undefined || media === undefined || open === undefined) continue;
    const [valid] = validBodies(create);
    if (!isObject(valid)) continue;
    const json = stringifyJson({ ...valid, [open]: text });
    return {
      create: withJson(requestFor(contract, create, key), json, media.type),
      list: requestFor(contract, list, key),
    };
  }
  return undefined;
}
