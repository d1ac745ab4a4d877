import type { Exchange } from '../../exchange/exchange';
import { isBaseTold, saysPages } from '../../records/lists/page-promises';
import { isSilent, mayHaveMore } from '../../records/lists/paging';
import { toRequest } from '../../requests/request';
import { type CaseContext, resourceOf } from '../../steps/check';
import { fail, inconclusive, PASS, replied, skip, type Verdict } from '../../verdict/verdict';
import { isWhole, longPage, longPageWithEnough, shortSize, sizeQuery } from './sizes';
import { pageOf } from './walk';

/** Each page by its number, and the one behind the last. */
export async function byNumbers(context: CaseContext): Promise<Verdict | readonly Verdict[]> {
  const resource = resourceOf(context);
  const { paging } = resource;
  const position = paging?.positions.find(({ kind }) => kind === 'page');
  if (paging === undefined || position === undefined) return skip('the list has no pages');
  if (!isBaseTold(position) || !saysPages(paging)) return skip('which number the first page has is not said');
  const list = { operation: context.subject.operation, resource, paging };
  const before = await longPageWithEnough(context, list);
  const size = shortSize(paging, before.keys.length);
  if (size === undefined || !isWhole(before, list)) return inconclusive('no long page shows everything');
  const last = position.base + Math.ceil(before.keys.length / size) - 1;
  // A server may have shorter pages than it is asked for, and say nothing of others.
  const isAll = !isSilent(before.exchange, resource) && !mayHaveMore(before.exchange, resource, before.keys.length);
  const end = isAll ? last + 1 : last - 1;
  const exchanges: Exchange[] = [];
  for (let number = position.base; number <= end; number++) {
    const query = { ...sizeQuery(paging, size), [position.parameter.name]: number };
    const exchange = replied(await context.send(toRequest(list.operation, { query })));
    const page = pageOf(exchange, resource, paging);
    exchanges.push(exchange);
    // Behind the last page a server may refuse.
    if (page === undefined && number > last) break;
    const from = (number - position.base) * size;
    const wanted = before.keys.slice(from, from + size);
    if (page === undefined || wanted.join() === page.keys.join()) continue;
    // What others do meanwhile would have to come again at the same places.
    const again = pageOf(replied(await context.send(toRequest(list.operation, { query }))), resource, paging);
    const isSame = async () => (await longPage(context, list)).keys.join() === before.keys.join();
    if (again?.keys.join() !== page.keys.join() || !(await isSame()) || !(await isSame()))
      return inconclusive('the list, or its order, changed meanwhile');
    const expected = wanted.length === 0 ? 'no record on the page behind the last' : `the records ${wanted.join(', ')}`;
    return fail({
      expected: `${expected}, as the whole list has them`,
      actual: `page ${number}: ${page.keys.join(', ') || 'none'}`,
      exchanges,
      key: number > last ? 'behind the last' : 'by number',
    });
  }
  return PASS;
}
