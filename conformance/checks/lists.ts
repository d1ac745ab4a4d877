import { own, type Resource } from '../../openapi/contract';
import { sameJson } from '../known';
import type { Case, Check, Exchange, JsonRecord, Session, Subject, Verdict } from '../model';
import { toRequest } from '../request';
import { idOf, maximumOf, recordsOf, see } from '../subject';
import { brief, fail, PASS, unjudged, warn } from '../verdict';

const isList = ({ part }: Subject): boolean => part?.role === 'list';

/** No page is longer than was asked for. */
export const listPageSize: Check = {
  id: 'list.page-size',
  title: 'A page is no longer than was asked for',
  level: 'MUST',
  applies: (subject) => isList(subject) && subject.part?.resource.pageSize !== undefined,
  clause: ({ part, operation }) => ({
    sentence: 'The page size is the maximum number of records returned.',
    pointer: part?.resource.pageSize?.pointer ?? operation.pointer,
  }),
  cases: ({ part }) => {
    const { minimum, maximum } = part?.resource.pageSize?.schema ?? {};
    const sizes = [minimum, 2, 7, maximum].filter((size): size is number => typeof size === 'number');
    return [...new Set(sizes)].map((size, index, all) =>
      listCase(`a page of ${size}`, index === 0 || index === all.length - 1 ? 1 : 2, (session, resource) =>
        judgeSize(session, resource, { [resource.pageSize?.name ?? '']: size }, size),
      ),
    );
  },
};

/** Without a page size, the page is no longer than the default. */
export const listDefaultPageSize: Check = {
  id: 'list.default-page-size',
  title: 'Without a page size the default holds',
  level: 'MUST',
  applies: (subject) => isList(subject) && defaultOf(subject) !== undefined,
  clause: ({ part, operation }) => ({
    sentence: 'The page size has a default.',
    pointer: part?.resource.pageSize?.pointer ?? operation.pointer,
  }),
  cases: (subject) => [
    listCase('no page size', 1, (session, resource) =>
      judgeSize(session, resource, {}, defaultOf(subject) ?? Number.POSITIVE_INFINITY),
    ),
  ],
};

function defaultOf({ part }: Subject): number | undefined {
  const value = part?.resource.pageSize?.schema.default;
  return typeof value === 'number' ? value : undefined;
}

async function judgeSize(session: Session, resource: Resource, query: JsonRecord, size: number): Promise<Verdict> {
  const asked = await ask(session, query, resource);
  if (!('records' in asked)) return asked;
  const { exchange, records } = asked;
  if (records.length > size) {
    return fail({
      expected: `at most ${size} records`,
      actual: `${records.length} records`,
      exchanges: [exchange],
      key: `more than ${size}`,
    });
  }
  // Fewer than there are is within the letter of "maximum", and still not what was asked for.
  const there = session.known.records(resource.name).size;
  if (records.length < Math.min(size, there)) {
    const expected = `${Math.min(size, there)} records, since so many have been seen`;
    return warn({ expected, actual: `${records.length} records`, exchanges: [exchange], key: 'short page' });
  }
  return PASS;
}

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
      const alone = (values ?? [undefined]).flatMap((value) => {
        const whole = pageSize === undefined || size === undefined ? {} : { [pageSize.name]: size };
        return [
          filterCase(parameter.name, property, value, whole, 1),
          filterCase(parameter.name, property, value, {}, 2),
        ];
      });
      const small =
        pageSize === undefined
          ? []
          : (values ?? [undefined]).map((value) =>
              filterCase(parameter.name, property, value, { [pageSize.name]: 3 }, 2),
            );
      return [...alone, ...small];
    });
  },
};

/** @param choice a value of the parameter's enumeration; undefined: one that a record has */
function filterCase(name: string, property: string, choice: unknown, paging: JsonRecord, tier: 1 | 2): Case {
  const label = `${name}=${choice === undefined ? 'a value seen' : String(choice)}${Object.keys(paging).length === 0 ? '' : ` with ${brief(paging)}`}`;
  return listCase(label, tier, async (session, resource) => {
    const value = choice ?? session.known.values(resource.name, property)[0];
    if (value === undefined) return PASS;
    // What must be there is what was there before the request was sent.
    const before = [...session.known.records(resource.name).values()].filter((record) =>
      sameJson(own(record, property), value),
    );
    const asked = await ask(session, { ...paging, [name]: value }, resource);
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

/** No record is listed twice. */
export const listNoDuplicates: Check = {
  id: 'list.no-duplicates',
  title: 'No record is listed twice',
  level: 'MUST',
  applies: (subject) => isList(subject) && subject.part?.resource.idProperty !== undefined,
  clause: ({ operation }) => ({
    sentence: 'The list returns the records, each with a unique identifier.',
    pointer: operation.pointer,
  }),
  cases: ({ part }) => {
    const { pageSize } = part?.resource ?? {};
    const size = part === undefined ? undefined : maximumOf(part.resource);
    return [
      listCase('the longest page', 1, async (session, resource) => {
        const asked = await ask(
          session,
          pageSize === undefined || size === undefined ? {} : { [pageSize.name]: size },
          resource,
        );
        if (!('records' in asked)) return asked;
        const ids = asked.records.map((record) => idOf(record, resource)).filter((id) => id !== undefined);
        const twice = ids.find((id, index) => ids.indexOf(id) !== index);
        if (twice === undefined) return PASS;
        return fail({
          expected: 'each record once',
          actual: `the id ${brief(twice)} twice`,
          exchanges: [asked.exchange],
          key: 'twice',
        });
      }),
    ];
  },
};

function listCase(name: string, tier: 1 | 2, judge: (session: Session, resource: Resource) => Promise<Verdict>): Case {
  return {
    name,
    tier,
    cost: 1,
    run: async (session) => (session.subject.part === undefined ? PASS : judge(session, session.subject.part.resource)),
  };
}

async function ask(
  session: Session,
  query: JsonRecord,
  resource: Resource,
): Promise<{ exchange: Exchange; records: readonly JsonRecord[] } | Verdict> {
  const exchange = await session.send(toRequest(session.subject.operation, { query }));
  const records = exchange.response?.status === 200 ? recordsOf(exchange, resource) : undefined;
  if (records === undefined) return unjudged(exchange);
  for (const record of records) see(session, resource, record);
  return { exchange, records };
}
