/** What a body names: a record of another resource that is brought into a state in which it may be named. */
import { type Operation, type Purpose, propertiesOf, type Resource } from '../../../openapi/contract';
import { isSuccess } from '../../exchange/exchange';
import { recordBodyOf } from '../../exchange/record-body';
import type { Subject } from '../../exchange/subject';
import { idOf, type JsonRecord } from '../../records/records';
import { restOf, sumOf } from '../../records/related/sums';
import { beginOf } from '../../records/states/action-words';
import { statesOf } from '../../records/states/states';
import { wrapped } from '../../requests/bodies/record-in-body';
import { referencesIn } from '../../requests/bodies/references';
import { noteCheap, placeOf } from '../../requests/bodies/unfit';
import { toRequest } from '../../requests/request';
import { CannotJudge, skip, unlessUnjudged } from '../../verdict/verdict';
import { type CaseContext, inRole, type Step, type Walker } from '../check';
import { requestWholeList } from '../lists';
import { createRecord, pathTo, readRecord } from '../records';
import { isDoneIn } from './actions';
import { type Needed, neededBy, stateOfNamed, tellingOf } from './named-states';
import { DEAR, makeAmple } from './sizes';
import { isOnWay, walkerOf, walkOn, walkTo, waysIn } from './ways';

/** What a body names of which words say in which of the states it has to be into which actions bring it. */
export const needsStates = (subject: Subject): readonly Needed[] =>
  neededBy(subject).filter(({ reference }) => statesOf(reference.resource) !== undefined);

/**
 * Has a record be there for each that the body of the subject's operation names, in a state in which words say that it has to be. The
 * one that was made last may be in another, and would be refused.
 *
 * @param isRefused whether those that are named now were; else it is done where a new one is in none of these states
 */
export async function makeNamed(context: CaseContext, isRefused = false): Promise<void> {
  const { notes, subject } = context;
  const { namable } = notes.values;
  for (const one of needsStates(subject)) {
    const { name, resource } = one.reference;
    const place = placeOf(subject.operation, name);
    const { id, made } = namable.get(place) ?? { id: undefined, made: 0 };
    const begin = [...(notes.ways.get(resource)?.keys() ?? [])][0] ?? beginOf(resource);
    const isBad = begin !== undefined && !isDoneIn(one.condition, begin);
    if (id !== undefined || made === MOST_NAMED || !(isRefused || isBad)) continue;
    namable.set(place, { id: undefined, made: made + 1 });
    const walker = await unlessUnjudged(enterGood(context, one));
    if (walker !== undefined) namable.set(place, { id: walker.id, made: made + 1 });
  }
}

/** So often another one is made to be named by an operation, since the one before was refused. */
const MOST_NAMED = 8;

/** A new record of a resource that the body of the subject's operation may name: in a state in which words say that it has to be. @throws CannotJudge where none gets there */
export async function makeToName(context: CaseContext, resource: Resource): Promise<Walker> {
  const needed = needsStates(context.subject).find(({ reference }) => reference.resource === resource);
  return needed === undefined
    ? walkerOf(resource, await createRecord(inRole(context, resource, 'create')))
    : enterGood(context, needed);
}

/** A record in a state in which it may be named. @throws CannotJudge where none gets there */
async function enterGood(context: CaseContext, needed: Needed): Promise<Walker> {
  const good = (await entriesOf(context, needed)).find(({ state }) => isDoneIn(needed.condition, state));
  if (good === undefined) throw new CannotJudge(skip('no way leads to such a state'));
  const { resource } = needed.reference;
  const walker = await enter(context, resource, good);
  const states = statesOf(resource);
  const sum = states && sumOf(resource, context.subject.operation, states);
  const { record } = (sum?.isBound === true && (await readRecord(context, resource, walker.id, walker.path))) || {};
  const rest = sum && record && restOf(sum, record, 0);
  if (rest === undefined || rest >= MUCH_LEFT) return walker;
  // Of what costs next to nothing no part can be paid: then it names something dearer, and so does what is made below it.
  noteCheap(context.notes.values.unfit, walker.below);
  const { resources } = context.contract;
  const below = resources.filter(({ operations: { create } }) => create?.path.startsWith(`${resource.itemPath}/`));
  for (const one of [resource, ...below].flatMap((each) => referencesIn(inRole(context, each, 'create').subject)))
    if (one.resource !== resource) await makeAmple(context, one.name, one.resource, DEAR);
  return enter(context, resource, good);
}

