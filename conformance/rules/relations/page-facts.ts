/** What a page says of its number, of how many there are, and of where others are, beside what it shows. */
import {
  keywordOf,
  type PageTarget,
  type Paging,
  type Position,
  plain,
  sentencesAbout,
  sentencesAround,
} from '../../../openapi/contract';
import type { Exchange } from '../../exchange/exchange';
import {
  EXPANDS,
  SAYS_FILLED,
  SAYS_FIRST_HAS_NONE,
  SAYS_LAST_HAS_NONE,
  SAYS_LINK_CARRIES,
  SAYS_LINK_KEEPS,
  SAYS_LINKED,
  SAYS_NEVER_EMPTY,
  SAYS_OWN_NUMBER,
  SAYS_PAGE_COUNT,
  SAYS_PAGE_SIZE,
  SAYS_SIZE_IN_FORCE,
} from '../../records/lists/list-words';
import type { Listing } from '../../records/lists/listing';
import { asPages, isBaseTold, isSaidOfPages, saysLastHasNone, saysPages } from '../../records/lists/page-promises';
import { flagOf, isNothing, pageFactsOf } from '../../records/lists/paging';
import type { Breach } from '../../verdict/verdict';
import type { Relation, Shown } from '../rule';
import { totalSaid } from './told';

export const pageFacts: Relation = {
  id: 'list.page-facts',
  title: 'What a page says of itself and of other pages is so',
  level: 'MUST',
  reportedFor: 'list',
  applies: ({ purpose }) => purpose?.role === 'list' && mayTell(purpose.resource.paging),
  clause: ({ purpose, operation }) => ({
    sentence: 'The reply says which page it is, how many there are, or where others are.',
    pointer: purpose?.resource.paging?.positions[0]?.parameter.pointer ?? operation.pointer,
  }),
  judge: (shown) => {
    const { purpose, listing, query } = shown;
    const { paging } = purpose.resource;
    if (listing === undefined || listing.isCut || !query.isLawful || paging === undefined) return undefined;
    const at = numberedIn(shown, listing, paging);
    const found = [
      ...(at === undefined
        ? []
        : [ownNumber(shown, paging, at), pageCount(shown, paging, at), ...linked(shown, paging, at)]),
      ownSize(shown, paging, listing),
      contradicted(shown, paging) ?? unlinked(shown, paging),
      endless(shown, paging, listing),
      unkept(shown, paging),
      unfilled(shown, paging, listing),
    ];
    return found.filter((one) => one !== undefined);
  },
};

const mayTell = (paging: Paging | undefined): paging is Paging =>
  paging !== undefined &&
  saysPages(paging) &&
  (paging.headers.some(({ kind }) => kind === 'links') ||
    paging.members.some(({ fact }) => fact === 'page' || fact === 'pages' || fact === 'next'));

/** Which page a reply is, where pages are asked for by their numbers. */
interface Numbered {
  readonly position: Position;
  readonly number: number;
  /** The number of the last one, which is told by how many records there are; undefined where that is not sure. */
  readonly last: number | undefined;
  readonly pages: number | undefined;
}

function numberedIn({ exchange, query, purpose }: Shown, listing: Listing, paging: Paging): Numbered | undefined {
  const position = paging.positions.find(({ kind }) => kind === 'page');
  if (position === undefined || !isBaseTold(position)) return undefined;
  const { base, parameter } = position;
  const number = Number(query.values.get(parameter.name) ?? base);
  if (!Number.isInteger(number)) return undefined;
  const total = totalSaid(exchange, purpose.resource, listing);
  const pages = total === undefined ? undefined : pagesOf(total, listing, number - base);
  return { position, number, pages, last: pages === undefined ? undefined : base + Math.max(1, pages) - 1 };
}

/** How many pages such a total makes, where the page is as long as it has to be then: a server may have shorter ones. */
function pagesOf(total: number, { size, records }: Listing, before: number): number | undefined {
  if (size === undefined || size < 1) return undefined;
  const wanted = Math.min(size, total - before * size);
  return records.length === wanted ? Math.ceil(total / size) : undefined;
}

const saidOf = (schema: Parameters<typeof keywordOf>[0]): string => String(keywordOf(schema, 'description') ?? '');

