import type { Exchange, JsonRecord, Session, Verdict } from '../model';
import { toRequest } from '../request';
import { recordOf, see } from '../subject';
import { knownBody } from '../valid';
import { inconclusive, isSuccess, skip, unjudged } from '../verdict';

/** Creates a record of known values; the verdict on why there is none where it fails. */
export async function createRecord(
  session: Session,
  extra: JsonRecord = {},
): Promise<{ record: JsonRecord; exchange: Exchange } | Verdict> {
  const operation = session.subject.part?.resource.operations.create;
  if (operation === undefined) return skip('nothing can be created');
  const { body } = knownBody(session, { ...session.subject, operation }, extra);
  const exchange = await session.send(toRequest(operation, { body }));
  const record = isSuccess(exchange) ? recordOf(exchange) : undefined;
  if (record === undefined)
    return exchange.response === undefined ? unjudged(exchange) : inconclusive('nothing was created');
  const { resource } = session.subject.part ?? {};
  if (resource !== undefined) see(session, resource, record, exchange, true);
  return { record, exchange };
}
