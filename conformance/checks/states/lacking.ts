/** What an action is refused for but the state of its record, as words say: what that lacks, and a figure that counts there. */
import { fits, type Operation, own, plain, propertiesOf } from '../../../openapi/contract';
import { numberIn } from '../../exchange/decimals';
import { isRefusal, isSuccess, outcomeOf } from '../../exchange/exchange';
import { recordBodyOf } from '../../exchange/record-body';
import { valueIn } from '../../records/inner';
import { withNoun } from '../../records/marked';
import type { JsonRecord } from '../../records/records';
import { sumOf } from '../../records/related/sums';
import { type CaseContext, inRole, type Step, type Walker } from '../../steps/check';
import { createRecord } from '../../steps/records';
import { act, addersTo, isDoneIn, listNeeded, neededFor } from '../../steps/ways/actions';
import { neededBy } from '../../steps/ways/named-states';
import { asksForAll, figureAgainst, figuresOwed, lackOf, membersOwed, reachSum } from '../../steps/ways/owed';
import { type Child, childrenOf, sendChild } from '../../steps/ways/related';
import { makeNeeded, needsOf, walkerOf, walkOn, walkTo } from '../../steps/ways/ways';
import { fail, PASS, replied, unlessUnjudged, type Verdict } from '../../verdict/verdict';
import { judgeDone } from './done';
import { type Acting, judgeUnchanged, type Look, look } from './look';

/** Without what its 409 says that the record has to have below it, an action is not done. */
export async function* actWithout(acting: Acting, way: readonly Step[]): AsyncGenerator<Verdict> {
  const { context, resource } = acting;
  const { operation } = context.subject;
  const isBare = way.every((step) => needsOf(context, step.operation).length === 0);
  const [needed] = neededFor(context, operation, true);
  const there = inRole(context, resource, 'create');
  const list = needed === undefined ? listNeeded(operation, recordBodyOf(there.subject)?.schema ?? {}) : undefined;
  if (!isBare || (needed ?? list) === undefined) return;
  const begun = list === undefined ? undefined : await unlessUnjudged(createRecord(there, { [list]: [] }));
  const walker =
    list === undefined ? await unlessUnjudged(walkTo(context, resource, way)) : begun && walkerOf(resource, begun);
  if (walker === undefined || (list !== undefined && !(await hasWalked(context, walker, way)))) return;
  const before = await look(acting, walker);
  if (before === undefined || hasSome(before.record, list ?? needed?.path ?? '')) return;
  const exchange = replied(await act(context, { operation }, walker));
  const after = await look(acting, walker);
  if (isRefusal(exchange) && after !== undefined) yield await judgeUnchanged(acting, walker, before, exchange, after);
  if (!isSuccess(exchange)) return;
  yield fail({
    expected: `a refusal, since ${list === undefined ? `nothing was made at ${needed?.path}` : `${list} is empty`}`,
    actual: outcomeOf(exchange),
    exchanges: [before.exchange, exchange],
    key: 'done without',
    topic: { wanted: 409 },
  });
}

/** Nor is it without a member of its record that clients may leave out, and that it asks for. */
export async function* actWithoutMember(acting: Acting, way: readonly Step[]): AsyncGenerator<Verdict> {
  const { context, resource } = acting;
  const { operation, purpose } = context.subject;
  const there = inRole(context, resource, 'create');
  const { schema = {} } = recordBodyOf(there.subject) ?? {};
  const members = propertiesOf(schema);
  const owed = purpose === undefined ? membersOwed(operation, schema) : [];
  for (const name of owed.filter((one) => propertiesOf(resource.schema).has(one))) {
    const isNullable = fits(members.get(name)?.schema ?? {}, 'request', null);
    const begun = await unlessUnjudged(createRecord(there, isNullable ? { [name]: null } : {}));
    const walker = begun && walkerOf(resource, begun);
    if (walker === undefined || !(await hasWalked(context, walker, way))) continue;
    await makeNeeded(context, operation, walker);
    const before = await look(acting, walker);
    if (before === undefined || own(before.record, name) !== null) continue;
    const exchange = replied(await act(context, { operation }, walker));
    const after = await look(acting, walker);
    if (isSuccess(exchange)) yield await judgeDone(acting, walker, before, exchange);
    else if (isRefusal(exchange) && after !== undefined)
      yield await judgeUnchanged(acting, walker, before, exchange, after);
  }
}

