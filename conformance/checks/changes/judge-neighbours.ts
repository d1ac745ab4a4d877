import { successOf } from '../../../openapi/contract';
import { type Exchange, isUnread, outcomeOf } from '../../exchange/exchange';
import { idOf, recordOf } from '../../records/records';
import { toRequest } from '../../requests/request';
import { differenceOf, isAboutCaller } from '../../rules/relations/compare';
import type { CaseContext } from '../../steps/check';
import type { Made } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { fail, PASS, unjudged, type Verdict } from '../../verdict/verdict';
import type { Three } from './create-three';

/** Reads the records that a change is not about: they are there, as they were made. */
export async function judgeNeighbours(
  context: CaseContext,
  { neighbours }: Three,
  change: Exchange,
): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const made of neighbours) verdicts.push(await judgeOne(context, made, change));
  return verdicts;
}

async function judgeOne(context: CaseContext, { record, exchange: made }: Made, change: Exchange): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  const { read } = resource?.operations ?? {};
  if (resource === undefined || read === undefined) return PASS;
  const id = idOf(record, resource);
  const exchange = await context.send(toRequest(read, { path: { [resource.idParameter?.name ?? '']: id } }));
  const { status = 500 } = exchange.response ?? {};
  if (status >= 500 || isAboutCaller(status) || isUnread(exchange)) return unjudged(exchange);
  const now = status === successOf(read)?.status ? recordOf(exchange, resource) : undefined;
  const observation = { exchanges: [made, change, exchange], key: 'another record' };
  if (now === undefined)
    return fail({ ...observation, expected: `the other record ${brief(id)}, as before`, actual: outcomeOf(exchange) });
  const difference = differenceOf(resource, { record, shownBy: made }, { record: now, shownBy: exchange });
  if (difference === undefined) return PASS;
  const { name, before, now: is } = difference;
  return fail({
    ...observation,
    expected: `${name}: ${brief(before)} of the other record ${brief(id)}, as before`,
    actual: `${name}: ${brief(is)}`,
  });
}
