import { documents, own, propertiesOf, typesOf } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { type Exchange, isSuccess, outcomeOf } from '../../exchange/exchange';
import { bodyMembers, memberedBodyOf, type Subject } from '../../exchange/subject';
import { withNoun } from '../../records/marked';
import { isReference, type JsonRecord, keyOf, sameJson } from '../../records/records';
import { actionOf } from '../../records/states/action-words';
import { statesOf } from '../../records/states/states';
import { toRequest } from '../../requests/request';
import { type CaseContext, type Check, inRole, type Step, type Walker } from '../../steps/check';
import { fetchRecord } from '../../steps/records';
import { isDoneIn } from '../../steps/ways/actions';
import { addedTo, itemsOfAtLeast, type Part, partOf, readItems } from '../../steps/ways/parts';
import { walkTo, waysIn } from '../../steps/ways/ways';
import { brief } from '../../verdict/brief';
import {
  CannotJudge,
  clauseOf,
  fail,
  PASS,
  replied,
  skip,
  unlessUnjudged,
  type Verdict,
  verdictsOf,
} from '../../verdict/verdict';
import { changeWhereForbidden } from './below';

/** An item of a list within a record, which has no read of its own: what is done to it is seen in the record, and no other item changes. */
export const partsKept: Check = {
  id: 'parts.kept',
  isOfEach: true,
  title: 'What is done to an item of a record is done to that one, in the states that are named',
  level: 'MUST',
  applies: (subject) => partOf(subject) !== undefined || isAppending(subject),
  clause: (subject) =>
    clauseOf(subject, 200, 'What is done to an item is seen in its record, and no other item changes.'),
  cases: (subject) =>
    isAppending(subject)
      ? [{ name: 'what is added', tier: 1, run: addSome }]
      : [
          { name: 'an item', tier: 1, run: changeOne },
          { name: 'an item in other states', tier: 1, run: changeForbidden },
        ],
};

/** Whether words say where in a list comes what is added, which is read by itself, too. */
const isAppending = (subject: Subject): boolean => isSaidLast(addedTo(subject));

const isSaidLast = (part: Part | undefined): boolean => part !== undefined && comesLast(part);

async function* addSome(context: CaseContext): AsyncGenerator<Verdict> {
  const part = addedTo(context.subject);
  if (part === undefined) return;
  const way = await wayToDo(context, part);
  const walker = await walkTo(inRole(context, part.owner, 'create'), part.owner, way);
  const first = await itemsOfAtLeast(context, part, walker, 1);
  const all = await itemsOfAtLeast(context, part, walker, first.length + 1);
  yield (await judgeAppended(context, part, walker, first, all)) ?? PASS;
}

const partIn = ({ subject }: CaseContext): Part => {
  const part = partOf(subject);
  if (part === undefined) throw new CannotJudge(skip('it is no item'));
  return part;
};

/** The way to a state in which words let something be done to an item. @throws CannotJudge where none leads there */
async function wayToDo(context: CaseContext, { owner }: Part): Promise<readonly Step[]> {
  const states = statesOf(owner);
  if (states === undefined) return [];
  const action = actionOf(context.subject.operation, states);
  const ways = await waysIn(inRole(context, owner, 'create'), owner, states);
  const found = [...ways].find(([state]) => isDoneIn(action, state));
  if (found === undefined) throw new CannotJudge(skip('no way leads to a state in which it is done'));
  return found[1];
}

async function* changeOne(context: CaseContext): AsyncGenerator<Verdict> {
  const part = partIn(context);
  const way = await wayToDo(context, part);
  const owning = inRole(context, part.owner, 'create');
  const walker = await walkTo(owning, part.owner, way);
  const first = await itemsOfAtLeast(context, part, walker, 1);
  const before = await itemsOfAtLeast(context, part, walker, 3);
  const misplaced = await judgeAppended(context, part, walker, first, before);
  if (misplaced !== undefined) yield misplaced;
  const item = before[Math.floor((before.length - 1) / 2)];
  if (item === undefined) throw new CannotJudge(skip(`nothing is in ${part.list}`));
  if (documents(context.subject.operation, 404)) {
    const elsewhere = await unlessUnjudged(walkTo(owning, part.owner, way));
    if (elsewhere !== undefined) yield* await verdictsOf(() => changeElsewhere(context, part, elsewhere, item));
  }
  const sent = otherMembers(context, item);
  if (sent !== undefined && Object.keys(sent).length === 0) throw new CannotJudge(skip('no other value is known'));
  const exchange = replied(await send(context, part, walker, item, sent));
  if (!isSuccess(exchange)) return yield skip(`it was refused: ${outcomeOf(exchange)}`);
  yield await judgeItems(context, part, walker, { before, item, sent, exchange });
}

