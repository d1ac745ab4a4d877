import { filledInBy, isObject, own, type Property, propertiesOf, successOf } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { mapOf } from '../../arbitraries/plain';
import { bodyOf, type Subject, takenSteps } from '../../exchange/subject';
import type { JsonRecord, Sighting } from '../../records/records';
import { sameJson } from '../../records/records';
import { nothingToSend } from '../../requests/bodies/record-in-body';
import { fits } from '../../requests/bodies/valid';
import { type CaseContext, type Check, resourceOf } from '../../steps/check';
import { recordMarkOf, recordMedia, refusedMark } from '../../steps/records';
import { brief } from '../../verdict/brief';
import {
  CannotJudge,
  clauseOf,
  fail,
  orVerdict,
  PASS,
  unlessUnjudged,
  type Verdict,
  warn,
} from '../../verdict/verdict';
import { type Changed, createThree, isOnMade, membersOf, sendChange, type Three } from './change';
import { judgeListed, judgeNeighbours, readChanged } from './shown';

/** A record that was replaced is what was sent, and no longer what it was (RFC 9110 §9.3.4). */
export const replacedShown: Check = {
  id: 'replaced.shown',
  title: 'A replaced record is read and listed as it was sent',
  level: 'MUST',
  applies: (subject) => isOnMade(subject, ['replace']) && bodyOf(subject.operation) !== undefined,
  clause: (subject) => clauseOf(subject, 200, 'PUT replaces the record with what the body says.'),
  cases: () => [{ name: 'other values, and what is optional left out', tier: 1, run: replace }],
};

async function* replace(context: CaseContext): AsyncGenerator<Verdict> {
  const media = recordMedia(context);
  const three = await createThree(context);
  const { id, record } = three.made;
  const leastBut = (filledIn: JsonRecord) =>
    leastOf(context, record, filledIn).find((one) => fits(media, { ...filledIn, ...one }));
  const least = leastBut({});
  if (least === undefined) throw new CannotJudge(nothingToSend(context.subject, 'no other valid body is known'));
  const filledIn = saysReplaced(context.subject) ? filledInBy(media.schema) : {};
  const less = Object.keys(filledIn).length === 0 ? undefined : leastBut(filledIn);
  // A server may insist on what the schema requires, though it says what is filled in for it.
  const changed =
    (less && (await unlessUnjudged(sendChange(context, id, less)))) ?? (await sendChange(context, id, least));
  const seen = yield* orVerdict(readChanged(context, changed));
  if (seen !== undefined) yield judgeLeftOut(context, three, changed, seen);
  yield* await judgeListed(context, changed, record, seen?.record);
  const last = yield* orVerdict(replaceWhole(context, three));
  const ofMaps = last?.seen && (yield* orVerdict(replaceMaps(context, last.changed)));
  if (ofMaps !== undefined) yield ofMaps;
  yield* judgeNeighbours(context, three, last?.changed.by ?? changed.by);
}

/** The least that replaces a record, each value another than it has; the best body first. */
function leastOf(context: CaseContext, record: JsonRecord, filledIn: JsonRecord): readonly JsonRecord[] {
  const { subject, options } = context;
  const body = membersOf(recordMedia(context).schema, ({ name, schema, required, readOnly }) => {
    if (!required || readOnly || Object.hasOwn(filledIn, name)) return undefined;
    const was = own(record, name);
    return isId(context, name) ? was : (anotherValue(schema, [was], options.seed) ?? was);
  });
  // By a text of its own it is known where else a careless server puts it.
  const mark = recordMarkOf(subject);
  return mark === undefined ? [body] : [{ ...body, [mark]: refusedMark(context, subject) }, body];
}

/** The path names the id: a body need not, and what another one in it means is left open. */
const isId = (context: CaseContext, name: string): boolean => name === resourceOf(context).idProperty;

/** Replaces all of a record, each value another than it and its neighbours have; undefined where no such body fits. */
async function replaceWhole(
  context: CaseContext,
  { made, neighbours }: Three,
): Promise<{ readonly changed: Changed; readonly seen: Sighting | undefined } | undefined> {
  const media = recordMedia(context);
  const others = [made, ...neighbours];
  const wanted = membersOf(media.schema, ({ name, schema, readOnly, writeOnly }) => {
    if (readOnly || writeOnly) return undefined;
    const taken = others.map(({ record }) => own(record, name));
    const another = isId(context, name) ? undefined : anotherValue(schema, taken, context.options.seed + 2);
    return another ?? own(made.record, name);
  });
  if (!fits(media, wanted)) return undefined;
  const changed = await sendChange(context, made.id, wanted);
  return { changed, seen: await readChanged(context, changed) };
}

