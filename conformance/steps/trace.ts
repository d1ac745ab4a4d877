import type { Exchange } from '../exchange/exchange';
import { idOf, type JsonRecord, keyOf, sameJson } from '../records/records';
import { brief } from '../verdict/brief';
import { fail, PASS, type Verdict } from '../verdict/verdict';
import { type CaseContext, resourceOf } from './check';
import { notWhole, requestWholeList } from './lists';

/**
 * Looks for a record that should not be there, in the whole list and in every filtered one.
 *
 * @param above ids of the records that it would lie below, where those are not the ones that the run works below
 * @param before the records that were there before the refused requests: an earlier run may have left its marks
 */
export async function requestListsForTrace(
  context: CaseContext,
  refused: readonly Exchange[],
  isMarked: (record: JsonRecord) => boolean,
  before: readonly JsonRecord[],
  above: Readonly<Record<string, unknown>> = {},
): Promise<Verdict> {
  const resource = resourceOf(context);
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
    const listed = await requestWholeList(context, resource, query, above);
    const trace = listed?.listing?.records.find(isTrace);
    if (listed !== undefined && trace !== undefined) {
      return fail({
        expected: 'no record of the refused request',
        actual: `the record ${brief(trace)}`,
        exchanges: [...refused, listed.exchange],
        key: 'stored',
      });
    }
    if (listed?.listing?.isWhole === true) wasWhole = true;
    if (wasWhole && Object.keys(query).length === 0) return PASS;
  }
  return wasWhole ? PASS : notWhole(resource);
}