/** That what is added comes behind what was there, where words say so. */
async function judgeAppended(
  context: CaseContext,
  { owner, list, id, adder }: Part,
  walker: Walker,
  first: readonly JsonRecord[],
  all: readonly JsonRecord[],
): Promise<Verdict | undefined> {
  const keys = all.map((item) => keyOf(own(item, id)));
  const there = first.map((item) => keyOf(own(item, id)));
  const isBehind = there.every((key, nth) => keys[nth] === key);
  if (!comesLast({ owner, list, adder }) || isBehind || all.length <= first.length) return undefined;
  const { exchange } = await fetchRecord(context, owner, walker.id, walker.path);
  return fail({
    expected: `${there.join(', ')} at the beginning of ${list}, since what is added comes at the end`,
    actual: keys.join(', '),
    exchanges: [exchange],
    key: 'added elsewhere',
  });
}

/** Whether words say that what is added to a list comes last: `Appends a line`, `adds a line at the end`; of a list that shows all of it. */
function comesLast({ owner, list, adder }: Pick<Part, 'owner' | 'list' | 'adder'>): boolean {
  const said = String(propertiesOf(owner.schema).get(list)?.schema.description ?? '');
  const text = adder?.description ?? '';
  // Where it comes may be sent with it.
  const isPlaced = adder !== undefined && [...bodyMembers(adder).keys()].some((name) => OF_PLACE.test(name));
  const isSorted = /\b(?:sorted|ordered by|alphabetical\w*|newest first)\b/i.test(text);
  return APPENDS.test(withNoun(text, { name: list })) && !OF_SOME.test(said) && !isPlaced && !isSorted;
}

const APPENDS =
  /\bappends? (?:(?:an?|the|another|one|new) )*‹›|\badds? (?:(?:an?|the|another|one|new) )*‹›[^.;]{0,20}\b(?:at|to) the end\b(?! of (?:the|an?|its|each|every) (?:\w+ )?\w*(?:month|period|day|week|quarter|year|term|trial|contract)\b)/i;
/** Not all of it, or in an order of its own. */
const OF_SOME =
  /\b(?:first|last|latest|newest|oldest|most|up to|some|sample|preview|excerpt|sorted|ordered|alphabetical\w*)\b/i;

const send = (
  context: CaseContext,
  part: Part,
  { path }: Walker,
  item: JsonRecord,
  body?: JsonRecord,
): Promise<Exchange> =>
  context.send(
    toRequest(context.subject.operation, {
      path: { ...path, [part.parameter]: own(item, part.id) },
      ...(body === undefined ? {} : { body }),
    }),
  );

/** Other values than an item has, of what a client may send of it; references stay as they are. Undefined where it is removed. */
function otherMembers({ subject, options }: CaseContext, item: JsonRecord): JsonRecord | undefined {
  if (subject.operation.method === 'DELETE') return undefined;
  const taken = bodyMembers(subject.operation);
  const isWhole = subject.operation.method === 'PUT';
  const members = [...taken.values()].flatMap(
    ({ name, schema, readOnly, required }): readonly (readonly [string, unknown])[] => {
      const was = own(item, name);
      if (readOnly || was === undefined) return [];
      const types = typesOf(schema);
      const isPlain = types.includes('integer') || (types.includes('string') && schema.format === undefined);
      const value = isReference(name, schema) || !isPlain ? undefined : anotherValue(schema, [was], options.seed + 4);
      return value === undefined ? (isWhole && required ? [[name, was]] : []) : [[name, value]];
    },
  );
  return Object.fromEntries(members);
}

