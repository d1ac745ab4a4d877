import { readFileSync } from 'node:fs';
import {
  type Contract,
  isObject,
  type Operation,
  type Parameter,
  parseJson,
  type Resource,
  requirementOf,
  type SecurityScheme,
  stringifyJson,
} from '../../openapi/contract';
import { packageFile } from '../../openapi/package/package-file';
import { BenchError, type ScenarioId, type Sent } from './model';

/** The requests that are measured, all taken from the contract and the shipped fixtures. */
export interface Subject {
  readonly contract: Contract;
  readonly resource: Resource;
  readonly idProperty: string;
  /** The shipped records, which every server starts with. */
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /** The contract's example of a body for a new record. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly scenarios: readonly { readonly id: ScenarioId; readonly request: Sent }[];
  /** The first request to each server; the one that creates. */
  readonly first: Sent;
  readonly post: Sent;
  readonly keys: Keys;
  /** Reads one record; lists those that match a filter. */
  get(id: unknown): Sent;
  listBy(value: unknown): Sent;
  /** The values of the first filter of the list that has an `enum`. */
  readonly filter: { readonly property: string; readonly values: readonly unknown[] };
}

/** The shipped keys that the README runs the conformance suite with: its own, and one whose allowance it may use up. */
interface Keys {
  readonly main: string;
  readonly limit: string;
}

/** @throws BenchError if the contract has no resource that can be listed, read and created */
export function subjectOf(contract: Contract): Subject {
  const resource = contract.resources.find(
    ({ operations: { list, read, create }, idProperty, collectionPath }) =>
      list && read && create && idProperty !== undefined && !collectionPath.includes('{'),
  );
  const { list, read, create } = resource?.operations ?? {};
  const { idProperty, idParameter } = resource ?? {};
  const body = create?.body?.content[0];
  const example = body?.examples[0]?.value;
  const filter = resource?.filters.find(({ parameter }) => parameter.schema.enum !== undefined);
  if (!resource || !list || !read || !idProperty || !idParameter || !create || !body || !isObject(example) || !filter) {
    throw new BenchError(
      'the contract has no resource to measure with: one that is listed by a filter with a choice of values, read by its id, and created from an example',
    );
  }

  const records = shippedRecords(resource);
  const keys = shippedKeys(contract);
  const credential = (operation: Operation) => credentialOf(operation, keys.main);
  const get = (id: unknown): Sent => ({
    method: read.method,
    path: filled(read, idParameter, id),
    headers: credential(read),
  });
  const plainList: Sent = { method: list.method, path: list.path, headers: credential(list) };
  const add: Sent = {
    method: create.method,
    path: create.path,
    headers: { ...credential(create), 'Content-Type': body.type },
    body: stringifyJson(example),
  };
  return {
    contract,
    resource,
    idProperty,
    records,
    example,
    scenarios: [
      { id: 'list', request: plainList },
      { id: 'get', request: get(records[0]?.[idProperty]) },
      { id: 'post', request: add },
    ],
    first: plainList,
    post: add,
    keys,
    get,
    listBy: (value) => ({
      ...plainList,
      path: `${list.path}?${new URLSearchParams({ [filter.parameter.name]: String(value) })}`,
    }),
    filter: { property: filter.property, values: filter.parameter.schema.enum ?? [] },
  };
}

const filled = ({ path }: Operation, { name }: Parameter, value: unknown): string =>
  path.replace(`{${name}}`, encodeURIComponent(String(value)));

function shippedRecords({ name }: Resource): Subject['records'] {
  const records = (readShipped('fixtures/animals.json') as Record<string, Subject['records']>)[name];
  if (records === undefined || records.length === 0) throw new BenchError(`the shipped fixtures have no ${name}`);
  return records;
}

/** The keys of the greatest plan, and of the smallest, whose allowance is used up first. */
function shippedKeys({ plans }: Contract): Keys {
  const place = (plan: string): number => plans.findIndex(({ name }) => name === plan);
  const keys = (readShipped('fixtures/api-keys.json') as { key: string; plan: string; revoked?: true }[])
    .filter(({ revoked }) => revoked !== true)
    .sort((one, other) => place(one.plan) - place(other.plan));
  const [limit, main] = [keys[0], keys.at(-1)];
  if (limit === undefined || main === undefined || limit === main)
    throw new BenchError('the shipped keys are fewer than two');
  return { main: main.key, limit: limit.key };
}

const readShipped = (name: string): unknown => parseJson(readFileSync(packageFile(name), 'utf8'));

const credentialOf = (operation: Operation, key: string): Record<string, string> =>
  Object.assign({}, ...requirementOf(operation).map((scheme) => headerOf(scheme, key)));

function headerOf(scheme: SecurityScheme, key: string): Record<string, string> {
  if (scheme.kind === 'bearer') return { Authorization: `Bearer ${key}` };
  if (scheme.kind === 'basic') return { Authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` };
  if (scheme.kind === 'http') return { Authorization: `${scheme.scheme} ${key}` };
  if (scheme.in === 'header') return { [scheme.parameter]: key };
  throw new BenchError(`the credential ${scheme.name} is sent in a ${scheme.in}, which is not measured here`);
}
