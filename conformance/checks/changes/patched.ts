import { itemsOf, own, type Property, propertiesOf, typesOf } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { recordMembers } from '../../exchange/record-body';
import { bodyOf, isMergePatch, type Subject } from '../../exchange/subject';
import { isReference, type JsonRecord, keyOf, type Sighting, withoutNulls } from '../../records/records';
import { nothingToSend } from '../../requests/bodies/record-in-body';
import { fits } from '../../requests/bodies/valid';
import { differenceOf } from '../../rules/relations/compare';
import { heldOf, sentIn } from '../../rules/relations/held';
import { type Case, type CaseContext, type Check, resourceOf } from '../../steps/check';
import { type RecordMedia, recordMedia, runsByItself } from '../../steps/records';
import { brief } from '../../verdict/brief';
import {
  CannotJudge,
  clauseOf,
  fail,
  orVerdict,
  PASS,
  unlessUnjudged,
  type Verdict,
  verdictsOf,
} from '../../verdict/verdict';
import { type Changed, createThree, ensureSameId, isOnMade, sendChange, type Three } from './change';
import { patchWithin, removeEach } from './merged';
import { judgeListed, judgeNeighbours, readChanged } from './shown';

/** A patch changes what it names, and keeps the rest. */
export const patchedKeepsRest: Check = {
  id: 'patched.keeps-rest',
  title: 'A patch changes what it names, and keeps the rest',
  level: 'MUST',
  isOfEach: true,
  applies: (subject) => isOnMade(subject, ['patch']) && propertiesOf(bodyOf(subject.operation)?.schema ?? {}).size > 0,
  clause: (subject) => clauseOf(subject, 200, 'PATCH changes the members that the body names, and no others.'),
  // In a merge patch alone null has a meaning: it removes a member (RFC 7396 §1).
  cases: ({ operation }) => [isMergePatch(operation) ? MERGED : OTHER_VALUES],
};

const OTHER_VALUES: Case = { name: 'one member at a time', tier: 1, run: patchAlone };
const MERGED: Case = { name: 'one member at a time, null, and a member of a member', tier: 1, run: patchMerged };

async function* patchAlone(context: CaseContext): AsyncGenerator<Verdict> {
  yield* patchEach(context, await createThree(context));
}

/** What a merge patch does besides takes few requests more where records are there for it. */
async function* patchMerged(context: CaseContext): AsyncGenerator<Verdict> {
  const three = await createThree(context);
  const { id, record } = three.made;
  yield* await verdictsOf(() => patchEach(context, three));
  const { latest = record } = context.known.collection(resourceOf(context)).records.get(keyOf(id)) ?? {};
  yield* await verdictsOf(() => removeEach(context, three, latest));
  yield* await verdictsOf(() => patchWithin(context));
}

const MOST_MEMBERS = 4;

/** Patches one member after the other: each is as it was sent, and all others are as they were. */
async function* patchEach(context: CaseContext, three: Three): AsyncGenerator<Verdict> {
  const media = recordMedia(context);
  const { id } = three.made;
  let before = three.made.record;
  let sent = sentIn(three.made.exchange, resourceOf(context));
  let last: Changed | undefined;
  let hasSent = false;
  const names = patchable(context.subject);
  // The first once more, when nothing is as it was made: what a patch resets may have had that value before.
  for (const [nth, name] of [...names, ...names.slice(0, 1)].entries()) {
    const wanted = patchOf(context, media, name, before, nth);
    if (wanted === undefined) continue;
    hasSent = true;
    const changed = yield* orVerdict(sendChange(context, id, wanted));
    if (changed === undefined) continue;
    last = changed;
    const seen = await readChanged(context, changed);
    if (seen === undefined) continue;
    const rest = yield* orVerdict(judgeRest(context, before, sent, changed, seen));
    if (rest !== undefined) yield rest;
    if (nth === 0) yield* await judgeListed(context, changed, before, seen.record);
    before = seen.record;
    sent = sent && { ...sent, ...wanted };
  }
  await patchUnseen(context, id);
  await turnFlags(context, id);
  if (!hasSent) throw new CannotJudge(nothingToSend(context.subject, 'no valid patch is known'));
  if (last !== undefined) yield* judgeNeighbours(context, three, last.by);
}

