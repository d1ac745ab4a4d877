import type { Purpose } from '../../openapi/contract';
import { type Exchange, isOfOneCaller, isOfOperation, isSuccess } from '../exchange/exchange';
import { queryOf } from '../exchange/query';
import { type JsonRecord, recordOf, recordsOf } from '../records/records';

/** The records that a reply shows as the contract says; none where it is no success, or something was asked that may cut them. */
export function recordsShown(exchange: Exchange, { resource, role }: Purpose): readonly JsonRecord[] {
  const { credential } = exchange.request;
  if (!isSuccess(exchange) || !isOfOperation(exchange) || !isOfOneCaller(credential)) return [];
  if (!queryOf(exchange.request).isLawful) return [];
  if (role === 'list') return recordsOf(exchange, resource) ?? [];
  const record = recordOf(exchange, resource);
  return record === undefined ? [] : [record];
}
