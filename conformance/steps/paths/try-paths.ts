import { stringifyJson } from '../../../openapi/contract';
import { firstPathValue } from '../../arbitraries/path-value';
import type { Request } from '../../exchange/exchange';
import type { Slot } from '../../records/clues/identity';
import { endsInSlot, type PathValues, slotsOf } from '../../records/clues/places';
import { deedOf, isWrite } from '../../records/deeds';
import { createdIn, keyOf, upTo } from '../../records/records';
import { givenParameter, queryFor } from '../../requests/bodies/given';
import { toRequest } from '../../requests/request';
import type { CaseContext } from '../check';
import { makeAt, operationAt, partsOfOwn, subjectOf } from '../own-things';
import { fetchParent, isNamedByDocument, isOfOwn } from './parents';
import { fetchPath } from './paths';

/** So many values are tried for each parameter of a path. */
const WIDTH = 4;

/**
 * Values for the path of the subject's operation, parents included, in the order in which a first success is likeliest to come of
 * them. It lists and makes records on the way, where none are known. What is changed or deleted is the run's own; what something
 * is done to is first a record to which nothing was done yet, then a new one, then one to which other things were done: what
 * stops a thing needs one that was started.
 *
 * @param changed is called where what comes next is in another state than before, so that what it has refused it may take
 */
export async function* pathsToTry(context: CaseContext, changed: () => void): AsyncGenerator<PathValues> {
  const { operation } = context.subject;
  const slots = slotsOf(context.contract, operation);
  const tried = new Set<string>();
  const isNew = (path: PathValues): boolean => {
    const key = stringifyJson(slots.map(({ parameter }) => keyOf(path[parameter.name])));
    return !tried.has(key) && tried.add(key).size > 0;
  };
  const usual = await fetchWholePath(context);
  const isChange = isOfOwn(context, operation);
  const { notes } = context;
  const { clues } = notes.values;
  const isTouched = (path: PathValues): boolean =>
    !endsInSlot(operation) && [...clues.doneTo({ operation, path })].some((id) => id !== operation.id);
  const isThere = slots.every((slot) => !clues.isGone(slot, usual));
  // Where what is read was put under the very path, there it is.
  if (!isChange && slots.length > 0)
    for (const { operation: other, path } of notes.values.worked.values())
      if (other !== operation && other.path === operation.path && isNew(path)) {
        changed();
        yield path;
      }
  if (isThere && (!isChange || (isOwn(context, usual) && !isTouched(usual))) && isNew(usual)) yield usual;
  const last = slots.at(-1);
  const [deed, beginner] = [
    deedOf(operation),
    actionsOn(context, last).find((one) => deedOf(one.operation) === 'begins'),
  ];
  const isBegun = (path: PathValues): boolean =>
    deed !== 'begins' && beginner !== undefined && clues.doneTo({ operation, path }).has(beginner.operation.id);
  const begun = async (path: PathValues): Promise<PathValues> => {
    const isNeeded = isChange && (deed === 'undoes' || deed === 'ends');
    if (isNeeded && beginner !== undefined && last !== undefined) await sendAgain(context, beginner, last, path);
    return path;
  };
  const own: PathValues[] = [];
  for await (const path of combinations(context, slots, {}))
    if (isChange && isOwn(context, path)) own.push(path);
    else if (!isChange && isNew(path)) yield path;
  for (const path of own.filter(isBegun)) if (isNew(path)) yield path;
  for (const path of own) if (!isTouched(path) && isNew(path)) yield await begun(path);
  if (isChange && last !== undefined) {
    for await (const path of partsOfOwn(context, last, usual))
      if (!isTouched(path) && isNew(path)) yield await begun(path);
    const made = await makeAt(context, last, usual);
    if (made !== undefined && isNew({ ...usual, ...made })) yield await begun({ ...usual, ...made });
  }
  const touched = own.filter(isTouched);
  for (const path of [...(isChange && isOwn(context, usual) ? [usual] : []), ...touched]) if (isNew(path)) yield path;
  if (isWrite(operation)) yield* prepared(context, slots, usual, touched, changed);
  // Where nothing is known, what is made up shows whether the server minds.
  if (tried.size === 0) yield usual;
}

/** Actions that have worked elsewhere bring a new thing into the state in which it can be used, each one of its own. */
async function* prepared(
  context: CaseContext,
  [slot]: readonly Slot[],
  path: PathValues,
  [last]: readonly PathValues[],
  changed: () => void,
): AsyncGenerator<PathValues> {
  if (slot === undefined) return;
  const others = actionsOn(context, slot).filter(({ operation }) => operation !== context.subject.operation);
  for (const action of others.slice(0, MOST_ACTIONS)) {
    const made = (await makeAt(context, slot, path)) ?? last;
    if (made === undefined) return;
    await sendAgain(context, action, slot, made);
    changed();
    yield { ...path, ...made };
  }
}

