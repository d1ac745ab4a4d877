import { successOf } from '../../openapi/contract';
import { sameJson } from '../known';
import type { Exchange, JsonRecord, Session, Subject, Verdict } from '../model';
import { toRequest } from '../request';
import { idOf, namedOf, recordOf } from '../subject';
import { brief, fail, outcomeOf, PASS, unjudged } from '../verdict';

/** Whether a record of the resource can be read by its id. */
export const isReadable = ({ part }: Subject): boolean =>
  part?.resource.operations.read !== undefined && part.resource.idProperty !== undefined;

/** Reads a record and holds it against what the server showed of it before. */
export async function readBack(session: Session, record: JsonRecord, shownBy: Exchange | undefined): Promise<Verdict> {
  const { part } = session.subject;
  const read = part?.resource.operations.read;
  if (part === undefined || read === undefined) return PASS;
  const { resource } = part;
  const id = idOf(record, resource);
  const exchange = await session.send(toRequest(read, { path: { [resource.idParameter?.name ?? '']: id } }));
  if (exchange.response === undefined) return unjudged(exchange);
  const exchanges = shownBy === undefined ? [exchange] : [shownBy, exchange];
  const wanted = successOf(read)?.status;
  if (exchange.response.status !== wanted) {
    if (exchange.response.status >= 500) return PASS;
    return fail({ expected: `the record ${brief(id)}`, actual: outcomeOf(exchange), exchanges, key: 'not found' });
  }
  const found = recordOf(exchange);
  if (found === undefined)
    return fail({ expected: `the record ${brief(id)}`, actual: 'no record', exchanges, key: 'no record' });
  const names = new Set([...Object.keys(namedOf(record, resource)), ...Object.keys(namedOf(found, resource))]);
  for (const name of names) {
    if (sameJson(record[name], found[name])) continue;
    const expected = `${name}: ${brief(record[name])}, as it was shown before`;
    return fail({ expected, actual: `${name}: ${brief(found[name])}`, exchanges, key: `${name} differs` });
  }
  return PASS;
}
