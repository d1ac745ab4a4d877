import { isObject, own, type Resource } from '../../openapi/contract';
import { evidenceOf, weightOf } from '../exchange/evidence';
import {
  type Exchange,
  isOfOneCaller,
  isOfOperation,
  isRefusal,
  isSafe,
  isSuccess,
  jsonOf,
} from '../exchange/exchange';
import { idOf, type Known, recordOf } from '../records/records';
import { filled } from '../requests/request';
import type { Tagged, TaggedBefore } from '../rules/rule';

/** Remembers what was shown with which entity tag, by what it was asked for. */
interface Tags {
  before(exchange: Exchange): TaggedBefore;
  note(exchange: Exchange): void;
  forget(): void;
}

interface Kept extends Omit<Tagged, 'isPast' | 'isWritten'> {
  /** How many requests had been sent by then that may have changed something. */
  readonly writes: number;
}

/** So much is remembered: the newest. */
const MOST_TARGETS = 300;
const MOST_OF_ONE = 2 ** 16;

export function createTags(known: Pick<Known, 'purposeOf'>): Tags {
  const reads = new Map<string, Kept>();
  const written = new Map<string, Kept>();
  /** By target: when a client changed it last. */
  const changed = new Map<string, number>();
  let writes = 0;

  const taggedIn = (kept: Kept | undefined, target: string): Tagged | undefined =>
    kept && {
      ...kept,
      isPast: kept.writes !== writes,
      isWritten: (changed.get(target) ?? 0) > kept.writes,
    };
  const put = <Value>(all: Map<string, Value>, key: string, value: Value): void => {
    all.delete(key);
    all.set(key, value);
    const [oldest] = all.keys();
    if (all.size > MOST_TARGETS && oldest !== undefined) all.delete(oldest);
  };

  return {
    before(exchange) {
      if (exchange.together !== undefined || !isOfOneCaller(exchange.request.credential)) return {};
      const { target } = exchange.request;
      return {
        read: taggedIn(reads.get(keyOf(exchange, target)), target),
        written: taggedIn(written.get(keyOf(exchange, target)), target),
      };
    },
    note(exchange) {
      const { request, response } = exchange;
      if (!isSafe(request) && !isRefusal(exchange)) {
        writes += 1;
        if (isSuccess(exchange)) put(changed, request.target, writes);
      }
      const tag = response?.headers.get('etag');
      const value = jsonOf(exchange);
      if (tag === undefined || !isSuccess(exchange) || !isOfOperation(exchange) || exchange.together !== undefined)
        return;
      if (value === undefined || weightOf(value, MOST_OF_ONE) > MOST_OF_ONE) return;
      const kept = { tag, value, exchange: evidenceOf(exchange), writes };
      if (request.method === 'GET') put(reads, keyOf(exchange, request.target), kept);
      const target = ['PUT', 'PATCH'].includes(request.method) ? request.target : madeAt(exchange, known);
      if (target !== undefined) put(written, keyOf(exchange, target), kept);
    },
    forget() {
      for (const all of [reads, written, changed]) all.clear();
    },
  };
}

/** Where the record is read that a create has made; undefined where nothing was made, or nothing says where it is. */
function madeAt(exchange: Exchange, known: Pick<Known, 'purposeOf'>): string | undefined {
  const { resource, role } = known.purposeOf(exchange.request.operation) ?? {};
  if (resource === undefined || role !== 'create' || exchange.response?.status !== 201) return undefined;
  const record = recordOf(exchange, resource);
  return record === undefined ? undefined : itemTarget(resource, exchange, idOf(record, resource));
}

function itemTarget({ itemPath, idParameter, operations: { read } }: Resource, { request }: Exchange, id: unknown) {
  if (read === undefined || itemPath === undefined || idParameter === undefined || id === undefined || isObject(id))
    return undefined;
  const target = filled(itemPath, read.parameters, { ...request.path, [idParameter.name]: id });
  return target.includes('{') ? undefined : target;
}

const keyOf = ({ request: { credential, headers } }: Exchange, target: string): string =>
  JSON.stringify([credential, target, own(headers, 'accept'), own(headers, 'accept-language')]);
