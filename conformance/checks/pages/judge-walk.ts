import type { Exchange } from '../../exchange/exchange';
import { isBaseTold } from '../../records/lists/page-promises';
import { type Page, sameKeys, type Walk } from './walk';

/** What is wrong with the pages of a list. */
export interface Oddity {
  readonly key:
    | 'repeated'
    | 'lost'
    | 'ended early'
    | 'endless'
    | 'nothing more'
    | 'none counted'
    | 'no way on'
    | 'total'
    | 'total above'
    | 'page count'
    | 'misplaced'
    | 'stray';
  readonly expected: string;
  readonly actual: string;
  readonly exchanges: readonly Exchange[];
}

/**
 * What is wrong with a walk; a reason where what seems wrong may be meant so.
 *
 * @param wanted the keys of the records that one page has shown, in their order
 */
export function judgeWalk(walk: Walk, wanted: readonly string[]): readonly Oddity[] | { readonly reason: string } {
  const found = [
    repeated(walk),
    endedEarly(walk),
    lost(walk, wanted),
    endless(walk),
    nothingMore(walk),
    noWayOn(walk, wanted),
    total(walk, wanted),
    totalAbove(walk, wanted),
    pageCountAbove(walk, wanted),
  ];
  const oddities = found.filter((one) => one !== undefined);
  const reason = oddities.length === 0 ? undefined : excuseOf(walk, oddities);
  return reason === undefined ? oddities : { reason };
}

const exchangesOf = (pages: readonly Page[]): readonly Exchange[] => pages.map(({ exchange }) => exchange);

function repeated({ pages }: Walk): Oddity | undefined {
  for (const [index, page] of pages.entries()) {
    const earlier = pages.slice(0, index).find(({ keys }) => keys.some((key) => page.keys.includes(key)));
    const key = earlier?.keys.find((one) => page.keys.includes(one));
    if (earlier === undefined || key === undefined) continue;
    const which = sameKeys(page, earlier) ? 'the records of an earlier page, and no others' : `the record ${key} again`;
    const expected = 'pages that show each record once';
    return {
      key: 'repeated',
      expected,
      actual: `on page ${index + 1} ${which}`,
      exchanges: exchangesOf([earlier, page]),
    };
  }
  return undefined;
}

/** A flag says that a page is the last, and further ones show records that none has shown. */
function endedEarly({ pages }: Walk): Oddity | undefined {
  const index = pages.findIndex(({ flag }) => flag === 'end');
  const page = pages[index];
  const shown = new Set(pages.slice(0, index + 1).flatMap(({ keys }) => keys));
  const next = pages.slice(index + 1).find(({ keys }) => keys.some((key) => !shown.has(key)));
  if (page === undefined || next === undefined) return undefined;
  const actual = `page ${index + 1} says that nothing follows, and the next one shows further records`;
  return {
    key: 'ended early',
    expected: 'a page that says what follows',
    actual,
    exchanges: exchangesOf([page, next]),
  };
}

function lost({ pages, end }: Walk, wanted: readonly string[]): Oddity | undefined {
  const shown = new Set(pages.flatMap(({ keys }) => keys));
  const last = wanted.findLastIndex((key) => shown.has(key));
  const missing = wanted.filter((key, index) => !shown.has(key) && (end === 'last' || index < last));
  if (missing.length === 0) return undefined;
  const until = end === 'last' ? 'pages that end' : 'pages that go on';
  return {
    key: 'lost',
    expected: `the ${wanted.length} records of one long page, on shorter ones, too`,
    actual: `${until} without ${missing.length === 1 ? 'the record' : `${missing.length} of them, such as`} ${missing[0]}`,
    exchanges: exchangesOf(pages),
  };
}

function endless({ pages, end }: Walk): Oddity | undefined {
  if (end !== 'cycle') return undefined;
  const actual = 'the next page that is named is one that was shown before';
  return { key: 'endless', expected: 'pages that come to an end', actual, exchanges: exchangesOf(pages.slice(-2)) };
}

function nothingMore({ pages }: Walk): Oddity | undefined {
  const index = pages.findIndex(({ flag }, place) => flag === 'more' && pages[place + 1]?.keys.length === 0);
  const isLast = index >= 0 && index + 2 === pages.length;
  if (!isLast) return undefined;
  const shown = new Set(pages.flatMap(({ keys }) => keys)).size;
  const { total: counted = Number.POSITIVE_INFINITY } = pages[index] ?? {};
  // What it counts itself leaves no doubt.
  const isCounted = counted <= shown;
  const which = isCounted ? `page ${index + 1}, by whose count all was shown,` : `page ${index + 1}`;
  const actual = `${which} says that there is more, and the next one shows nothing`;
  return {
    key: isCounted ? 'none counted' : 'nothing more',
    expected: 'a page that says what follows',
    actual,
    exchanges: exchangesOf(pages.slice(index)),
  };
}

