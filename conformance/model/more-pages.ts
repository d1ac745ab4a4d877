import type { PageMember, Resource } from '../../openapi/contract';
import type { Exchange } from './exchange';
import { isNothing, pageFactsOf, type Saying } from './page-facts';

/**
 * Whether a list's reply itself says, or may mean, that there are more records on another page, so that a page that is not
 * full is not the whole list: many services have pages that are shorter than what was asked for. A reply that says it is the
 * last page is believed, whatever it counts.
 *
 * @param count how many records it shows
 */
export function mayHaveMore(exchange: Exchange, { paging }: Pick<Resource, 'paging'>, count: number): boolean {
  if (paging === undefined) return false;
  const facts = pageFactsOf(exchange, paging);
  const sayings = facts.map(({ fact, value }) => SAYINGS[fact]?.(value, count));
  if (sayings.includes('more')) return true;
  return !sayings.includes('end') && facts.some(({ fact, value }) => COUNTED[fact]?.(value, count) === true);
}

type Fact = PageMember['fact'] | 'links';

const SAYINGS: Readonly<Partial<Record<Fact, (value: unknown, count: number) => Saying>>> = {
  next: (value) => (value === undefined ? undefined : isNothing(value) ? 'end' : 'more'),
  hasNext: (value) => (value === true ? 'more' : value === false ? 'end' : undefined),
  isLast: (value) => (value === false ? 'more' : value === true ? 'end' : undefined),
  links: (value) => (/\brel\s*=\s*"?[^";,]*\bnext\b/i.test(String(value ?? '')) ? 'more' : undefined),
};

const COUNTED: Readonly<Partial<Record<Fact, (value: unknown, count: number) => boolean>>> = {
  total: (value, count) => Number(value ?? 0) > count,
  pages: (value) => Number(value ?? 0) > 1,
  // The service has cut what was asked for to a size of its own.
  size: (value, count) => Number(value ?? 0) > 0 && Number(value) <= count,
};