/** Whether a record shows that it has some of what is made below it, or in its list: it may have been made with them. */
function hasSome(record: JsonRecord, path: string): boolean {
  const called = plain(path.slice(path.lastIndexOf('/')));
  return Object.entries(record).some(
    ([name, value]) => plain(name) === called && (Array.isArray(value) ? value.length > 0 : Number(value) > 0),
  );
}

/** Where all of a sum is asked for, some of it is not enough. */
export async function* actShort(acting: Acting, way: readonly Step[]): AsyncGenerator<Verdict> {
  const { context, resource } = acting;
  const { operation, purpose } = context.subject;
  const isOfFigures = figuresOwed(operation, resource).length > 0;
  const [adder] = purpose === undefined && (asksForAll(operation) || isOfFigures) ? addersOf(acting) : [];
  if (adder === undefined) return;
  const walker = await walkTo(context, resource, way);
  // What is still to be settled may not count yet, be it all.
  replied(await act(context, { operation: adder, part: isOfFigures ? 'all' : 'some' }, walker));
  const before = await look(acting, walker);
  const lack = before && lackOf(context, operation, resource, before.record);
  if (before === undefined || lack === undefined) return;
  const exchange = replied(await act(context, { operation }, walker));
  yield isSuccess(exchange) ? await judgeDone(acting, walker, before, exchange) : PASS;
}

/** The creates of parts of a sum below the record of an action. */
const addersOf = ({ context, resource, states }: Acting): readonly Operation[] =>
  addersTo(context, context.subject.operation).filter((one) => sumOf(resource, one, states) !== undefined);

/** Where a figure of a record stands in the way, as words say, nothing is done once something counts there. */
export async function* actThough(
  acting: Acting,
  ways: readonly (readonly [string, readonly Step[]])[],
): AsyncGenerator<Verdict> {
  const { context, resource } = acting;
  const { operation, purpose } = context.subject;
  const figure = purpose === undefined ? figureAgainst(operation, resource) : undefined;
  for (const [state, way] of figure === undefined ? [] : ways) {
    const walker = await unlessUnjudged(walkTo(context, resource, way));
    if (walker === undefined) continue;
    const figureIn = ({ record }: Look): number => numberIn(valueIn(record, figure ?? '')) ?? 0;
    let before = await look(acting, walker);
    if (before === undefined) continue;
    // What is still to be paid counts from the beginning.
    if (figureIn(before) <= 0) {
      for (const adder of addersTo(context, operation)) await reachSum(context, adder, walker);
      for (const child of partsOf(acting, figure ?? '', state)) await sendChild(context, resource, child, walker);
      before = await look(acting, walker);
    }
    const value = before === undefined ? 0 : figureIn(before);
    if (before === undefined || value <= 0) continue;
    const exchange = replied(await act(context, { operation }, walker));
    if (!isSuccess(exchange)) return yield PASS;
    return yield fail({
      expected: `the status 409 for a record whose ${figure} is ${value}`,
      actual: outcomeOf(exchange),
      exchanges: [before.exchange, exchange],
      key: `done though ${figure}`,
      topic: { wanted: 409 },
    });
  }
}

/** What names such a record in its body and counts in a figure of it, as words beside the one or the other say, as far as it is made in a state. */
function partsOf({ context, resource }: Acting, figure: string, state: string): readonly Child[] {
  const said = String(propertiesOf(resource.schema).get(figure)?.schema.description ?? '');
  return childrenOf(context, resource).filter((child) => {
    const { create, member, resource: part } = child;
    const isCounted = withNoun(said, part).includes('‹›') || create.description.includes(`\`${figure}\``);
    if (member === undefined || !isCounted) return false;
    const purpose = { resource: part, role: 'create' } as const;
    const needed = neededBy({ contract: context.contract, operation: create, purpose });
    return needed.every(({ reference, condition }) => reference.resource !== resource || isDoneIn(condition, state));
  });
}

/** Whether a record gets on. */
const hasWalked = async (context: CaseContext, walker: Walker, way: readonly Step[]): Promise<boolean> =>
  (await unlessUnjudged(walkOn(context, walker, way).then(() => true))) === true;
