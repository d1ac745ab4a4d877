import {
  type Filter,
  fits,
  own,
  type Resource,
  SAYS_ANY_CASE,
  type Schema,
  textOf,
  typesOf,
  validatorOf,
} from '../../openapi/contract';
import { anotherValue } from '../arbitraries/fresh';
import { isRefusal, isSuccess, outcomeOf } from '../exchange/exchange';
import { recordMembers } from '../exchange/record-body';
import { hasMany } from '../exchange/subject';
import { type Condition, queryBy } from '../records/lists/condition';
import { conditionsOf } from '../records/lists/conditions';
import { isPageSize, mayBeShort, usualSizeOf } from '../records/lists/paging';
import { isReference, type JsonRecord, type KnownRecord, maximumOf, recordsOf } from '../records/records';
import { toRequest } from '../requests/request';
import { isChangeable } from '../rules/relations/compare';
import { defaultPageSize, filter, noDuplicates, pageSize } from '../rules/relations/lists';
import { type Case, type CaseContext, type Check, inRole, resourceOf } from '../steps/check';
import { longestPage, requestList, requestWholeList } from '../steps/lists';
import { createWithMost } from '../steps/records';
import { brief } from '../verdict/brief';
import {
  CannotJudge,
  fail,
  PASS,
  replied,
  skip,
  unjudged,
  unlessUnjudged,
  type Verdict,
  verdictsOf,
} from '../verdict/verdict';
import { turnedOrder } from './asked';
import { judgeLeft } from './left-over';

export const listNoDuplicates: Check = {
  ...noDuplicates,
  cases: () => [listCase('the longest page', 1, longestPage)],
};

export const listDefaultPageSize: Check = {
  ...defaultPageSize,
  isOfEach: true,
  cases: ({ contract }) => [
    listCase('no page size', 1, () => ({})),
    // By then this run has created more than a page of most defaults. Of many operations few have such late cases.
    hasMany(contract)
      ? { name: 'no page size, after many creates', tier: 1, isAtTheEnd: true, run: askWithoutSize }
      : { name: 'no page size, after many creates', tier: 3, run: askWithoutSize },
  ],
};

/** Between two long pages, which show that there are more, the page without a size is as long as the usual one. */
async function askWithoutSize(context: CaseContext): Promise<Verdict | undefined> {
  const resource = resourceOf(context);
  const short = async () => (await requestList(context, resource, {}))?.listing;
  const first = await short();
  const usual = usualSizeOf(resource);
  if (first === undefined || usual === undefined || first.isCut || first.records.length >= usual) return undefined;
  // Where records stay, the relation knows how long a list has been.
  if (!isChangeable(resource) || resource.pageSize === undefined) return undefined;
  const long = async () => (await requestWholeList(context, resource))?.listing?.records.length ?? 0;
  const before = await long();
  if (before <= first.records.length) return undefined;
  const { exchange, listing } = (await requestList(context, resource, {})) ?? {};
  const there = Math.min(usual, before, await long());
  if (exchange === undefined || listing === undefined || listing.isCut || listing.records.length >= there)
    return undefined;
  if (mayBeShort(exchange, resource)) return undefined;
  return fail({
    expected: `${there} records, since a longer page shows as many, and ${usual} are the usual number`,
    actual: `${listing.records.length} records`,
    exchanges: [exchange],
    key: 'short page',
  });
}

export const listPageSize: Check = {
  ...pageSize,
  cases: ({ purpose }) => {
    if (purpose === undefined) return [];
    const { resource } = purpose;
    const { minimum, maximum, default: usual } = resource.pageSize?.schema ?? {};
    const first = sizesOf(resource, [minimum, maximum]);
    const further = sizesOf(resource, [...SMALL, ...around(usual).filter((size) => size !== usual)]);
    const pageOf = (size: number, tier: 1 | 2): Case =>
      listCase(`a page of ${size}`, tier, () => ofSize(resource, size));
    return [
      ...first.map((size) => pageOf(size, 1)),
      ...further.filter((size) => !first.includes(size)).map((size) => pageOf(size, 2)),
      AROUND_ALL,
    ];
  },
};

/** Sizes at which servers are off by one, or compare digits in place of numbers. */
const SMALL = [1, 2, 3, 4, 5, 7, 9, 10];

