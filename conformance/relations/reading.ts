import { own, successOf } from '../../openapi/contract';
import { isUnread, outcomeOf } from '../exchange/exchange';
import type { Shown } from '../judges/rule';
import { type KnownRecord, keyOf } from '../records/known';
import { recordOf } from '../records/records';
import { brief } from '../verdict/brief';
import type { Breach } from '../verdict/rule';
import { missing } from '../verdict/verdict';
import { isAboutCaller } from './about-caller';
import { differenceBreach, isHeld } from './compare';

/** A read of a record that an earlier exchange has shown, and how it differs. */
interface Reading {
  readonly record: KnownRecord;
  readonly breach: Breach | undefined;
}

/** Undefined where an exchange is no read of a known record, or its reply proves nothing. */
export function readingOf({ exchange, purpose: { role, resource }, query, before }: Shown): Reading | undefined {
  const { request, response } = exchange;
  if (role !== 'read' || response === undefined) return undefined;
  const key = keyOf(own(request.path, resource.idParameter?.name ?? ''));
  const record = before.records.get(key);
  if (record === undefined || !isHeld(resource, before, record) || !query.isLawful || query.values.size > 0)
    return undefined;
  if (response.status >= 500 || isUnread(exchange) || isAboutCaller(response.status)) return undefined;
  const expected = `the record ${brief(record.id)}`;
  const earlier = record.first.shownBy;
  const topic = missing(resource, record.id);
  if (response.status !== successOf(request.operation)?.status)
    return isChangedAlone(record)
      ? undefined
      : { record, breach: { expected, actual: outcomeOf(exchange), key: 'not found', earlier, topic } };
  const found = recordOf(exchange, resource);
  if (found === undefined)
    return { record, breach: { expected, actual: 'no record', key: 'no record', earlier, topic } };
  return { record, breach: differenceBreach(resource, before, record, found, exchange) };
}

/** Whether only the reply to a change has shown the record as it is: the change may have hidden it. */
const isChangedAlone = ({ shownIn }: KnownRecord): boolean => shownIn.size === 1 && shownIn.has('change');
