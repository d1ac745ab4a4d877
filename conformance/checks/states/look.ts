import { documents, jsonIn, own, propertiesOf, type Resource, replyFor, successOf } from '../../../openapi/contract';
import { type Exchange, jsonOf, outcomeOf } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { LOOK_MS } from '../../records/lists/listing';
import type { JsonRecord } from '../../records/records';
import { sumOf } from '../../records/related/sums';
import { type Action, actionOf } from '../../records/states/action-words';
import { namedInCode, stateCodeOf } from '../../records/states/state-codes';
import { asksForStatesAlone, isForStatesAlone } from '../../records/states/state-conditions';
import { type States, statesOf } from '../../records/states/states';
import { isSameValue } from '../../rules/relations/same-value';
import type { CaseContext, Walker } from '../../steps/check';
import { readRecord } from '../../steps/records';
import { actionsOn, createsBelow, isDoneIn } from '../../steps/ways/actions';
import { ownerOf, wholeFor } from '../../steps/ways/owners';
import { walkTo, waysIn } from '../../steps/ways/ways';
import { brief } from '../../verdict/brief';
import { CannotJudge, fail, PASS, skip } from '../../verdict/verdict';
import { isOnMade } from '../changes/change';

/** The resource on whose record an operation acts, which it changes or for which it makes others, and its states. */
export function statesFor({ contract, operation, purpose }: Subject) {
  const isChange = purpose !== undefined && isOnMade({ contract, operation, purpose }, ['replace', 'patch', 'delete']);
  const host = purpose?.role === 'create' ? wholeFor({ contract, operation, purpose })?.resource : undefined;
  const resource = purpose === undefined ? ownerOf(contract, operation) : isChange ? purpose.resource : host;
  const states = resource && statesOf(resource);
  return resource?.operations.read === undefined || states === undefined ? undefined : { resource, states };
}

/** What is looked at before and after an action. */
export interface Look {
  readonly exchange: Exchange;
  readonly record: JsonRecord;
  readonly state: string;
}

export interface Acting {
  readonly context: CaseContext;
  readonly resource: Resource;
  readonly states: States;
  readonly action: Action;
  /** The states that other actions lead to. */
  readonly others: ReadonlySet<string | undefined>;
}

/** @throws CannotJudge where no state is documented */
export function actingOf(context: CaseContext): Acting {
  const found = statesFor(context.subject);
  if (found === undefined) throw new CannotJudge(skip('no state is documented'));
  const { operation, purpose } = context.subject;
  const { resource, states } = found;
  const below = purpose?.role === 'create' ? createsBelow(context, resource, states) : [];
  const alone = below.find((one) => one.operation === operation) ?? actionOf(operation, states);
  // What comes of a part of a sum is not what comes of each.
  const sum = purpose === undefined ? sumOf(resource, operation, states, true) : undefined;
  // What is short of the sum takes another part.
  const from = sum?.short === undefined ? alone.from : alone.from && [...new Set([...alone.from, sum.short])];
  const action = sum === undefined ? alone : { ...alone, from, target: undefined };
  const others = actionsOn(context, resource).map((one) => actionOf(one, states).target);
  return { context, ...found, action, others: new Set(others.filter((one) => one !== action.target)) };
}

/** A walker in a state in which the action is done. @throws CannotJudge where none is known */
export async function walkReady({ context, resource, states, action }: Acting): Promise<Walker> {
  const ways = await waysIn(context, resource, states);
  const way = [...ways].find(([state]) => isDoneIn(action, state));
  if (way === undefined) throw new CannotJudge(skip('it was done in no state that is known'));
  return walkTo(context, resource, way[1]);
}

export async function look({ context, resource, states }: Acting, { id, path }: Walker): Promise<Look | undefined> {
  const seen = await readRecord(context, resource, id, path);
  const state = seen?.record && own(seen.record, states.property);
  return seen?.record === undefined || typeof state !== 'string'
    ? undefined
    : { exchange: seen.exchange, record: seen.record, state };
}

/** A refused action has changed nothing; what runs by itself goes on at a further look, too. */
export async function judgeRefused(acting: Acting, walker: Walker, before: Look, exchange: Exchange, after: Look) {
  const unchanged = await judgeUnchanged(acting, walker, before, exchange, after);
  if (unchanged !== PASS) return unchanged;
  return (
    otherwiseRefused(acting, before, exchange) ??
    refusedThough(acting, before, exchange) ??
    codedOtherwise(acting, before, exchange) ??
    PASS
  );
}

