import { own, type Resource } from '../../openapi/contract';
import type { Case, CaseContext, Check } from '../model/check';
import type { JsonRecord } from '../model/records';
import { idOf, maximumOf } from '../model/records';
import { sameJson } from '../model/same-json';
import type { Verdict } from '../model/verdict';
import { about, brief, fail, PASS } from '../model/verdict';
import { isList, listCase, requestList } from '../steps/ask-list';
import { judgeDuplicates, listNoDuplicates } from './no-duplicates';
import { listPageSize } from './page-size';

/** A filter leaves the records that have its value, and no others. */
export const listFilter: Check = {
  id: 'list.filter',
  title: 'A filter leaves the records that have its value',
  level: 'MUST',
  applies: (subject) => isList(subject) && (subject.part?.resource.filters.length ?? 0) > 0,
  clause: ({ part, operation }) => ({
    sentence: 'The filter restricts the results to the records with this value.',
    pointer: part?.resource.filters[0]?.parameter.pointer ?? operation.pointer,
  }),
  cases: ({ part }) => {
    const { filters = [], pageSize } = part?.resource ?? {};
    const size = part === undefined ? undefined : maximumOf(part.resource);
    return filters.flatMap(({ parameter, property }) => {
      const values = parameter.schema.enum;
      const whole = pageSize === undefined || size === undefined ? {} : { [pageSize.name]: size };
      const alone = (values ?? [undefined]).map((value) => filterCase(parameter.name, property, value, {}, 2));
      const small =
        pageSize === undefined
          ? []
          : (values ?? [undefined]).map((value) =>
              filterCase(parameter.name, property, value, { [pageSize.name]: 3 }, 2),
            );
      // One case, so that a choice that no record has is asked for before records are created.
      const all = inOne(
        'each choice',
        (values ?? [undefined]).map((value) => filterCase(parameter.name, property, value, whole, 1)),
      );
      return [all, ...alone, ...small, wholeCase(parameter.name)];
    });
  },
};

const inOne = (name: string, cases: readonly Case[]): Case => ({
  name,
  tier: 1,
  cost: cases.reduce((sum, { cost }) => sum + cost, 0),
  run: async (context) => {
    const verdicts: Verdict[] = [];
    for (const one of cases) verdicts.push(...[await one.run(context)].flat());
    return verdicts;
  },
});

/** Of a null or an object there is no one way to write it into a query. */
const isPlain = (value: unknown): boolean => value !== null && typeof value !== 'object';

/** @param choice a value of the parameter's enumeration; undefined: one that a record has */
function filterCase(name: string, property: string, choice: unknown, paging: JsonRecord, tier: 1 | 2): Case {
  const label = `${name}=${choice === undefined ? 'a value seen' : String(choice)}${Object.keys(paging).length === 0 ? '' : ` with ${brief(paging)}`}`;
  return listCase(label, tier, async (context, resource) => {
    const value = choice ?? context.known.values(resource.name, property).find(isPlain);
    if (value === undefined) return PASS;
    // What must be there is what was there before the request was sent.
    const before = [...context.known.records(resource.name).values()].filter((record) =>
      sameJson(own(record, property), value),
    );
    const asked = await requestList(context, { ...paging, [name]: value }, resource);
    if (!('records' in asked)) return asked;
    const { exchange, records } = asked;
    const stray = records.find((record) => !sameJson(own(record, property), value));
    if (stray !== undefined) {
      const expected = `records whose ${property} is ${brief(value)} and no others`;
      return fail({
        expected,
        actual: `one whose ${property} is ${brief(own(stray, property))}`,
        exchanges: [exchange],
        key: `stray ${property}`,
      });
    }
    const size = Number(Object.values(paging)[0] ?? Number.NaN);
    const most = Number.isNaN(size) ? Number(resource.pageSize?.schema.default ?? Number.POSITIVE_INFINITY) : size;
    if (records.length > most) {
      const observation = {
        expected: `at most ${most} records`,
        actual: `${records.length} records`,
        exchanges: [exchange],
        key: 'more with a filter',
      };
      return about(listPageSize.id, fail(observation));
    }
    const stamped = records.find((record) => differsFromFirst(context, resource, record, property));
    if (stamped !== undefined) {
      const first = context.known.first(resource.name, idOf(stamped, resource));
      const expected = `${property}: ${brief(first?.record[property])} of the record ${brief(idOf(stamped, resource))}, as it was shown before`;
      const exchanges = first === undefined ? [exchange] : [first.shownBy, exchange];
      return fail({
        expected,
        actual: `${property}: ${brief(stamped[property])}`,
        exchanges,
        key: `stamped ${property}`,
      });
    }
    const duplicates = judgeDuplicates(asked, resource);
    if (duplicates.outcome !== 'pass') return about(listNoDuplicates.id, duplicates);
    // A page that is not full holds everything that the filter leaves.
    if (!(records.length < size)) return PASS;
    const lost = before.find(
      (record) => !records.some((listed) => sameJson(idOf(listed, resource), idOf(record, resource))),
    );
    if (lost === undefined) return PASS;
    const expected = `the record ${brief(idOf(lost, resource))}, whose ${property} is ${brief(value)}`;
    return fail({
      expected,
      actual: `${records.length} records without it`,
      exchanges: [exchange],
      key: `lost ${property}`,
    });
  });
}

/** What a filter shows is in the list without it, where that shows everything. */
function wholeCase(name: string): Case {
  return listCase(`what ${name} has shown, without it`, 2, async (context, resource) => {
    const size = maximumOf(resource);
    if (resource.pageSize === undefined || size === undefined) return PASS;
    const before = [...context.known.records(resource.name).keys()];
    const asked = await requestList(context, { [resource.pageSize.name]: size }, resource);
    if (!('records' in asked)) return asked;
    if (asked.records.length >= size) return PASS;
    const ids = new Set(asked.records.map((record) => idOf(record, resource)));
    const lost = before.find((id) => !ids.has(id));
    if (lost === undefined) return PASS;
    const first = context.known.first(resource.name, lost);
    const exchanges = first === undefined ? [asked.exchange] : [first.shownBy, asked.exchange];
    return fail({
      expected: `the record ${brief(lost)}, which was shown before`,
      actual: `${asked.records.length} records without it`,
      exchanges,
      key: 'lost without a filter',
    });
  });
}

function differsFromFirst({ known }: CaseContext, resource: Resource, record: JsonRecord, property: string): boolean {
  const first = known.first(resource.name, idOf(record, resource));
  return first !== undefined && !sameJson(first.record[property], record[property]);
}
