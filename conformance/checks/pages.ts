import { fits, type Paging, type Resource } from '../../openapi/contract';
import { mayHaveMore } from '../records/paging';
import type { JsonRecord } from '../records/records';
import { toRequest } from '../requests/request';
import type { CaseContext, Check } from '../steps/check';
import { tryToCreate } from '../steps/records';
import { type Page, type PageSize, pageOf, type Walk, walkPages, waysOf } from '../steps/walk-pages';
import { inconclusive, PASS, skip, unjudged, type Verdict, warn } from '../verdict/verdict';
import { judgeWalk, type Oddity } from './judge-walk';

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

async function run(context: CaseContext): Promise<Verdict | readonly Verdict[]> {
  const { resource } = context.subject.purpose ?? {};
  const { paging } = resource ?? {};
  if (resource === undefined || paging === undefined) return skip('the list has no pages');
  const before = await longPageWithEnough(context, resource, paging);
  if ('outcome' in before) return before;
  const size = shortSize(paging, before.keys.length);
  if (paging.size !== undefined && size === undefined)
    return inconclusive(`there are too few records for several pages: ${before.keys.length}`);
  const short = { size, query: sizeQuery(paging, size) };
  const walk = await walkSomeWay(context, resource, paging, short, before);
  if (walk === undefined) return inconclusive('the list shows no records whose ids are known');
  const judged = judgeWalk(walk, before.keys);
  if ('reason' in judged) return inconclusive(judged.reason);
  if (judged.length > 0) return confirmed(context, resource, paging, { before, walk, judged, short });
  if (typeof walk.end === 'object') return inconclusive(walk.end.why);
  if (walk.pages.filter(({ keys }) => keys.length > 0).length < 2) return inconclusive('all records are on one page');
  return PASS;
}

/** What is odd counts where it is so again, and the list is as it was, in the same order on pages of each length. */
async function confirmed(
  context: CaseContext,
  resource: Resource,
  paging: Paging,
  seen: { readonly before: Page; readonly walk: Walk; readonly judged: readonly Oddity[]; readonly short: PageSize },
): Promise<Verdict | readonly Verdict[]> {
  const { before, walk, judged, short } = seen;
  const again = await walkPages(
    context,
    listOf(context, resource, paging, walk),
    short,
    new Set(before.keys),
    isWhole(before, resource, paging),
  );
  const after = await longPage(context, resource, paging);
  const isSame = (one: Page | undefined) => one !== undefined && isPrefix(one.keys, before.keys);
  const isStill = 'keys' in after && after.keys.length === before.keys.length && isSame(after);
  if (!isStill || again === undefined || !isSame(walk.pages[0]) || !isSame(again.pages[0]))
    return inconclusive('the list, or its order, changed while its pages were read');
  const found = judgeWalk(again, before.keys);
  const still = 'reason' in found ? [] : found;
  const verdicts = judged.filter(({ key, actual }) => still.some((one) => one.key === key && one.actual === actual));
  if (verdicts.length === 0) return inconclusive('the list changed while its pages were read');
  return verdicts.map((oddity) => warn(oddity));
}

const isPrefix = (one: readonly string[], other: readonly string[]): boolean =>
  one.every((key, place) => place >= other.length || key === other[place]);

const listOf = (
  { subject: { operation } }: CaseContext,
  resource: Resource,
  paging: Paging,
  { way }: Pick<Walk, 'way'>,
) => ({
  operation,
  resource,
  paging,
  way,
});

/** A walk by what replies tell, else by what can be counted. */
async function walkSomeWay(
  context: CaseContext,
  resource: Resource,
  paging: Paging,
  short: PageSize,
  before: Page,
): Promise<Walk | undefined> {
  let walk: Walk | undefined;
  for (const way of waysOf(paging)) {
    const list = listOf(context, resource, paging, { way });
    walk = await walkPages(context, list, short, new Set(before.keys), isWhole(before, resource, paging));
    if (walk === undefined || walk.pages.length > 1 || typeof walk.end !== 'object') return walk;
  }
  return walk;
}

/** A long page with records for several short ones, which are made where they are missing; a verdict where there is none. */
async function longPageWithEnough(context: CaseContext, resource: Resource, paging: Paging): Promise<Page | Verdict> {
  const first = await longPage(context, resource, paging);
  if ('outcome' in first || paging.size === undefined) return first;
  const least = shortSize(paging, Number.MAX_SAFE_INTEGER, 1) ?? 1;
  const count = first.keys.length;
  const missing = Math.min(Math.max(WANTED, least + 1) - count, MOST_CREATED);
  const canCreate = resource.operations.create !== undefined && !resource.guessed.includes('create');
  if (missing <= 0 || count + missing <= least || !canCreate) return first;
  for (let made = 0; made < missing; made++) {
    if ((await tryToCreate(context)) === undefined) return first;
  }
  return longPage(context, resource, paging);
}

async function longPage(context: CaseContext, resource: Resource, paging: Paging): Promise<Page | Verdict> {
  const { operation } = context.subject;
  const exchange = await context.send(toRequest(operation, { query: sizeQuery(paging, longSize(paging)) }));
  if (exchange.response === undefined) return unjudged(exchange);
  const page = pageOf(exchange, resource, paging);
  if (page === undefined) return inconclusive('the list shows no records whose ids are known');
  const isUnique = new Set(page.keys).size === page.keys.length;
  return isUnique ? page : inconclusive('one page shows an id twice: that is judged elsewhere');
}

const longSize = ({ size }: Paging): number => Math.min(LONG, Number(size?.schema.maximum ?? LONG));

/** Whether a long page may have shown all records, whatever it says of further ones: then short ones are followed to their end. */
function isWhole({ exchange, keys }: Page, resource: Resource, paging: Paging): boolean {
  return paging.size === undefined || keys.length < longSize(paging) || !mayHaveMore(exchange, resource, keys.length);
}

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
