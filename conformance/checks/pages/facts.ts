import { type Paging, successOf } from '../../../openapi/contract';
import { type NextPage, pageFactsOf, toldNext, totalOf } from '../../records/lists/paging';
import type { JsonRecord } from '../../records/records';
import { type RequestParts, toRequest } from '../../requests/request';
import { pageFacts } from '../../rules/relations/page-facts';
import { type CaseContext, type Check, resourceOf } from '../../steps/check';
import { skip, type Verdict } from '../../verdict/verdict';
import { narrowed } from './narrowed';
import { longPageWithEnough, shortSize, sizeQuery } from './sizes';

/** The pages of a list of which the last one is full: there those that count wrongly differ from those that do not. */
export const listPageFacts: Check = {
  ...pageFacts,
  isOfEach: true,
  cases: () => [{ name: 'the first page, the second and the last, which is full', tier: 1, run: askForPages }],
};

async function askForPages(context: CaseContext): Promise<Verdict | undefined> {
  const resource = resourceOf(context);
  const { paging } = resource;
  if (paging === undefined) return skip('the list has no pages');
  const { operation } = context.subject;
  const all = await longPageWithEnough(context, { operation, resource, paging });
  const count = all.keys.length;
  const size = fullSize(paging, count) ?? shortSize(paging, count, Math.ceil(count / 2));
  if (size === undefined) return skip('there are too few records for several pages');
  const position = paging.positions.find(({ kind }) => kind === 'page');
  const query = sizeQuery(paging, size);
  if (position === undefined) {
    const next = context.notes.paged.has(operation) ? 'none' : await askForNext(context, paging, { query });
    if (next === undefined) return undefined;
    if (typeof next === 'object') await context.send(toRequest(operation, pageAt(next, query)));
    const full = sizeQuery(paging, count);
    const behind = await askForNext(context, paging, { query: full });
    // A full page that is the last names none, where words say that none is empty.
    if (typeof behind === 'object') await context.send(toRequest(operation, pageAt(behind, full)));
    // Of a longer list so do those that a filter leaves.
    const some = all.total !== undefined && all.total > count ? narrowed(all.records, resource) : undefined;
    if (some !== undefined) await askForAll(context, paging, some);
    return undefined;
  }
  const { base, parameter } = position;
  const last = base + Math.ceil(count / size) - 1;
  for (const number of new Set([base, base + 1, last]))
    await context.send(toRequest(operation, { query: { ...query, [parameter.name]: number } }));
  return undefined;
}

/** Asks for all that a filter leaves on one page, which is full then. */
async function askForAll(context: CaseContext, paging: Paging, filter: JsonRecord): Promise<void> {
  const { operation } = context.subject;
  const exchange = await context.send(toRequest(operation, { query: filter }));
  const count = totalOf(pageFactsOf(exchange, paging));
  const size = count === undefined ? {} : sizeQuery(paging, count);
  if (Object.keys(size).length > 0) await context.send(toRequest(operation, { query: { ...filter, ...size } }));
}

/** Asks for a page; what it says of the next one, undefined where it is not served. */
async function askForNext(context: CaseContext, paging: Paging, parts: RequestParts): Promise<NextPage | undefined> {
  const { operation } = context.subject;
  const exchange = await context.send(toRequest(operation, parts));
  if (exchange.response?.status !== successOf(operation)?.status) return undefined;
  return toldNext(operation, paging, pageFactsOf(exchange, paging));
}

export const pageAt = (next: Exclude<NextPage, string>, query: JsonRecord): RequestParts =>
  'rawQuery' in next ? { rawQuery: next.rawQuery } : { query: { ...query, ...next.position } };

/** A size by which so many records make several full pages, as few as can be. */
const fullSize = (paging: Paging, count: number): number | undefined =>
  [2, 3, 4, 5, 7]
    .filter((pages) => count % pages === 0)
    .map((pages) => count / pages)
    .find((size) => Object.keys(sizeQuery(paging, size)).length > 0);