/** What clients send of an item, but for its place. */
const sentOf = ({ subject }: CaseContext, { adder }: Part): readonly string[] =>
  [adder, subject.operation]
    .flatMap((one) => [...propertiesOf((one && memberedBodyOf(one)?.schema) ?? {}).values()])
    .flatMap(({ name, readOnly }) => (readOnly || OF_PLACE.test(name) ? [] : [name]));

const OF_PLACE = /^(?:position|place|index|rank|order|sort_?order|sequence|line_?no|number)$/i;

interface Changed {
  readonly before: readonly JsonRecord[];
  readonly item: JsonRecord;
  readonly sent: JsonRecord | undefined;
  readonly exchange: Exchange;
}

async function judgeItems(context: CaseContext, part: Part, walker: Walker, changed: Changed): Promise<Verdict> {
  const { before, item, sent, exchange } = changed;
  const { list, id } = part;
  const after = await readItems(context, part, walker);
  const byId = new Map(after.map((one) => [keyOf(own(one, id)), one]));
  const now = byId.get(keyOf(own(item, id)));
  const which = `${brief(own(item, id))} of ${list}`;
  const wrong = (expected: string, actual: string, key: string): Verdict =>
    fail({ expected, actual, exchanges: [exchange], key });
  if (sent === undefined && now !== undefined)
    return wrong(`${list} without ${which}, which was removed`, 'it is there', 'still there');
  if (sent !== undefined && now === undefined) return wrong(`${which}, which was changed`, 'it is gone', 'gone');
  const lost = Object.keys(sent ?? {}).find(
    (name) => Object.hasOwn(now ?? {}, name) && !sameJson(own(now ?? {}, name), sent?.[name]),
  );
  if (lost !== undefined)
    return wrong(
      `${lost}: ${brief(sent?.[lost])}, as it was sent`,
      `${lost}: ${brief(own(now ?? {}, lost))}`,
      `${lost} is another`,
    );
  const others = before.filter((one) => one !== item);
  // Which place it has, and what is worked out of all of them, may be another.
  const names = sentOf(context, part);
  const nameIn = (was: JsonRecord, is: JsonRecord): string | undefined =>
    names.find((one) => own(was, one) !== undefined && !sameJson(own(is, one), own(was, one)));
  const touched = others.find((one) => {
    const is = byId.get(keyOf(own(one, id)));
    return is === undefined || nameIn(one, is) !== undefined;
  });
  if (touched === undefined) return PASS;
  const is = byId.get(keyOf(own(touched, id)));
  const name = is && nameIn(touched, is);
  return wrong(
    `${brief(own(touched, id))} of ${list} as before, since another one was ${sent === undefined ? 'removed' : 'changed'}`,
    is === undefined ? 'it is gone' : `${name}: ${brief(own(is, name ?? ''))}`,
    is === undefined ? 'another one gone' : 'another one changed',
  );
}

/** An item of one record is none of another one. */
async function changeElsewhere(
  context: CaseContext,
  part: Part,
  elsewhere: Walker,
  item: JsonRecord,
): Promise<Verdict> {
  const exchange = replied(await send(context, part, elsewhere, item, otherMembers(context, item)));
  if (!isSuccess(exchange)) return PASS;
  return fail({
    expected: `the status 404, since ${brief(own(item, part.id))} is in the ${part.list} of another record`,
    actual: outcomeOf(exchange),
    exchanges: [exchange],
    key: 'of another record',
    topic: { wanted: 404 },
  });
}

async function* changeForbidden(context: CaseContext): AsyncGenerator<Verdict> {
  const part = partIn(context);
  const states = statesOf(part.owner);
  if (states === undefined) throw new CannotJudge(skip('no state is documented'));
  const around = { resource: part.owner, states, action: actionOf(context.subject.operation, states) };
  yield* changeWhereForbidden(context, around, {
    make: async (walker): Promise<JsonRecord> => {
      const [item] = await itemsOfAtLeast(context, part, walker, 2);
      if (item === undefined) throw new CannotJudge(skip(`nothing is in ${part.list}`));
      return item;
    },
    send: (walker, item) => send(context, part, walker, item, otherMembers(context, item)),
  });
}
