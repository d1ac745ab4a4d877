import { BASIC, type Credential, credentialOf, METHODS } from '../../../console/page/model/contract';
import {
  itemsOf,
  type Json,
  type JsonObject,
  memberOf,
  membersOf,
  objectOf,
  textOf,
  textsOf,
} from '../../../console/page/model/json';
import { contentOf, examplesOf } from './example';
import { referredName, resolve } from './schema';

/** Where operations without a tag stand. */
const UNTAGGED = 'Operations';

/** What the page shows of a document; missing or invalid parts are left out, and their texts are empty. */
export function readReference(document: JsonObject) {
  const info = objectOf(document.info);
  const components = objectOf(document.components);
  const operations = membersOf(document.paths).flatMap(([path, item]) => operationsOf(document, path, item));
  return {
    document,
    title: textOf(info.title) || 'API reference',
    version: textOf(info.version),
    openapi: textOf(document.openapi),
    description: textOf(info.description),
    pages: pagesOf(document, info),
    groups: grouped(operations, document.tags),
    /** Requests that the server sends (OpenAPI 3.1). */
    webhooks: membersOf(document.webhooks).flatMap(([name, item]) => operationsOf(document, name, item)),
    schemas: membersOf(components.schemas),
    schemes: schemesOf(document, components.securitySchemes, operations),
  };
}

export type Reference = ReturnType<typeof readReference>;

/** Pages about the API, of the web or a mailbox: terms, licence, whom to ask. */
function pagesOf(document: JsonObject, info: JsonObject) {
  const contact = objectOf(info.contact);
  const email = textOf(contact.email);
  const pages = [
    { name: textOf(memberOf(document.externalDocs, 'description')) || 'More', address: urlOf(document.externalDocs) },
    { name: 'Terms', address: textOf(info.termsOfService) },
    { name: textOf(memberOf(info.license, 'name')) || 'Licence', address: urlOf(info.license) },
    { name: textOf(contact.name) || 'Contact', address: textOf(contact.url) || (email && `mailto:${email}`) },
  ];
  return pages.filter(({ address }) => /^(https?:\/\/|mailto:)/i.test(address));
}

const urlOf = (holder: Json | undefined): string => textOf(memberOf(holder, 'url'));

/** The operations of a tag. */
export type Group = Reference['groups'][number];

/** By their first tag, in the order of the document's list of tags; then in the order of the operations. */
function grouped(operations: readonly Operation[], tags: Json | undefined) {
  const descriptions = new Map(
    (Array.isArray(tags) ? tags : []).map((tag: Json) => [textOf(memberOf(tag, 'name')), memberOf(tag, 'description')]),
  );
  const tagOf = ({ tags: [first] }: Operation) => first ?? UNTAGGED;
  const names = new Set([...descriptions.keys(), ...operations.map(tagOf)]);
  return [...names]
    .map((name) => ({
      name,
      description: textOf(descriptions.get(name)),
      operations: operations.filter((operation) => tagOf(operation) === name),
    }))
    .filter((group) => group.operations.length > 0);
}

/** The operations of a path, a webhook or a callback. */
function operationsOf(document: JsonObject, path: string, item: Json): readonly Operation[] {
  const known = resolve(document, item);
  return METHODS.filter((method) => known[method] !== undefined).map((method) =>
    operationOf(document, path, method, known),
  );
}

export interface Operation extends ReturnType<typeof saidOf> {
  /** The fragment of its address, e.g. `operation/listThings`. */
  readonly anchor: string;
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly callbacks: readonly Operation[];
}

function operationOf(document: JsonObject, path: string, method: string, item: JsonObject): Operation {
  const operation = objectOf(item[method]);
  const said = saidOf(document, item, operation);
  return {
    ...said,
    anchor: `operation/${said.operationId || `${method}${path}`}`,
    method: method.toUpperCase(),
    path,
    callbacks: membersOf(operation.callbacks).flatMap(([, callback]) =>
      membersOf(resolve(document, callback)).flatMap(([address, one]) => operationsOf(document, address, one)),
    ),
  };
}

function saidOf(document: JsonObject, item: JsonObject, operation: JsonObject) {
  const body = operation.requestBody === undefined ? undefined : resolve(document, operation.requestBody);
  return {
    operationId: textOf(operation.operationId),
    summary: textOf(operation.summary) || textOf(item.summary),
    description: textOf(operation.description) || textOf(item.description),
    documentation: textOf(memberOf(operation.externalDocs, 'url')),
    deprecation: operation.deprecated === true ? deprecationOf(operation) : undefined,
    tags: textsOf(operation.tags),
    parameters: parametersOf(document, [...itemsOf(item.parameters), ...itemsOf(operation.parameters)]),
    body: body && {
      required: body.required === true,
      description: textOf(body.description),
      content: contentOf(document, body.content, true),
    },
    replies: membersOf(operation.responses).map(([status, reply]) => replyOf(document, status, reply)),
    ...securityOf(operation.security ?? document.security),
  };
}

export type Body = NonNullable<Operation['body']>;

/** A documented reply; its status is `200`, `4XX` or `default`. */
export type Reply = ReturnType<typeof replyOf>;

