import type { OptionOf } from '../../openapi/behaviours/options';
import { own, propertiesOf, type Resource, templateNames } from '../../openapi/contract';
import { type Exchange, isOfOneCaller, isOfOperation, isSafe, isSuccess } from '../exchange/exchange';
import { listingOf } from '../records/lists/listing';
import { idOf, type JsonRecord, keyOf, recordOf } from '../records/records';
import { furtherIn, membersSent, recordKey, recordsShown, UNNAMED } from './bodies';
import { createSightings, type NewLearner, type Sight } from './learner';

/** Fewer records are in any order by chance. */
const FEWEST_LISTED = 6;
/** So many records whose creates were seen tell how a list that is in no order of ids stands to their ages. */
const FEWEST_MADE = 4;
/** An order that is seen so much more rarely than another one has come by chance. */
const SHARE = 0.1;

type Order = OptionOf<'list.order'>;

export const learnListOrder: NewLearner<'list.order'> = () => {
  const sightings = createSightings<Order>();
  /** By collection and id, the place in the order of creation; what was made at once has none. */
  const born = new Map<string, number>();
  const newest = new Map<string, { readonly id: unknown; readonly doesRise: boolean; readonly count: number }>();
  let other: string | undefined;

  const noteCreate = (exchange: Exchange, resource: Resource): void => {
    const record = isSuccess(exchange) ? recordOf(exchange, resource) : undefined;
    const id = record && idOf(record, resource);
    if (id === undefined || exchange.together !== undefined) return;
    const before = newest.get(resource.storedIn);
    const doesRise = before === undefined || (before.doesRise && compareIds(before.id, id) < 0);
    newest.set(resource.storedIn, { id, doesRise, count: (before?.count ?? 0) + 1 });
    born.set(recordKey(resource, id), born.size);
  };

  const look = (records: readonly JsonRecord[], resource: Resource): Sight<Order> | undefined => {
    const ids = records.map((record) => idOf(record, resource));
    if (ids.length < FEWEST_LISTED || ids.some((id) => id === undefined)) return undefined;
    const shows = `the ids ${ids.slice(0, 8).map(String).join(', ')}${ids.length > 8 ? ', …' : ''}`;
    if (isRising(ids)) return { option: 'by-id', shows };
    const ages = ids.flatMap((id) => born.get(recordKey(resource, id)) ?? []);
    const { doesRise = false, count = 0 } = newest.get(resource.storedIn) ?? {};
    const doIdsTell = doesRise && count > 2;
    if (isFalling(ids) && doIdsTell && isFalling(ages)) return { option: 'newest-first', shows };
    if (isFalling(ids)) return undefined;
    if (ages.length >= FEWEST_MADE && isFalling(ages)) return { option: 'newest-first', shows };
    if (ages.length >= FEWEST_MADE && isRising(ages))
      return { other: `lists begin with what was made first: ${shows}` };
    // Too little is known of the ages: the list may be in their order.
    if (!doIdsTell && (isFalling(ages) || isRising(ages))) return undefined;
    const name = sortedBy(records);
    return name === undefined ? { option: 'any', shows } : { other: `lists are in the order of ${name}: ${shows}` };
  };

  return {
    observe(exchange, purpose) {
      const { request } = exchange;
      if (purpose === undefined || !isOfOperation(exchange) || !isOfOneCaller(request.credential)) return;
      if (!isSafe(request)) {
        if (purpose.role === 'create') noteCreate(exchange, purpose.resource);
        return;
      }
      const listing = purpose.role === 'list' ? listingOf(exchange, purpose.resource) : undefined;
      const sight = listing?.isPlain === true ? look(listing.records, purpose.resource) : undefined;
      if (sight === undefined) return;
      if ('option' in sight) sightings.see(sight.option, sight.shows, [exchange]);
      else other ??= sight.other;
    },
    conclude() {
      const total = sightings.all().reduce((sum, { option }) => sum + sightings.count(option), 0);
      const unseen = other ?? `no list of ${FEWEST_LISTED} records or more shows its order`;
      return sightings.conclude(unseen, (_, count) => count >= total * SHARE);
    },
  };
};

const isNumber = (id: unknown): id is number | bigint => typeof id === 'number' || typeof id === 'bigint';

function compareIds(one: unknown, other: unknown): number {
  if (isNumber(one) && isNumber(other)) return one < other ? -1 : one > other ? 1 : 0;
  const [first, second] = [keyOf(one), keyOf(other)];
  return first < second ? -1 : first > second ? 1 : 0;
}

const isRising = (ids: readonly unknown[]): boolean =>
  ids.every((id, place) => place === 0 || compareIds(ids[place - 1], id) < 0);
const isFalling = (ids: readonly unknown[]): boolean => isRising(ids.toReversed());

