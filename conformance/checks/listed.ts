import type { Resource } from '../../openapi/contract';
import { waitForLists } from '../records/listing';
import { idOf, type JsonRecord, keyOf, maximumOf, sameJson } from '../records/records';
import { listed } from '../rules/relations/created';
import type { Case, CaseContext, Check } from '../steps/check';
import { type Listed, requestWholeList } from '../steps/lists';
import { createRecord, rarestChoices } from '../steps/records';
import { inconclusive, skip, type Verdict } from '../verdict/verdict';

type Filter = Resource['filters'][number];

export const createdListed: Check = {
  ...listed,
  cases: (subject) => [
    {
      name: 'a created record, in the whole list or in the part that a filter leaves',
      tier: 1,
      run: createAndList,
    },
    ...(subject.purpose?.resource.filters ?? []).flatMap((filter) =>
      (filter.parameter.schema.enum ?? []).slice(-MOST_VALUES).map((value) => filteredAtOnce(filter, value)),
    ),
  ],
};

/** Values of one filter that are tried: the rarest is tried by the first case, too. */
const MOST_VALUES = 2;

/** A list is asked for just before the create and right after it: so a copy that is kept for however short a time is found out. */
const filteredAtOnce = ({ parameter, property }: Filter, value: unknown): Case => ({
  name: `a created record, right away in the list with ${parameter.name}=${value}`,
  tier: 2,
  run: async (context) => {
    const { resource } = context.subject.purpose ?? {};
    if (resource === undefined) return [];
    const query = { [parameter.name]: value };
    await requestWholeList(context, resource, query);
    const made = await createRecord(context, { [property]: value });
    const listed = await requestWholeList(context, resource, query);
    if (misses(listed, idOf(made.record, resource)))
      return lookLater(context, resource, { [property]: value }, [query]);
    return listed?.listing?.isWhole === false ? inconclusive('the list is too long to show it all') : [];
  },
});

async function createAndList(context: CaseContext): Promise<Verdict | readonly Verdict[]> {
  const { resource } = context.subject.purpose ?? {};
  if (resource === undefined) return [];
  const choices = rarestChoices(context);
  const filters = resource.filters.flatMap(({ parameter, property }) =>
    choices[property] === undefined ? [] : [{ [parameter.name]: choices[property] }],
  );
  // Also before the create, so that a server that caches lists is found out.
  for (const query of filters) await requestWholeList(context, resource, query);
  const made = await createRecord(context, choices);
  const id = idOf(made.record, resource);
  let isJudged = false;
  const missing: JsonRecord[] = [];
  for (const query of [{}, ...filters]) {
    const listed = await requestWholeList(context, resource, query);
    const { listing } = listed ?? {};
    if (misses(listed, id)) missing.push(query);
    const isThere = listing?.records.some((record) => sameJson(idOf(record, resource), id)) === true;
    if (listing?.isWhole === true || isThere) isJudged = true;
  }
  if (missing.length > 0) return lookLater(context, resource, choices, missing);
  if (isJudged) return [];
  return maximumOf(resource) === undefined
    ? skip('the contract does not say how long a list may be')
    : inconclusive('no list is short enough to show it all');
}

/** Whether a list that should show a record does not. */
const misses = (listed: Listed | undefined, id: unknown): boolean =>
  listed?.listing?.isWhole === true && !listed.listing.byKey.has(keyOf(id));

/**
 * Lists without a new record may only be late. So another record is made, and looked for after a while: then that is no excuse,
 * and neither is it for the first record. What a cache keeps, or what takes some requests to appear, is missing all the same.
 */
async function lookLater(
  context: CaseContext,
  resource: Resource,
  choices: JsonRecord,
  queries: readonly JsonRecord[],
): Promise<Verdict | readonly Verdict[]> {
  await createRecord(context, choices);
  await waitForLists(context);
  for (const query of queries) await requestWholeList(context, resource, query);
  return [];
}
