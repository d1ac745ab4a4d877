import { own, propertiesOf } from '../../../openapi/contract';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { recordBodyOf } from '../../exchange/record-body';
import { bodyOf, type Subject } from '../../exchange/subject';
import type { Listing } from '../../records/lists/listing';
import { keyOf, sameJson } from '../../records/records';
import { nothingToSend } from '../../requests/bodies/record-in-body';
import { fits, hasNaturalKey, sendable } from '../../requests/bodies/valid';
import { type CaseContext, type Check, resourceOf } from '../../steps/check';
import { type Listed, requestWholeList } from '../../steps/lists';
import { createRecord, type Made, recordMarkOf, recordMedia, refusedMark } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { CannotJudge, fail, PASS, skip, type Verdict } from '../../verdict/verdict';
import { isOnMade, renamed, sendTo } from './change';

/**
 * A change of one record changes no other: neither those that this run has made, nor those that it found. Other clients may
 * change theirs at any time. So what happened to another counts where it has the text that was sent, or where the same
 * happened at each of three changes, to the same record or in the same place, and nothing in between.
 */
export const othersUntouched: Check = {
  id: 'others.untouched',
  isShownByFew: true,
  title: 'A change of one record changes no other',
  level: 'MUST',
  applies: (subject) =>
    isOnMade(subject, ['replace', 'patch', 'delete']) &&
    subject.purpose?.resource.operations.list !== undefined &&
    (subject.purpose.role === 'delete' || bodyOf(subject.operation) !== undefined),
  clause: ({ operation }) => ({
    sentence: 'An operation on the record of a path changes that record, and no other.',
    pointer: operation.pointer,
  }),
  cases: ({ purpose, operation }) => {
    const { patch, replace } = purpose?.resource.operations ?? {};
    // One operation of a resource shows most of it.
    const tier = operation === (patch ?? replace) ? 1 : 2;
    return [{ name: 'two changes, each between two lists', tier, run: changeTwo }];
  },
};

/** Lists in which nothing happens, after what was seen at two changes. */
const QUIET_LISTS = 3;

/** What became of another record between two lists. */
interface Touched {
  /** Which record it is, and what became of it, as far as that can come twice. */
  readonly signs: readonly string[];
  readonly what: string;
  /** Whether it has the text that was sent. */
  readonly isMarked: boolean;
}

/** Two lists with a change in between, and what happened to other records meanwhile. */
interface Turn {
  readonly exchanges: readonly Exchange[];
  readonly touched: readonly Touched[];
  /** The same, of a list after it, when nothing was sent but reads. */
  readonly quiet: readonly Touched[];
  /** The last list. */
  readonly later: Listed;
}

async function changeTwo(context: CaseContext): Promise<Verdict> {
  if (context.subject.purpose?.role !== 'delete') recordMedia(context);
  const made = [await createRecord(context), await createRecord(context)];
  const turns: Turn[] = [];
  let before = await requestWholeList(context, resourceOf(context));
  for (const one of made) {
    const turn = await takeTurn(context, one, made, before);
    turns.push(turn);
    before = turn.later;
  }
  const marked = markedIn(turns);
  if (marked !== undefined) return marked;
  if (turns.every(({ touched }) => touched.length === 0)) return PASS;
  if (!isAlike(turns)) throw new CannotJudge(MEANWHILE);
  return changeThird(context, made, turns);
}

const MEANWHILE = 'other clients change records meanwhile';

/** What was seen at two changes may have been another client's: that is not there at a third one, or at no change, too. */
async function changeThird(context: CaseContext, made: readonly Made[], turns: readonly Turn[]): Promise<Verdict> {
  let before = turns.at(-1)?.later;
  for (let nth = 0; nth < QUIET_LISTS; nth += 1) {
    const list = await requestWholeList(context, resourceOf(context));
    if (before?.listing === undefined || list?.listing === undefined) throw new CannotJudge(MEANWHILE);
    if (touchedIn(context, before.listing, list.listing, made).length > 0) throw new CannotJudge(MEANWHILE);
    before = list;
  }
  const third = await createRecord(context);
  const turn = await takeTurn(context, third, [...made, third], before);
  const all = [...turns, turn];
  const marked = markedIn(all);
  if (marked !== undefined) return marked;
  const again = isAlike(all) ? turn.touched.find((one) => isInAll(one, all)) : undefined;
  if (again === undefined) throw new CannotJudge(MEANWHILE);
  return failAt(turn, again);
}

/** What has the text that was sent at a change of another record. */
const markedIn = (turns: readonly Turn[]): Verdict | undefined =>
  turns.flatMap((turn) => turn.touched.filter(({ isMarked }) => isMarked).map((one) => failAt(turn, one)))[0];

