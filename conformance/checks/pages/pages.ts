import { fits, type Paging, type Resource } from '../../../openapi/contract';
import { mayHaveMore } from '../../records/paging';
import type { JsonRecord } from '../../records/records';
import { toRequest } from '../../requests/request';
import type { CaseContext, Check } from '../../steps/check';
import { resourceOf } from '../../steps/check';
import { tryToCreate } from '../../steps/records';
import {
  CannotJudge,
  inconclusive,
  PASS,
  replied,
  skip,
  unlessUnjudged,
  type Verdict,
  warn,
} from '../../verdict/verdict';
import { judgeWalk, type Oddity } from './judge-walk';
import { type Page, type PagedList, type PageSize, pageOf, type Walk, type Way, walkPages, waysOf } from './walk';

/**
 * From page to page each record is shown once. What says which page is known by its name alone, so all that comes of it is a
 * warning: what is odd has to be so twice, in a list that stays the same meanwhile.
 */
export const listPages: Check = {
  id: 'list.pages',
  title: 'Pages show each record once, and come to an end',
  level: 'SHOULD',
  applies: ({ purpose }) => purpose?.role === 'list' && isPaged(purpose.resource),
  clause: ({ purpose, operation }) => ({
    sentence: 'The list comes in pages, as the names of its parameters and of what it replies say.',
    pointer: purpose?.resource.paging?.positions[0]?.parameter.pointer ?? operation.pointer,
  }),
  cases: () => [{ name: 'a list on short pages', tier: 1, run }],
};

/** There has to be a way from a page to the next, and something by which a page is told from a filter of that name. */
const isPaged = ({ paging, idProperty }: Resource): boolean =>
  paging !== undefined &&
  idProperty !== undefined &&
  waysOf(paging).length > 0 &&
  (paging.size !== undefined || paging.members.length > 0 || paging.headers.length > 0);

/** Three pages of more than one record take so many. */
const WANTED = 5;
const MOST_CREATED = 4;
/** The longest page that is asked for, where the document names no greatest one. */
const LONG = 50;

/** A list that comes in pages, and the short ones that are asked for. */
interface Paged extends PagedList {
  readonly context: CaseContext;
  /** A long page. */
  readonly before: Page;
  readonly short: PageSize;
}

async function run(context: CaseContext): Promise<Verdict | readonly Verdict[]> {
  const resource = resourceOf(context);
  const { paging } = resource;
  if (paging === undefined) return skip('the list has no pages');
  const list = { operation: context.subject.operation, resource, paging };
  const before = await longPageWithEnough(context, list);
  const size = shortSize(paging, before.keys.length);
  if (paging.size !== undefined && size === undefined)
    return inconclusive(`there are too few records for several pages: ${before.keys.length}`);
  const paged = { ...list, context, before, short: { size, query: sizeQuery(paging, size) } };
  const walk = await walkSomeWay(paged);
  if (walk === undefined) return inconclusive(NO_IDS);
  const judged = judgeWalk(walk, before.keys);
  if ('reason' in judged) return inconclusive(judged.reason);
  if (judged.length > 0) return confirmed(paged, walk, judged);
  if (typeof walk.end === 'object') return inconclusive(walk.end.why);
  if (walk.pages.filter(({ keys }) => keys.length > 0).length < 2) return inconclusive('all records are on one page');
  return PASS;
}

const NO_IDS = 'the list shows no records whose ids are known';

/** What is odd counts where it is so again, and the list is as it was, in the same order on pages of each length. */
async function confirmed(paged: Paged, walk: Walk, judged: readonly Oddity[]): Promise<Verdict | readonly Verdict[]> {
  const { context, before } = paged;
  const again = await walkBy(paged, walk.way);
  const after = await unlessUnjudged(longPage(context, paged));
  const isSame = (one: Page | undefined) => one !== undefined && isPrefix(one.keys, before.keys);
  const isStill = after?.keys.length === before.keys.length && isSame(after);
  if (!isStill || again === undefined || !isSame(walk.pages[0]) || !isSame(again.pages[0]))
    return inconclusive('the list, or its order, changed while its pages were read');
  const found = judgeWalk(again, before.keys);
  const still = 'reason' in found ? [] : found;
  const verdicts = judged.filter(({ key, actual }) => still.some((one) => one.key === key && one.actual === actual));
  return verdicts.length === 0 ? inconclusive('the list changed while its pages were read') : verdicts.map(warn);
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

/** A long page with records for several short ones, which are made where they are missing. */
async function longPageWithEnough(context: CaseContext, list: PagedList): Promise<Page> {
  const { resource, paging } = list;
  const first = await longPage(context, list);
  if (paging.size === undefined) return first;
  const least = shortSize(paging, Number.MAX_SAFE_INTEGER, 1) ?? 1;
  const count = first.keys.length;
  const missing = Math.min(Math.max(WANTED, least + 1) - count, MOST_CREATED);
  const canCreate = resource.operations.create !== undefined && !resource.guessed.includes('create');
  if (missing <= 0 || count + missing <= least || !canCreate) return first;
  for (let made = 0; made < missing; made++) if ((await tryToCreate(context)) === undefined) return first;
  return longPage(context, list);
}

/** @throws CannotJudge where it shows no ids, or one twice */
async function longPage(context: CaseContext, { operation, resource, paging }: PagedList): Promise<Page> {
  const query = sizeQuery(paging, longSize(paging));
  const page = pageOf(replied(await context.send(toRequest(operation, { query }))), resource, paging);
  if (page === undefined) throw new CannotJudge(NO_IDS);
  if (new Set(page.keys).size < page.keys.length)
    throw new CannotJudge('one page shows an id twice: that is judged elsewhere');
  return page;
}

const longSize = ({ size }: Paging): number => Math.min(LONG, Number(size?.schema.maximum ?? LONG));

/** Whether a long page may have shown all records, whatever it says of further ones: then short ones are followed to their end. */
const isWhole = ({ exchange, keys }: Page, { resource, paging }: PagedList): boolean =>
  paging.size === undefined || keys.length < longSize(paging) || !mayHaveMore(exchange, resource, keys.length);

/** The page size that puts records on a few pages: the next one that its schema allows; undefined where each is too long. */
function shortSize({ size }: Paging, records: number, from = Math.ceil(records / 3)): number | undefined {
  if (size === undefined) return undefined;
  const { minimum, enum: values } = size.schema;
  const given = [...(values ?? []), minimum].map(Number).filter((one) => Number.isInteger(one) && one > from);
  return [from, ...given.toSorted((one, other) => one - other)].find(
    (one) => one > 0 && one < records && isAllowed(size, one),
  );
}

const isAllowed = ({ schema }: NonNullable<Paging['size']>, value: number): boolean =>
  fits(schema, 'request', value) || fits(schema, 'request', String(value));

const sizeQuery = ({ size }: Paging, value: number | undefined): JsonRecord =>
  size === undefined || value === undefined || !isAllowed(size, value) ? {} : { [size.name]: value };
