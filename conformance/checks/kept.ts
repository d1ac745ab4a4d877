import type { Resource } from '../../openapi/contract';
import { createdIn } from '../records/records';
import { kept } from '../rules/relations/kept';
import type { Case, CaseContext, Check } from '../steps/check';
import { fetchSomeRecord, requestWholeList } from '../steps/lists';
import { isReadable, requestRecord } from '../steps/records';
import { inconclusive, type Verdict, verdictsOf } from '../verdict/verdict';

export const recordsKept: Check = {
  ...kept,
  cases: (subject) => [
    ...(subject.purpose?.resource.operations.list === undefined ? [] : [WHOLE_LIST]),
    ...(isReadable(subject) ? [FIRST_AND_LAST, ALL_CREATED] : []),
  ],
};

const MOST_REREAD = 60;

/** One list compares many records with what was shown of them first. */
const WHOLE_LIST: Case = {
  name: 'all records of the first list',
  tier: 1,
  run: async (context) => {
    const { resource } = context.subject.purpose ?? {};
    const listed = resource && (await requestWholeList(context, resource));
    return listed?.listing === undefined ? inconclusive('there is no list') : [];
  },
};

const FIRST_AND_LAST: Case = {
  name: 'the first and the last record',
  tier: 1,
  run: async (context) => {
    const { resource } = context.subject.purpose ?? {};
    if (resource === undefined) return [];
    await fetchSomeRecord(context, resource);
    const ids = [...context.known.collection(resource).records.values()].map(({ id }) => id);
    return requestRecords(context, resource, [ids[0], ids.at(-1)]);
  },
};

const ALL_CREATED: Case = {
  name: 'what this run has created',
  tier: 3,
  run: async (context) => {
    const { resource } = context.subject.purpose ?? {};
    if (resource === undefined) return [];
    // Later on there may be more records than a list shows.
    await requestWholeList(context, resource);
    const ids = createdIn(context.known.collection(resource)).map(({ id }) => id);
    return requestRecords(context, resource, ids.slice(0, MOST_REREAD));
  },
};

/** Reads records again, except the one that the run works below. */
async function requestRecords(
  context: CaseContext,
  resource: Resource,
  ids: readonly unknown[],
): Promise<readonly Verdict[]> {
  const host = context.known.parent(resource.itemPath ?? '');
  const verdicts: Verdict[] = [];
  for (const id of new Set(ids))
    if (id !== undefined && id !== host)
      verdicts.push(...(await verdictsOf(() => requestRecord(context, resource, id))));
  return verdicts;
}
