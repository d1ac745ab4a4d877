/** What replies tell beside the records, as the words of the document say. */
import {
  formsOf,
  jsonMediaType,
  keywordOf,
  memoized,
  own,
  type Parameter,
  partAt,
  plain,
  propertiesOf,
  type Resource,
  schemaAt,
  sentencesAround,
  sentencesIn,
  successOf,
  typesOf,
  wordsOf,
} from '../../../openapi/contract';
import { type Exchange, jsonOf } from '../../exchange/exchange';
import { placeOf } from '../../exchange/place';
import {
  COUNTS_ASKED,
  SAYS_COUNTS,
  SAYS_ELSE_ABSENT,
  SAYS_OF_PARENT,
  SAYS_TOTAL,
  SAYS_TOTAL_LEFT,
} from '../../records/lists/list-words';
import type { Listing } from '../../records/lists/listing';
import { idOf, type JsonRecord, keyOf } from '../../records/records';
import { brief } from '../../verdict/brief';
import type { Breach } from '../../verdict/verdict';
import type { Relation, Shown } from '../rule';

/** A count of which words say that it is of all records. */
interface Total {
  readonly name: string;
  /** Where a body has it; of a header undefined. */
  readonly at: readonly string[] | undefined;
  /** Whether it counts what filters leave; else nothing says what it is under a filter. */
  readonly isOfLeft: boolean;
}

const totalsOf = memoized((resource: Resource): readonly Total[] => {
  if (hasOtherLists(resource)) return [];
  const { paging } = resource;
  const ofBody = (paging?.members ?? []).flatMap(({ fact, at, schema }): readonly Total[] => {
    if (fact !== 'total') return [];
    const said = [`${keywordOf(schema, 'description') ?? ''}`, ...saidAround(resource, at)].filter((text) =>
      SAYS_TOTAL.test(text),
    );
    return said.length === 0
      ? []
      : [{ name: at.join('.'), at, isOfLeft: said.some((text) => SAYS_TOTAL_LEFT.test(text)) }];
  });
  const ofHeaders = (paging?.headers ?? []).flatMap((header): readonly Total[] =>
    header.kind === 'fact' && header.fact === 'total' && SAYS_TOTAL.test(header.description)
      ? [{ name: header.name, at: undefined, isOfLeft: SAYS_TOTAL_LEFT.test(header.description) }]
      : [],
  );
  return [...ofBody, ...ofHeaders];
});

/** What is said of a member of a page around its list and beside its parameters, by its name or the whole of its place. */
function saidAround({ operations: { list } }: Resource, at: readonly string[]): readonly string[] {
  if (list === undefined) return [];
  const names = [at.join('.'), at.at(-1) ?? ''];
  const beside = list.parameters.flatMap(({ description }) => sentencesIn(description));
  return [
    ...sentencesAround(list, names),
    ...beside.filter((text) => names.some((one) => text.includes(`\`${one}\``))),
  ];
}

/** Whether a reply has another array beside the records: a count may be of that one. */
function hasOtherLists({ operations: { list }, shown }: Resource): boolean {
  const whole = jsonMediaType((list && successOf(list)?.reply.content) ?? [])?.schema;
  const around = whole && schemaAt(whole, (shown.list ?? []).slice(0, -1));
  const arrays = [...propertiesOf(around ?? {}).values()].filter(({ schema }) => typesOf(schema).includes('array'));
  return (shown.list ?? []).length > 0 && arrays.length > 1;
}

/** The flag of a list's query that asks for a count, and whether that is only there then; undefined where there is none. */
const countAskedBy = memoized(
  (resource: Resource): { readonly flag: Parameter; readonly isElseAbsent: boolean } | undefined => {
    const flag = resource.operations.list?.parameters.find(
      (one) =>
        one.in === 'query' &&
        COUNTS_ASKED.has(plain(one.name)) &&
        typesOf(one.schema).join() === 'boolean' &&
        // Where nothing is said of it, its name says it.
        SAYS_COUNTS.test(one.description.trim() === '' ? wordsOf(one.name).join(' ') : one.description),
    );
    if (flag === undefined || totalsOf(resource).length === 0) return undefined;
    const { members = [], headers = [] } = resource.paging ?? {};
    const said = [
      flag.description,
      ...members.flatMap(({ fact, schema, at }) =>
        fact === 'total' ? [`${keywordOf(schema, 'description') ?? ''}`, ...saidAround(resource, at)] : [],
      ),
      ...headers.flatMap((one) => (one.kind === 'fact' && one.fact === 'total' ? one.description : [])),
    ];
    return { flag, isElseAbsent: said.some((text) => SAYS_ELSE_ABSENT.test(text)) };
  },
);

/** The query that asks for a count, where one has to be asked for. */
export function countQuery(resource: Resource): JsonRecord {
  const asked = countAskedBy(resource);
  return asked === undefined ? {} : { [asked.flag.name]: true };
}

/** A count that was asked for and is not there, or is there though it was not. */
function countUncalled({ exchange, purpose: { resource }, query }: Shown): Breach | undefined {
  const asked = countAskedBy(resource);
  const [first] = totalsOf(resource);
  if (asked === undefined || first === undefined || !query.isLawful) return undefined;
  const { flag, isElseAbsent } = asked;
  const wanted = query.values.get(flag.name) ?? flag.schema.default;
  const counts = totalsOf(resource).map((one) => countIn(exchange, one));
  const isThere = counts.some((one) => one !== undefined);
  const { name } = first;
  if (wanted === true && !isThere)
    return { expected: `${name}, since ${flag.name} asks for it`, actual: `no ${name}`, key: `${name} is missing` };
  if (wanted === true || !isElseAbsent || !isThere) return undefined;
  return {
    expected: `no ${name}, since ${flag.name} has not asked for it`,
    actual: `${name}: ${counts.find((one) => one !== undefined)}`,
    key: `${name} unasked`,
  };
}