/** Actions that have worked on what a slot names, those first by which something begins. */
function actionsOn(context: CaseContext, slot: Slot | undefined): readonly Request[] {
  const { contract, notes } = context;
  const rank = ({ operation }: Request): number =>
    ({ begins: 0, other: 1, undoes: 2, ends: 2 })[deedOf(operation) ?? 'other'];
  return [...notes.values.worked.values()]
    .filter(({ operation }) => isOfOwn(context, operation) && !endsInSlot(operation))
    .filter(({ operation }) => slot !== undefined && slotsOf(contract, operation).at(-1)?.shape === slot.shape)
    .toSorted((one, other) => rank(one) - rank(other));
}

/** Does to what a path names in a slot what an action has done to another. */
async function sendAgain(context: CaseContext, action: Request, slot: Slot, path: PathValues): Promise<void> {
  const name = slotsOf(context.contract, action.operation).at(-1)?.parameter.name ?? '';
  const values = { ...action.path, [name]: path[slot.parameter.name] };
  const target = action.target.replace(/^[^?]*/, toRequest(action.operation, { path: values }).target);
  await context.send({ ...action, target, path: values });
}

/** So many actions are tried to bring a thing into another state. */
const MOST_ACTIONS = 3;

/** The path that is taken by default, with its parents. */
async function fetchWholePath(context: CaseContext): Promise<PathValues> {
  const { operation } = context.subject;
  const path: Record<string, unknown> = { ...(await fetchPath(context)) };
  for (const { parameter } of slotsOf(context.contract, operation))
    path[parameter.name] ??= await fetchParent(context, operation, parameter, path);
  return path;
}

/** Whether a path names something that this run has made, or leads below it, or names what the user has. */
function isOwn({ subject: { operation, purpose }, known, notes, options }: CaseContext, path: PathValues): boolean {
  const given = operation.parameters.some(({ name }) => {
    const named = givenParameter(options.given, operation, name);
    return named !== undefined && keyOf(named) === keyOf(path[name]);
  });
  const { idParameter } = purpose?.resource ?? {};
  const made = purpose === undefined ? [] : createdIn(known.collection(purpose.resource, path));
  return (
    given ||
    made.some(({ id }) => keyOf(id) === keyOf(path[idParameter?.name ?? ''])) ||
    notes.values.clues.isOwn({ operation, path })
  );
}

/** Each way to fill some slots, those first below which something was shown. */
async function* combinations(
  context: CaseContext,
  [slot, ...others]: readonly Slot[],
  above: PathValues,
): AsyncGenerator<PathValues> {
  if (slot === undefined) {
    yield above;
    return;
  }
  const { name } = slot.parameter;
  const values = await fetchValues(context, slot, above);
  const [next] = others;
  const { clues } = context.notes.values;
  const leads = (value: unknown): number =>
    next !== undefined && clues.isKnownBelow(next, { ...above, [name]: value }) ? 0 : 1;
  for (const value of values.slice(0, WIDTH).toSorted((one, other) => leads(one) - leads(other)))
    yield* combinations(context, others, { ...above, [name]: value });
}

/** Values for a slot: as the user or the document names them, else as the server shows them; it is asked, and made to, where it has none. */
async function fetchValues(context: CaseContext, slot: Slot, above: PathValues): Promise<readonly unknown[]> {
  const { options, subject, notes, known } = context;
  const { parameter } = slot;
  const given = givenParameter(options.given, subject.operation, parameter.name);
  if (given !== undefined) return [given];
  if (isNamedByDocument(parameter)) return parameter.schema.enum ?? [firstPathValue(parameter)];
  const find = (): readonly unknown[] => notes.values.clues.valuesFor(slot, above).map(({ value }) => value);
  const chosen = known.parent(upTo(subject.operation.path, parameter.name));
  const shown = find();
  if (shown.length > 0) return shown.some((one) => keyOf(one) === keyOf(chosen)) ? [chosen, ...shown] : shown;
  const list = operationAt(context, slot, 'GET');
  if (list !== undefined && !isOfOwn(context, subject.operation))
    await context.send(toRequest(list, { path: above, query: queryFor(context, subjectOf(context, list)) }));
  if (find().length === 0) await makeAt(context, slot, above);
  const found = find();
  return found.length > 0 || chosen === undefined ? found : [chosen];
}
