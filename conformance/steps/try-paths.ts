import fc from 'fast-check';
import { type Operation, type Parameter, plain, stringifyJson } from '../../openapi/contract';
import { firstPathValue, isPathValue, unlikely } from '../arbitraries/path-value';
import { isSuccess, type Request } from '../exchange/exchange';
import type { Subject } from '../exchange/subject';
import { deedOf } from '../records/deeds';
import { referencesTo, type Slot } from '../records/identity';
import { endsInSlot, type PathValues, slotsOf, slotsReferredBy } from '../records/places';
import { makesIn } from '../records/read-clues';
import { createdIn, type JsonRecord, keyOf, upTo } from '../records/records';
import { givenParameter, queryFor } from '../requests/given';
import { toRequest } from '../requests/request';
import { unlessUnjudged } from '../verdict/verdict';
import type { CaseContext } from './check';
import { fetchParent, fetchPath, isNamedByDocument, isOfOwn, isWrite } from './paths';
import { sendValid } from './send-valid';

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
  if (!isChange)
    for (const { operation: other, path } of notes.values.worked.values())
      if (other !== operation && other.path === operation.path && isNew(path)) yield path;
  if (isThere && (!isChange || (isOwn(context, usual) && !isTouched(usual))) && isNew(usual)) yield usual;
  const last = slots.at(-1);
  const beginner = actionsOn(context, last).find((action) => deedOf(action.operation) === 'begins');
  const needsBegun = isChange && ['undoes', 'ends'].includes(deedOf(operation) ?? '');
  const begin = async (path: PathValues): Promise<PathValues> => {
    if (needsBegun && beginner !== undefined && last !== undefined) await sendAgain(context, beginner, last, path);
    return path;
  };
  const touched: PathValues[] = [];
  for await (const path of combinations(context, slots, {})) {
    if (isChange && !isOwn(context, path)) continue;
    const isBegun =
      needsBegun && beginner !== undefined && clues.doneTo({ operation, path }).has(beginner.operation.id);
    if (isChange && isTouched(path) && !isBegun) touched.push(path);
    else if (isNew(path)) yield isBegun ? path : await begin(path);
  }
  if (isChange && last !== undefined) {
    for await (const path of partsOfOwn(context, last, usual))
      if (!isTouched(path) && isNew(path)) yield await begin(path);
    const made = await makeAt(context, last, usual);
    if (made !== undefined && isNew({ ...usual, ...made })) yield await begin({ ...usual, ...made });
  }
  for (const path of [...(isChange && isOwn(context, usual) ? [usual] : []), ...touched]) if (isNew(path)) yield path;
  if (isWrite(operation)) yield* prepared(context, slots, usual, touched, changed);
  // Where nothing is known, what is made up shows whether the server minds.
  if (tried.size === 0) yield usual;
}

/** What belongs to things that the run has made, as a list shows it that can be asked for that; at last of a thing that is made for it. */
async function* partsOfOwn(context: CaseContext, slot: Slot, above: PathValues): AsyncGenerator<PathValues> {
  const { contract, notes, subject } = context;
  const { clues, barren } = notes.values;
  const list = operationAt(context, slot, 'GET');
  if (list === undefined) return;
  const listed = async (filter: JsonRecord): Promise<readonly PathValues[]> => {
    const query = { ...queryFor(context, subjectOf(context, list)), ...filter };
    await context.send(toRequest(list, { path: above, query }));
    const own = clues.valuesFor(slot, above).filter(({ isOwn: is }) => is);
    return own.map(({ value }) => ({ ...above, [slot.parameter.name]: value }));
  };
  const filters = list.parameters
    .filter((one) => one.in === 'query')
    .flatMap(({ name }) =>
      slotsReferredBy(contract, name)
        .filter((whole) => whole.shape !== slot.shape && referencesTo(whole).includes(plain(name)))
        .map((whole) => ({ name, whole, own: clues.valuesFor(whole, {}).find(({ isOwn: is }) => is)?.value })),
    )
    .filter(({ own }) => own !== undefined);
  if (filters.length === 0) return;
  // On the way to what is further below, the list was just asked for.
  if (endsInSlot(subject.operation)) yield* await listed({});
  for (const { name, whole, own } of filters.slice(0, MOST_WHOLES)) {
    yield* await listed({ [name]: own });
    const key = `${slot.shape} ${whole.shape}`;
    const made = barren.has(key) ? undefined : await makeAt(context, whole, {});
    if (made === undefined) continue;
    const before = clues.valuesFor(slot, above).map(({ value }) => keyOf(value));
    const parts = await listed({ [name]: made[whole.parameter.name] });
    if (parts.every((one) => before.includes(keyOf(one[slot.parameter.name])))) barren.add(key);
    yield* parts;
  }
}

/** So many kinds of things are looked through for what belongs to them. */
const MOST_WHOLES = 2;

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

/** Makes something in the place before a slot: by a create there, by a PUT to a path of its own, or by what has made one before. @returns how it is named */
async function makeAt(context: CaseContext, slot: Slot, above: PathValues): Promise<PathValues | undefined> {
  const { notes, contract, options } = context;
  const { parameter } = slot;
  const before = new Set(notes.values.clues.valuesFor(slot, above).map(({ value }) => keyOf(value)));
  const create = operationAt(context, slot, 'POST');
  const put = contract.operations.find(
    (one) => one.method === 'PUT' && endsInSlot(one) && slotsOf(contract, one).at(-1)?.shape === slot.shape,
  );
  const operation = create ?? put;
  const again = operation === undefined ? notes.values.clues.makerAt(slot, above) : undefined;
  if (again !== undefined) await context.send(again);
  else {
    // What has never worked is tried for its own sake, and not for each that needs it.
    if (operation === undefined || operation === context.subject.operation) return undefined;
    if (!notes.values.worked.has(operation.id)) return undefined;
    const name = slotsOf(contract, operation).at(-1)?.parameter;
    notes.values.made += 1;
    const own =
      create === undefined && name !== undefined
        ? { [name.name]: newValue(name, options.seed + notes.values.made) }
        : {};
    const sent = await unlessUnjudged(sendValid(context, subjectOf(context, operation), { ...above, ...own }));
    if (sent === undefined || !isSuccess(sent.exchange)) return undefined;
  }
  const made = notes.values.clues
    .valuesFor(slot, above)
    .find(({ value, isOwn: is }) => is && !before.has(keyOf(value)));
  return made && { ...above, [parameter.name]: made.value };
}

const newValue = (parameter: Parameter, seed: number): unknown =>
  fc.sample(unlikely(parameter.schema), { numRuns: 20, seed }).find(isPathValue) ?? firstPathValue(parameter);

const subjectOf = ({ contract, known }: CaseContext, operation: Operation): Subject => ({
  contract,
  operation,
  purpose: known.purposeOf(operation),
});

/** What lists the place before a slot, or makes something there. */
function operationAt({ contract }: CaseContext, slot: Slot, method: 'GET' | 'POST'): Operation | undefined {
  const all = contract.operations.filter((one) => one.method === method);
  const placeOf = (one: Operation): string | undefined => (method === 'GET' ? one.path : makesIn(one, contract));
  return (
    all.find((one) => one.path === slot.before && placeOf(one) === slot.before) ??
    all.find((one) => placeOf(one) === slot.before)
  );
}
