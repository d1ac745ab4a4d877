import type { Exchange } from '../exchange/exchange';
import { idOf, type JsonRecord, keyOf, maximumOf, sameJson } from '../records/records';
import { toRequest } from '../requests/request';
import { brief } from '../verdict/brief';
import { fail, inconclusive, NOTHING_TO_JUDGE, PASS, skip, type Verdict } from '../verdict/verdict';
import type { CaseContext } from './check';
import { requestWholeList } from './lists';

/**
 * Looks for a record that should not be there, in the whole list and in every filtered one.
 *
 * @param before the records that were there before the refused requests: an earlier run may have left its marks
 */
export async function requestListsForTrace(
  context: CaseContext,
  refused: readonly Exchange[],
  isMarked: (record: JsonRecord) => boolean,
  before: readonly JsonRecord[],
): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  if (resource === undefined) return NOTHING_TO_JUDGE;
  const choices = resource.filters.flatMap(({ parameter }) =>
    (parameter.schema.enum ?? []).map((value) => ({ [parameter.name]: value })),
  );
  const isSame = (one: JsonRecord, other: JsonRecord): boolean =>
    resource.idProperty === undefined ? sameJson(one, other) : sameJson(idOf(one, resource), idOf(other, resource));
  // What a success has shown before, or has made, is no trace of a refusal.
  const { records } = context.known.collection(resource);
  const begun = Math.min(...refused.map(({ number }) => number));
  const isKnown = (record: JsonRecord): boolean => {
    const known = records.get(keyOf(idOf(record, resource)));
    return known !== undefined && (known.isCreated || known.first.shownBy.number < begun);
  };
  const isTrace = (record: JsonRecord): boolean =>
    isMarked(record) && !isKnown(record) && !before.some((one) => isSame(one, record));
  let wasWhole = false;
  for (const query of [{}, ...choices]) {
    const listed = await requestWholeList(context, resource, query);
    const trace = listed?.listing?.records.find(isTrace);
    if (listed !== undefined && trace !== undefined) {
      const actual = `the record ${brief(trace)}`;
      return fail({
        expected: 'no record of the refused request',
        actual,
        exchanges: [...refused, listed.exchange],
        key: 'stored',
      });
    }
    if (listed?.listing?.isWhole === true) wasWhole = true;
    if (wasWhole && Object.keys(query).length === 0) return PASS;
  }
  if (wasWhole) return PASS;
  return maximumOf(resource) === undefined
    ? skip('the contract does not say how long a list may be')
    : inconclusive('no list is short enough to show everything');
}

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
