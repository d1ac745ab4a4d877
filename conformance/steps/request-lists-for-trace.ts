import { brief } from '../model/brief';
import type { CaseContext } from '../model/check';
import type { Exchange } from '../model/exchange';
import { maximumOf } from '../model/records';
import { fail, inconclusive, PASS, skip, type Verdict } from '../model/verdict';
import { requestWholeList } from './request-list';

/** Looks for a record that should not be there, in the whole list and in every filtered one. */
export async function requestListsForTrace(
  context: CaseContext,
  refused: readonly Exchange[],
  isTrace: (record: Readonly<Record<string, unknown>>) => boolean,
): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  if (resource === undefined) return PASS;
  const choices = resource.filters.flatMap(({ parameter }) =>
    (parameter.schema.enum ?? []).map((value) => ({ [parameter.name]: value })),
  );
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
