import { memoized, type Operation, own, propertiesOf } from '../../../openapi/contract';
import { anotherValue } from '../../arbitraries/fresh';
import { isFigure, numberIn } from '../../exchange/decimals';
import { type Exchange, isSuccess } from '../../exchange/exchange';
import { recordBodyOf } from '../../exchange/record-body';
import type { Subject } from '../../exchange/subject';
import { valueIn } from '../../records/inner';
import { LOOK_MS } from '../../records/lists/listing';
import type { JsonRecord } from '../../records/records';
import { isOfDeed } from '../../records/related/sums';
import { type Total, totalsOf } from '../../records/related/total-words';
import { statesOf } from '../../records/states/states';
import { wrapped } from '../../requests/bodies/record-in-body';
import { fits } from '../../requests/bodies/valid';
import { toRequest } from '../../requests/request';
import { type CaseContext, type Check, inRole, oneAfterTheOther, resourceOf, type Walker } from '../../steps/check';
import { requestWholeList } from '../../steps/lists';
import { fetchRecord } from '../../steps/records';
import { act, stepsOn } from '../../steps/ways/actions';
import { makeAnyHost } from '../../steps/ways/hosts';
import { makeToName } from '../../steps/ways/named';
import { aboveOf, type Child, childrenOf, createPart, type Owning } from '../../steps/ways/related';
import { isOnWay, walkerOf, walkOn, waysIn } from '../../steps/ways/ways';
import { brief } from '../../verdict/brief';
import { CannotJudge, fail, operationClause, PASS, unlessUnjudged, type Verdict } from '../../verdict/verdict';
import { summaryCases } from './summed';

/** What a record says of the number or the sum of what belongs to it follows what is made, changed and removed. */
export const relatedTotals: Check = {
  id: 'related.totals',
  title: 'A number or a sum follows the records of which it tells',
  level: 'MUST',
  applies: (subject) => followedIn(subject).length > 0 || summaryCases(subject).length > 0,
  clause: (subject) => operationClause(subject.operation, saidOf(subject)),
  cases: (subject) => [
    ...oneAfterTheOther(
      followedIn(subject),
      (one) => one.child.resource.name,
      (context, one) => follow(context, one),
    ),
    ...summaryCases(subject),
  ],
};

interface Followed {
  readonly child: Child;
  readonly totals: readonly Total[];
}

const followedIn = memoized(({ contract, purpose }: Subject): readonly Followed[] => {
  if (purpose?.role !== 'read' || purpose.resource.idProperty === undefined) return [];
  const { resource } = purpose;
  const { create, replace, patch } = resource.operations;
  if (create === undefined) return [];
  const settable = new Set(
    [create, replace, patch].flatMap((operation) => {
      const role = operation === create ? 'create' : operation === replace ? 'replace' : 'patch';
      const body = operation && recordBodyOf({ operation, purpose: { resource, role } });
      return [...propertiesOf(body?.schema ?? {}).values()].flatMap(({ name, readOnly }) => (readOnly ? [] : [name]));
    }),
  );
  return childrenOf({ contract }, resource).flatMap((child) => {
    // What has no states is as it was made, read or not.
    const isKnown = isRead(child) || statesOf(child.resource) === undefined;
    const totals = isKnown ? totalsOf(resource, child.resource, settable) : [];
    return totals.length === 0 ? [] : [{ child, totals }];
  });
});

function saidOf(subject: Subject): string {
  const name = followedIn(subject)[0]?.totals[0]?.name;
  if (name === undefined) return 'It sums up the records of a list.';
  const schema = propertiesOf(subject.purpose?.resource.schema ?? {}).get(name)?.schema;
  return `${name}: ${String(schema?.description ?? '').trim()}`;
}

const isRead = ({ resource }: Child): boolean => resource.operations.read !== undefined;

/** A record that is followed, and what was made for it. */
interface Following {
  readonly context: CaseContext;
  readonly child: Child;
  readonly totals: readonly Total[];
  readonly host: Owning;
  readonly begin: JsonRecord;
  /** As they were read last. */
  readonly parts: Map<Walker, JsonRecord>;
}