/** A map that is sent is the whole of it: what it had under names that are not sent again is gone. */
async function replaceMaps(context: CaseContext, { id, wanted }: Changed): Promise<Verdict> {
  const media = recordMedia(context);
  const isMap = ({ name, schema }: Property): boolean => mapOf(schema) !== undefined && isObject(own(wanted, name));
  const maps = membersOf(media.schema, (property) =>
    isMap(property) ? anotherValue(property.schema, [], context.options.seed + 9) : undefined,
  );
  const whole = { ...wanted, ...maps };
  if (Object.keys(maps).length === 0 || !fits(media, whole)) return PASS;
  const changed = await sendChange(context, id, whole);
  const seen = await readChanged(context, changed);
  for (const [name, map] of Object.entries(maps)) {
    const [was, is] = [own(wanted, name), own(seen?.record ?? {}, name)];
    const isKept = (key: string): boolean =>
      isObject(was) && isObject(is) && own(Object(map), key) === undefined && sameJson(own(was, key), own(is, key));
    const key = Object.keys(Object(was)).find(isKept);
    if (seen === undefined || key === undefined) continue;
    return (saysReplaced(context.subject) ? fail : warn)({
      expected: `${name}: ${brief(map)}, as it was sent: PUT replaces all of the record (RFC 9110 §9.3.4)`,
      actual: `${name} has ${key}, too, as before`,
      exchanges: [changed.by, seen.shownBy],
      key: `${name} merged`,
      topic: { member: name },
    });
  }
  return PASS;
}

/**
 * Whether the document itself says that a PUT replaces: many servers take it for a change of what the body names, and their
 * clients know no better.
 */
function saysReplaced({ operation }: Subject): boolean {
  // What a refusal says is left as it was is no part of a record that was replaced.
  const words = [operation.summary, operation.description, successOf(operation)?.reply.description].join('\n');
  return REPLACED.test(words) && !KEPT.test(words);
}

const REPLACED =
  /\b(replac(e[sd]?|ing|ement)|overwr(ites?|itten|iting)|whole|entire(ly)?|in full)\b|\b(omit(s|ted)?|left out|leaves? out|absent|missing|not (sent|given|provided))\b[^.;]{0,60}\b(cleared|removed|reset|gone|deleted|default|null|emptied)\b/i;
const KEPT =
  /\b(partial(ly)?|merge[sd]?|patch(es|ed)?|only (the )?(given|provided|specified|supplied|sent)|unchanged)\b/i;

/**
 * What a replacement leaves out is gone, or what the server fills in where nothing is sent: that is what a record shows
 * which was made without it. A wrapper is no representation of the record alone: what it leaves out may stay.
 */
function judgeLeftOut(
  context: CaseContext,
  { made, older }: Three,
  { by, wanted }: Changed,
  { record, shownBy }: Sighting,
): Verdict {
  if (takenSteps(context.subject).length > 0) return PASS;
  const isKept = ({ name, schema, readOnly, writeOnly }: Property): boolean => {
    const [was, is] = [own(made.record, name), own(record, name)];
    if (isId(context, name) || readOnly || writeOnly || own(wanted, name) !== undefined) return false;
    if (was === undefined || was === null || !sameJson(was, is)) return false;
    // What the schema fills in is that, whatever another record was made with.
    const isToFill = schema.default !== undefined && saysReplaced(context.subject);
    return !sameJson(is, schema.default) && (isToFill || !sameJson(is, own(older.record, name)));
  };
  const name = [...propertiesOf(recordMedia(context).schema).values()].find(isKept)?.name;
  if (name === undefined) return PASS;
  return (saysReplaced(context.subject) ? fail : warn)({
    expected: `no ${name}, or what a record without it has: PUT replaces all of the record (RFC 9110 §9.3.4)`,
    actual: `${name}: ${brief(own(record, name))}, as before`,
    exchanges: [by, shownBy],
    key: `${name} left out`,
  });
}