const around = (size: unknown): readonly number[] => (typeof size === 'number' ? [size - 1, size, size + 1] : []);

const sizesOf = (resource: Resource, sizes: readonly unknown[]): readonly number[] => {
  const fits = validatorOf(resource.pageSize?.schema ?? {}, 'request');
  return [...new Set(sizes.filter((size) => isPageSize(resource, size)))].filter((size) => fits(size) === undefined);
};

const ofSize = ({ pageSize: parameter }: Resource, size: number): JsonRecord => ({ [parameter?.name ?? '']: size });

const AROUND_ALL: Case = {
  name: 'as many records as there are, and one more and less',
  tier: 2,
  run: async (context) => {
    const resource = resourceOf(context);
    const { listing } = (await requestWholeList(context, resource)) ?? {};
    if (listing?.isWhole !== true) return skip('no list is short enough to show everything');
    for (const size of sizesOf(resource, around(listing.records.length)))
      await requestList(context, resource, ofSize(resource, size));
    return undefined;
  },
};

export const listFilter: Check = {
  ...filter,
  isOfEach: true,
  cases: ({ purpose }) => (purpose === undefined ? [] : filterCasesOf(purpose.resource)),
};

function filterCasesOf(resource: Resource): readonly Case[] {
  const { pageSize: size } = resource;
  const small = size === undefined ? [] : [{ [size.name]: 3 }];
  const [first, ...others] = resource.filters;
  const pairs = first === undefined ? [] : others.map((other) => pairCase(first, other));
  const ordered = first === undefined || Object.keys(turnedOrder(resource)).length === 0 ? [] : [orderedCase(first)];
  const empty = resource.filters.filter(({ parameter }) => parameter.schema.enum === undefined).map(emptyCase);
  const parts = resource.filters.filter(({ parameter }) => isOpenText(parameter.schema)).map(partCase);
  const anyCase = resource.filters.filter(
    ({ parameter: { schema, description } }) => isOpenText(schema) && SAYS_ANY_CASE.test(description),
  );
  const single = singleCasesOf(resource, small);
  const tried = single.filter(({ tier }) => tier === 1);
  const later = single.filter(({ tier }) => tier !== 1);
  const chosen = first === undefined ? [] : choicesIn(resource).map((one) => chosenCase(first, one));
  return [...tried, ...pairs, ...chosen, ...ordered, ...anyCase.map(turnedCase), ...parts, ...empty, ...later];
}

/** A value that some record has, in the other case, where that is to find it as well. */
const turnedCase = ({ parameter: { name, schema }, property }: Filter): Case => ({
  name: `${name} in the other case`,
  tier: 1,
  run: async (context) => {
    const resource = resourceOf(context);
    const shown = (await requestWholeList(context, resource))?.listing?.records ?? [];
    const texts = shown.map((record) => own(record, property)).filter((one) => typeof one === 'string');
    const [value] = texts.map(turned).filter((one) => !texts.includes(one) && fits(schema, 'request', one));
    if (value === undefined) return skip('no value is known that may be asked for in the other case');
    return judgeLeft(context, resource, shown, { [name]: value });
  },
});

/** Two filters at once, by what one record has, of which others have the one value and not the other, where there are such. */
const pairCase = (one: Filter, other: Filter): Case =>
  listCase(`${one.parameter.name} and ${other.parameter.name}`, 1, (resource, { known }) => {
    const records = [...known.collection(resource).records.values()].filter(({ latest }) =>
      [one, other].every(({ property }) => isSome(own(latest, property))),
    );
    const textIn = ({ latest }: KnownRecord, { property }: Filter): string => textOf(own(latest, property));
    const hasOthers = (record: KnownRecord, same: Filter, differing: Filter): boolean =>
      records.some(
        (each) => textIn(each, same) === textIn(record, same) && textIn(each, differing) !== textIn(record, differing),
      );
    const half = records.filter((each) => hasOthers(each, one, other));
    const both = half.find((each) => hasOthers(each, other, one)) ?? half[0] ?? records[0];
    if (both === undefined) throw new CannotJudge(skip('no record is known that has both'));
    const asked = ({ parameter, property }: Filter) => [parameter.name, own(both.latest, property)] as const;
    return { ...longestPage(resource), ...Object.fromEntries([asked(one), asked(other)]) };
  });