async function* follow(context: CaseContext, followed: Followed, turn = 0): AsyncGenerator<Verdict> {
  const { child, totals } = followed;
  const resource = resourceOf(context);
  // What is made to find the ways may name whatever record was made last.
  const states = statesOf(child.resource);
  if (states !== undefined)
    await unlessUnjudged(waysIn(inRole(context, child.resource, 'create'), child.resource, states));
  const part = inRole(context, child.resource, 'create');
  const host = child.member === undefined ? await makeAnyHost(part, resource) : await makeToName(part, resource);
  const { record: begin } = await fetchRecord(context, resource, host.id, host.path);
  if (begin === undefined) throw new CannotJudge('the record is not read');
  const filled = await judgeEmpty(context, { child, totals }, host.id, begin);
  if (filled !== undefined) yield filled;
  const following: Following = { context, child, totals, host, begin, parts: new Map() };
  for (let count = 0; count < 2; count += 1) {
    const made = await unlessUnjudged(createPart(part, resource, child, host));
    // Where several were made for the first record, the next has one alone.
    if (made === undefined && count === 0 && turn === 0) return yield* follow(context, followed, turn + 1);
    if (made === undefined) return;
    following.parts.set(walkerOf(child.resource, made), made.record);
    yield* judgeTotals(following, made.exchange);
  }
  const [first, second] = [...following.parts.keys()];
  if (second !== undefined && isRead(child)) yield* afterward(following, await changeFigures(following, second));
  if (second !== undefined) {
    const isGiven = yield* giveBack(following, second);
    yield* moveOn(following, second, 'longest');
    // What was not there to be given back may be by now.
    if (!isGiven) yield* giveBack(following, second);
  }
  // Where that is over, it may count no more.
  if (first !== undefined) yield* moveOn(following, first, 'other');
  for (const walker of [...following.parts.keys()]) {
    const removed = await removePart(following, walker);
    if (removed === undefined || !isSuccess(removed)) continue;
    if (!isRead(child)) following.parts.delete(walker);
    return yield* judgeTotals(following, removed);
  }
}

/** That a new record with nothing below it tells of something. */
async function judgeEmpty(
  context: CaseContext,
  { child, totals }: Followed,
  id: unknown,
  begin: JsonRecord,
): Promise<Verdict | undefined> {
  const { resource, member } = child;
  const listed =
    member === undefined
      ? await requestWholeList(context, resource, {}, aboveOf(resourceOf(context), child, id))
      : undefined;
  const wrong = totals.find(({ name }) => (numberIn(valueIn(begin, name)) ?? 0) !== 0);
  const { records, isCut, isPlainlyAsked } = listed?.listing ?? {};
  if (listed === undefined || records?.length !== 0 || isCut || !isPlainlyAsked || wrong === undefined)
    return undefined;
  return fail({
    expected: `${wrong.name}: 0, since nothing of ${resource.name} belongs to it`,
    actual: `${wrong.name}: ${brief(valueIn(begin, wrong.name))}`,
    exchanges: [listed.exchange, (await fetchRecord(context, resourceOf(context), id)).exchange],
    key: `${wrong.name} off`,
    topic: { member: wrong.name },
  });
}

async function* afterward(following: Following, by: Exchange | undefined): AsyncGenerator<Verdict> {
  if (by !== undefined && isSuccess(by)) yield* judgeTotals(following, by);
}

/** Changes the numbers of one. */
async function changeFigures({ context, child, parts }: Following, walker: Walker): Promise<Exchange | undefined> {
  const { operations } = child.resource;
  const role = operations.patch === undefined ? 'replace' : 'patch';
  const operation = operations[role];
  if (operation === undefined) return undefined;
  const { subject } = inRole(context, child.resource, role);
  const media = recordBodyOf(subject);
  const record = parts.get(walker) ?? {};
  const figures = [...propertiesOf(media?.schema ?? {}).values()].flatMap(({ name, readOnly, schema }) => {
    const was = own(record, name);
    const other =
      readOnly || numberIn(was) === undefined || !isFigure(schema)
        ? undefined
        : anotherValue(schema, [was], context.options.seed + 4);
    return other === undefined ? [] : [[name, other] as const];
  });
  const kept =
    role === 'patch'
      ? {}
      : Object.fromEntries(
          Object.entries(record).filter(([name]) => propertiesOf(media?.schema ?? {}).get(name)?.readOnly === false),
        );
  const body = { ...kept, ...Object.fromEntries(figures) };
  if (figures.length === 0 || media === undefined || !fits(media, body)) return undefined;
  return context.send(toRequest(operation, { path: walker.path, body: wrapped(context, subject, body) }));
}

