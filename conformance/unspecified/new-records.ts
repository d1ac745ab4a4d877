import type { OptionOf } from '../../openapi/behaviours/options';
import { isNumeric, keywordOf, own, propertiesOf, type Resource, stringifyJson } from '../../openapi/contract';
import { evidenceOf } from '../exchange/evidence';
import { type Exchange, isOfOneCaller, isOfOperation, isSafe, isSuccess } from '../exchange/exchange';
import { recordBodyOf } from '../exchange/record-body';
import { listingOf, passes } from '../records/lists/listing';
import { idOf, type JsonRecord, keyOf, recordOf, shownWithId } from '../records/records';
import { recordSent } from './bodies';
import { createSightings, lessonOf, type NewLearner } from './learner';

/** Only a member that has no default in the document is left open. */
export const learnOmitted: NewLearner<'record.omitted'> = () => {
  const sightings = createSightings<'absent' | 'filled'>();
  return {
    observe(exchange, purpose) {
      const { request } = exchange;
      if (purpose === undefined || !isCreate(exchange, purpose.role) || !isSuccess(exchange)) return;
      const [sent, shown] = [recordSent(request, purpose), recordOf(exchange, purpose.resource)];
      const taken = recordBodyOf({ operation: request.operation, purpose });
      if (sent === undefined || shown === undefined || taken === undefined) return;
      for (const { name, schema: member, required, readOnly, writeOnly } of propertiesOf(taken.schema).values()) {
        const isLeftOpen = keywordOf(member, 'enum') !== undefined && keywordOf(member, 'default') === undefined;
        if (required || readOnly || writeOnly || !isLeftOpen || own(sent, name) !== undefined) continue;
        const described = propertiesOf(purpose.resource.schema).get(name);
        if (described === undefined || described.required) continue;
        const value = own(shown, name);
        if (value === undefined)
          sightings.see('absent', `a new record without ${name}, which was not sent`, [exchange]);
        else if (value !== null)
          sightings.see('filled', `a new record with ${name}: ${String(value)}, which was not sent`, [exchange]);
      }
    },
    conclude: () => sightings.conclude('no record was made without an optional member that has choices and no default'),
  };
};

/** A PUT that makes a record says so by its status. */
const isCreate = ({ response }: Exchange, role: string): boolean =>
  role === 'create' || (role === 'replace' && response?.status === 201);

/** So many creates in a row, with nothing else changed between two of them. */
const FEWEST_STEPS = 2;
const FEWEST_SPARSE = 3;

export const learnIds: NewLearner<'ids'> = () => {
  const steps: { readonly by: bigint; readonly exchanges: readonly [Exchange, Exchange] }[] = [];
  let last: { readonly id: bigint; readonly of: string; readonly exchange: Exchange } | undefined;
  let isChosen = false;
  return {
    observe(exchange, purpose) {
      const { request, together } = exchange;
      if (isSafe(request)) return;
      const before = last;
      last = undefined;
      const refused = !isSuccess(exchange) && exchange.response !== undefined && exchange.response.status < 500;
      // What is refused makes no record; whether it takes an id the next one shows.
      if (refused) last = before;
      if (purpose?.role !== 'create' || refused || together !== undefined || !isOfOneCaller(request.credential)) return;
      const { resource } = purpose;
      const { id } = shownWithId(exchange, resource) ?? {};
      const isOfClient = own(recordSent(request, purpose) ?? {}, resource.idProperty ?? '') !== undefined;
      if (isOfClient || !isNumeric(id)) return;
      isChosen = true;
      const of = `${resource.name} ${JSON.stringify(request.credential)} ${stringifyJson(request.path)}`;
      last = { id: BigInt(id), of, exchange };
      if (before?.of === of) steps.push({ by: last.id - before.id, exchanges: [before.exchange, exchange] });
    },
    forget() {
      last = undefined;
    },
    conclude() {
      const ones = steps.filter(({ by }) => by === 1n);
      const rising = steps.filter(({ by }) => by > 1n);
      const falling = steps.filter(({ by }) => by < 0n);
      const figures = steps
        .slice(0, 8)
        .map(({ by }) => (by > 0n ? `+${by}` : String(by)))
        .join(', ');
      const shows = `from one new id to the next: ${figures}`;
      const few = 'too few records were made one right after the other';
      const seen = (option: OptionOf<'ids'>, [first]: typeof steps) =>
        lessonOf(first === undefined ? [] : [{ option, shows, exchanges: first.exchanges.map(evidenceOf) }], few);
      if (falling.length === 0 && ones.length >= Math.max(FEWEST_STEPS, rising.length)) return seen('sequence', ones);
      if (falling.length === 0 && ones.length === 0 && rising.length >= FEWEST_SPARSE) return seen('sparse', rising);
      if (falling.length > 0 && rising.length > 0 && ones.length === 0 && steps.length >= FEWEST_SPARSE)
        return seen('random', falling);
      if (steps.length === 0 && !isChosen)
        return { unknown: 'no record was made whose id is an integer that the service has chosen' };
      return { unknown: steps.length < FEWEST_SPARSE ? few : `the new ids are of no option: ${shows}` };
    },
  };
};

/** A list that began so soon after the reply to a create tells whether it shows the record at once. */
const SOON_MS = 50;
/** What is late shows its record after so long at the most; later on another client has made or changed it. */
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
export const learnReads: NewLearner<'reads'> = () => {
  const sightings = createSightings<'at-once' | 'late'>();
  let waiting: readonly Waiting[] = [];

  const noteCreate = (exchange: Exchange, resource: Resource): void => {
    const { record } = shownWithId(exchange, resource) ?? {};
    if (record === undefined || exchange.response?.status === 202 || exchange.together !== undefined) return;
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
    observe(exchange, purpose) {
      const { request } = exchange;
      if (!isOfOperation(exchange)) return;
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
    conclude: () =>
      sightings.conclude(
        `fewer than ${FEWEST} lists were asked for within ${SOON_MS} ms after a create that they could show`,
        // A list that is late by little is now and then in time.
        (option, count) => option === 'late' || (sightings.count('late') === 0 && count >= FEWEST),
      ),
  };
};

const isSameCaller = (one: Exchange, other: Exchange): boolean =>
  JSON.stringify(one.request.credential) === JSON.stringify(other.request.credential);

const isBelowSame = (made: Exchange, listed: Exchange): boolean =>
  Object.entries(listed.request.path).every(([name, value]) => keyOf(own(made.request.path, name)) === keyOf(value));