/** A count of all records is none of fewer than are there, nor of more. */
export const total: Relation = {
  id: 'list.total',
  title: 'A count of all records counts them',
  level: 'MUST',
  reportedFor: 'list',
  applies: ({ purpose }) => purpose?.role === 'list' && totalsOf(purpose.resource).length > 0,
  clause: ({ operation }) => ({
    sentence: 'The reply says how many records there are.',
    pointer: successOf(operation)?.reply.pointer ?? operation.pointer,
  }),
  judge: (told) => {
    const { exchange, listing, before } = told;
    const { resource, role } = told.purpose;
    if (role !== 'list' || listing?.isUnderstood !== true) return undefined;
    const uncalled = countUncalled(told);
    if (uncalled !== undefined) return [uncalled];
    if (!listing.isFirstPage) return undefined;
    const isNarrow = listing.filters.length + listing.conditions.length > 0;
    const judged = totalsOf(resource).filter(({ isOfLeft }) => isOfLeft || !isNarrow);
    if (judged.length === 0) return undefined;
    const shown = listing.records.length;
    for (const { name, at } of judged) {
      const count = countIn(exchange, { name, at });
      if (count === undefined) continue;
      const least = isNarrow ? shown : Math.max(shown, knownCount(resource, before));
      if (count < least) return [{ expected: `${name}: ${least} at least`, actual: `${name}: ${count}`, key: name }];
      if (listing.isComplete && count > shown)
        return [{ expected: `${name}: ${shown}, all of which are shown`, actual: `${name}: ${count}`, key: name }];
    }
    return [];
  },
};

function countIn(exchange: Exchange, { name, at }: Pick<Total, 'name' | 'at'>): number | undefined {
  const said = at === undefined ? exchange.response?.headers.get(name.toLowerCase()) : partAt(jsonOf(exchange), at);
  const count = typeof said === 'string' && /^\d{1,15}$/.test(said) ? Number(said) : said;
  return typeof count === 'number' ? count : undefined;
}

/** How many records there are, as a list's reply says: of a part of it only where that is said. */
export function totalSaid(
  exchange: Exchange,
  resource: Resource,
  { filters, conditions }: Pick<Listing, 'filters' | 'conditions'>,
): number | undefined {
  const isNarrow = filters.length + conditions.length > 0;
  const [said] = totalsOf(resource).filter(({ isOfLeft }) => isOfLeft || !isNarrow);
  return said && countIn(exchange, said);
}

/** The counts of all records in a list's reply, those of which words say that they are such, by their names. */
export const countsIn = (exchange: Exchange, resource: Resource): ReadonlyMap<string, number> =>
  new Map(
    totalsOf(resource).flatMap((one) => {
      const count = countIn(exchange, one);
      return count === undefined ? [] : [[one.name, count] as const];
    }),
  );

/** How many records there have to be: those that this run has made, and lists have shown, and that nothing may have removed since. */
const knownCount = ({ operations: { delete: remove } }: Resource, { records, unchanged }: Shown['before']): number =>
  remove === undefined
    ? [...records].filter(([key, { isCreated, shownIn }]) => isCreated && unchanged.has(key) && shownIn.has('list'))
        .length
    : 0;

/** Of the parameters of a nested list's path those that are a property of its records, too: `ownerId` of `/owners/{id}/things`. */
export const parentNames = memoized((resource: Resource): ReadonlyMap<string, string> => {
  const { list } = resource.operations;
  const said =
    list === undefined ? '' : [list.summary, list.description, successOf(list)?.reply.description].join('. ');
  if (list === undefined || !SAYS_OF_PARENT.test(said)) return new Map();
  const properties = [...propertiesOf(resource.schema).keys()].filter((name) => name !== resource.idProperty);
  return new Map(
    [...list.path.matchAll(/([^/{}]+)\/\{([^{}]+)\}/g)].flatMap(([, above = '', name = '']) => {
      const names = [plain(name), `${plain(name)}id`, ...formsOf(above).map((form) => `${form}id`)];
      const property = properties.find((one) => plain(one) !== 'id' && names.includes(plain(one)));
      return property === undefined ? [] : [[name, property]];
    }),
  );
});

/** What a list below a record shows lies below that record. */
export const ownList: Relation = {
  id: 'below.own',
  title: "A nested list shows its parent's records alone",
  level: 'MUST',
  reportedFor: 'list',
  applies: ({ purpose }) => purpose?.role === 'list' && parentNames(purpose.resource).size > 0,
  clause: ({ operation }) => ({
    sentence: 'A path below a record leads to what lies below that record alone.',
    pointer: operation.pointer,
  }),
  judge: ({ exchange, purpose: { resource, role }, listing }) => {
    if (role !== 'list' || listing === undefined) return undefined;
    for (const [name, property] of parentNames(resource)) {
      const wanted = own(exchange.request.path, name);
      const stray = listing.records.find(
        (record) => (own(record, property) ?? null) !== null && keyOf(own(record, property)) !== keyOf(wanted),
      );
      if (wanted === undefined || stray === undefined) continue;
      return [
        {
          expected: `records whose ${property} is ${brief(wanted)}, as the path has it`,
          actual: `one whose ${property} is ${brief(own(stray, property))} (${brief(idOf(stray, resource))})`,
          at: placeOf(exchange, stray, property),
          key: `other ${property}`,
          topic: { member: property },
        },
      ];
    }
    return [];
  },
};
