import type { Contract } from '../../../openapi/contract';
import { isObject, jsonMediaType, stringifyJson } from '../../../openapi/contract';
import { otherRequest } from '../other-request';
import { carriedBy, countable, openTextOf, requirementFor, validBodies } from '../subject';
import type { Plane } from '../target/plane';
import { encode } from '../wire/encode';
import { type Address, openLane } from '../wire/lane';
import type { Stage } from './model';

/**
 * The statuses of so many lists, asked one after the other; 0 for one without a reply.
 *
 * @param padding characters of a query that means nothing
 */
export async function askLists(
  at: Address,
  { contract, control, key }: Stage,
  times: number,
  padding = 0,
): Promise<readonly number[]> {
  const request = otherRequest(contract, control, key);
  const end = padding === 0 ? '' : `${request.target.includes('?') ? '&' : '?'}x=${'x'.repeat(padding)}`;
  const bytes = request.bytes.replace(request.target, request.target + end);
  const lane = openLane(at);
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) {
    const attempt = { parts: [Buffer.from(bytes, 'latin1')], ending: 'wait' as const, request };
    const { replies } = await lane.send(attempt);
    statuses.push(replies[0]?.status ?? 0);
  }
  lane.close();
  return statuses;
}

/** The statuses of one GET each, on a connection of its own. */
export async function getAll(
  at: Address,
  targets: readonly string[],
  token: string,
): Promise<readonly (readonly [string, number])[]> {
  const found: [string, number][] = [];
  for (const target of targets) {
    const lane = openLane(at);
    const headers: [string, string][] = [['Authorization', `Bearer ${token}`]];
    const parts = [encode({ method: 'GET', target, headers, body: undefined })];
    const { replies } = await lane.send({ parts, ending: 'wait', request: { method: 'GET', target } });
    found.push([target, replies[0]?.status ?? 0]);
    lane.close();
  }
  return found;
}

/** A request that adds a record, of about so many bytes; undefined where the document has none. */
export function creation(contract: Contract, key: string, padding: number): Buffer | undefined {
  const operation = countable(contract).flatMap(({ operations }) => operations.create ?? [])[0];
  const media = jsonMediaType(operation?.body?.content ?? []);
  if (operation === undefined || media === undefined) return undefined;
  const { headers } = carriedBy(requirementFor(contract, operation), key);
  const body = Buffer.from(`${' '.repeat(padding)}${stringifyJson(validBodies(operation)[0])}`);
  const target = contract.prefix + operation.path;
  return encode({ method: operation.method, target, headers: [...headers, ['Content-Type', media.type]], body });
}

/** Requests that add a record with a long text, and that list all such records. */
export interface LargeList {
  readonly creation: Buffer;
  readonly list: Buffer;
}

/** Undefined where the document has no record that takes such a text. */
export function largeList(contract: Contract, key: string, text: string): LargeList | undefined {
  for (const { operations } of countable(contract)) {
    const { create, list } = operations;
    const media = jsonMediaType(create?.body?.content ?? []);
    if (create === undefined || list === undefined || media === undefined) continue;
    const [valid] = validBodies(create);
    const open = openTextOf(create);
    if (open === undefined || !isObject(valid)) continue;
    const { headers } = carriedBy(requirementFor(contract, create), key);
    const body = Buffer.from(stringifyJson({ ...valid, [open]: text }));
    const at = { target: contract.prefix + create.path, headers: [...headers, ['Content-Type', media.type] as const] };
    return {
      creation: encode({ ...at, method: create.method, body }),
      list: encode({ target: contract.prefix + list.path, method: list.method, headers, body: undefined }),
    };
  }
  return undefined;
}

/** A sentence where not all statuses are of success. */
export function unlessServed(what: string, statuses: readonly number[]): readonly string[] {
  const others = statuses.filter((status) => status < 200 || status > 299);
  return others.length === 0
    ? []
    : [`${what}: ${others.length} of ${statuses.length} requests got ${[...new Set(others)].join(', ')}`];
}

/** How many records the default world holds, of collections that can be counted. */
export async function storedRecords(plane: Plane, contract: Contract): Promise<number> {
  let sum = 0;
  for (const { name } of countable(contract)) {
    const query = new URLSearchParams({ collection: name, limit: '1' });
    // True by the document of the control plane.
    const { total } = (await plane.ask('GET', `/records?${query}`)) as { total: number };
    sum += total;
  }
  return sum;
}
