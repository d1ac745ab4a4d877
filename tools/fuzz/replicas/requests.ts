import { type Contract, isObject, type Operation, type Resource, stringifyJson } from '../../../openapi/contract';
import { carriedBy, countable, openTextOf, requirementFor, validBodies } from '../subject';
import type { PlainRequest } from '../wire/encode';

/** The requests of clients about one kind of record, whatever the contract calls it. A text property carries the label. */
export interface Requests {
  readonly collection: string;
  readonly idProperty: string;
  readonly labelProperty: string;
  /** Whether it takes one of the allowance of its key. */
  isMetered(request: PlainRequest): boolean;
  /** The header, in lower case, that tells what remains of an allowance. */
  readonly remaining: string | undefined;
  create(label: string): PlainRequest;
  /** Undefined where the contract has no such operation. */
  read: ((id: string) => PlainRequest) | undefined;
  replace(id: string, label: string): PlainRequest;
  remove(id: string): PlainRequest;
  /** A list, with any key. */
  list(key: string): PlainRequest;
}

export interface Access {
  readonly contract: Contract;
  /** What the paths of the control plane begin with. */
  readonly controlPrefix: string;
  readonly key: string;
  readonly token: string;
}

/** Undefined where the contract has no records that can be listed, made with a text of ours, and told apart by an id. */
export function requestsOf(access: Access): Requests | undefined {
  const { contract } = access;
  for (const resource of countable(contract)) {
    const { create, list } = resource.operations;
    const labelProperty = openTextOf(create);
    if (create === undefined || list === undefined || labelProperty === undefined) continue;
    if (resource.idProperty === undefined || resource.shown.create?.length !== 0) continue;
    return requestsFor(access, resource, { create, list, idProperty: resource.idProperty, labelProperty });
  }
  return undefined;
}

interface Known {
  readonly create: Operation;
  readonly list: Operation;
  readonly idProperty: string;
  readonly labelProperty: string;
}

function requestsFor(access: Access, resource: Resource, known: Known): Requests {
  const { contract, controlPrefix, key, token } = access;
  const { create, list, idProperty, labelProperty } = known;
  const { itemPath, name } = resource;
  const { read, replace, delete: remove } = resource.operations;
  const asked = (operation: Operation, path: string, body?: unknown, withKey = key): PlainRequest => {
    const { headers, query } = carriedBy(requirementFor(contract, operation), withKey);
    const target = contract.prefix + path + (query === '' ? '' : `?${query}`);
    return withBody({ method: operation.method, target, headers, body: undefined }, body);
  };
  const ofControl = (method: string, path: string, body?: unknown): PlainRequest =>
    withBody(
      {
        method,
        target: `${controlPrefix}/records/${encodeURIComponent(name)}${path}`,
        headers: [['Authorization', `Bearer ${token}`]],
        body: undefined,
      },
      body,
    );
  const itemOf = (id: string): string => (itemPath ?? '').replace(/\{[^}]*\}/, encodeURIComponent(id));
  const labelled = (operation: Operation, label: string): unknown => ({
    ...firstObject(validBodies(operation)),
    [labelProperty]: label,
  });
  return {
    collection: name,
    idProperty,
    labelProperty,
    isMetered: ({ target }) => !target.startsWith(controlPrefix),
    remaining: contract.allowanceHeaders.remaining?.toLowerCase(),
    create: (label) => asked(create, create.path, labelled(create, label)),
    read: read && ((id) => asked(read, itemOf(id))),
    replace: (id, label) =>
      replace === undefined || openTextOf(replace) !== labelProperty
        ? ofControl('PUT', `/${encodeURIComponent(id)}`, labelled(create, label))
        : asked(replace, itemOf(id), labelled(replace, label)),
    remove: (id) =>
      remove === undefined ? ofControl('DELETE', `/${encodeURIComponent(id)}`) : asked(remove, itemOf(id)),
    list: (withKey) => asked(list, list.path, undefined, withKey),
  };
}

function withBody(request: PlainRequest, body: unknown): PlainRequest {
  if (body === undefined) return request;
  const headers = [...request.headers, ['Content-Type', 'application/json'] as const];
  return { ...request, headers, body: Buffer.from(stringifyJson(body)) };
}

const firstObject = (bodies: readonly unknown[]): object => bodies.find(isObject) ?? {};
