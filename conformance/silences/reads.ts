import { own, type Resource, surePurposesOf } from '../../openapi/contract';
import { type Exchange, isOfOneCaller, isOfOperation, isSafe, isSuccess } from '../exchange/exchange';
import { keyOf } from '../records/known';
import { listingOf, passes } from '../records/listing';
import { idOf, type JsonRecord, recordOf } from '../records/records';
import { createSightings, lessonOf, type NewLearner } from './learner';

/** A list that began so soon after the reply to a create tells whether it shows the record at once. */
const SOON_MS = 50;
/** What is late shows its record after so long at the most; later on it was made or changed by somebody else. */
const LATEST_MS = 5000;
const FEWEST = 3;
/** So many new records are waited for at a time. */
const MOST = 100;

interface Waiting {
  readonly resource: Resource;
  readonly record: JsonRecord;
  readonly made: Exchange;
  /** A list that could have shown the record and did not. */
  missedBy?: Exchange;
}

/** A list without a new record is late only if a later one has it: else it may never show it. */
export const learnReads: NewLearner<'reads'> = (contract) => {
  const purposes = surePurposesOf(contract);
  const sightings = createSightings<'at-once' | 'late'>();
  let waiting: readonly Waiting[] = [];

  const noteCreate = (exchange: Exchange, resource: Resource): void => {
    const record = isSuccess(exchange) && exchange.response?.status !== 202 ? recordOf(exchange, resource) : undefined;
    if (record === undefined || idOf(record, resource) === undefined || exchange.together !== undefined) return;
    waiting = [...waiting.slice(1 - MOST), { resource, record, made: exchange }];
  };

  const lookFor = (one: Waiting, exchange: Exchange, resource: Resource): boolean => {
    const { request, startedAt, together } = exchange;
    if (one.resource !== resource || !isSameCaller(one.made, exchange) || together !== undefined) return true;
    const listing = listingOf(exchange, resource);
    if (listing?.isPlain !== true || !isBelowSame(one.made, exchange)) return true;
    const since = startedAt - (one.made.startedAt + one.made.milliseconds);
    if (listing.byKey.has(keyOf(idOf(one.record, resource)))) {
      const { missedBy } = one;
      if (missedBy !== undefined && since < LATEST_MS)
        sightings.see('late', 'a list without a record that was made before it, and a later one with it', [
          one.made,
          missedBy,
          exchange,
        ]);
      else if (missedBy === undefined && since <= SOON_MS)
        sightings.see(
          'at-once',
          `a list that began ${Math.max(0, Math.round(since))} ms after the record was made shows it`,
          [one.made, exchange],
        );
      return false;
    }
    if (listing.isWhole && passes(listing, one.record)) one.missedBy ??= exchange;
    return since < LATEST_MS && request.operation === resource.operations.list;
  };

  return {
    observe(exchange) {
      const { request } = exchange;
      if (!isOfOperation(exchange)) return;
      const purpose = purposes.get(request.operation);
      if (!isSafe(request)) {
        // What changes or deletes records may hide them, or show them anew.
        if (purpose?.role !== 'create') waiting = [];
        else if (isOfOneCaller(request.credential)) noteCreate(exchange, purpose.resource);
        return;
      }
      if (purpose?.role !== 'list' || waiting.length === 0) return;
      waiting = waiting.filter((one) => lookFor(one, exchange, purpose.resource));
    },
    forget() {
      waiting = [];
    },
    conclude() {
      const late = sightings.all().filter(({ option }) => option === 'late');
      const few = `fewer than ${FEWEST} lists were asked for within ${SOON_MS} ms after a create that they could show`;
      // A list that is late by little is now and then in time.
      return late.length > 0 ? lessonOf(late, few) : lessonOf(sightings.all(FEWEST), few);
    },
  };
};

const isSameCaller = (one: Exchange, other: Exchange): boolean =>
  JSON.stringify(one.request.credential) === JSON.stringify(other.request.credential);

const isBelowSame = (made: Exchange, listed: Exchange): boolean =>
  Object.entries(listed.request.path).every(([name, value]) => keyOf(own(made.request.path, name)) === keyOf(value));
