import type { CaseContext } from '../model/check';
import type { Exchange } from '../model/exchange';
import { isSuccess } from '../model/exchange';
import type { JsonRecord } from '../model/records';
import { recordOf } from '../model/records';
import { toRequest } from '../model/request';
import { see } from '../model/see';
import { knownBody } from '../model/valid';
import type { Verdict } from '../model/verdict';
import { inconclusive, skip, unjudged } from '../model/verdict';

/** Creates a record of known values; the verdict on why there is none where it fails. */
export async function createRecord(
  context: CaseContext,
  extra: JsonRecord = {},
): Promise<{ record: JsonRecord; exchange: Exchange } | Verdict> {
  const operation = context.subject.part?.resource.operations.create;
  if (operation === undefined) return skip('nothing can be created');
  const { body } = knownBody(context, { ...context.subject, operation }, extra);
  const exchange = await context.send(toRequest(operation, { body }));
  const record = isSuccess(exchange) ? recordOf(exchange) : undefined;
  if (record === undefined)
    return exchange.response === undefined ? unjudged(exchange) : inconclusive('nothing was created');
  const { resource } = context.subject.part ?? {};
  if (resource !== undefined) see(context, resource, record, exchange, true);
  return { record, exchange };
}
