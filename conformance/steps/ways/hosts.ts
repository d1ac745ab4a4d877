/** Records below which others are made, as long as their state and their sums let that be. */

import { own, type Resource } from '../../../openapi/contract';
import { numberIn } from '../../exchange/decimals';
import { valueIn } from '../../records/inner';
import { restOf } from '../../records/related/sums';
import { type States, statesOf } from '../../records/states/states';
import { unlessUnjudged } from '../../verdict/verdict';
import { type CaseContext, inRole, type Step, type Walker } from '../check';
import { createRecord, readRecord } from '../records';
import { type Below, createsBelow, isDoneIn, stepsOn } from './actions';
import { hostOf } from './owners';
import type { Child } from './related';
import { asksForLess } from './sizes';
import { refusedOn, walkerOf, walkTo } from './ways';

/** What words say of the create of the subject's resource below records of another; undefined where they say nothing. */
export function belowIn(context: CaseContext, resource: Resource): Below | undefined {
  const states = statesOf(resource);
  const all = states === undefined ? [] : createsBelow(context, resource, states);
  const { create } = context.subject.purpose?.resource.operations ?? {};
  const own = all.find(({ operation }) => operation === create);
  // Of another create below such records nothing is said by the words of this one.
  return own ?? (create !== undefined && hostOf(context.contract, create) === resource ? undefined : all[0]);
}

/** A new record to make others below: in a state in which that is done, as far as words say which one is and lead there. */
export async function makeHost(context: CaseContext, resource: Resource): Promise<Walker | undefined> {
  const walker = await unlessUnjudged(walkTo(context, resource));
  const states = statesOf(resource);
  const below = belowIn(context, resource);
  const state = walker && states && own(walker.record, states.property);
  if (walker === undefined || states === undefined || below === undefined || typeof state !== 'string') return walker;
  const way = wayByWords(context, resource, states, state, (one) => isDoneIn(below, one)) ?? [];
  const refused = await unlessUnjudged(refusedOn(context, walker, way));
  return refused !== undefined && (await asksForLess(context, resource, walker, refused.exchange))
    ? makeHost(context, resource)
    : walker;
}

/** The same, or else one in whatever state. @throws CannotJudge where none is made */
export const makeAnyHost = async (context: CaseContext, resource: Resource): Promise<Walker> =>
  (await makeHost(context, resource)) ?? makeNew(context, resource);

/** A new record to make others for that belong to it: below it, or such that name it. @throws CannotJudge where none is made */
export const makeOwner = (context: CaseContext, owner: Resource, { member }: Pick<Child, 'member'>): Promise<Walker> =>
  member === undefined ? makeAnyHost(context, owner) : makeNew(context, owner);

const makeNew = async (context: CaseContext, resource: Resource): Promise<Walker> =>
  walkerOf(resource, await createRecord(inRole(context, resource, 'create')));

/** The shortest way by what words say of the actions; undefined where they lead to no such state. */
function wayByWords(
  context: CaseContext,
  resource: Resource,
  states: States,
  from: string,
  isWanted: (state: string) => boolean,
): readonly Step[] | undefined {
  const ways = new Map<string, readonly Step[]>([[from, []]]);
  const steps = stepsOn(context, resource, states);
  for (const [state, way] of ways) {
    if (isWanted(state)) return way;
    for (const { operation, part, ...action } of steps)
      if (action.target !== undefined && isDoneIn(action, state) && !ways.has(action.target))
        ways.set(action.target, [...way, { operation, ...(part && { part }) }]);
  }
  return undefined;
}

/** Whether nothing more is made below a record, by its state or since its sum is all but reached. */
export async function isSpent(context: CaseContext, resource: Resource, id: unknown): Promise<boolean> {
  const states = statesOf(resource);
  const below = belowIn(context, resource);
  if (states === undefined || below === undefined) return false;
  const { record } = (await readRecord(context, resource, id)) ?? {};
  const state = record && own(record, states.property);
  if (record === undefined || typeof state !== 'string') return false;
  const { sum } = below;
  const rest = sum && restOf(sum, record, 0);
  // A new one may have no more to begin with. Whether it is one, a figure of what is left does not tell: what was counted does.
  const counted = sum?.sofar === undefined ? 0 : (numberIn(valueIn(record, sum.sofar)) ?? 0);
  const isBegun = sum?.isRest === true ? rest === 0 || counted > 0 : rest !== valueIn(record, sum?.total ?? '');
  return !isDoneIn(below, state) || (rest !== undefined && rest < LEAST_REST && isBegun);
}

/** So much of a sum is left for what a case makes. */
const LEAST_REST = 20;
