import { type Paging, successOf } from '../../../openapi/contract';
import { pageFactsOf, toldNext } from '../../records/paging';
import { toRequest } from '../../requests/request';
import { pageFacts } from '../../rules/relations/page-facts';
import { type CaseContext, type Check, resourceOf } from '../../steps/check';
import { skip, type Verdict } from '../../verdict/verdict';
import { longPageWithEnough, shortSize, sizeQuery } from './sizes';

/** The pages of a list of which the last one is full: there those that count wrongly differ from those that do not. */
export const listPageFacts: Check = {
  ...pageFacts,
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
    const first = await context.send(toRequest(operation, { query }));
    if (first.response?.status !== successOf(operation)?.status) return undefined;
    const next = toldNext(operation, paging, pageFactsOf(first, paging));
    if (typeof next === 'object')
      await context.send(
        toRequest(
          operation,
          'rawQuery' in next ? { rawQuery: next.rawQuery } : { query: { ...query, ...next.position } },
        ),
      );
    await context.send(toRequest(operation, { query: sizeQuery(paging, count) }));
    return undefined;
  }
  const { base, parameter } = position;
  const last = base + Math.ceil(count / size) - 1;
  for (const number of new Set([base, base + 1, last]))
    await context.send(toRequest(operation, { query: { ...query, [parameter.name]: number } }));
  return undefined;
}

/** A size by which so many records make several full pages, as few as can be. */
const fullSize = (paging: Paging, count: number): number | undefined =>
  [2, 3, 4, 5, 7]
    .filter((pages) => count % pages === 0)
    .map((pages) => count / pages)
    .find((size) => Object.keys(sizeQuery(paging, size)).length > 0);
