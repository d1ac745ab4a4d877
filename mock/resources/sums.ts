/** The members of a record that count or sum up what stands in one of its lists: `itemCount`, `total`. By their names alone. */
import {
  fits,
  formsOf,
  isNumeric,
  isObject,
  itemsOf,
  memoized,
  own,
  type Property,
  plain,
  propertiesOf,
  type Schema,
  typesOf,
} from '../../openapi/contract';
import type { StoredRecord } from '../world/stores/records';

interface Sum {
  readonly member: Property;
  /** The property with the list. */
  readonly list: string;
  readonly of: (items: readonly unknown[]) => number | undefined;
}

const sumsIn = memoized((schema: Schema): readonly Sum[] => {
  const properties = [...propertiesOf(schema).values()];
  const lists = properties.filter((one) => itemsOf(one.schema) !== undefined);
  const numbers = properties.filter((one) =>
    typesOf(one.schema).some((type) => type === 'integer' || type === 'number'),
  );
  const counts = lists.flatMap(({ name: list }) =>
    numbers
      .filter(({ name }) => isCountOf(name, list, lists.length))
      .map((member): Sum => ({ member, list, of: (items) => items.length })),
  );
  const priced = lists.filter((one) => amountsIn(itemsOf(one.schema) ?? {}) !== undefined);
  const [only, ...others] = priced;
  const isWhole = !numbers.some(({ name }) => BESIDE.test(plain(name)));
  const totals = numbers.filter(({ name }) => (isWhole ? TOTAL : SUBTOTAL).test(plain(name)));
  if (only === undefined || others.length > 0) return counts;
  const amountOf = amountsIn(itemsOf(only.schema) ?? {});
  const of: Sum['of'] = (items) => sumOf(items.map((item) => amountOf?.(item)));
  return [...counts, ...totals.map((member) => ({ member, list: only.name, of }))];
});

/** `itemCount`, `items_count`, `numberOfItems`, `totalItems` of `items`; `count` of the only list. */
function isCountOf(name: string, list: string, lists: number): boolean {
  const [, counted = ''] = /^(?:(?:number|num|total)(?:of)?)?(.*?)(?:count|length)?$/.exec(plain(name)) ?? [];
  if (counted === '') return lists === 1 && /count|length/.test(plain(name));
  return plain(name) !== plain(list) && formsOf(list).includes(counted) && counted !== plain(name);
}

/** With taxes and the like beside it a total is more than its items. */
const BESIDE = /tax|vat|shipping|discount|fee|tip|delivery|handling/;
const TOTAL = /^(?:sub|grand|order|cart)?(?:total|sum)(?:amount|price|cost)?$|^(?:amount|price)total$/;
const SUBTOTAL = /^subtotal(?:amount|price)?$/;

/** What an item adds to a total; undefined where its schema has no such members. */
const amountsIn = memoized((item: Schema): ((value: unknown) => number | undefined) | undefined => {
  const named = (names: RegExp): string | undefined =>
    [...propertiesOf(item).keys()].find((name) => names.test(plain(name)));
  const whole = named(/^(?:line|sub|item)?(?:total|sum)(?:amount|price)?$/);
  const price = whole ?? named(/^(?:unit|item)?(?:price|amount|cost)$/);
  const quantity = whole === undefined ? named(/^(?:quantity|qty|count|units)$/) : undefined;
  if (price === undefined) return undefined;
  return (value) => {
    const [each, times = 1] = [price, quantity ?? ''].map((name) => (isObject(value) ? own(value, name) : undefined));
    return isNumeric(each) && isNumeric(times) ? Number(each) * Number(times) : undefined;
  };
});

/** Without what binary fractions add to decimal ones. */
const sumOf = (amounts: readonly (number | undefined)[]): number | undefined =>
  amounts.includes(undefined)
    ? undefined
    : Number(amounts.reduce<number>((sum, one) => sum + (one ?? 0), 0).toFixed(6));

/** A record whose counts and totals are those of what it shows. @param isGiven whether a member is not the service's to set */
export function withSums(schema: Schema, record: StoredRecord, isGiven: (member: Property) => boolean): StoredRecord {
  const summed = sumsIn(schema).flatMap(({ member, list, of }) => {
    const { name } = member;
    const items = own(record, list) ?? [];
    if (isGiven(member) || !Object.hasOwn(record, name) || !Array.isArray(items)) return [];
    const value = of(items);
    return value !== undefined && fits(member.schema, 'response', value) ? [[name, value] as const] : [];
  });
  return summed.length === 0 ? record : { ...record, ...Object.fromEntries(summed) };
}