/** A member by which records are sorted, either way: then their order has a meaning that no option names. */
function sortedBy(records: readonly JsonRecord[]): string | undefined {
  const names = Object.keys(records[0] ?? {});
  return names.find((name) => {
    const values = records.map((record) => own(record, name));
    if (!values.every((value) => typeof value === 'string' || isNumber(value)) || new Set(values).size < 2)
      return false;
    const steps = values.slice(1).map((value, place) => compareIds(values[place], value));
    return steps.every((step) => step <= 0) || steps.every((step) => step >= 0);
  });
}

/** So many records without any optional member have to be seen, none of them made by a client that was watched. */
const FEWEST_PLAIN = 5;

/** Records that no client made that was watched: those that were there before the first change, and later ones of other ids. */
export const learnOptional: NewLearner<'record.optional'> = () => {
  const made = new Set<string>();
  const without = new Map<Resource, Set<string>>();
  const sightings = createSightings<'shown' | 'left-out'>();
  /** After a create whose record is not known, any new one may be that. */
  let isSure = true;
  const before = new Set<string>();
  return {
    observe(exchange, purpose) {
      const { request } = exchange;
      if (!isSafe(request)) {
        if (purpose === undefined) isSure = false;
        else if (isSuccess(exchange) || exchange.response === undefined || exchange.response.status >= 500) {
          const { resource, role } = purpose;
          const record = recordOf(exchange, resource);
          const id = (record && idOf(record, resource)) ?? own(request.path, resource.idParameter?.name ?? '');
          if (id === undefined && role === 'create') isSure = false;
          else if (id !== undefined) made.add(recordKey(resource, id));
        }
        return;
      }
      if (purpose === undefined || !isOfOneCaller(request.credential)) return;
      const { resource } = purpose;
      const optional = optionalOf(resource);
      if (optional.length === 0) return;
      for (const record of recordsShown(exchange, purpose)) {
        const name = recordKey(resource, idOf(record, resource));
        if (isSure && !made.has(name) && before.size < 10_000) before.add(name);
        if (made.has(name) || !before.has(name)) continue;
        const shown = optional.find((one) => own(record, one) !== undefined);
        if (shown !== undefined) {
          sightings.see('shown', `a record that was there before has ${shown}`, [exchange]);
          continue;
        }
        const keys = (without.get(resource) ?? new Set()).add(name);
        without.set(resource, keys);
        if (keys.size === FEWEST_PLAIN)
          sightings.see('left-out', `records that were there before, all without ${optional.join(', ')}`, [exchange]);
      }
    },
    forget() {
      isSure = false;
    },
    conclude: () =>
      sightings.conclude(
        `fewer than ${FEWEST_PLAIN} records were seen that no watched client had made and whose schema has optional members`,
        (option) => option === 'shown' || sightings.count('shown') === 0,
      ),
  };
};

/** The members that a record need not have; its id, and what says where it belongs, are none. */
const optionalOf = ({ schema, idProperty, collectionPath, itemPath }: Resource): readonly string[] => {
  const places = new Set([...templateNames(collectionPath), ...templateNames(itemPath ?? '')]);
  return [...propertiesOf(schema).values()]
    .filter(({ name, required, writeOnly }) => !required && !writeOnly && name !== idProperty && !places.has(name))
    .map(({ name }) => name);
};

/** So many records without further members have to be seen. */
const FEWEST_CLOSED = 3;

/** What a client has sent itself comes back where unknown members are stored: that is another behaviour. */
export const learnFurtherInRecords: NewLearner<'record.further'> = () => {
  const sent = new Set<string>(
    [UNNAMED, ...Object.getOwnPropertyNames(Object.prototype)].map((name) => name.toLowerCase()),
  );
  const sightings = createSightings<'none' | 'some'>();
  const without = new Set<string>();
  return {
    observe(exchange, purpose) {
      for (const name of membersSent(exchange.request)) sent.add(name.toLowerCase());
      if (purpose === undefined) return;
      for (const record of recordsShown(exchange, purpose)) {
        const found = furtherIn(purpose.resource.schema, record);
        if (found === undefined) continue;
        const [further] = found.filter((name) => !sent.has((name.split('.').at(-1) ?? '').toLowerCase()));
        if (further !== undefined) sightings.see('some', `the member ${further} of a record`, [exchange]);
        else if (found.length === 0) {
          if (without.size < FEWEST_CLOSED) without.add(recordKey(purpose.resource, idOf(record, purpose.resource)));
          sightings.see('none', 'records without further members', [exchange]);
        }
      }
    },
    conclude: () =>
      sightings.conclude(
        `fewer than ${FEWEST_CLOSED} records were seen whose schema allows further members`,
        // What some records have is what records have.
        (option) => option === 'some' || (sightings.count('some') === 0 && without.size >= FEWEST_CLOSED),
      ),
  };
};