function replyOf(document: JsonObject, status: string, value: Json) {
  const reply = resolve(document, value);
  return {
    status,
    description: textOf(reply.description) || referredName(value),
    headers: membersOf(reply.headers).map(([name, one]) => {
      const header = resolve(document, one);
      const { required, description, schema = {} } = header;
      return { name, required: required === true, description: textOf(description), schema };
    }),
    content: contentOf(document, reply.content, false),
    links: membersOf(reply.links).map(([name, one]) => {
      const { description, operationId, operationRef } = resolve(document, one);
      // Where it leads to an operation by its place, it has no id.
      const target = textOf(operationId) || textOf(operationRef);
      return { name, description: textOf(description), operationId: textOf(operationId), target };
    }),
  };
}

/** `removal` is `YYYY-MM-DD`, `replacement` the id of the operation to use instead. */
function deprecationOf(operation: JsonObject) {
  const { removal, replacement } = objectOf(operation['x-deprecation']);
  return { removal: textOf(removal), replacement: textOf(replacement) };
}

/** A security scheme that an operation asks for, and what its token has to allow. */
export type Requirement = Operation['security'][number][number];

/** OpenAPI 3.0.3 §4.7.30: one requirement of the list is enough, and an empty one requires nothing. */
function securityOf(security: Json | undefined) {
  const requirements = itemsOf(security).map((requirement) =>
    membersOf(requirement).map(([name, scopes]) => ({ name, scopes: textsOf(scopes) })),
  );
  const asking = requirements.filter(({ length }) => length > 0);
  return { security: asking, isOpen: asking.length === 0 || asking.length < requirements.length };
}

/** The style of a parameter that names none, by its place (OpenAPI 3.0.3 §4.7.12.2). */
const STYLES = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' } as const;

export type Parameter = ReturnType<typeof parameterOf>[number];

/** §4.7.12.1: the document describes these headers elsewhere, and ignores parameters of their names. */
const ELSEWHERE = ['accept', 'content-type', 'authorization'];

/** The parameters of a path and then of its operation, whose own replace those of the same name and place. */
function parametersOf(document: JsonObject, listed: readonly Json[]): readonly Parameter[] {
  const read = listed.flatMap((one) => parameterOf(document, resolve(document, one)));
  return [...new Map(read.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values()];
}

/** None where it has no name, or the document describes it elsewhere. */
function parameterOf(document: JsonObject, raw: JsonObject) {
  const { name, in: place } = raw;
  if (typeof name !== 'string' || !isPlace(place)) return [];
  if (place === 'header' && ELSEWHERE.includes(name.toLowerCase())) return [];
  const [media] = membersOf(raw.content).map(([, value]) => resolve(document, value));
  const schema = media?.schema ?? raw.schema ?? {};
  // How values of several parts are written: OpenAPI's `style`, or `json` for a parameter that has `content`.
  const style = media === undefined ? textOf(raw.style) || STYLES[place] : 'json';
  return [
    {
      name,
      in: place,
      required: raw.required === true,
      deprecated: raw.deprecated === true,
      description: textOf(raw.description),
      schema,
      example: examplesOf(document, media ?? raw)[0]?.value,
      style,
      explode: typeof raw.explode === 'boolean' ? raw.explode : style === 'form',
    },
  ];
}

const isPlace = (place: Json | undefined): place is keyof typeof STYLES =>
  typeof place === 'string' && Object.hasOwn(STYLES, place);

/** A security scheme, and where a request carries its credential. */
export interface Scheme extends Credential {
  readonly name: string;
  readonly description: string;
}

/** The security schemes that operations ask for, but for those whose credential no request carries, such as mutual TLS. */
function schemesOf(document: JsonObject, schemes: Json | undefined, operations: readonly Operation[]) {
  const used = new Set(operations.flatMap(({ security }) => security.flat().map(({ name }) => name)));
  return membersOf(schemes).flatMap(([name, value]): readonly Scheme[] => {
    const scheme = resolve(document, value);
    const credential = used.has(name) ? credentialOf(scheme) : undefined;
    return credential === undefined ? [] : [{ ...credential, name, description: textOf(scheme.description) }];
  });
}

/** What is typed in for each scheme, by its name. */
export type Credentials = Readonly<Record<string, string>>;

/** The schemes whose credentials go with a request: those of the first requirement that can be met. */
export function schemesFor(
  { security }: Pick<Operation, 'security'>,
  schemes: readonly Scheme[],
  credentials: Credentials,
): readonly Scheme[] {
  const ways = security.map((asked) => schemes.filter(({ name }) => asked.some((one) => one.name === name)));
  return ways.find((way) => way.length > 0 && way.every(({ name }) => (credentials[name] ?? '') !== '')) ?? [];
}

/** RFC 7617 §2: `user:password`; without a colon a user without a password. */
const userOf = (value: string): string => (value.includes(':') ? value : `${value}:`);

/** The value of a credential as a request carries it, without what comes before it. */
export const sentValue = ({ prefix }: Pick<Scheme, 'prefix'>, value: string): string =>
  prefix === BASIC ? btoa(String.fromCharCode(...new TextEncoder().encode(userOf(value)))) : value;

/** The operations that have every word in their method, path, id, summary or tag; all of them without a word. */
export function find(groups: readonly Group[], text: string): readonly Group[] {
  const words = text.toLowerCase().split(/\s+/);
  const has = (operation: Operation) => {
    const { method, path, operationId, summary, tags } = operation;
    const searched = [method, path, operationId, summary, ...tags].join(' ').toLowerCase();
    return words.every((word) => searched.includes(word));
  };
  return groups
    .map((group) => ({ ...group, operations: group.operations.filter(has) }))
    .filter(({ operations }) => operations.length > 0);
}