function ownNumber({ exchange }: Shown, paging: Paging, { number, last }: Numbered): Breach | undefined {
  const members = paging.members.filter(({ fact, schema }) => fact === 'page' && SAYS_OWN_NUMBER.test(saidOf(schema)));
  const told = valueIn(exchange, paging, members);
  // Which one a page behind the last is, is left open.
  if (told === undefined || told === number || last === undefined || number > last) return undefined;
  return { expected: `page ${number}, which was asked for`, actual: `page ${told}`, key: 'own number' };
}

function pageCount({ exchange }: Shown, paging: Paging, { pages }: Numbered): Breach | undefined {
  const members = paging.members.filter(({ fact, schema }) => fact === 'pages' && SAYS_PAGE_COUNT.test(saidOf(schema)));
  const told = valueIn(exchange, paging, members);
  if (told === undefined || pages === undefined || told === pages || (pages === 0 && told === 1)) return undefined;
  return { expected: `a count of ${pages} pages, since so many records make them`, actual: `${told}`, key: 'pages' };
}

/** A page that shows more than it says that a page has at the most, or another size than applies, where words say that it is that. */
function ownSize({ exchange, query }: Shown, paging: Paging, { records }: Listing): Breach | undefined {
  const { size } = paging;
  const inForce = paging.members.filter(
    ({ fact, schema, at }) => fact === 'size' && isInForce(exchange, at, saidOf(schema)),
  );
  const applied = valueIn(exchange, paging, inForce);
  const asked = size && (query.values.get(size.name) ?? size.schema.default);
  // Without a bound in its schema a size may be cut to one that is not told.
  const isBounded =
    size !== undefined && (keywordOf(size.schema, 'maximum') !== undefined || !query.values.has(size.name));
  if (isBounded && applied !== undefined && asked !== undefined && Number(asked) !== applied)
    return { expected: `a page size of ${String(asked)}, which applies`, actual: `${applied}`, key: 'size in force' };
  const members = paging.members.filter(({ fact, schema }) => fact === 'size' && SAYS_PAGE_SIZE.test(saidOf(schema)));
  const told = valueIn(exchange, paging, members);
  if (told === undefined || told < 1 || told >= records.length) return undefined;
  return {
    expected: `a page size of ${records.length} at least, since so many are shown`,
    actual: `${told}`,
    key: 'size',
  };
}

/** Whether words beside a member, or behind its name around the list, say that it is the size that applies. */
const isInForce = (exchange: Exchange, at: readonly string[], beside: string): boolean =>
  [
    beside,
    ...sentencesAround(exchange.request.operation, [at.join('.'), at.at(-1) ?? '']).map((text) =>
      String(text.split(new RegExp(`\`(?:${at.join('\\.')}|${at.at(-1)})\``))[1]).slice(0, MOST_BEHIND),
    ),
  ].some((text) => SAYS_SIZE_IN_FORCE.test(text));

const MOST_BEHIND = 60;

/** The number that one of these members has. */
function valueIn(exchange: Exchange, paging: Paging, members: Paging['members']): number | undefined {
  const [fact] = pageFactsOf(exchange, { ...paging, members, headers: [] });
  return typeof fact?.value === 'number' ? fact.value : undefined;
}

/** Where the links lead, by the number of the page. */
function linked(shown: Shown, paging: Paging, { position, number, last }: Numbered): readonly Breach[] {
  if (last === undefined || number > last) return [];
  const { base, parameter } = position;
  const links = linksIn(shown.exchange, paging);
  const wanted: readonly (readonly [PageTarget, number | undefined])[] = [
    ['first', base],
    ['previous', number > base ? number - 1 : undefined],
    ['next', number < last ? number + 1 : undefined],
    ['last', last],
  ];
  return wanted.flatMap(([target, page]): readonly Breach[] => {
    const address = links.get(target);
    const led = address === undefined ? undefined : numberIn(address, parameter.name, base);
    const key = `link ${target}`;
    if (address !== undefined && page === undefined && isSaidToLack(target, paging))
      return [{ expected: `no ${target} page beside page ${number}`, actual: `a link to page ${led ?? address}`, key }];
    if (address === undefined && page !== undefined && isSaidToLack(target, paging) && isNamed(target, paging))
      return [{ expected: `a link to the ${target} page beside page ${number} of ${last}`, actual: 'none', key }];
    if (led === undefined || page === undefined || led === page) return [];
    return [{ expected: `the ${target} page of page ${number}: ${page}`, actual: `a link to page ${led}`, key }];
  });
}

