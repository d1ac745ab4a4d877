import type { CaseContext } from '../model/check';
import { type Exchange, isSuccess } from '../model/exchange';
import { type JsonRecord, recordOf } from '../model/records';
import { toRequest } from '../model/request';
import { knownBody } from '../model/valid';
import { inconclusive, skip, unjudged, type Verdict } from '../model/verdict';

/**
 * Creates a record of known values; the verdict on why there is none where it fails.
 *
 * @param above ids of the records to make it below, where those are not the ones that the run works below
 */
export async function createRecord(
  context: CaseContext,
  extra: JsonRecord = {},
  above: Readonly<Record<string, unknown>> = {},
): Promise<{ record: JsonRecord; exchange: Exchange } | Verdict> {
  const operation = context.subject.purpose?.resource.operations.create;
  if (operation === undefined) return skip('nothing can be created');
  const { body } = knownBody(context, { ...context.subject, operation }, extra);
  const exchange = await context.send(toRequest(operation, { path: above, body }));
  const record = isSuccess(exchange) ? recordOf(exchange) : undefined;
  if (record !== undefined) return { record, exchange };
  return exchange.response === undefined ? unjudged(exchange) : inconclusive('nothing was created');
}