/** So many lists of choices beside a filter. */
const MOST_CHOSEN = 2;

const choicesIn = (resource: Resource): readonly Condition[] =>
  conditionsOf(resource)
    .filter(({ kind }) => kind === 'any')
    .slice(0, MOST_CHOSEN);

/** A filter beside one of several choices, by what one record has: best one whose choice another has that the filter leaves out. */
const chosenCase = ({ parameter, property }: Filter, choice: Condition): Case =>
  listCase(`${parameter.name} and one of ${choice.parameter.name}`, 1, (resource, { known }) => {
    const records = [...known.collection(resource).records.values()].filter(
      ({ latest }) => isSome(own(latest, property)) && isSome(own(latest, choice.property)),
    );
    const isAlike = (one: KnownRecord, other: KnownRecord, name: string): boolean =>
      textOf(own(one.latest, name)) === textOf(own(other.latest, name));
    const some = records.find((one) =>
      records.some((other) => isAlike(one, other, choice.property) && !isAlike(one, other, property)),
    );
    const { latest } = some ?? records[0] ?? {};
    if (latest === undefined) throw new CannotJudge(skip('no record is known that has both'));
    const asked = { [parameter.name]: own(latest, property), ...queryBy(choice, own(latest, choice.property)) };
    return { ...longestPage(resource), ...asked };
  });

/** A filter beside an order, by a value of some record. */
const orderedCase = ({ parameter, property }: Filter): Case =>
  listCase(`${parameter.name} in another order`, 1, (resource, { known }) => {
    const value = known.values(resource, property).find(isPlain);
    if (value === undefined) throw new CannotJudge(skip('no value to filter by is known'));
    return { ...longestPage(resource), ...turnedOrder(resource), [parameter.name]: value };
  });

const isSome = (value: unknown): boolean => value !== undefined && isPlain(value);

const isOpenText = (schema: Schema): boolean => typesOf(schema).join() === 'string' && schema.enum === undefined;

/** The beginning of a value that some record has: a filter by the value itself leaves no record of it. */
const partCase = ({ parameter: { name, schema, description }, property }: Filter): Case =>
  listCase(`${name} by a part of a value`, 1, async (resource, context) => {
    const textsIn = () =>
      context.known.values(resource, property).filter((one) => typeof one === 'string' && one.length > 3);
    if (textsIn().length === 0) await makeWith(context, resource, property);
    const texts = textsIn();
    // What is to be the very value is none in another case, which may be a part of it as well.
    const nearTo = (text: string): string => (SAYS_EXACTLY.test(description) ? turned(text) : text.slice(0, -1));
    const part = texts
      .map((text) => nearTo(String(text)))
      .find((one) => validatorOf(schema, 'request')(one) === undefined && !texts.includes(one));
    if (part === undefined) throw new CannotJudge(skip('no part of a value is known that may be asked for'));
    return { ...longestPage(resource), [name]: part };
  });

/** Makes a record that has a property of which none is known, where a client may set it. */
async function makeWith(context: CaseContext, resource: Resource, property: string): Promise<void> {
  if (resource.operations.create === undefined) return;
  const there = inRole(context, resource, 'create');
  const { readOnly, schema } = recordMembers(there.subject).get(property) ?? {};
  if (readOnly !== false || schema === undefined || isReference(property, schema)) return;
  await unlessUnjudged(createWithMost(there, { [property]: anotherValue(schema, [], context.options.seed + 7) }));
}

const SAYS_EXACTLY = /\b(?:exact|exactly|identical|case[- ]sensitive(?:ly)?)\b/i;

const turned = (text: string): string => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase());

/** A value that a careless server takes for none. */
const emptyCase = ({ parameter: { name }, property }: Filter): Case =>
  listCase(`${name} by a value that counts as nothing`, 2, (resource, { known }) => {
    const empty = known.values(resource, property).find((value) => value === 0 || value === false || value === 0n);
    if (empty === undefined) throw new CannotJudge(skip('no such value is known'));
    return { ...longestPage(resource), [name]: empty };
  });