/** Whether words say that the page at one end alone has none. */
const isSaidToLack = (target: PageTarget, paging: Paging): boolean =>
  target === 'next'
    ? saysLastHasNone(paging)
    : target === 'previous' && paging.headers.some(({ description }) => SAYS_FIRST_HAS_NONE.test(description));

const isNamed = (target: PageTarget, { headers, members }: Paging): boolean =>
  headers.some(({ kind, description }) => kind === 'links' && description.includes(target.slice(0, 4))) ||
  members.some(({ fact }) => fact === target);

/** The number of the page that an address asks for. */
function numberIn(address: string, name: string, base: number): number | undefined {
  const query = new URLSearchParams(address.split('#')[0]?.split('?').slice(1).join('?') ?? '');
  const number = Number(query.get(name) ?? base);
  return Number.isInteger(number) ? number : undefined;
}

/** The addresses of other pages, in the header `Link` (RFC 8288) or in the body. */
function linksIn(exchange: Exchange, paging: Paging): ReadonlyMap<PageTarget, string> {
  const links = new Map<PageTarget, string>();
  for (const { fact, form, value } of pageFactsOf(exchange, paging)) {
    if (fact === 'links')
      for (const [, address = '', quoted, bare] of String(value ?? '').matchAll(LINK))
        for (const relation of (quoted ?? bare ?? '').toLowerCase().split(/\s+/)) {
          const target = RELATIONS.get(relation);
          if (target !== undefined) links.set(target, address);
        }
    const isTarget = fact === 'first' || fact === 'previous' || fact === 'next' || fact === 'last';
    if (isTarget && (form === 'url' || form === 'path') && typeof value === 'string' && value.includes('?'))
      links.set(fact, value);
  }
  return links;
}

const LINK = /<([^<>]{0,4000})>[^<]{0,200}?\brel\s{0,3}=\s{0,3}(?:"([^"<]{0,200})"|([\w-]{1,40}))/gi;
const RELATIONS: ReadonlyMap<string, PageTarget> = new Map([
  ['first', 'first'],
  ['prev', 'previous'],
  ['previous', 'previous'],
  ['next', 'next'],
  ['last', 'last'],
]);

/** A page that says that it is the last one, and names another; or that it is not, and names none where all others do. */
function contradicted({ exchange }: Shown, paging: Paging): Breach | undefined {
  if (!saysLastHasNone(paging) || paging.positions.some(({ kind }) => kind === 'page' || kind === 'offset'))
    return undefined;
  const facts = pageFactsOf(exchange, paging);
  const flag = flagOf(facts);
  const next = facts.filter(({ fact, value }) => fact === 'next' && value !== undefined);
  const [named] = next.filter(({ value }) => !isNothing(value));
  if (flag === 'end' && named !== undefined)
    return {
      expected: 'no next page beside the word that this is the last',
      actual: `${named.name}: ${named.value}`,
      key: 'end',
    };
  const linked = linksIn(exchange, paging).has('next');
  const saysLinked = paging.headers.some(
    ({ kind, name, description }) =>
      kind === 'links' &&
      ((/\bnext\b/i.test(description) && SAYS_LAST_HAS_NONE.test(description)) ||
        sentencesAbout(exchange.request.operation, new RegExp(`\\b${name}\\b`)).some((text) =>
          SAYS_LAST_HAS_NONE.test(text),
        )),
  );
  if (saysLinked && next.length > 0 && linked !== (named !== undefined))
    return {
      expected:
        named === undefined ? 'no link beside the word that there is no next page' : `a link beside ${named.name}`,
      actual: linked ? 'a link to the next page' : 'no link to a next page',
      key: 'linked',
    };
  if (flag !== 'more' || next.length === 0 || named !== undefined) return undefined;
  return { expected: 'a next page beside the word that there is more', actual: 'none', key: 'more' };
}

