/** Lists of which a part is asked for, or another order, and whether all their pages keep to that. */

import { fits, own, type Resource } from '../../../openapi/contract';
import { queryOf } from '../../exchange/query';
import { valueIn } from '../../records/inner';
import { isOfText, leaves, queryBy, schemaBy, wantedIn } from '../../records/lists/condition';
import { conditionsOf } from '../../records/lists/conditions';
import { misplacedIn, orderAsked, sortingOf, wordsOfOrder } from '../../records/lists/orders';
import { type JsonRecord, sameJson } from '../../records/records';
import { brief } from '../../verdict/brief';
import type { Oddity } from './judge-walk';
import type { Page, PagedList, Walk } from './walk';

/** What is asked for, by what the long page shows; undefined where that leaves nothing to tell. */
export type Narrowing = (shown: readonly JsonRecord[], resource: Resource) => JsonRecord | undefined;

/**
 * A filter that leaves so many records or more, and not all; best one by which the list goes on otherwise where the second page begins than
 * it does without the filter.
 */
const narrowedTo =
  (least: number): Narrowing =>
  (shown, resource) => {
    let some: JsonRecord | undefined;
    for (const { query, isLeft } of narrowings(shown, resource)) {
      const left = shown.filter(isLeft);
      if (left.length < least || left.length === shown.length) continue;
      const [last] = left.slice(Math.ceil(left.length / 3) - 1);
      const following = last && shown[shown.indexOf(last) + 1];
      if (following !== undefined && !isLeft(following)) return query;
      some ??= query;
    }
    return some;
  };

export const narrowed = narrowedTo(2);

/** As many as show what becomes of pages without a filter as well. */
export const narrowedToMany = narrowedTo(4);

interface Narrow {
  readonly query: JsonRecord;
  /** The name of the parameter that it asks by. */
  readonly by: string;
  readonly isLeft: (record: JsonRecord) => boolean;
}

/** By each filter and each condition, the value of each record. */
export function* narrowings(shown: readonly JsonRecord[], resource: Resource): Generator<Narrow> {
  for (const { parameter, property } of resource.filters)
    for (const record of shown) {
      const value = own(record, property);
      const isOne = value !== null && value !== undefined && typeof value !== 'object';
      if (isOne && fits(parameter.schema, 'request', value))
        yield {
          query: { [parameter.name]: value },
          by: parameter.name,
          isLeft: (one) => sameJson(own(one, property), value),
        };
    }
  for (const condition of conditionsOf(resource).filter((one) => !isOfText(one)))
    for (const record of shown) {
      const { property, keeps } = condition;
      const held = valueIn(record, property);
      // Of several that may be asked for, one is enough.
      const value = [held, [held]].find((one) => fits(schemaBy(condition), 'request', one));
      if (value !== undefined)
        yield {
          query: queryBy(condition, value),
          by: condition.parameter.name,
          isLeft: (one) => keeps(valueIn(one, property), value) === true,
        };
    }
}

/** An order that is not the usual one, best one by which two records stand alike: a page that ends between them may lose one. */
export const turned: Narrowing = (shown, resource) => {
  const { by, choices } = sortingOf(resource) ?? {};
  const others = [...(choices ?? [])].filter(([text]) => text !== by?.schema.default && text !== by?.schema.enum?.[0]);
  const alike = others.find(([, { property }]) => tieIn(shown, property) !== undefined);
  const [choice] = alike ?? others[0] ?? [];
  return by === undefined || choice === undefined ? undefined : { [by.name]: choice };
};

/** After how many records, in an order by a property, a page ends between two that are alike. */
export function tieIn(records: readonly JsonRecord[], property: string): number | undefined {
  const values = records.map((record) => own(record, property) ?? null);
  const place = values.findIndex(
    (value, at) => value !== null && values.some((other, next) => next > at && sameJson(value, other)),
  );
  return place < 0 ? undefined : place + 1;
}

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
    expected: `${wordsOfOrder(order)}, from page to page`,
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
      // Of several that may be asked for, one is asked for.
      const wanted = [asked[name]].flat();
      return asked[name] === undefined || typeof value === 'object' || wanted.some((one) => sameJson(value, one));
    }) &&
    conditionsOf(resource).every((one) => {
      const wanted = wantedIn(one, asked[one.parameter.name]);
      return wanted === undefined || leaves(one, record, wanted) !== false;
    });
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
