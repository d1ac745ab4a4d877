import type { Resource } from '../../openapi/contract';
import type { JsonRecord } from '../records/records';
import { filter } from '../rules/relations/lists';
import type { Case, Check } from '../steps/check';
import { longestPage } from '../steps/lists';
import { brief } from '../verdict/brief';
import { skip, type Verdict, verdictsOf } from '../verdict/verdict';
import { listCase } from './list-case';

export const listFilter: Check = {
  ...filter,
  cases: ({ purpose }) => (purpose === undefined ? [] : casesOf(purpose.resource)),
};

function casesOf(resource: Resource): readonly Case[] {
  const { pageSize } = resource;
  const small = pageSize === undefined ? [] : [{ [pageSize.name]: 3 }];
  return resource.filters.flatMap(({ parameter: { name, schema }, property }) => {
    const each = (paging: JsonRecord, tier: 1 | 2) =>
      (schema.enum ?? [undefined]).map((value) => filterCase(name, property, value, paging, tier));
    return [
      // One case, so that each choice is asked for before this run creates records: one that no record has, too.
      inOne('each choice', each(longestPage(resource), 1)),
      ...each({}, 2),
      ...small.flatMap((paging) => each(paging, 2)),
      // What the filter has shown should be in the list without it.
      listCase(`what ${name} has shown, without it`, 2, () => ({ query: longestPage(resource) })),
    ];
  });
}

const inOne = (name: string, cases: readonly Case[]): Case => ({
  name,
  tier: 1,
  run: async (context) => {
    const verdicts: Verdict[] = [];
    for (const one of cases) verdicts.push(...(await verdictsOf(() => one.run(context))));
    return verdicts;
  },
});

/** @param choice a value of the parameter's enumeration; undefined: one that a record has */
function filterCase(name: string, property: string, choice: unknown, paging: JsonRecord, tier: 1 | 2): Case {
  const value = choice === undefined ? 'a value seen' : String(choice);
  const page = Object.keys(paging).length === 0 ? '' : ` with ${brief(paging)}`;
  return listCase(`${name}=${value}${page}`, tier, ({ known }, resource) => {
    const wanted = choice ?? known.values(resource, property).find(isPlain);
    return wanted === undefined ? skip('no value to filter by is known') : { query: { ...paging, [name]: wanted } };
  });
}

/** A null or an object can be written into a query in several ways. */
const isPlain = (value: unknown): boolean => value !== null && typeof value !== 'object';
