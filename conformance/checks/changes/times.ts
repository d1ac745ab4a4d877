import {
  documents,
  keywordOf,
  type Operation,
  own,
  type Property,
  plain,
  propertiesOf,
  sentencesAround,
  sentencesIn,
} from '../../../openapi/contract';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { recordMembers } from '../../exchange/record-body';
import { refusalStatuses, type Subject } from '../../exchange/subject';
import { LOOK_MS } from '../../records/lists/listing';
import type { JsonRecord } from '../../records/records';
import { refusableBodies } from '../../requests/bodies/refusable';
import { type CaseContext, type Check, resourceOf } from '../../steps/check';
import { createRecord, fetchRecord, recordMedia } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { CannotJudge, clauseOf, fail, PASS, skip, type Verdict } from '../../verdict/verdict';
import { isOnMade, otherValues, sendOther, sendTo } from './change';

/** A time of the last change is a later one after each change, and the same after all else; that of the beginning stays. */
export const changesTimed: Check = {
  id: 'changes.timed',
  title: 'The time of the last change follows changes alone, and that of the creation none',
  level: 'MUST',
  applies: (subject) =>
    isOnMade(subject, ['replace', 'patch']) &&
    subject.purpose?.resource.operations.read !== undefined &&
    Object.values(timesOf(subject)).some((one) => one !== undefined),
  clause: (subject) => {
    const { changed, made } = timesOf(subject);
    return clauseOf(subject, 200, `${[changed, made].filter(Boolean).join(' and ')}: as they are called.`);
  },
  cases: () => [{ name: 'read, changed and refused', tier: 1, run: followTimes }],
};

interface Times {
  /** The member with the time of the last change. */
  readonly changed: string | undefined;
  /** That with the time at which the record was made. */
  readonly made: string | undefined;
}

/** The times that names and words beside them call so, and that the server sets. */
function timesOf(subject: Subject): Times {
  const { operation, purpose } = subject;
  const taken = recordMembers(subject);
  const times = [...propertiesOf(purpose?.resource.schema ?? {}).values()].filter(
    ({ name, schema, readOnly }) =>
      (readOnly || taken.get(name)?.readOnly === true) && keywordOf(schema, 'format') === 'date-time',
  );
  const called = (form: RegExp, words: RegExp): string | undefined => {
    const [one, other] = times.filter(
      ({ name, schema }) =>
        form.test(plain(name)) &&
        (words.test(String(schema.description ?? '')) ||
          (form === CHANGED && saidAround(operation, name).some(movesTime))),
    );
    return other === undefined ? one?.name : undefined;
  };
  return { changed: called(CHANGED, SAYS_CHANGED), made: called(MADE, SAYS_MADE) };
}

/** The sentences around an operation that name a member as it is written. */
const saidAround = (operation: Operation, name: string): readonly string[] =>
  sentencesAround(operation).filter((text) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text));

/** `Any other change moves updatedAt forward`, `updatedAt moves on`, `any other change of a record sets its updatedAt`. */
const MOVES =
  /\bmoves?\b|\b(?:later|newer|renewed|bumped|advances?|touched)\b|\b(?:any|every|each)\b[^.;]{0,40}\b(?:changes?|updates?)\b[^.;]{0,30}\bsets?\b/i;
export const movesTime = (text: string): boolean => MOVES.test(text);
/** `A change that alters nothing leaves updatedAt alone`. */
const OF_NO_DIFFERENCE =
  /\b(?:alters?|changes?|differs?|makes?|modif(?:y|ies)|with(?:out)?|has|have)\b[^.;]{0,20}\b(?:nothing|no (?:actual |real )?(?:difference|change|effect)(?! (?:to|on)\b)|in nothing)\b|\bwithout (?:any )?(?:effect|difference)\b|\bno-?op\b/i;
