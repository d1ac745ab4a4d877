/** The beginning of a way: a new record, of a size and with members by which it may get on. */
import type { Resource } from '../../../openapi/contract';
import type { JsonRecord } from '../../records/records';
import { sumOf } from '../../records/related/sums';
import { actionOf } from '../../records/states/action-words';
import { statesOf } from '../../records/states/states';
import { unlessUnjudged } from '../../verdict/verdict';
import { type CaseContext, inRole, type Walker } from '../check';
import { createRecord, type Made, madeIn } from '../records';
import { act, isDoneIn } from './actions';
import { makeNamed, needsStates } from './named';
import { createWithOwed } from './owed';
import { wholeOf } from './owners';
import { createSized } from './sizes';
import { walkerOf, walkTo, waysIn } from './ways';

/** A new record at the beginning of its ways. @throws CannotJudge where none is made */
export async function begin(context: CaseContext, resource: Resource, members?: JsonRecord): Promise<Walker> {
  await makeNamed(inRole(context, resource, 'create'));
  if (members !== undefined) return beginWith(context, resource, members);
  const owed = await createWithOwed(context, resource);
  if (owed !== undefined) return walkerOf(resource, owed);
  const size = context.notes.sizes.get(resource) ?? 'ample';
  const sized = () => (size === 'usual' ? undefined : createSized(context, resource, size));
  const made = await sized();
  if (made !== undefined) return walkerOf(resource, made);
  const usual = await createFor(context, resource);
  // Once there is a record that it may name, another one has room.
  return walkerOf(resource, (await sized()) ?? usual);
}

/** The same of one that is made with some members. @throws CannotJudge where none is made */
async function beginWith(context: CaseContext, resource: Resource, members: JsonRecord): Promise<Walker> {
  const size = context.notes.sizes.get(resource) ?? 'ample';
  const there = inRole(context, resource, 'create');
  const sized = size === 'usual' ? undefined : await createSized(context, resource, size, members);
  const made = sized ?? (await unlessUnjudged(createRecord(there, members)));
  if (made !== undefined) return walkerOf(resource, made);
  // What it names may be used up by those before it.
  await makeNamed(there, true);
  return walkerOf(resource, await createRecord(there, members));
}

/**
 * A record is made. Where that is refused, and words say in which states a record has to be that it names, once more with such a one:
 * those that were named before may be in others by now.
 */
async function createFor(context: CaseContext, resource: Resource): Promise<Made> {
  const there = inRole(context, resource, 'create');
  const whole = await createWhole(there, resource);
  if (whole !== undefined) return whole;
  if (needsStates(there.subject).length === 0) return createRecord(there);
  const made = await unlessUnjudged(createRecord(there));
  if (made !== undefined) return made;
  await makeNamed(there, true);
  return createRecord(there);
}

/** A record that has to be the whole total of one above, made below a new one of those in a state for it; undefined where none has to. */
async function createWhole(context: CaseContext, resource: Resource): Promise<Made | undefined> {
  const { operation } = context.subject;
  const host = wholeOf(context, operation)?.resource;
  const states = host && statesOf(host);
  if (host === undefined || states === undefined || sumOf(host, operation, states)?.isExact !== true) return undefined;
  const action = actionOf(operation, states);
  const way = [...(await waysIn(inRole(context, host, 'create'), host, states))].find(([one]) => isDoneIn(action, one));
  const above = way && (await unlessUnjudged(walkTo(context, host, way[1])));
  const exchange = above && (await act(context, { operation }, above));
  return exchange && madeIn(exchange, resource);
}
