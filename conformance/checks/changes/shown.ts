import { own } from '../../../openapi/contract';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { recordBodyOf } from '../../exchange/record-body';
import { takenSteps } from '../../exchange/subject';
import { type Listing, passes } from '../../records/lists/listing';
import { idOf, type JsonRecord, keyOf, recordOf, type Sighting, sameJson } from '../../records/records';
import { carries, echoedProperties } from '../../rules/relations/carries';
import { differenceOf, isSilent, shownSchema } from '../../rules/relations/compare';
import { heldOf, marksOfOne, sentIn } from '../../rules/relations/held';
import { isRewritten } from '../../rules/relations/rewritten';
import { changeOf } from '../../rules/relations/same-value';
import { type CaseContext, resourceOf } from '../../steps/check';
import { lookAgain, noteLate, requestWholeList } from '../../steps/lists';
import { createRecord, isOwnText, type Made, readRecord, recordMarkOf, type Seen } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { fail, type Observation, PASS, unjudged, unlessUnjudged, type Verdict, Violation } from '../../verdict/verdict';
import type { Changed, Three } from './change';

/**
 * Reads a changed record; undefined where no reply tells how it is now.
 *
 * @throws Violation where it does not show what was sent
 */
export async function readChanged(context: CaseContext, changed: Changed): Promise<Sighting | undefined> {
  const { id, by } = changed;
  const resource = resourceOf(context);
  // Of what nothing reads the reply to the change tells how it is.
  if (resource.operations.read === undefined) {
    // What is accepted alone may come later.
    const record = by.response?.status === 202 ? undefined : recordOf(by, resource);
    return record && { record, shownBy: by };
  }
  const seen = await readRecord(context, resource, id);
  if (seen === undefined || isSilent(seen.exchange)) return undefined;
  const { exchange: shownBy, record } = seen;
  if (record === undefined)
    throw new Violation({
      expected: `the record ${brief(id)}, which was changed`,
      actual: outcomeOf(shownBy),
      exchanges: [by, shownBy],
      key: 'not found',
    });
  const difference = notAsSent(context, changed, { record, shownBy });
  if (difference !== undefined) throw new Violation(difference);
  return { record, shownBy };
}

/** What a record shows otherwise than it was sent. */
function notAsSent(
  context: CaseContext,
  { by, wanted }: Changed,
  { record, shownBy }: Sighting,
): Observation | undefined {
  const resource = resourceOf(context);
  const taking = { ...context.subject, operation: by.request.operation };
  const ways = {
    sent: recordBodyOf(taking)?.schema ?? {},
    shown: shownSchema(shownBy, resource),
    // A wrapper may have members of another meaning beside those of the record.
    record: takenSteps(taking).length === 0 ? undefined : resource.schema,
  };
  for (const [name, inner] of echoedProperties(ways)) {
    const [value, shown] = [own(wanted, name), own(record, name)];
    if (value === undefined || value === null || name === resource.idProperty || carries(inner, value, shown)) continue;
    if (context.known.collection(resource).running.has(name) || isRewritten(resource, name, value, shown)) continue;
    // The one of several that has a mark may keep it, whatever is sent.
    if (value === false && marksOfOne(resource).has(name)) continue;
    const expected = `${name}: ${brief(value)}, as it was sent`;
    const defect = changeOf(value, shown);
    const topic = { member: name, ...(defect && { defect }) };
    return { expected, actual: `${name}: ${brief(shown)}`, exchanges: [by, shownBy], key: `${name} differs`, topic };
  }
  return undefined;
}

/** A query for a list, and whether the changed record is to be in it. */
interface Asked {
  readonly query: JsonRecord;
  readonly has: boolean;
}

/**
 * Asks for the list, and for those that filters leave: a changed record is in them as it is now.
 *
 * @param now the record as it was read since, where it was
 */
export async function judgeListed(
  context: CaseContext,
  changed: Changed,
  before: JsonRecord,
  now: JsonRecord | undefined,
): Promise<readonly Verdict[]> {
  const resource = resourceOf(context);
  const isAsked = (value: unknown): boolean => value !== undefined && value !== null && typeof value !== 'object';
  const filtered = resource.filters.flatMap(({ parameter: { name }, property }): readonly Asked[] => {
    const [was, is] = [own(before, property), own(now ?? changed.wanted, property)];
    // What no read has shown, and was not sent, may be as it was.
    if (sameJson(was, is) || (is === undefined && now === undefined)) return [];
    return [
      { query: { [name]: is }, has: true },
      { query: { [name]: was }, has: false },
    ].filter(({ query }) => isAsked(query[name]));
  });
  const is = now ?? { ...before, ...changed.wanted };
  const told: Verdict[] = [];
  for (const asked of [{ query: {}, has: true }, ...filtered]) {
    const look = async (): Promise<Observation | undefined> => {
      const { exchange, listing } = (await requestWholeList(context, resource, asked.query)) ?? {};
      return exchange === undefined || listing?.isPlain !== true || (asked.has && !passes(listing, is))
        ? undefined
        : wrongInList(context, changed, asked, exchange, listing);
    };
    let wrong = await look();
    if (wrong === undefined) continue;
    // Lists may be made of a copy.
    const lateness = await lookAgain(context, async () => {
      wrong = await look();
      return wrong === undefined;
    });
    if (lateness === 'late') told.push(...noteLate(context, resource, changed.by));
    if (lateness === 'never' && wrong !== undefined) return [...told, fail(wrong)];
  }
  return told.length === 0 ? [PASS] : told;
}

