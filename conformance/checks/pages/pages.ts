import type { Paging, Resource } from '../../../openapi/contract';
import { outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { conditionsOf } from '../../records/lists/conditions';
import { saysKeepsQuery } from '../../records/lists/list-words';
import { sortingOf } from '../../records/lists/orders';
import { saysLastHasNone, saysMoreFollow, saysPages, wordsOfPages } from '../../records/lists/page-promises';
import { pageFactsOf, toldNext } from '../../records/lists/paging';
import type { JsonRecord } from '../../records/records';
import { toRequest } from '../../requests/request';
import { expansionQuery } from '../../rules/relations/expanded';
import { type Case, type CaseContext, type Check, resourceOf } from '../../steps/check';
import { fail, inconclusive, PASS, skip, unlessUnjudged, type Verdict, warn } from '../../verdict/verdict';
import { judgeWalk, type Oddity } from './judge-walk';
import { createBetween, deleteBetween, isSteady, isSteadyAdded } from './meanwhile';
import { misplaced, type Narrowing, narrowed, narrowedToMany, stray, tieIn, turned } from './narrowed';
import { byNumbers } from './numbers';
import { isWhole, longPage, longPageWithEnough, NO_IDS, shortSize, sizeQuery } from './sizes';
import {
  type Page,
  type PagedList,
  type PageSize,
  pageOf,
  sameKeys,
  type Walk,
  type Way,
  walkPages,
  waysOf,
} from './walk';

/**
 * From page to page each record is shown once. Where what says which page is known by its name alone, and no words tell of a next
 * page, all that comes of it is a warning. What is odd has to be so twice, in a list that stays the same meanwhile.
 */
export const listPages: Check = {
  id: 'list.pages',
  isOfEach: true,
  title: 'Pages show each record once, and come to an end',
  level: 'SHOULD',
  applies: ({ purpose }) => purpose?.role === 'list' && isPaged(purpose.resource),
  clause: ({ purpose, operation }) => ({
    sentence: 'The list comes in pages, as the names of its parameters and of what it replies say.',
    pointer: purpose?.resource.paging?.positions[0]?.parameter.pointer ?? operation.pointer,
  }),
  cases: (subject) => [
    isFirstList(subject)
      ? { name: 'a list on short pages', tier: 1, run: (context) => run(context, () => ({})) }
      : { name: 'a list, or what a filter leaves, on short pages', tier: 1, run: (context) => run(context, manyOrAll) },
    ...(isSteady(subject)
      ? [{ name: 'a record that goes between two pages', tier: 1 as const, run: deleteBetween }]
      : []),
    ...(isSteadyAdded(subject)
      ? [{ name: 'a record that comes between two pages', tier: 1 as const, run: createBetween }]
      : []),
    ...(subject.purpose === undefined ? [] : otherLists(subject, subject.purpose.resource)),
  ],
};

/** One list shows what becomes of pages without a filter and with one; each further one is asked with one at once, as far as that leaves enough. */
const isFirstList = ({ contract, operation }: Subject): boolean =>
  contract.resources.find((resource) => resource.operations.list !== undefined && isPaged(resource))?.operations
    .list === operation;

const manyOrAll: Narrowing = (shown, resource) => narrowedToMany(shown, resource) ?? {};

/** What is left of both. */
const fewOrAll: Narrowing = (shown, resource) =>
  narrowedToMany(shown, resource) === undefined ? narrowed(shown, resource) : {};

function otherLists(subject: Subject, resource: Resource): readonly Case[] {
  const { paging, filters } = resource;
  const cases: Case[] = [];
  if (filters.length + conditionsOf(resource).length > 0)
    cases.push(
      isFirstList(subject)
        ? { name: 'what a filter leaves, on short pages', tier: 1, run: (context) => run(context, narrowed) }
        : { name: 'the other of both, on short pages', tier: 1, run: (context) => run(context, fewOrAll) },
    );
  if ((sortingOf(resource)?.choices.size ?? 0) > 1)
    cases.push({ name: 'another order, on short pages', tier: 1, run: (context) => run(context, turned) });
  if (paging?.positions.some(({ kind }) => kind === 'page') === true)
    cases.push({ name: 'pages by their numbers', tier: 1, run: byNumbers });
  return cases;
}

/** There has to be a way from a page to the next, and something by which a page is told from a filter of that name. */
const isPaged = ({ paging, idProperty }: Resource): boolean =>
  paging !== undefined &&
  idProperty !== undefined &&
  waysOf(paging).length > 0 &&
  (paging.size !== undefined || paging.members.length > 0 || paging.headers.length > 0);

/** A list that comes in pages, and the short ones that are asked for. */
interface Paged extends PagedList {
  readonly context: CaseContext;
  /** What is asked for beside a page: a filter, an order. */
  readonly asked: JsonRecord;
  /** A long page of that. */
  readonly before: Page;
  readonly short: PageSize;
}

async function run(context: CaseContext, narrowing: Narrowing): Promise<Verdict | readonly Verdict[]> {
  const resource = resourceOf(context);
  const { paging } = resource;
  if (paging === undefined) return skip('the list has no pages');
  const list = { operation: context.subject.operation, resource, paging };
  const all = await longPageWithEnough(context, list);
  const asked = narrowing(all.records, resource);
  // Nothing is left that the usual pages have not shown.
  if (asked === undefined) return PASS;
  const before = Object.keys(asked).length === 0 ? all : await longPage(context, list, asked);
  const size = shortSize(paging, before.keys.length, endOfPage(before, resource, asked));
  if (paging.size !== undefined && size === undefined)
    return inconclusive(`there are too few records for several pages: ${before.keys.length}`);
  const ofSize = sizeQuery(paging, size);
  const isKept = saysKeepsQuery(wordsOfPages(paging));
  // What is asked to be expanded has to be so on each page.
  const more = Object.keys(asked).length === 0 ? {} : expansionQuery(list.operation, resource, 'list');
  const query = { ...ofSize, ...asked, ...more };
  const short = { size, query, kept: isKept ? ofSize : query };
  const paged = { ...list, context, before, asked, short };
  const walk = await walkSomeWay(paged);
  if (walk === undefined) return inconclusive(NO_IDS);
  if (walk.pages.length > 1 && Object.keys(asked).length === 0) context.notes.paged.add(list.operation);
  const judged = judgeAll(paged, walk);
  if ('reason' in judged) return inconclusive(judged.reason);
  if (judged.length > 0) return confirmed(paged, walk, judged);
  const astray = Object.keys(asked).length === 0 ? undefined : await linkAstray(paged, walk);
  if (astray !== undefined) return astray;
  if (typeof walk.end === 'object') return inconclusive(walk.end.why);
  const isOnOne = walk.pages.filter(({ keys }) => keys.length > 0).length < 2;
  if (isOnOne && Object.keys(asked).length === 0) return inconclusive('all records are on one page');
  return PASS;
}

/** A link beside a token that leads elsewhere than that: without the filters, or nowhere. A walk without a token has gone by the link. */
async function linkAstray({ context, operation, resource, paging }: Paged, walk: Walk): Promise<Verdict | undefined> {
  const [first, second] = walk.pages;
  if (walk.way.by !== 'told' || first === undefined || second === undefined) return undefined;
  const ledBy = (ways: Partial<Paging>) =>
    toldNext(operation, paging, pageFactsOf(first.exchange, { ...paging, ...ways }));
  const [token, link] = [ledBy({ headers: [] }), ledBy({ members: [] })];
  if (typeof token !== 'object' || typeof link !== 'object' || !('rawQuery' in link)) return undefined;
  const by = await context.send(toRequest(operation, link));
  const page = pageOf(by, resource, paging);
  // It may leave out the size.
  if (page !== undefined && second.keys.every((key, nth) => page.keys[nth] === key)) return undefined;
  const again = pageOf(await context.send(second.exchange.request), resource, paging);
  if (again === undefined || !sameKeys(again, second))
    return inconclusive('the list changed while its pages were read');
  return fail({
    expected: 'the next page at the address of the link to it, as by the token beside it',
    actual: page === undefined ? outcomeOf(by) : 'other records',
    exchanges: [first.exchange, second.exchange, by],
    key: 'link astray',
  });
}

/** How long a page is that ends between two records which are alike by what they are sorted by; undefined where there are none. */
function endOfPage({ records }: Page, resource: Resource, asked: JsonRecord): number | undefined {
  const { by, choices } = sortingOf(resource) ?? {};
  const { property } = (by && choices?.get(String(asked[by.name]))) ?? {};
  return property === undefined ? undefined : tieIn(records, property);
}

/** What is odd counts where it is so again, and the list is as it was, in the same order on pages of each length. */
async function confirmed(paged: Paged, walk: Walk, judged: readonly Oddity[]): Promise<Verdict | readonly Verdict[]> {
  const { context, before } = paged;
  const again = await walkBy(paged, walk.way);
  const after = await unlessUnjudged(longPage(context, paged, paged.asked));
  const isSame = (one: Page | undefined) => one !== undefined && isPrefix(one.keys, before.keys);
  const isStill = after?.keys.length === before.keys.length && isSame(after);
  if (!isStill || again === undefined || !isSame(walk.pages[0]) || !isSame(again.pages[0]))
    return inconclusive('the list, or its order, changed while its pages were read');
  const found = judgeAll(paged, again);
  const still = 'reason' in found ? [] : found;
  const verdicts = judged.filter(({ key, actual }) => still.some((one) => one.key === key && one.actual === actual));
  return verdicts.length === 0
    ? inconclusive('the list changed while its pages were read')
    : verdicts.map((one) => (isSaid(paged.paging, one) ? fail(one) : warn(one)));
}

/** Many a server finds out that nothing follows when it is asked, where no words say that it knows before. */
const isSaid = (paging: Paging, { key }: Oddity): boolean =>
  saysPages(paging) && (key !== 'nothing more' || saysMoreFollow(paging) || saysLastHasNone(paging));

/** The same, and whether all pages together keep the order and the filters of the first one. */
function judgeAll(paged: Paged, walk: Walk): ReturnType<typeof judgeWalk> {
  const judged = judgeWalk(walk, paged.before.keys);
  if ('reason' in judged) return judged;
  const more = [misplaced(paged, walk), stray(paged, walk)].filter((one) => one !== undefined);
  return [...judged, ...more];
}

const isPrefix = (one: readonly string[], other: readonly string[]): boolean =>
  one.every((key, place) => place >= other.length || key === other[place]);

const walkBy = ({ context, before, short, ...list }: Paged, way: Way): Promise<Walk | undefined> =>
  walkPages(context, { ...list, way }, short, new Set(before.keys), isWhole(before, list));

/** A walk by what replies tell, else by what can be counted. */
async function walkSomeWay(paged: Paged): Promise<Walk | undefined> {
  let walk: Walk | undefined;
  for (const way of waysOf(paged.paging)) {
    walk = await walkBy(paged, way);
    if (walk === undefined || walk.pages.length > 1 || typeof walk.end !== 'object') return walk;
  }
  return walk;
}