/** Whether the same happened at each change, and nothing in between. */
const isAlike = (turns: readonly Turn[]): boolean =>
  turns.every(({ quiet, touched }) => quiet.length === 0 && touched.length === turns[0]?.touched.length) &&
  turns[0]?.touched.some((one) => isInAll(one, turns)) === true;

const isInAll = ({ signs }: Touched, turns: readonly Turn[]): boolean =>
  signs.some((sign) => turns.every(({ touched }) => touched.some((one) => one.signs.includes(sign))));

const failAt = ({ exchanges }: Turn, { what: actual }: Touched): Verdict =>
  fail({ expected: 'the other records as they were', actual, exchanges, key: 'touched' });

/** Changes a record between two lists; another list tells what happens without a change. */
async function takeTurn(
  context: CaseContext,
  one: Made,
  made: readonly Made[],
  before: Listed | undefined,
): Promise<Turn> {
  const resource = resourceOf(context);
  const text = refusedMark(context, context.subject);
  const change = await sendText(context, one, text);
  if (!isSuccess(change)) throw new CannotJudge(`it was not done: ${outcomeOf(change)}`);
  const after = await requestWholeList(context, resource);
  const later = await requestWholeList(context, resource);
  if (before?.listing?.isWhole !== true || after?.listing?.isWhole !== true || later?.listing?.isWhole !== true)
    throw new CannotJudge(skip('no list is short enough to show everything'));
  const { body } = change.request;
  if (body !== undefined && hasNaturalKey(resource) && !after.listing.byKey.has(keyOf(one.id)))
    throw new CannotJudge(renamed(resource));
  return {
    exchanges: [before.exchange, change, after.exchange],
    touched: touchedIn(context, before.listing, after.listing, made, body === undefined ? undefined : text),
    quiet: touchedIn(context, after.listing, later.listing, made),
    later,
  };
}

/** A replacement is the record itself with another text; a patch that text alone. */
async function sendText(context: CaseContext, { record, id }: Made, text: string): Promise<Exchange> {
  const { subject } = context;
  const { role } = subject.purpose ?? {};
  if (role === 'delete') return sendTo(context, id);
  const media = recordMedia(context);
  const names = propertiesOf(media.schema);
  const same = sendable(media.schema, Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name))));
  const mark = recordMarkOf(subject) ?? textOf(subject);
  const body = { ...(role === 'patch' ? {} : Object(same)), [mark ?? '']: text };
  if (mark === undefined || !fits(media, body))
    throw new CannotJudge(nothingToSend(subject, 'no change by a text of its own is known'));
  return sendTo(context, id, body);
}

/** A plain text that a create has to have, for a patch that has to have nothing. */
function textOf(subject: Subject): string | undefined {
  const { create } = subject.purpose?.resource.operations ?? {};
  return create === undefined ? undefined : recordMarkOf({ ...subject, operation: create });
}

function touchedIn(
  { subject: { purpose } }: CaseContext,
  before: Listing,
  after: Listing,
  made: readonly Made[],
  text?: string,
): readonly Touched[] {
  const create = purpose?.resource.operations.create;
  const properties = [...propertiesOf((create && recordBodyOf({ operation: create, purpose })?.schema) ?? {}).values()];
  const settable = properties.filter(({ readOnly }) => !readOnly);
  const ours = new Set(made.map(({ id }) => keyOf(id)));
  const others = [...before.byKey.keys()].filter((key) => !ours.has(key));
  const touchedAt = (key: string): readonly Touched[] => {
    const [was, is] = [before.byKey.get(key), after.byKey.get(key)];
    // A place in which a careless server would look.
    const place = [...(others[0] === key ? ['the first'] : []), ...(others.at(-1) === key ? ['the last'] : [])];
    const isMarked = text !== undefined && Object.values(is ?? {}).includes(text);
    if (was === undefined) return [{ signs: [], what: `a record ${key} that was not there`, isMarked }];
    if (is === undefined) return [{ signs: place, what: `no record ${key} any more`, isMarked }];
    const name = settable.find((one) => !sameJson(own(was, one.name), own(is, one.name)))?.name;
    if (name === undefined) return [];
    const what = `${name}: ${brief(own(is, name))} of the record ${key}, which was ${brief(own(was, name))}`;
    return [{ signs: [`the record ${key}`, ...place], what, isMarked }];
  };
  return [...new Set([...others, ...after.byKey.keys()])].filter((key) => !ours.has(key)).flatMap(touchedAt);
}
