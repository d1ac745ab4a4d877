import type { OptionOf } from '../../openapi/behaviours/options';
import { own, type Resource, surePurposesOf } from '../../openapi/contract';
import { type Exchange, isOfOneCaller, isOfOperation, isSafe, isSuccess } from '../exchange/exchange';
import { keyOf } from '../records/known';
import { listingOf } from '../records/listing';
import { idOf, type JsonRecord, recordOf } from '../records/records';
import { createSightings, lessonOf, type NewLearner, type Sight } from './learner';

/** Fewer records are in any order by chance. */
const FEWEST = 6;
/** So many records whose creates were seen tell how a list that is in no order of ids stands to their ages. */
const FEWEST_MADE = 4;
/** An order that is seen so much more rarely than another one has come by chance. */
const SHARE = 0.1;

type Order = OptionOf<'list.order'>;

export const learnListOrder: NewLearner<'list.order'> = (contract) => {
  const purposes = surePurposesOf(contract);
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
    born.set(nameOf(resource, id), born.size);
  };

  const look = (records: readonly JsonRecord[], resource: Resource): Sight<Order> | undefined => {
    const ids = records.map((record) => idOf(record, resource));
    if (ids.length < FEWEST || ids.some((id) => id === undefined)) return undefined;
    const shows = `the ids ${ids.slice(0, 8).map(String).join(', ')}${ids.length > 8 ? ', …' : ''}`;
    if (isRising(ids)) return { option: 'by-id', shows };
    const ages = ids.flatMap((id) => born.get(nameOf(resource, id)) ?? []);
    const { doesRise = false, count = 0 } = newest.get(resource.storedIn) ?? {};
    const doIdsTell = doesRise && count > 2;
    if (isFalling(ids) && doIdsTell && isReverse(ages)) return { option: 'newest-first', shows };
    if (isFalling(ids)) return undefined;
    if (ages.length >= FEWEST_MADE && isReverse(ages)) return { option: 'newest-first', shows };
    if (ages.length >= FEWEST_MADE && isReverse(ages.toReversed()))
      return { other: `lists begin with what was made first: ${shows}` };
    // Too little is known of the ages: the list may be in their order.
    if (!doIdsTell && (isReverse(ages) || isReverse(ages.toReversed()))) return undefined;
    const name = sortedBy(records);
    return name === undefined ? { option: 'any', shows } : { other: `lists are in the order of ${name}: ${shows}` };
  };

  return {
    observe(exchange) {
      const { request } = exchange;
      const purpose = purposes.get(request.operation);
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
      return lessonOf(sightings.all(total * SHARE), other ?? `no list of ${FEWEST} records or more told its order`);
    },
  };
};

const nameOf = ({ storedIn }: Resource, id: unknown): string => `${storedIn} ${keyOf(id)}`;

const isNumber = (id: unknown): id is number | bigint => typeof id === 'number' || typeof id === 'bigint';

function compareIds(one: unknown, other: unknown): number {
  if (isNumber(one) && isNumber(other)) return one < other ? -1 : one > other ? 1 : 0;
  const [first, second] = [keyOf(one), keyOf(other)];
  return first < second ? -1 : first > second ? 1 : 0;
}

const isRising = (ids: readonly unknown[]): boolean =>
  ids.every((id, place) => place === 0 || compareIds(ids[place - 1], id) < 0);
const isFalling = (ids: readonly unknown[]): boolean => isRising(ids.toReversed());
const isReverse = (ages: readonly number[]): boolean => isFalling(ages);

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
