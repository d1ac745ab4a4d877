import { own, type Part, successOf } from '../../openapi/contract';
import type { Breach } from '../model/breach';
import { brief } from '../model/brief';
import { type Exchange, outcomeOf } from '../model/exchange';
import { type Known, type KnownRecord, keyOf } from '../model/known';
import { queryOf } from '../model/query';
import { recordOf } from '../model/records';
import { isRemoved } from '../model/removal';
import { differenceBreach, isHeld } from './compare';

/** A read of a record that an earlier exchange has shown, and how it differs. */
interface Reading {
  readonly record: KnownRecord;
  readonly breach: Breach | undefined;
}

/** Undefined where an exchange is no read of a known record, or its reply proves nothing. */
export function readingOf(exchange: Exchange, { role, resource }: Part, known: Known): Reading | undefined {
  const { request, response } = exchange;
  if (role !== 'read' || request.credential !== 'main' || response === undefined) return undefined;
  const collection = known.collection(resource, request.path);
  const key = keyOf(own(request.path, resource.idParameter?.name ?? ''));
  const record = collection.records.get(key);
  const query = queryOf(request);
  if (record === undefined || !isHeld(resource, record) || !query.isLawful || query.values.size > 0) return undefined;
  if (response.status >= 500 || response.status === 429 || isRemoved(exchange)) return undefined;
  const expected = `the record ${brief(record.id)}`;
  const earlier = record.first.shownBy;
  if (response.status !== successOf(request.operation)?.status)
    return { record, breach: { expected, actual: outcomeOf(exchange), key: 'not found', earlier } };
  const found = recordOf(exchange);
  if (found === undefined) return { record, breach: { expected, actual: 'no record', key: 'no record', earlier } };
  // Requests below a record may change it.
  return {
    record,
    breach: collection.hosts.has(key) ? undefined : differenceBreach(resource, record, found, exchange),
  };
}