/** Brings one from state to state: in some it may count, and not in others. */
async function* moveOn(following: Following, walker: Walker, which: 'longest' | 'other'): AsyncGenerator<Verdict> {
  const { context, child, parts } = following;
  const states = statesOf(child.resource);
  if (states === undefined) return;
  const there = inRole(context, child.resource, 'create');
  const ways = await unlessUnjudged(waysIn(there, child.resource, states));
  const begun = ways?.get(String(own(parts.get(walker) ?? {}, states.property)));
  if (ways === undefined || begun === undefined) return;
  const [longest = [], ...others] = [...ways.values()]
    .filter((way) => way.length > begun.length && isOnWay(begun, way))
    .map((way) => way.slice(begun.length))
    .toSorted((one, other) => other.length - one.length);
  // To a state that is not on the longest way.
  const other = others.find((way) => way.some((step, nth) => step !== longest[nth]));
  for (const step of (which === 'longest' ? longest : other) ?? []) {
    if ((await unlessUnjudged(walkOn(context, walker, [step]).then(() => true))) !== true) return;
    yield* judgeTotals(following, (await fetchRecord(context, child.resource, walker.id, walker.path)).exchange);
  }
}

/**
 * Takes some of what it counts back, by what is made below it or names it: that need not bring it into another state.
 *
 * @returns whether that was done
 */
async function* giveBack({ totals, ...following }: Following, walker: Walker): AsyncGenerator<Verdict, boolean> {
  const { context, child } = following;
  const states = statesOf(child.resource);
  const net = totals.filter((total) => total.net !== undefined);
  if (states === undefined || net.length === 0) return false;
  let isGiven = false;
  const there = inRole(context, child.resource, 'create');
  // Of a part that is captured not each record tells how much that is.
  const isTold = (operation: Operation): boolean =>
    net.every((total) => total.net?.isTold === true || isOfDeed(total.net?.back ?? '', operation));
  const steps = stepsOn(there, child.resource, states).filter(
    ({ operation, part }) => part === 'some' && isTold(operation),
  );
  // What is captured by one of them may be what another one gives back.
  for (const { operation } of [...steps, ...steps]) {
    const exchange = await unlessUnjudged(act(there, { operation, part: 'some' }, walker));
    if (exchange === undefined || !isSuccess(exchange)) continue;
    isGiven = true;
    yield* judgeTotals({ ...following, totals: net }, exchange);
  }
  return isGiven;
}

async function removePart({ context, child }: Following, walker: Walker): Promise<Exchange | undefined> {
  const { delete: remove } = child.resource.operations;
  return remove && context.send(toRequest(remove, { path: walker.path }));
}

/** Holds what a read of the record shows against what its parts are now. */
async function* judgeTotals(following: Following, by: Exchange): AsyncGenerator<Verdict> {
  const { context, child, totals, host, parts } = following;
  for (const walker of isRead(child) ? parts.keys() : []) {
    const { record, exchange } = await fetchRecord(context, child.resource, walker.id, walker.path);
    if (record !== undefined) parts.set(walker, record);
    else if (exchange.response?.status === 404) parts.delete(walker);
    else throw new CannotJudge('what belongs to it is not read');
  }
  const resource = resourceOf(context);
  const look = async () => {
    const { record, exchange } = await fetchRecord(context, resource, host.id, host.path);
    const wrong = record && totals.find((total) => isOff(following, total, record));
    return { exchange, record, wrong };
  };
  const first = await look();
  if (first.wrong === undefined) return yield PASS;
  // What is read may come from a copy.
  await context.wait(LOOK_MS, 'a further look at what was counted');
  const { exchange, record = {}, wrong } = await look();
  if (wrong === undefined) return yield PASS;
  yield fail({
    expected: `${wrong.name}: ${wantedOf(following, wrong)}, by the ${parts.size} of ${child.resource.name} that belong to it`,
    actual: `${wrong.name}: ${brief(valueIn(record, wrong.name))}`,
    exchanges: [by, exchange],
    key: `${wrong.name} off`,
    topic: { member: wrong.name },
  });
}

/** What a figure has to be: what it was before, and what each part counts; undefined where one does not show that. */
function wantedOf({ begin, parts, child }: Following, { name, countOf, isCounted }: Total): number | undefined {
  const was = numberIn(valueIn(begin, name));
  if (was === undefined) return undefined;
  const states = statesOf(child.resource);
  const counts = [...parts.values()].map((part) =>
    isCounted(states && own(part, states.property)) === true ? countOf(part) : 0,
  );
  return counts.every((one) => one !== undefined) ? counts.reduce((sum, one) => sum + one, was) : undefined;
}

function isOff(following: Following, total: Total, record: JsonRecord): boolean {
  const [wanted, shown] = [wantedOf(following, total), numberIn(valueIn(record, total.name))];
  // Sums of fractions may be rounded.
  return (
    wanted !== undefined && shown !== undefined && Math.abs(shown - wanted) > (Number.isInteger(wanted) ? 0.001 : 0.02)
  );
}