function total({ pages }: Walk, wanted: readonly string[]): Oddity | undefined {
  const there = new Set([...wanted, ...pages.flatMap(({ keys }) => keys)]).size;
  const page = pages.find((one) => one.total !== undefined && one.total < there);
  if (page === undefined) return undefined;
  const expected = `a count of ${there} records at least, since pages have shown so many`;
  return { key: 'total', expected, actual: `a count of ${page.total}`, exchanges: [page.exchange] };
}

/**
 * Whether pages were followed to their end, and have shown what the long one had, and no more: then nothing else is there.
 * Where a page is asked for by number, an empty one has come after the last.
 */
const isAllShown = ({ pages, end }: Walk, wanted: readonly string[]): boolean =>
  end === 'last' && new Set([...wanted, ...pages.flatMap(({ keys }) => keys)]).size === wanted.length;

/** The list goes on, a page says, and no parameter and no token lead there. */
function noWayOn(walk: Walk, wanted: readonly string[]): Oddity | undefined {
  const page = walk.pages.at(-1);
  if (page?.flag !== 'more' || !page.isNoWayLeft || !isAllShown(walk, wanted)) return undefined;
  const actual = 'the last page says that there is more, and shows no way there';
  return { key: 'no way on', expected: 'a page that says what follows', actual, exchanges: [page.exchange] };
}

function totalAbove(walk: Walk, wanted: readonly string[]): Oddity | undefined {
  const page = walk.pages.find(({ total: count = 0 }) => count > wanted.length);
  if (page === undefined || !isAllShown(walk, wanted)) return undefined;
  const expected = `a count of ${wanted.length} records, since the pages end with so many`;
  return { key: 'total above', expected, actual: `a count of ${page.total}`, exchanges: exchangesOf(walk.pages) };
}

/** Too few may be the number of the last page, where the first is 0. */
function pageCountAbove(walk: Walk, wanted: readonly string[]): Oddity | undefined {
  const shown = walk.pages.filter(({ keys }) => keys.length > 0).length;
  const page = walk.pages.find(({ pageCount = 0 }) => pageCount > Math.max(1, shown));
  if (page === undefined || !isAllShown(walk, wanted)) return undefined;
  const expected = `a count of ${shown} pages, since there are no more`;
  return { key: 'page count', expected, actual: `a count of ${page.pageCount}`, exchanges: exchangesOf(walk.pages) };
}

/** What else such pages may mean: their parameters are known by name alone. */
function excuseOf({ way, pages, size }: Walk, oddities: readonly Oddity[]): string | undefined {
  const [first, second] = pages;
  if (way.by === 'told') {
    return isFromLast(pages) && oddities.every(({ key }) => key === 'repeated') ? ON_PURPOSE : undefined;
  }
  const says = pages.some(({ flag, total: count }) => flag !== undefined || count !== undefined);
  const { name } = way.position.parameter;
  if (way.by === 'id') {
    return says && !overlaps(pages)
      ? undefined
      : `whether ${name} names the last record of the page before is not said`;
  }
  if (way.by === 'page') {
    const isLonger = first !== undefined && size !== undefined && first.keys.length > size;
    return isLonger
      ? 'the page without a number is longer than was asked for, and those with one may not be'
      : undefined;
  }
  if (isBaseTold(way.position)) return undefined;
  const isPassedOver = first !== undefined && second !== undefined && sameKeys(first, second) && !says;
  return isPassedOver || overlaps(pages) ? `from which number ${name} counts, and what, is not said` : undefined;
}

const ON_PURPOSE = 'each page begins from a value of the record that the one before has ended with, that one included';

/** Whether each page begins with the record that the one before has ended with. */
const overlaps = (pages: readonly Page[]): boolean =>
  pages.length > 1 &&
  pages.slice(1).every(({ keys }, index) => keys.length === 0 || keys[0] === pages[index]?.keys.at(-1));

/** The same where each is asked for by a value that this record shows, such as its time: then others may have it, too. What all are asked with is a filter. */
function isFromLast(pages: readonly Page[]): boolean {
  const [asked = new Set<string>(), ...others] = pages.map(
    ({ exchange }) => new Set(new URLSearchParams(exchange.request.target.split('?')[1] ?? '').values()),
  );
  return (
    overlaps(pages) &&
    others.every((values, index) =>
      [...values].some((value) => !asked.has(value) && pages[index]?.lastValues.has(value) === true),
    )
  );
}
