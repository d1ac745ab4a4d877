/** What a list's query asks for by ranges and orders, as the words beside its parameters say. */

import { placeOf } from '../../exchange/place';
import { memberOf, valueIn } from '../../records/inner';
import { isOfText, leaves, namesOf } from '../../records/lists/condition';
import { conditionsOf } from '../../records/lists/conditions';
import { type Listing, passes } from '../../records/lists/listing';
import { misplacedIn, orderAsked, sortingOf, wordsOfOrder } from '../../records/lists/orders';
import { idOf, type JsonRecord, type KnownRecord, keyOf } from '../../records/records';
import { brief } from '../../verdict/brief';
import type { Breach } from '../../verdict/verdict';
import { missing } from '../../verdict/verdict';
import type { Relation, Shown } from '../rule';
import { isJustChanged, missingIn, namesIn } from './compare';
import { heldOf } from './held';

/** A range leaves the records within it, and no others. */
export const range: Relation = {
  id: 'list.range',
  title: 'A range leaves the records within it',
  level: 'MUST',
  reportedFor: 'list',
  applies: ({ purpose }) => purpose?.role === 'list' && conditionsOf(purpose.resource).length > 0,
  clause: ({ purpose, operation }) => ({
    sentence: 'The parameter restricts the results to the records of which its words speak.',
    pointer:
      purpose === undefined
        ? operation.pointer
        : (conditionsOf(purpose.resource)[0]?.parameter.pointer ?? operation.pointer),
  }),
  judge: (shown) => {
    const { listing } = shown;
    if (listing?.isUnderstood !== true || listing.conditions.length === 0) return undefined;
    const breach = outsideIn(listing, shown) ?? lostFrom(listing, shown);
    return breach === undefined ? [] : [breach];
  },
};

const WORDS = {
  least: 'from',
  greatest: 'up to',
  part: 'with',
  word: 'with',
  start: 'beginning with',
  flag: 'as',
  included: 'besides others as',
  any: 'one of',
  all: 'with each of',
  has: 'with',
  equal: 'as',
} as const;

const asWords = ({ conditions, filters }: Listing): string =>
  [
    ...conditions
      .filter(({ condition: { unasked }, wanted }) => wanted !== unasked || conditions.length === 1)
      .map(({ condition, wanted }) => {
        const { kind, isInclusive } = condition;
        const bound = isInclusive === false ? ', that not included' : '';
        return `${namesOf(condition).join(' or ')} ${WORDS[kind]} ${brief(wanted)}${bound}`;
      }),
    ...filters.map(({ property, value }) => `${property} ${brief(value)}`),
  ].join(' and ');

/** A record that a condition does not leave. */
function outsideIn(listing: Listing, { exchange, purpose: { resource } }: Shown): Breach | undefined {
  const named = namesIn(exchange, resource);
  for (const { condition, wanted } of listing.conditions) {
    const { property, parameter } = condition;
    if (!namesOf(condition).every((name) => named.has(memberOf(name)))) continue;
    const stray = listing.records.find((record) => leaves(condition, record, wanted) === false);
    if (stray === undefined) continue;
    return {
      expected: `records of ${asWords(listing)} and no others`,
      actual: `one whose ${property} is ${brief(valueIn(stray, property))}`,
      at: placeOf(exchange, stray, memberOf(property)),
      key: `outside ${parameter.name}`,
      pointer: parameter.pointer,
      topic: { member: property },
    };
  }
  return undefined;
}

/** A record that all of them leave, and that is not in a list which shows everything that they leave. */
function lostFrom(listing: Listing, { exchange, purpose: { resource }, before }: Shown): Breach | undefined {
  if (!listing.isComplete) return undefined;
  const isLeft = (one: KnownRecord): boolean => {
    const held = heldOf(resource, one.sent, before);
    const stays = (name: string): boolean => staysAsIs(name) || held.has(memberOf(name));
    return (
      before.unchanged.has(keyOf(one.id)) &&
      (one.shownIn.has('list') || one.shownIn.has('filtered list')) &&
      !isJustChanged(one, exchange) &&
      passes(listing, one.first.record) &&
      listing.filters.every(({ property }) => stays(property)) &&
      listing.conditions.every(({ condition, wanted }) =>
        namesOf(condition).some((name) => stays(name) && condition.keeps(valueIn(one.latest, name), wanted) === true),
      )
    );
  };
  const lost = missingIn(listing, resource, before).find(isLeft);
  const [first] = listing.conditions;
  if (lost === undefined || first === undefined) return undefined;
  const { condition, wanted } = first;
  const { parameter } = condition;
  const property =
    namesOf(condition).find((name) => condition.keeps(valueIn(lost.latest, name), wanted) === true) ??
    condition.property;
  return {
    expected: `the record ${brief(lost.id)}, whose ${property} is ${brief(valueIn(lost.latest, property))}, among those of ${asWords(listing)}`,
    actual: `${listing.records.length} records without it`,
    key: `lost ${listing.conditions.map(({ condition }) => condition.parameter.name).join(' ')}`,
    pointer: parameter.pointer,
    earlier: lost.first.shownBy,
    topic: missing(resource, lost.id),
  };
}

/** The time of the making stays as it is, though no client sends it. */
const staysAsIs = (name: string): boolean => /^(?:date_?)?(?:created|creation)/i.test(name);

/** A list comes in the order that was asked for, or in the one that the document says. */
export const order: Relation = {
  id: 'list.order',
  title: 'A list has the order that is asked for',
  level: 'MUST',
  reportedFor: 'list',
  applies: ({ purpose }) => {
    const sorting = purpose?.role === 'list' ? sortingOf(purpose.resource) : undefined;
    return sorting !== undefined && (sorting.choices.size > 0 || sorting.said !== undefined);
  },
  clause: ({ purpose, operation }) => ({
    sentence: 'The records come in the order that the document says.',
    pointer: (purpose && sortingOf(purpose.resource)?.by?.pointer) ?? operation.pointer,
  }),
  judge: ({ exchange, purpose: { resource }, query, listing }) => {
    if (listing === undefined || listing.isCut || !query.isLawful) return undefined;
    const isPlain =
      listing.isUnderstood && listing.isFirstPage && listing.conditions.every(({ condition }) => !isOfText(condition));
    const asked = orderAsked(resource, query, isPlain);
    if (asked === undefined || listing.records.length < 2) return undefined;
    const misplaced = misplacedIn(resource, asked, listing.records);
    if (misplaced === undefined) return [];
    const { property, isDescending, pointer } = asked;
    const [one, next] = misplaced;
    const nameOf = (record: JsonRecord): string => brief(valueIn(record, property));
    return [
      {
        expected: wordsOfOrder(asked),
        actual: `${nameOf(one)} before ${nameOf(next)} (${brief(idOf(one, resource))}, ${brief(idOf(next, resource))})`,
        at: placeOf(exchange, next, property),
        key: `order by ${property}${isDescending ? ' descending' : ''}`,
        pointer,
      },
    ];
  },
};
