import { type PageMember, type Paging, partAt } from '../../openapi/contract';
import { type Exchange, jsonOf } from './exchange';

/** What a reply tells of its page; links are the text of a header (RFC 8288). */
export interface PageFact {
  readonly fact: PageMember['fact'] | 'links';
  readonly value: unknown;
  /** How the value names another page; of a header undefined. */
  readonly form: PageMember['form'] | undefined;
  /** The name of the member or header. */
  readonly name: string;
}

/** All of it, in the order of the document; a value that the reply lacks is undefined. */
export function pageFactsOf(exchange: Exchange, { members, headers }: Paging): readonly PageFact[] {
  const body = jsonOf(exchange);
  return [
    ...members.map(({ at, fact, form }) => ({ fact, form, value: partAt(body, at), name: at.at(-1) ?? '' })),
    ...headers.map((header) => ({
      fact: header.kind === 'links' ? header.kind : header.fact,
      form: undefined,
      value: exchange.response?.headers.get(header.name.toLowerCase()),
      name: header.name,
    })),
  ];
}

/** A token or an address that leads nowhere. */
export const isNothing = (value: unknown): boolean => value === null || value === '' || value === false;

/** What one fact about a page says of a next one; undefined where it leaves that open. */
export type Saying = 'more' | 'end' | undefined;

/** What the flags of a page say, those that are about nothing else; undefined where they say nothing, or both. */
export function flagOf(facts: readonly PageFact[]): Saying {
  const sayings = facts.map(({ fact, value }) => {
    if (typeof value !== 'boolean' || (fact !== 'hasNext' && fact !== 'isLast')) return undefined;
    return value === (fact === 'hasNext') ? 'more' : 'end';
  });
  const [more, end] = [sayings.includes('more'), sayings.includes('end')];
  return more === end ? undefined : more ? 'more' : 'end';
}

/** Names that leave no doubt that all records are counted: `count` alone may be that of the page. */
const OF_ALL = /total|found|hits/i;

/** How many records there are, as a page tells it; undefined where it tells it not, or not for sure. */
export const totalOf = (facts: readonly PageFact[]): number | undefined =>
  amountOf(facts.filter(({ fact, name }) => fact === 'total' && OF_ALL.test(name)));

/** How many pages there are, as a page tells it; undefined where it tells it not. */
export const pageCountOf = (facts: readonly PageFact[]): number | undefined =>
  amountOf(facts.filter(({ fact }) => fact === 'pages'));

function amountOf(facts: readonly PageFact[]): number | undefined {
  const amounts = facts.map(({ value }) =>
    typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
  );
  // Less than 0 is how some say that they do not know.
  return amounts.find((value): value is number => typeof value === 'number' && value >= 0);
}

/** Whether each place for a way to the next page says that there is none. */
export function isNoWayTold(facts: readonly PageFact[]): boolean {
  const ways = facts.filter(({ fact, value }) => fact === 'next' && value !== undefined);
  return ways.length > 0 && ways.every(({ value }) => isNothing(value)) && facts.every(({ fact }) => fact !== 'links');
}
