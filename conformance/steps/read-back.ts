import { successOf } from '../../openapi/contract';
import type { CaseContext } from '../model/check';
import type { Exchange } from '../model/exchange';
import { outcomeOf } from '../model/exchange';
import type { JsonRecord } from '../model/records';
import { idOf, namedOf, recordOf } from '../model/records';
import { toRequest } from '../model/request';
import { sameJson } from '../model/same-json';
import type { Subject } from '../model/subject';
import type { Verdict } from '../model/verdict';
import { brief, fail, PASS, unjudged } from '../model/verdict';

/** Whether a record of the resource can be read by its id. */
export const isReadable = ({ part }: Subject): boolean =>
  part?.resource.operations.read !== undefined && part.resource.idProperty !== undefined;

/** Reads a record and holds it against what the server showed of it before. */
export async function readBack(
  context: CaseContext,
  record: JsonRecord,
  shownBy: Exchange | undefined,
): Promise<Verdict> {
  const { part } = context.subject;
  const read = part?.resource.operations.read;
  if (part === undefined || read === undefined) return PASS;
  const { resource } = part;
  const id = idOf(record, resource);
  const exchange = await context.send(toRequest(read, { path: { [resource.idParameter?.name ?? '']: id } }));
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