const STAYS =
  /\b(?:leaves?|keeps?)\b|\b(?:does|do) not (?:move|change|touch|alter|count)\b|\bstays?\b|\bunchanged\b|\b(?:neither|nor)\b[^.;]{0,40}\b(?:moves?|changes?|advances?)\b/i;

/** Whether words say that the time stays where a change makes no difference. */
const staysAlike = ({ operation }: Subject, name: string): boolean =>
  [
    ...saidAround(operation, name),
    ...sentencesIn(operation.description ?? '').filter((text) =>
      new RegExp(`(?<!\\w)${name}(?!\\w)|\\btime(?:stamp)?s?\\b`).test(text),
    ),
  ].some(leavesTimeAlone);

export const leavesTimeAlone = (text: string): boolean =>
  OF_NO_DIFFERENCE.test(text) && STAYS.test(text) && !OF_OTHERS.test(text);

/** That it moves none the less, or that another request is meant. */
const OF_OTHERS = /\b(?:all the same|even|still|but|may|might|refus\w+|reads?|reading|delet\w+)\b/i;

const CHANGED = /^(?:last)?(?:updated?|modified|modification|changed?|edited)(?:at|on|time|date|timestamp)?$/;
const SAYS_CHANGED =
  /\b(?:last|latest|most recent)\b[^.;]*\b(?:chang|updat|modif|edit|writ|altered)|\b(?:chang|updat|modif|edit)\w*\b[^.;]*\blast\b/i;
const MADE = /^(?:created?|creation|made|added)(?:at|on|time|date|timestamp)?$/;
const SAYS_MADE = /\b(?:made|creat\w+|added)\b/i;

async function* followTimes(context: CaseContext): AsyncGenerator<Verdict> {
  const resource = resourceOf(context);
  const times = timesOf(context.subject);
  const { id, record: made, exchange: creation } = await createRecord(context);
  const look = async () => {
    const { record, exchange } = await fetchRecord(context, resource, id);
    if (record === undefined) throw new CannotJudge('the record is not read');
    return { record, exchange };
  };
  const first = await look();
  yield judgeAtFirst(context.subject, first);
  await context.wait(pauseFor(times, first.record), 'a time that is another one then');
  // A read is no change.
  const second = await look();
  const whenRead = judgeSame(Object.values(times), first, second, 'read', creation);
  // What goes on after a creation may change it once.
  yield whenRead === PASS ? PASS : judgeSame(Object.values(times), second, await look(), 'read', creation);
  const sent = await sendOther(context, made, context.options.seed + 13, (values) => sendTo(context, id, values));
  if (sent === undefined) return yield skip('nothing of it is changed');
  const { values: wanted, exchange: by } = sent;
  if (!isSuccess(by) || by.response?.status === 202) throw new CannotJudge(`it was not done: ${outcomeOf(by)}`);
  let third = await look();
  const isMoved = (): boolean =>
    times.changed === undefined || instantIn(third.record, times.changed) !== instantIn(second.record, times.changed);
  if (!isMoved()) {
    await context.wait(LOOK_MS, 'a further look at what was changed');
    third = await look();
  }
  // What is as it was may not count as changed.
  const isChanged = Object.keys(wanted).some(
    (name) => brief(own(third.record, name)) !== brief(own(second.record, name)),
  );
  const { changed = '' } = times;
  if (!isMoved() && isChanged)
    yield fail({
      expected: `${changed}: later than ${brief(own(second.record, changed))}, since it was changed`,
      actual: `${changed}: ${brief(own(third.record, changed))}`,
      exchanges: [second.exchange, by, third.exchange],
      key: `${changed} stays`,
      topic: { member: changed },
    });
  else yield PASS;
  yield judgeSame([times.made], second, third, 'changed', by);
  if (isChanged && times.changed !== undefined && staysAlike(context.subject, times.changed)) {
    await context.wait(pauseFor(times, third.record), 'a time that is another one then');
    const again = await sendTo(
      context,
      id,
      Object.fromEntries(Object.keys(wanted).map((name) => [name, own(third.record, name)])),
    );
    const fourth = await look();
    if (isSuccess(again)) yield judgeSame([times.changed], third, fourth, 'sent what it has', again);
    third = fourth;
  }
  const refused = await refuse(context, id, third.record);
  if (refused !== undefined) yield judgeSame(Object.values(times), third, await look(), 'refused', refused);
}