function wrongInList(
  context: CaseContext,
  changed: Changed,
  { query, has }: Asked,
  exchange: Exchange,
  listing: Listing,
): Observation | undefined {
  const { byKey, records, isWhole } = listing;
  const { id, by, wanted } = changed;
  const resource = resourceOf(context);
  const record = byKey.get(keyOf(id));
  const mark = recordMarkOf({ ...context.subject, operation: by.request.operation });
  const text = mark && own(wanted, mark);
  const twin = records.find(
    (one) =>
      mark !== undefined && isOwnText(text) && own(one, mark) === text && keyOf(idOf(one, resource)) !== keyOf(id),
  );
  const exchanges = [by, exchange];
  if (twin !== undefined)
    return {
      expected: `no other record with what was sent for the record ${brief(id)}`,
      actual: `the record ${brief(twin)}`,
      exchanges,
      key: 'another record',
    };
  if (record === undefined && has && isWhole)
    return {
      expected: `the record ${brief(id)} in a list that could show more`,
      actual: 'a list without it',
      exchanges,
      key: 'not listed',
    };
  if (record !== undefined && !has)
    return {
      expected: `a list of ${brief(query)} without the record ${brief(id)}, which has another value now`,
      actual: 'a list with it',
      exchanges,
      key: 'listed as before',
    };
  return record && notAsSent(context, changed, { record, shownBy: exchange });
}

/** Reads the records that a change is not about: they are there, as they were made. */
export async function* judgeNeighbours(
  context: CaseContext,
  { neighbours }: Three,
  change: Exchange,
): AsyncGenerator<Verdict> {
  for (const made of neighbours) yield judgeUnchanged(context, made, [change], NEIGHBOUR);
}

/** How it is said that a record is not as it was. */
interface Wording {
  readonly record: string;
  readonly gone: string;
  readonly changed: (property: string) => string;
}

const NEIGHBOUR: Wording = {
  record: 'the other record',
  gone: 'another record',
  changed: () => 'another record',
};

/**
 * Reads a record that nothing may have changed since it was made.
 *
 * @param since the exchanges that were not to change it
 * @param wording the keys of what is found, and what the record is called
 */
export async function judgeUnchanged(
  context: CaseContext,
  { record, exchange: made, id }: Made,
  since: readonly Exchange[],
  { record: name, gone, changed }: Wording,
): Promise<Verdict> {
  const resource = resourceOf(context);
  // Below the very record that it was made below, whatever the run works below by now.
  const seen =
    (await readRecord(context, resource, id, made.request.path)) ?? (await seenInList(context, id, made.request.path));
  if (seen === undefined) return PASS;
  const { exchange, record: now } = seen;
  if (isSilent(exchange)) return unjudged(exchange);
  const exchanges = [made, ...since, exchange];
  if (now === undefined)
    return fail({
      expected: `${name} ${brief(id)}, as before`,
      actual: isSuccess(exchange) ? 'a list without it' : outcomeOf(exchange),
      exchanges,
      key: gone,
    });
  const held = heldOf(resource, sentIn(made, resource), context.known.collection(resource));
  const difference = differenceOf(resource, { record, shownBy: made }, { record: now, shownBy: exchange }, held);
  if (difference === undefined) return PASS;
  return fail({
    expected: `${difference.name}: ${brief(difference.before)} of ${name} ${brief(id)}, as before`,
    actual: `${difference.name}: ${brief(difference.now)}`,
    exchanges,
    key: changed(difference.name),
    topic: { member: difference.name },
  });
}

/**
 * Looks for a record that nothing reads in its list. Where that does not have it, another one is made: one that is listed shows that the
 * first had been.
 */
async function seenInList(context: CaseContext, id: unknown, above: JsonRecord): Promise<Seen | undefined> {
  const resource = resourceOf(context);
  const look = async (one: unknown): Promise<Seen | undefined> => {
    const { exchange, listing } = (await requestWholeList(context, resource, {}, above)) ?? {};
    const record = listing?.byKey.get(keyOf(one));
    return exchange === undefined || (record === undefined && listing?.isWhole !== true)
      ? undefined
      : { exchange, record };
  };
  const first = await look(id);
  if (first === undefined || first.record !== undefined) return first;
  const other = await unlessUnjudged(createRecord(context));
  const isOtherThere = other !== undefined && (await look(other.id))?.record !== undefined;
  return isOtherThere ? look(id) : undefined;
}