function singleCasesOf(resource: Resource, small: readonly JsonRecord[]): readonly Case[] {
  return resource.filters.flatMap(({ parameter: { name, schema }, property }) => {
    const each = (paging: JsonRecord, tier: 1 | 2) =>
      choicesOf(schema).map((value) => filterCase(name, property, value, paging, tier));
    return [
      // One case, so that each choice is asked for before this run creates records: one that no record has, too.
      inOne('each choice', each(longestPage(resource), 1)),
      ...each({}, 2),
      ...small.flatMap((paging) => each(paging, 2)),
      // What the filter has shown should be in the list without it.
      listCase(`what ${name} has shown, without it`, 2, longestPage),
    ];
  });
}

/** What a query may ask for; undefined for a value that a record has. */
const choicesOf = (schema: Schema): readonly unknown[] =>
  schema.enum ?? (typesOf(schema).join() === 'boolean' ? [true, false] : [undefined]);

const inOne = (name: string, cases: readonly Case[]): Case => ({
  name,
  tier: 1,
  run: async function* (context) {
    for (const one of cases) yield* await verdictsOf(() => one.run(context));
  },
});

/** @param choice a value of the parameter's enumeration; undefined: one that a record has */
function filterCase(name: string, property: string, choice: unknown, paging: JsonRecord, tier: 1 | 2): Case {
  const value = choice === undefined ? 'a value seen' : String(choice);
  const page = Object.keys(paging).length === 0 ? '' : ` with ${brief(paging)}`;
  return listCase(`${name}=${value}${page}`, tier, (resource, { known }) => {
    const wanted = choice ?? known.values(resource, property).find(isPlain);
    if (wanted === undefined) throw new CannotJudge(skip('no value to filter by is known'));
    return { ...paging, [name]: wanted };
  });
}

/** A null or an object can be written into a query in several ways. */
const isPlain = (value: unknown): boolean => value !== null && typeof value !== 'object';

/**
 * A case of one list request, which the relations judge.
 *
 * @param queryOf its query @throws CannotJudge where there is none
 */
function listCase(
  name: string,
  tier: Case['tier'],
  queryOf: (resource: Resource, context: CaseContext) => JsonRecord | Promise<JsonRecord>,
): Case {
  const run = async (context: CaseContext): Promise<undefined> => {
    const resource = resourceOf(context);
    const listed = await requestList(context, resource, await queryOf(resource, context));
    if (listed === undefined) throw new CannotJudge('there is no list');
    const { exchange, listing } = listed;
    if (listing?.isCut === true) throw new CannotJudge(unjudged(exchange));
    if (listing === undefined)
      throw new CannotJudge(
        isSuccess(exchange) ? 'the reply to a list shows no records' : `there is no list: ${outcomeOf(exchange)}`,
      );
  };
  return { name, tier, run };
}

/**
 * However large a page is asked for, it has no more records than the greatest page. It takes more records than that to see
 * it, so it runs last, when this run has created its own.
 */
export const listLongestPage: Check = {
  id: 'list.longest-page',
  title: 'No page is longer than the greatest page size',
  level: 'MUST',
  applies: ({ purpose }) => purpose?.role === 'list' && maximumOf(purpose.resource) !== undefined,
  clause: ({ purpose, operation }) => ({
    sentence: 'The page size has a maximum.',
    pointer: purpose?.resource.pageSize?.pointer ?? operation.pointer,
  }),
  cases: ({ purpose }) => {
    const most = purpose === undefined ? undefined : maximumOf(purpose.resource);
    return most === undefined ? [] : [most + 1, most * 10].map((size) => aPageOf(size, most));
  },
};

const aPageOf = (size: number, most: number): Case => ({
  name: `a page of ${size}, where there is more than the greatest page`,
  tier: 3,
  run: async (context) => {
    const { subject, known, send } = context;
    const resource = resourceOf(context);
    if (known.collection(resource).records.size <= most)
      return skip('there are no more records than the greatest page has');
    const exchange = replied(await send(toRequest(subject.operation, { query: ofSize(resource, size) })));
    const records = recordsOf(exchange, resource);
    // What becomes of a value that breaks its schema is judged elsewhere.
    if (isRefusal(exchange) || records === undefined || records.length <= most) return PASS;
    return fail({
      expected: `a status of 4xx, or at most ${most} records`,
      actual: `${records.length} records`,
      exchanges: [exchange],
      key: 'too many',
    });
  },
});