/** A time of which words say that it is at first the same as another one. */
function judgeAtFirst({ purpose }: Subject, { record, exchange }: Seen): Verdict {
  const properties = [...propertiesOf(purpose?.resource.schema ?? {}).values()];
  for (const { name, schema } of properties) {
    const said = String(keywordOf(schema, 'description') ?? '').match(SAME_AT_FIRST)?.groups;
    const other = properties.find(
      (one) => one.name !== name && plain(one.name) === plain(said?.one ?? said?.other ?? ''),
    );
    if (other === undefined) continue;
    const [is, wanted] = [instantIn(record, name), instantIn(record, other.name)];
    if (Number.isNaN(wanted) || is === wanted) continue;
    return fail({
      expected: `${name}: ${brief(own(record, other.name))}, as ${other.name}, since it is new`,
      actual: `${name}: ${brief(own(record, name))}`,
      exchanges: [exchange],
      key: `${name} at first`,
      topic: { member: name },
    });
  }
  return PASS;
}

/** `At first the same as createdAt`, `equals created_at until it is changed`. */
const SAME_AT_FIRST =
  /\b(?:at first|initially|in the beginning|to begin with|of a new \w+)\b[^.;]{0,15}\b(?:same as|equal to|equals|identical (?:to|with))\s[`'"]?(?<one>\w+)|\b(?:same as|equal to|equals|identical (?:to|with))\s[`'"]?(?<other>\w+)[`'"]?,? (?:at first|initially|until (?:then|it is (?:first )?changed|the first (?:change|update)))/i;

/** Of a record whose times have no fractions another one takes a second. */
const pauseFor = ({ changed }: Times, record: JsonRecord): number =>
  changed === undefined || /\.\d*[1-9]/.test(String(own(record, changed))) ? SHORT_MS : LOOK_MS;
const SHORT_MS = 20;

const instantIn = (record: JsonRecord, name: string): number => Date.parse(String(own(record, name)));

type Seen = Awaited<ReturnType<typeof fetchRecord>> & { readonly record: JsonRecord };

function judgeSame(
  names: readonly (Property['name'] | undefined)[],
  before: Seen,
  after: Seen,
  what: string,
  by: Exchange,
): Verdict {
  const name = names.find((one) => one !== undefined && instantIn(before.record, one) !== instantIn(after.record, one));
  if (name === undefined || Number.isNaN(instantIn(before.record, name))) return PASS;
  return fail({
    expected: `${name}: ${brief(own(before.record, name))}, as before it was ${what}`,
    actual: `${name}: ${brief(own(after.record, name))}`,
    exchanges: [by, before.exchange, after.exchange],
    key: `${name} by what was ${what}`,
    topic: { member: name },
  });
}

/** A change that is refused for one member; undefined where none is known, or it is taken. */
async function refuse(context: CaseContext, id: unknown, record: JsonRecord): Promise<Exchange | undefined> {
  const { operation } = context.subject;
  if (refusalStatuses(operation).length === 0 && !documents(operation, 400)) return undefined;
  const valid = otherValues(context, record, context.options.seed + 14);
  const broken = refusableBodies(context.contract, operation, recordMedia(context).schema, valid).at(-1)?.value;
  if (typeof broken !== 'object' || broken === null || Array.isArray(broken)) return undefined;
  const exchange = await sendTo(context, id, broken as JsonRecord);
  return isRefusal(exchange) ? exchange : undefined;
}