/** Patches what comes in requests alone: that its reply shows it is for the oracle to say. */
async function patchUnseen(context: CaseContext, id: unknown): Promise<void> {
  const media = recordMedia(context);
  const unseen = [...propertiesOf(media.schema).values()].find(({ writeOnly }) => writeOnly);
  const wanted = unseen && patchOf(context, media, unseen.name, {}, 0);
  if (wanted !== undefined) await unlessUnjudged(sendChange(context, id, wanted));
}

/** Turns all flags on, and off again: what takes what is not true for what is not there shows it. The relation judges the replies. */
async function turnFlags(context: CaseContext, id: unknown): Promise<void> {
  const media = recordMedia(context);
  const flags = [...recordMembers(context.subject).values()].filter(
    ({ readOnly, schema }) => !readOnly && typesOf(schema).join() === 'boolean' && schema.enum === undefined,
  );
  for (const value of flags.length === 0 ? [] : [true, false]) {
    const wanted = Object.fromEntries(flags.map(({ name }) => [name, value]));
    if (fits(media, wanted)) await unlessUnjudged(sendChange(context, id, wanted));
  }
}

/**
 * Some members that a patch may name: first those that a filter asks for, since lists have to follow them, and arrays, which
 * are no sums; last those for which another record has to be named.
 */
function patchable(subject: Subject): readonly string[] {
  const { resource } = subject.purpose ?? {};
  const filters = new Set(resource?.filters.map(({ property }) => property));
  const rank = ({ name, schema }: Property): number => {
    if (filters.has(name)) return 0;
    if (isReference(name, schema)) return 3;
    return itemsOf(schema) === undefined ? 2 : 1;
  };
  return [...recordMembers(subject).values()]
    .filter(({ readOnly, writeOnly, name }) => !readOnly && !writeOnly && name !== resource?.idProperty)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MOST_MEMBERS)
    .map(({ name }) => name);
}

/** A patch of one member, with another value than a record has; undefined where none fits. */
function patchOf(
  { options }: CaseContext,
  media: RecordMedia,
  name: string,
  record: JsonRecord,
  nth: number,
): JsonRecord | undefined {
  const schema = propertiesOf(media.schema).get(name)?.schema ?? {};
  // Inside an object, too, null may mean that a member is to go: whether it does is not judged.
  const value = withoutNulls(anotherValue(schema, [own(record, name)], options.seed + 1 + nth));
  const body = { [name]: value };
  return value !== undefined && fits(media, body) ? body : undefined;
}

/** What was sent before, and the id, are as they were but for what the patch names. */
async function judgeRest(
  context: CaseContext,
  before: JsonRecord,
  sent: JsonRecord | undefined,
  { id, by, wanted }: Changed,
  seen: Sighting,
): Promise<Verdict> {
  const resource = resourceOf(context);
  ensureSameId(by, resource, id, seen.shownBy);
  const rest = [...propertiesOf(resource.schema).keys()].filter((name) => own(wanted, name) === undefined);
  const held = heldOf(resource, sent, context.known.collection(resource));
  const difference = differenceOf(resource, { record: before, shownBy: seen.shownBy }, seen, held, rest);
  if (difference === undefined || (await runsByItself(context, id, difference))) return PASS;
  const { name, before: was, now } = difference;
  return fail({
    expected: `${name}: ${brief(was)}, as before: the patch does not name it`,
    actual: `${name}: ${brief(now)}`,
    exchanges: [by, seen.shownBy],
    key: `${name} changed`,
    topic: { member: name },
  });
}