/** That the error of a refusal for the state has a code of which no words speak, where they name the one for that. */
function codedOtherwise(
  { context, resource, states, action }: Acting,
  { state, exchange: shown }: Look,
  exchange: Exchange,
) {
  const { operation } = context.subject;
  const code = stateCodeOf(operation, resource, states.values);
  const isForbidden = action.from?.includes(state) === false || action.notFrom.includes(state);
  if (code === undefined || !isForbidden || exchange.response?.status !== 409) return undefined;
  const texts = textsIn(jsonOf(exchange));
  const codes = texts.filter(({ name, text, depth }) => depth < 2 && CODES.includes(name) && !/^\d*$/.test(text));
  const named = [...namedInCode(operation)];
  const isNamed = (text: string): boolean =>
    named.some((one) => text === one || ['/', '#', ':', '.'].some((mark) => text.endsWith(mark + one)));
  if (codes.length === 0 || texts.some(({ text }) => isNamed(text))) return undefined;
  return fail({
    expected: `the code ${code} for a record that is ${state}`,
    actual: brief(codes[0]?.text),
    exchanges: [shown, exchange],
    key: `code when ${state}`,
    topic: { defect: `${codes[0]?.text} in the place of ${code}` },
  });
}

const CODES = ['code', 'error_code', 'errorCode'];

/** The texts of an error, at whatever depth; how deep they are. */
const textsIn = (
  error: unknown,
  depth = 0,
): readonly { readonly name: string; readonly text: string; readonly depth: number }[] =>
  Object.entries(Object(error)).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [{ name, text: value, depth }]
      : typeof value === 'object' && depth < DEEPEST
        ? textsIn(value, depth + 1)
        : [],
  );

const DEEPEST = 4;

/** The same of what it leaves alone, whatever it was refused for. */
export async function judgeUnchanged(acting: Acting, walker: Walker, before: Look, exchange: Exchange, after: Look) {
  const name = changedIn(acting.resource, before.record, after.record);
  // A job goes on by itself, whatever is refused meanwhile.
  const { create } = acting.resource.operations;
  if (name === undefined || (create !== undefined && documents(create, 202))) return PASS;
  await acting.context.wait(LOOK_MS, 'a further look at what differs');
  const later = await look(acting, walker);
  if (later === undefined || changedIn(acting.resource, after.record, later.record) !== undefined) return PASS;
  return fail({
    expected: `${name}: ${brief(own(before.record, name))}, since ${acting.context.subject.operation.id} was refused`,
    actual: `${name}: ${brief(own(after.record, name))}`,
    exchanges: [before.exchange, exchange, after.exchange],
    key: `refused, and ${name} changed`,
    topic: { member: name },
  });
}

/** That an action was refused as a wrong request, where the document says that a 409 is for the state of the record. */
function otherwiseRefused({ context, action }: Acting, { state, exchange: shown }: Look, exchange: Exchange) {
  const { operation } = context.subject;
  const isForbidden = action.from?.includes(state) === false || action.notFrom.includes(state);
  if (!isForbidden || !documents(operation, 409) || ![400, 422].includes(exchange.response?.status ?? 0))
    return undefined;
  // What was sent with it may be wrong by a rule of the server's own.
  const { body } = exchange.request;
  if (body === undefined ? operation.body?.required === true : Object.keys(Object(jsonIn(body))).length > 0)
    return undefined;
  return fail({
    expected: `the status 409 for a record that is ${state}`,
    actual: outcomeOf(exchange),
    exchanges: [shown, exchange],
    key: `refused otherwise when ${state}`,
    topic: { wanted: 409, defect: `${operation.id} refused by ${exchange.response?.status}` },
  });
}

/** That an action was refused by the documented 409 in the very state in which it says that it is done. */
function refusedThough({ context, action, states }: Acting, { state, exchange: shown }: Look, exchange: Exchange) {
  const { operation } = context.subject;
  // What is made below a record may conflict by what it is.
  if (context.subject.purpose?.role === 'create') return undefined;
  const isStated = exchange.response?.status === 409 && action.from?.includes(state) === true;
  if (!isStated) return undefined;
  // Its own words say what a 409 is for, and it is for nothing else; or the refusal itself says that it is for the state.
  const isForState = isForStatesAlone(replyFor(operation, 409)?.description ?? '', states.values);
  const said = actionOf({ ...operation, summary: '', description: '' }, { values: action.from ?? [] });
  const isSaid = isForState && said.from?.includes(state) === true;
  const says =
    SAYS_WRONG_STATE.test(exchange.response?.body.text ?? '') && asksForStatesAlone(operation, states.values);
  if (!isSaid && !says) return undefined;
  return fail({
    expected: `the status ${successOf(operation)?.status ?? 200} for a record that is ${state}`,
    actual: outcomeOf(exchange),
    exchanges: [shown, exchange],
    key: `refused when ${state}`,
  });
}

/** `wrong_state`, `invalid-status`, `illegal transition`. */
const SAYS_WRONG_STATE =
  /(?<![a-z])(?:wrong|invalid|illegal|bad|incorrect|forbidden)[ _-]?(?:state|status|transition)(?![a-z])|(?<![a-z])(?:state|status)[ _-](?:conflict|mismatch)(?![a-z])/i;

/** The member by which two looks at a record differ. */
export const changedIn = ({ schema }: Resource, one: JsonRecord, other: JsonRecord): string | undefined =>
  [...propertiesOf(schema).values()].find(
    (property) => !isSameValue(property.schema, own(one, property.name) ?? null, own(other, property.name) ?? null),
  )?.name;
