import { type Exchange, isSuccess, outcomeOf } from '../exchange/exchange';
import { idOf, type JsonRecord, recordOf } from '../records/records';
import { inconclusive, skip, unjudged, type Verdict } from '../verdict/verdict';
import type { CaseContext } from './check';
import { sendValid } from './send-valid';

/**
 * Creates a record of known values, or of others where the server refuses those; the verdict on why there is none where it
 * fails.
 *
 * @param above ids of the records to make it below, where those are not the ones that the run works below
 */
export async function createRecord(
  context: CaseContext,
  extra: JsonRecord = {},
  above: Readonly<Record<string, unknown>> = {},
): Promise<{ record: JsonRecord; exchange: Exchange } | Verdict> {
  const resource = context.subject.purpose?.resource;
  const operation = resource?.operations.create;
  if (operation === undefined) return skip('nothing can be created');
  const { exchange } = await sendValid(context, { ...context.subject, operation }, above, extra);
  const record = isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
  const idProperty = resource?.idProperty;
  if (
    record !== undefined &&
    resource !== undefined &&
    idProperty !== undefined &&
    idOf(record, resource) === undefined
  )
    return inconclusive(`a create was answered with a record without its ${idProperty}`);
  if (record !== undefined) return { record, exchange };
  return exchange.response === undefined ? unjudged(exchange) : inconclusive(notCreated(exchange));
}

/** Why a create left no record to go on with. */
export const notCreated = (exchange: Exchange): string =>
  isSuccess(exchange)
    ? `a create was answered with ${outcomeOf(exchange)} and no record`
    : `a create was refused: ${outcomeOf(exchange)}`;
