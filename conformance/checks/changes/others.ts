import { isObject, own, propertiesOf, type Resource } from '../../../openapi/contract';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyOf, type Subject } from '../../exchange/subject';
import type { Listing } from '../../records/listing';
import { idOf, type JsonRecord, sameJson } from '../../records/records';
import { toRequest } from '../../requests/request';
import { fits, hasNaturalKey, nothingToSend, recordBodyOf, sendable, unplaced, wrapped } from '../../requests/valid';
import type { CaseContext, Check } from '../../steps/check';
import { type Listed, requestWholeList } from '../../steps/lists';
import { createRecord, recordMarkOf, refusedMark } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { fail, inconclusive, PASS, skip, type Verdict } from '../../verdict/verdict';

/**
 * A change of one record touches no other: neither those that this run has made, nor those that it found. Other clients may
 * change theirs at any time. So what happened to another counts where it has the text that was sent, or where the same
 * happened at each of three changes, to the same record or in the same place, and nothing in between.
 */
export const othersUntouched: Check = {
  id: 'others.untouched',
  title: 'A change of one record touches no other',
  level: 'MUST',
  applies: ({ purpose, operation }) =>
    purpose !== undefined &&
    ['replace', 'patch', 'delete'].includes(purpose.role) &&
    purpose.resource.operations.create !== undefined &&
    purpose.resource.operations.list !== undefined &&
    purpose.resource.idProperty !== undefined &&
    (purpose.role === 'delete' || bodyOf(operation) !== undefined),
  clause: ({ operation }) => ({
    sentence: 'An operation on the record of a path changes that record, and no other.',
    pointer: operation.pointer,
  }),
  cases: ({ purpose, operation }) => {
    const { patch, replace } = purpose?.resource.operations ?? {};
    // One operation of a resource shows most of it.
    const tier = operation === (patch ?? replace) ? 1 : 2;
    return [{ name: 'two changes, each between two lists', tier, run: judge }];
  },
};

/** Lists in which nothing happens, after what was seen at two changes. */
const QUIET_LISTS = 3;

/** What became of another record between two lists. */
interface Touched {
  readonly key: string;
  /** Which record it is, and what became of it, as far as that can come twice. */
  readonly signs: readonly string[];
  readonly what: string;
  readonly record: JsonRecord | undefined;
}

/** Two lists with a change in between, and what happened to other records meanwhile. */
interface Turn {
  readonly exchanges: readonly Exchange[];
  readonly touched: readonly Touched[];
  /** The same, of a list after it, when nothing was sent but reads. */
  readonly quiet: readonly Touched[];
  readonly text: string | undefined;
  /** The last list. */
  readonly later: Listed;
}

async function judge(context: CaseContext): Promise<Verdict> {
  const { resource } = context.subject.purpose ?? {};
  if (resource === undefined) return PASS;
  const placeless = context.subject.purpose?.role === 'delete' ? undefined : unplaced(context.subject);
  if (placeless !== undefined) return placeless;
  const made: JsonRecord[] = [];
  for (let nth = 0; nth < 2; nth += 1) {
    const one = await createRecord(context);
    made.push(one.record);
  }
  const turns: Turn[] = [];
  let before = await requestWholeList(context, resource);
  for (const record of made) {
    const turn = await take(context, record, idsOf(resource, made), before);
    if (!('touched' in turn)) return turn;
    turns.push(turn);
    before = turn.later;
  }
  const marked = markedIn(turns);
  if (marked !== undefined) return touchedBy(marked);
  if (turns.every(({ touched }) => touched.length === 0)) return PASS;
  return isAlike(turns) ? judgeOnceMore(context, resource, made, turns) : MEANWHILE;
}

const MEANWHILE = inconclusive('other clients change records meanwhile');

const idsOf = (resource: Resource, records: readonly JsonRecord[]): ReadonlySet<string> =>
  new Set(records.map((record) => String(idOf(record, resource))));

/** What was seen at two changes may have been another client's: that is not there at a third one, or at no change, too. */
async function judgeOnceMore(
  context: CaseContext,
  resource: Resource,
  made: readonly JsonRecord[],
  turns: readonly Turn[],
): Promise<Verdict> {
  let before = turns.at(-1)?.later;
  const ours = idsOf(resource, made);
  for (let nth = 0; nth < QUIET_LISTS; nth += 1) {
    const list = await requestWholeList(context, resource);
    if (before?.listing === undefined || list?.listing === undefined) return MEANWHILE;
    if (touchedIn(context.subject, before.listing, list.listing, ours).length > 0) return MEANWHILE;
    before = list;
  }
  const third = await createRecord(context);
  const turn = await take(context, third.record, idsOf(resource, [...made, third.record]), before);
  if (!('touched' in turn)) return turn;
  const all = [...turns, turn];
  const marked = markedIn(all);
  const [again] = isAlike(all) ? turn.touched.filter((one) => isInAll(one, all)) : [];
  if (marked !== undefined) return touchedBy(marked);
  return again === undefined ? MEANWHILE : touchedBy({ ...again, turn });
}

