import {
  isObject,
  keywordOf,
  own,
  type Property,
  partAt,
  propertiesOf,
  type Role,
  type Schema,
  sentencesAbout,
  sentencesAround,
  typesOf,
  validatorOf,
  withPart,
} from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { isClosed } from '../../arbitraries/nested';
import { type Exchange, isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { recordBodyOf, recordMembers } from '../../exchange/record-body';
import { bodyOf, refusalStatuses, type Subject, takenSteps } from '../../exchange/subject';
import { idOf, type JsonRecord, recordOf, sameJson } from '../../records/records';
import { fixedMembers } from '../../records/states/limit-words';
import { refusableBodies } from '../../requests/bodies/refusable';
import { knownBody } from '../../requests/bodies/valid';
import { toRequest } from '../../requests/request';
import { type CaseContext, type Check, inRole, resourceOf } from '../../steps/check';
import { createRecord, type Made, pathTo, readRecord, recordMedia } from '../../steps/records';
import { brief } from '../../verdict/brief';
import { clauseOf, fail, inconclusive, PASS, replied, skip, type Verdict } from '../../verdict/verdict';
import { isOnMade, otherValues, sendTo } from './change';
import { judgeUnchanged } from './shown';

/** A change that is refused changes nothing, not even what would have been valid by itself. */
export const refusedNoChange: Check = {
  id: 'refused.no-change',
  title: 'A change that is refused changes nothing',
  level: 'MUST',
  applies: (subject) =>
    isOnMade(subject, ['replace', 'patch']) &&
    subject.purpose?.resource.operations.read !== undefined &&
    refusalStatuses(subject.operation).length > 0,
  clause: (subject) =>
    clauseOf(subject, refusalStatuses(subject.operation)[0] ?? 400, 'A request that is refused changes no record.'),
  cases: ({ operation, purpose }) => [
    { name: 'a valid member beside a broken one', tier: 1, run: sendBroken },
    ...(purpose?.role === 'patch' && fixedMembers(operation).length > 0
      ? [{ name: 'another value of what may not change', tier: 1 as const, run: sendFixed }]
      : []),
  ],
};

/** What words keep from change is refused with another value, and not passed over. */
async function* sendFixed(context: CaseContext): AsyncGenerator<Verdict> {
  const { options, subject } = context;
  const made = await createRecord(context);
  const creating = recordMembers(inRole(context, resourceOf(context), 'create').subject);
  for (const name of fixedMembers(subject.operation)) {
    const { schema } = creating.get(name) ?? {};
    const was = own(made.record, name);
    const value = schema === undefined || was === undefined ? undefined : anotherValue(schema, [was], options.seed + 7);
    if (value === undefined) continue;
    const exchange = replied(await sendTo(context, made.id, { [name]: value }));
    if (!isSuccess(exchange)) continue;
    return yield fail({
      expected: `a refusal of another ${name}, as words say`,
      actual: `${outcomeOf(exchange)} for ${brief(value)} in place of ${brief(was)}`,
      exchanges: [made.exchange, exchange],
      key: `${name} is taken`,
      topic: { wanted: 422, member: name },
    });
  }
  yield PASS;
}

async function sendBroken(context: CaseContext): Promise<Verdict> {
  const { subject, options } = context;
  const { schema } = recordMedia(context);
  const made = await createRecord(context);
  const valid = otherValues(context, made.record, options.seed + 5);
  // What is broken is one member, and all others would change the record.
  const names = Object.keys(valid);
  const broken = refusableBodies(context.contract, subject.operation, schema, valid).filter(({ what }) =>
    names.some((name) => what.startsWith(`${name} `)),
  );
  const chosen = [broken.at(-1), broken.find(({ what }) => !what.endsWith(' missing')), broken[0]];
  const refused: Exchange[] = [];
  for (const one of new Set(chosen)) {
    if (!isObject(one?.value) || Object.keys(one.value).length < 2) continue;
    const exchange = await sendTo(context, made.id, one.value);
    if (isRefusal(exchange)) refused.push(exchange);
  }
  if (refused.length === 0)
    return names.length < 2 ? skip('a body has one member alone') : inconclusive('nothing was refused');
  return judgeUnchanged(context, made, refused, {
    record: 'the record',
    gone: 'gone',
    changed: (name) => `${name} changed`,
  });
}

const TAKING: readonly Role[] = ['create', 'replace', 'patch'];

/** What comes in replies alone is not taken from a request: it is passed over, or the request refused. */
export const readOnlyNotTaken: Check = {
  id: 'input.read-only',
  title: 'Read-only properties are not taken from a client',
  level: 'MUST',
  applies: (subject) =>
    subject.purpose !== undefined && TAKING.includes(subject.purpose.role) && readOnlyOf(subject).length > 0,
  clause: (subject) => {
    const name = readOnlyOf(subject)[0]?.name ?? subject.operation.id;
    return clauseOf(subject, 400, `A client can't set what is readOnly: ${name}.`);
  },
  cases: (subject) => [
    {
      name: namesReadOnly(subject) ? 'values for what is readOnly' : 'values for what is readOnly in replies',
      tier: 1,
      run: setReadOnly,
    },
  ],
};

/** Whether a body itself names what is readOnly: then it is more likely taken. */
const namesReadOnly = ({ operation }: Subject): boolean =>
  [...propertiesOf(bodyOf(operation)?.schema ?? {}).values()].some(({ readOnly }) => readOnly);

/** The `readOnly` properties of a body or a record whose values are no accident: a server would not come to the same by itself. */
function readOnlyOf(subject: Subject, media = recordBodyOf(subject) ?? bodyOf(subject.operation)): readonly Property[] {
  if (media === undefined) return [];
  const named = propertiesOf(media.schema);
  // What the record's schema calls readOnly is so in a body that does not name it, too.
  const record = propertiesOf(subject.purpose?.resource.schema ?? {});
  const unnamed = [...record.values()].filter(({ name }) => !named.has(name));
  // A body may name such a member and say nothing of its values, or less than the record's schema does.
  const shown = [...named.values()].map((one) => {
    const { schema = one.schema } = record.get(one.name) ?? {};
    return one.readOnly && one.schema.enum === undefined ? { ...one, schema } : one;
  });
  // Any change may turn a flag.
  const isTelling = (schema: Schema): boolean =>
    tellingValue(schema, 1) !== undefined && (subject.purpose?.role === 'create' || !isFlag(schema));
  // A body that takes nothing else leaves to the server which of a few values a record has, its state for one, and since when.
  const isLeft = ({ schema }: Property): boolean =>
    isClosed(media.schema) && (keywordOf(schema, 'enum') !== undefined || keywordOf(schema, 'format') === 'date-time');
  return [...shown.filter(({ readOnly }) => readOnly), ...unnamed.filter((one) => one.readOnly || isLeft(one))].filter(
    ({ schema }) => isTelling(schema),
  );
}

const isFlag = (schema: Schema): boolean => typesOf(schema).join() === 'boolean' && schema.enum === undefined;

function tellingValue(schema: Schema, seed: number): unknown {
  const types = typesOf(schema);
  if (types.includes('string') && schema.enum === undefined) return anotherValue(schema, [], seed + 11);
  // The last of several states is not the one in which a record begins: whether it is there without being sent is looked at.
  if (schema.enum !== undefined && schema.enum.length > 1) return schema.enum.findLast((value) => value !== null);
  if (isFlag(schema)) return true;
  const large = 7_000_000_000 + seed;
  return types.includes('integer') && validatorOf(schema, 'request')(large) === undefined ? large : undefined;
}

/** Whether a record has a value that no client has sent: only a choice of a few may be one. */
async function comesUnasked(
  context: CaseContext,
  made: Made | undefined,
  name: string,
  value: unknown,
): Promise<boolean> {
  const { record } = made ?? (await createRecord(context));
  if (sameJson(own(record, name), value) || typeof value !== 'boolean') return sameJson(own(record, name), value);
  // The first of several may have a flag that the next one has not: it is set whenever it is sent, and never else.
  const again = recordOf(await sendMembers(context, made, { [name]: value }), resourceOf(context));
  return own(again ?? {}, name) !== value || own((await createRecord(context)).record, name) === value;
}

/** All at once; where that is refused, each by itself: for another one a server may look where it passes over the first. */
async function* setReadOnly(context: CaseContext): AsyncGenerator<Verdict> {
  const { subject, options } = context;
  const values = readOnlyOf(subject, recordMedia(context)).map(
    ({ name, schema }) => [name, tellingValue(schema, options.seed), schema] as const,
  );
  const made = subject.purpose?.role === 'create' ? undefined : await createRecord(context);
  const together = await setMembers(context, made, Object.fromEntries(values.map(([name, value]) => [name, value])));
  if (together !== undefined) return yield together;
  const named = propertiesOf(bodyOf(subject.operation)?.schema ?? {});
  const [known, unnamed] = [values.filter(([name]) => named.has(name)), values.filter(([name]) => !named.has(name))];
  // A schema without further members refuses each that it does not name, for that reason: code may look for one all the same.
  const isOpen = !isClosed(bodyOf(subject.operation)?.schema ?? {});
  const alone = isOpen ? values : [...known, ...unnamed.toSorted(likeliestFirst).slice(0, MOST_UNNAMED)];
  if (alone.length === 0) return yield PASS;
  for (const [name, value] of alone.slice(0, MOST_ALONE)) {
    const verdict = await setMembers(context, made, { [name]: value });
    const isIgnored = (isOpen || named.has(name)) && saysIgnored(subject, named.get(name)?.schema);
    if (verdict !== undefined || !isIgnored) {
      yield verdict ?? PASS;
      continue;
    }
    const refused = replied(await sendMembers(context, made, { [name]: value }));
    const without = await sendMembers(context, made, {});
    const isOfBody = refusalStatuses(subject.operation).includes(refused.response.status);
    if (!isSuccess(without) || !isOfBody) yield PASS;
    else
      return yield fail({
        expected: `${outcomeOf(without)}, as without ${name}: it is readOnly, and words say that such members are ignored`,
        actual: outcomeOf(refused),
        exchanges: [without, refused],
        key: `${name} refused`,
      });
  }
}

/** Whether words say that what is readOnly may be sent, and is not looked at: beside the member, the body, or at the head of the document. */
function saysIgnored({ operation }: Subject, member: Schema | undefined): boolean {
  const body = bodyOf(operation)?.schema;
  const ofMembers = [String(body?.description ?? ''), operation.description ?? ''];
  return (
    IGNORED.test(String(member?.description ?? '')) ||
    [...ofMembers, ...sequelsAbout(operation), ...sentencesAround(operation)].some(
      (text) =>
        /\bread-?\s?only\b/i.test(text) &&
        IGNORED.test(text) &&
        // "In POST and PUT bodies": of no others.
        (!METHODS.test(text) || new RegExp(`\\b${operation.method}\\b`).test(text)),
    )
  );
}

/** What is said of readOnly members, each sentence with the one before that it goes on: `You may send them back; we ignore them.` */
const sequelsAbout = (operation: Subject['operation']): readonly string[] =>
  sentencesAbout(operation, /\bread-?\s?only\b/i).flatMap((text, nth, all) => {
    const begin = all.slice(0, nth).findLastIndex((one) => !GOES_ON.test(one));
    const whole = all.slice(Math.max(0, begin), nth + 1).join(' ');
    return GOES_ON.test(text) && !/\b(?:4\d\d|refus\w+|reject\w+)\b/i.test(whole) ? [whole] : [];
  });
const GOES_ON = /^(?:they|these|those|such|it|all of (?:them|these)|we|the (?:server|API|service))\b/i;

const METHODS = /\b(?:POST|PUT|PATCH)\b/;
const IGNORED =
  /\b(?:(?:is|are|be) (?:silently )?(?:ignored|passed over|discarded|disregarded)\b|ha(?:s|ve) no effect\b|(?:we|the server|the API|the service) (?:silently |simply |just )?(?:ignores?|disregards?|discards?|pass(?:es)? over) (?:them|these|those|it|such)(?=\W*$|[.,;:)]| and\b))/i;