/** A page that says that there is more, and has no link to it, where words say that it has one then. */
function unlinked({ exchange }: Shown, paging: Paging): Breach | undefined {
  const facts = pageFactsOf(exchange, paging);
  const next = facts.find(({ fact, value }) => fact === 'next' && !isNothing(value ?? null));
  if ((next === undefined && flagOf(facts) !== 'more') || linksIn(exchange, paging).has('next')) return undefined;
  const flags = paging.members.flatMap(({ fact, at }) => (fact === 'hasNext' ? (at.at(-1) ?? []) : []));
  const header = paging.headers.find(({ kind, name, description }) => {
    const around = sentencesAbout(exchange.request.operation, new RegExp(`\\b${name}\\b`));
    return kind === 'links' && [description, ...around].some((text) => SAYS_LINKED.test(withoutFlags(text, flags)));
  });
  if (header === undefined) return undefined;
  const actual = exchange.response?.headers.has(header.name.toLowerCase()) ? 'none to a next page' : 'no such header';
  return { expected: `${header.name}: a link to the next page, since there is more`, actual, key: 'unlinked' };
}

/** A text in which a page's flag, where it is true, is what it stands for. */
const withoutFlags = (text: string, flags: readonly string[]): string =>
  flags.reduce(
    (said, name) => said.replaceAll(new RegExp(`[\`"']?\\b${name}\\b[\`"']? is [\`"']?true\\b`, 'g'), 'there is more'),
    asPages(text),
  );

/** A first page of all records that there are, as it says, that names a next one, where words say that the last names none. */
function endless({ exchange, query, purpose }: Shown, paging: Paging, listing: Listing): Breach | undefined {
  const isFirst = paging.positions.every(({ parameter }) => !query.values.has(parameter.name));
  const total = totalSaid(exchange, purpose.resource, listing);
  if (!isFirst || !saysLastHasNone(paging) || !total || listing.records.length !== total) return undefined;
  const told = pageFactsOf(exchange, paging).find(({ fact, value }) => fact === 'next' && !isNothing(value ?? null));
  const next = told?.value ?? linksIn(exchange, paging).get('next');
  if (next === undefined) return undefined;
  return { expected: `no next page, since these are all ${total}`, actual: String(next), key: 'endless' };
}

/** A link to the next page that leaves out what the query asks for, where words say that it has all of that. */
function unkept({ exchange, query }: Shown, paging: Paging): Breach | undefined {
  const address = linksIn(exchange, paging).get('next');
  const positions = paging.positions.map(({ parameter }) => parameter.name);
  const { operation } = exchange.request;
  const isOfAll = isSaidOfPages(operation, paging, SAYS_LINK_KEEPS);
  if (address === undefined || !(isOfAll || isSaidOfPages(operation, paging, SAYS_LINK_CARRIES))) return undefined;
  const queryIn = (target: string): URLSearchParams => new URLSearchParams(target.split('#')[0]?.split('?')[1] ?? '');
  const [asked, linked] = [queryIn(exchange.request.target), queryIn(address)];
  const lost = [...query.values.keys()].find(
    (name) =>
      !positions.includes(name) &&
      // What is put into records is neither a filter nor an order.
      (isOfAll || !EXPANDS.has(plain(name))) &&
      asked.getAll(name).length !== linked.getAll(name).length,
  );
  if (lost === undefined) return undefined;
  const expected = `${lost}=${asked.getAll(lost).join()} in the link to the next page, as in the query`;
  return { expected, actual: address, key: `link without ${lost}` };
}

/** A page with fewer records than were asked for that names a next one, or an empty one behind another, where words say that there is no such. */
function unfilled({ exchange, query }: Shown, paging: Paging, { records }: Listing): Breach | undefined {
  const isBehind = paging.positions.some(({ kind, parameter }) => kind === 'after' && query.values.has(parameter.name));
  if (isBehind && records.length === 0 && isSaidOfPages(exchange.request.operation, paging, SAYS_NEVER_EMPTY))
    return { expected: 'no page without records behind another', actual: 'an empty page', key: 'empty' };
  const { size } = paging;
  const asked = Number(size === undefined ? undefined : (query.values.get(size.name) ?? size.schema.default));
  const hasNext = pageFactsOf(exchange, paging).some(({ fact, value }) => fact === 'next' && !isNothing(value ?? null));
  if (!(records.length < asked) || !hasNext || !isSaidOfPages(exchange.request.operation, paging, SAYS_FILLED))
    return undefined;
  return {
    expected: `${asked} records, since more are left`,
    actual: `${records.length}, and a next page`,
    key: 'unfilled',
  };
}
