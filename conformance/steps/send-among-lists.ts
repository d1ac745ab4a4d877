import type { Exchange } from '../exchange/exchange';
import { keyOf } from '../records/known';
import { idOf } from '../records/records';
import { toRequest } from '../requests/request';
import { brief } from '../verdict/brief';
import { fail, inconclusive, NOTHING_TO_JUDGE, PASS, skip, type Verdict } from '../verdict/verdict';
import type { CaseContext } from './check';
import { requestWholeList } from './request-list';

/**
 * Sends requests that are refused between two whole lists, to see whether as many records appear. Other clients may add
 * records at any time: so as many harmless requests are sent first, and where records appear during those, there is no
 * verdict. What looks like a trace has to come twice.
 *
 * @param provoke sends `count` requests; resolves to the exchanges that were refused
 */
export async function sendAmongLists(
  context: CaseContext,
  count: number,
  provoke: () => Promise<readonly Exchange[]>,
): Promise<Verdict> {
  const first = await judgeOnce(context, count, provoke);
  return first.outcome === 'fail' ? judgeOnce(context, count, provoke) : first;
}

async function judgeOnce(
  context: CaseContext,
  count: number,
  provoke: () => Promise<readonly Exchange[]>,
): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  const { list } = resource?.operations ?? {};
  if (resource === undefined || list === undefined) return NOTHING_TO_JUDGE;
  const requestIds = async () => {
    const listed = await requestWholeList(context, resource);
    return listed?.listing?.isWhole === true
      ? { exchange: listed.exchange, ids: new Set(listed.listing.records.map((record) => idOf(record, resource))) }
      : undefined;
  };
  const before = await requestIds();
  if (before === undefined) return skip('no list is short enough to show everything');
  for (let sent = 0; sent < count; sent += 1) await context.send(toRequest(list, {}));
  const quiet = await requestIds();
  if (quiet === undefined || [...quiet.ids].some((id) => !before.ids.has(id)))
    return inconclusive('other clients add records meanwhile');
  const refused = await provoke();
  const after = await requestIds();
  if (after === undefined) return skip('no list is short enough to show everything');
  const { records } = context.known.collection(resource);
  const appeared = [...after.ids].filter((id) => !quiet.ids.has(id) && records.get(keyOf(id))?.isCreated !== true);
  if (refused.length < count) return inconclusive('not all of the requests were refused');
  if (appeared.length !== count) return PASS;
  return fail({
    expected: 'no record of the refused requests',
    actual: `${count} records that were not there before: ${brief(appeared)}`,
    exchanges: [quiet.exchange, ...refused, after.exchange],
    key: 'newcomers',
  });
}