/** So many tell whether they are refused. */
const MOST_ALONE = 6;
const MOST_UNNAMED = 3;

type ReadOnlyValue = readonly [name: string, value: unknown, schema: Schema];

/** What clients would like to say themselves: in which state it is, and since when. */
function likeliestFirst([, , one]: ReadOnlyValue, [, , other]: ReadOnlyValue): number {
  const rank = (schema: Schema): number =>
    keywordOf(schema, 'enum') !== undefined ? 0 : keywordOf(schema, 'format') === 'date-time' ? 1 : 2;
  return rank(one) - rank(other);
}

/** @returns undefined where it was refused */
async function setMembers(
  context: CaseContext,
  made: Made | undefined,
  values: JsonRecord,
): Promise<Verdict | undefined> {
  const resource = resourceOf(context);
  const exchange = replied(await sendMembers(context, made, values));
  if (isRefusal(exchange)) return undefined;
  if (!isSuccess(exchange)) return inconclusive(outcomeOf(exchange));
  const id = made === undefined ? idOf(recordOf(exchange, resource) ?? {}, resource) : made.id;
  const reading = id === undefined ? undefined : await readRecord(context, resource, id);
  const shows = [exchange, ...(reading === undefined ? [] : [reading.exchange])];
  for (const shown of shows) {
    const record = recordOf(shown, resource) ?? {};
    const taken = Object.keys(values).find((name) => sameJson(own(record, name), own(values, name)));
    if (taken !== undefined && !(await comesUnasked(context, made, taken, own(values, taken))))
      return fail({
        expected: `${taken}: what the server sets, since clients can't`,
        actual: `${taken}: ${brief(own(values, taken))}, as it was sent`,
        exchanges: [...new Set([exchange, shown])],
        key: `${taken} taken`,
      });
  }
  return shows.some((shown) => recordOf(shown, resource) !== undefined) ? PASS : skip('no reply shows the record');
}

/** Sends a good body with these members more. */
function sendMembers(context: CaseContext, made: Made | undefined, values: JsonRecord): Promise<Exchange> {
  const { subject } = context;
  const { operation } = subject;
  const steps = takenSteps(subject);
  const { body: known } = knownBody(context, subject);
  const body = withPart(bodyOf(operation)?.schema, known, steps, { ...Object(partAt(known, steps)), ...values });
  const path = made === undefined ? {} : pathTo(resourceOf(context), made.id);
  return context.send(toRequest(operation, { path, body }));
}
