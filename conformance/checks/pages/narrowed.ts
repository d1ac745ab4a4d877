/** Lists of which a part is asked for, or another order, and whether all their pages keep to that. */
import { fits, own, type Resource } from '../../../openapi/contract';
import { queryOf } from '../../exchange/query';
import { isOfText, leaves, valueIn } from '../../records/condition';
import { conditionsOf } from '../../records/conditions';
import { misplacedIn, orderAsked, sortingOf } from '../../records/orders';
import { type JsonRecord, sameJson } from '../../records/records';
import { brief } from '../../verdict/brief';
import type { Oddity } from './judge-walk';
import type { Page, PagedList, Walk } from './walk';

/** What is asked for, by what the long page shows; undefined where that leaves nothing to tell. */
export type Narrowing = (shown: readonly JsonRecord[], resource: Resource) => JsonRecord | undefined;

/** A filter that leaves two records or more, and not all. */
export const narrowed: Narrowing = (shown, resource) => {
  const some = (test: (record: JsonRecord) => boolean): boolean => {
    const count = shown.filter(test).length;
    return count > 1 && count < shown.length;
  };
  for (const { parameter, property } of resource.filters)
    for (const record of shown) {
      const value = own(record, property);
      const isOne = value !== null && value !== undefined && typeof value !== 'object';
      if (isOne && fits(parameter.schema, 'request', value) && some((one) => sameJson(own(one, property), value)))
        return { [parameter.name]: value };
    }
  for (const condition of conditionsOf(resource).filter((one) => !isOfText(one)))
    for (const record of shown) {
      const { parameter, property, keeps } = condition;
      const value = valueIn(record, property);
      const isLeft = (one: JsonRecord): boolean => keeps(valueIn(one, property), value) === true;
      if (fits(parameter.schema, 'request', value) && some(isLeft)) return { [parameter.name]: value };
    }
  return undefined;
};

/** An order that is not the usual one. */
export const turned: Narrowing = (_, resource) => {
  const { by, choices } = sortingOf(resource) ?? {};
  const choice = [...(choices ?? new Map()).keys()].find(
    (one) => one !== by?.schema.default && one !== by?.schema.enum?.[0],
  );
  return by === undefined || choice === undefined ? undefined : { [by.name]: choice };
};

/** A list, what is asked for beside a page, and a long page of that. */
interface AskedList extends PagedList {
  readonly asked: JsonRecord;
  readonly before: Page;
}

/** Records of all pages together in another order than was asked for, or than the document says. */
export function misplaced({ resource, operation, asked, before }: AskedList, { pages }: Walk): Oddity | undefined {
  const order = orderAsked(resource, queryOf(before.exchange.request), Object.keys(asked).length === 0);
  const records = pages.flatMap((page) => page.records);
  const found = order && misplacedIn(resource, order, records);
  if (order === undefined || found === undefined || operation !== resource.operations.list) return undefined;
  const [one, next] = found.map((record) => brief(own(record, order.property)));
  return {
    key: 'misplaced',
    expected: `${order.property} ${order.isDescending ? 'descending' : 'ascending'} from page to page`,
    actual: `${one} before ${next}`,
    exchanges: pages.map(({ exchange }) => exchange),
  };
}

/** A record that the filter does not leave, by its own value: what the long page shows need not be all that it leaves. */
export function stray(
  { resource, asked }: Pick<AskedList, 'resource' | 'asked'>,
  { pages }: Pick<Walk, 'pages'>,
): Oddity | undefined {
  const isLeft = (record: JsonRecord): boolean =>
    resource.filters.every(({ parameter: { name }, property }) => {
      const value = own(record, property);
      return asked[name] === undefined || typeof value === 'object' || sameJson(value, asked[name]);
    }) &&
    conditionsOf(resource).every(
      (one) => asked[one.parameter.name] === undefined || leaves(one, record, asked[one.parameter.name]) !== false,
    );
  for (const [index, { records, keys }] of pages.entries()) {
    const place = records.findIndex((record) => !isLeft(record));
    if (place < 0) continue;
    return {
      key: 'stray',
      expected: `the records that ${brief(asked)} leaves, on each page`,
      actual: `another one on page ${index + 1}: ${keys[place]}`,
      exchanges: pages.map(({ exchange }) => exchange),
    };
  }
  return undefined;
}