/** What has the text that was sent at a change of another record. */
const markedIn = (turns: readonly Turn[]): (Touched & { readonly turn: Turn }) | undefined =>
  turns
    .flatMap((turn) => turn.touched.map((one) => ({ ...one, turn })))
    .find(({ record, turn: { text } }) => text !== undefined && hasText(record, text));

/** Whether the same happened at each change, and nothing in between. */
const isAlike = (turns: readonly Turn[]): boolean =>
  turns.every(({ quiet, touched }) => quiet.length === 0 && touched.length === turns[0]?.touched.length) &&
  turns[0]?.touched.some((one) => isInAll(one, turns)) === true;

const isInAll = ({ signs }: Touched, turns: readonly Turn[]): boolean =>
  signs.some((sign) => turns.every(({ touched }) => touched.some((one) => one.signs.includes(sign))));

const touchedBy = ({ what, turn }: Touched & { readonly turn: Turn }): Verdict =>
  fail({ expected: 'the other records as they were', actual: what, exchanges: turn.exchanges, key: 'touched' });

const hasText = (record: JsonRecord | undefined, text: string): boolean => Object.values(record ?? {}).includes(text);

async function take(
  context: CaseContext,
  record: JsonRecord,
  ours: ReadonlySet<string>,
  before: Listed | undefined,
): Promise<Turn | Verdict> {
  const { resource } = context.subject.purpose ?? {};
  const none = skip('no list is short enough to show everything');
  if (resource === undefined) return none;
  const text = refusedMark(context, context.subject);
  const change = await send(context, record, text);
  if (change === undefined) return nothingToSend(context.subject, 'no change by a text of its own is known');
  if (!isSuccess(change)) return inconclusive(`it was not done: ${outcomeOf(change)}`);
  const after = await requestWholeList(context, resource);
  const later = await requestWholeList(context, resource);
  if (before?.listing?.isWhole !== true || after?.listing?.isWhole !== true || later?.listing?.isWhole !== true)
    return none;
  const isRenamed = hasNaturalKey(resource) && !after.listing.byKey.has(String(idOf(record, resource)));
  if (isRenamed && change.request.body !== undefined)
    return inconclusive(`the change gave the record another ${resource.idProperty}`);
  return {
    exchanges: [before.exchange, change, after.exchange],
    touched: touchedIn(context.subject, before.listing, after.listing, ours),
    quiet: touchedIn(context.subject, after.listing, later.listing, ours),
    text: change.request.body === undefined ? undefined : text,
    later,
  };
}

/** A replacement is the record itself with another text; a patch that text alone. */
async function send(context: CaseContext, record: JsonRecord, text: string): Promise<Exchange | undefined> {
  const { operation, purpose } = context.subject;
  const { resource } = purpose ?? {};
  if (resource === undefined) return undefined;
  const path = { [resource.idParameter?.name ?? '']: idOf(record, resource) };
  const media = recordBodyOf(context.subject);
  if (media === undefined || purpose?.role === 'delete') return context.send(toRequest(operation, { path }));
  const mark = recordMarkOf(context.subject) ?? textOf(context.subject);
  if (mark === undefined) return undefined;
  const names = propertiesOf(media.schema);
  const same = sendable(media.schema, Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name))));
  const body = purpose?.role === 'patch' || !isObject(same) ? { [mark]: text } : { ...same, [mark]: text };
  if (!fits(media, body)) return undefined;
  return context.send(toRequest(operation, { path, body: wrapped(context, context.subject, body) }));
}

/** A plain text that a create has to have, for a patch that has to have nothing. */
function textOf(subject: Subject): string | undefined {
  const { create } = subject.purpose?.resource.operations ?? {};
  return create === undefined ? undefined : recordMarkOf({ ...subject, operation: create });
}

function touchedIn(
  { purpose }: Subject,
  before: Listing,
  after: Listing,
  ours: ReadonlySet<string>,
): readonly Touched[] {
  const create = purpose?.resource.operations.create;
  const properties = [...propertiesOf((create && recordBodyOf({ operation: create, purpose })?.schema) ?? {}).values()];
  const settable = properties.filter(({ readOnly }) => !readOnly);
  const keys = [...before.byKey.keys()];
  const touched: Touched[] = [];
  for (const key of new Set([...keys, ...after.byKey.keys()])) {
    const [was, is] = [before.byKey.get(key), after.byKey.get(key)];
    if (ours.has(key)) continue;
    const place = placeOf(keys, key, ours);
    if (was === undefined) touched.push({ key, signs: [], what: `a record ${key} that was not there`, record: is });
    else if (is === undefined) touched.push({ key, signs: place, what: `no record ${key} any more`, record: is });
    else {
      const name = settable.find((one) => !sameJson(own(was, one.name), own(is, one.name)))?.name;
      if (name === undefined) continue;
      const what = `${name}: ${brief(own(is, name))} of the record ${key}, which was ${brief(own(was, name))}`;
      touched.push({ key, signs: [`the record ${key}`, ...place], what, record: is });
    }
  }
  return touched;
}

/** Where in a list a record is, if that is a place in which a careless server would look. */
function placeOf(keys: readonly string[], key: string, ours: ReadonlySet<string>): readonly string[] {
  const others = keys.filter((one) => !ours.has(one));
  return [...(others[0] === key ? ['the first'] : []), ...(others.at(-1) === key ? ['the last'] : [])];
}