/** So much is left where several are made that count. */
const MUCH_LEFT = 200;

/** How a record gets into a state: by a way from that of a new one, or by what is sent when it is made. */
export interface Entry {
  readonly state: string;
  readonly way: readonly Step[];
  /** What is sent when it is made, or by a change after that. */
  readonly members: JsonRecord;
  readonly isChange: boolean;
  /** One that a list shows in it, of what nothing makes: of a catalogue, for one. */
  readonly found?: JsonRecord;
}

/** How records that a body names get into the states of which words speak. */
export async function entriesOf(context: CaseContext, needed: Needed): Promise<readonly Entry[]> {
  const { property } = needed;
  const { resource } = needed.reference;
  const { create, patch } = resource.operations;
  if (create === undefined) return entriesListed(context, needed);
  const takes = (operation: Operation | undefined): boolean =>
    propertiesOf(
      (operation && recordBodyOf({ operation, purpose: purposeFor(resource, operation) })?.schema) ?? {},
    ).get(property)?.readOnly === false;
  const isChange = !takes(create);
  const states = statesOf(resource);
  const ways = states && (await waysIn(inRole(context, resource, 'create'), resource, states));
  const entered = [...(ways ?? [])].map(([state, way]) => ({ state, way, members: {}, isChange: false }));
  if (isChange && !takes(patch)) return entered;
  const [telling] = tellingOf(resource).filter((one) => one.property === property);
  const others = (telling?.values ?? []).flatMap((state, nth) =>
    ways?.has(state) === true
      ? []
      : [{ state, way: [], members: { [property]: telling?.isFlag === true ? nth === 0 : state }, isChange }],
  );
  return [...entered, ...others];
}

/** Each state in which a list shows a record. */
async function entriesListed(context: CaseContext, needed: Needed): Promise<readonly Entry[]> {
  const records = (await requestWholeList(context, needed.reference.resource))?.listing?.records ?? [];
  const first = new Map(records.toReversed().map((found) => [stateOfNamed(needed, found), found]));
  return [...first].flatMap(([state, found]) =>
    state === undefined ? [] : [{ state, way: [], members: {}, isChange: false, found }],
  );
}

const purposeFor = (resource: Resource, operation: Operation): Purpose => ({
  resource,
  role: operation === resource.operations.create ? 'create' : 'patch',
});

/** A record in such a state. @throws CannotJudge where none gets there */
export async function enter(
  context: CaseContext,
  resource: Resource,
  { way, members, isChange, found }: Entry,
): Promise<Walker> {
  if (found !== undefined) {
    const id = idOf(found, resource);
    return { id, path: pathTo(resource, id), record: found, sent: 0, needed: new Set(), below: [] };
  }
  const there = inRole(context, resource, 'create');
  if (Object.keys(members).length === 0) return walkTo(there, resource, way);
  if (!isChange) return walkerOf(resource, await createRecord(there, members));
  const walker = await walkTo(there, resource);
  await changeInto(context, resource, walker, members);
  return walker;
}

async function changeInto(context: CaseContext, resource: Resource, { path }: Walker, members: JsonRecord) {
  const { subject } = inRole(context, resource, 'patch');
  const body = wrapped(context, subject, members);
  const exchange = await context.send(toRequest(subject.operation, { path, body }));
  if (!isSuccess(exchange)) throw new CannotJudge(skip(`${subject.operation.id} was refused`));
}

/** Brings a record that is at the end of a way into another state. @throws CannotJudge where it does not get there from here */
export async function bringInto(
  context: CaseContext,
  resource: Resource,
  walker: Walker,
  from: Entry,
  { way, members }: Entry,
): Promise<void> {
  if (Object.keys(members).length > 0) return changeInto(context, resource, walker, members);
  if (!isOnWay(from.way, way)) throw new CannotJudge(skip('no way leads there from here'));
  return walkOn(inRole(context, resource, 'create'), walker, way.slice(from.way.length));
}
