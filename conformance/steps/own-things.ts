import fc from 'fast-check';
import { type Operation, type Parameter, plain } from '../../openapi/contract';
import { firstPathValue, isPathValue, unlikely } from '../arbitraries/path-value';
import { isSuccess } from '../exchange/exchange';
import type { Subject } from '../exchange/subject';
import { referencesTo, type Slot } from '../records/clues/identity';
import { endsInSlot, type PathValues, slotsOf, slotsReferredBy } from '../records/clues/places';
import { makesIn } from '../records/clues/read-clues';
import { type JsonRecord, keyOf } from '../records/records';
import { queryFor } from '../requests/bodies/given';
import { toRequest } from '../requests/request';
import { unlessUnjudged } from '../verdict/verdict';
import type { CaseContext } from './check';
import { sendValid } from './send-valid';

/** What belongs to things that the run has made, as a list shows it that can be asked for that; at last of a thing that is made for it. */
export async function* partsOfOwn(context: CaseContext, slot: Slot, above: PathValues): AsyncGenerator<PathValues> {
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
  // What nothing makes by itself may have come along with something since.
  const comesAlong = operationAt(context, slot, 'POST') === undefined;
  // On the way to what is further below, the list was just asked for.
  if (comesAlong || (filters.length > 0 && endsInSlot(subject.operation))) yield* await listed({});
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

/** Makes something in the place before a slot: by a create there, by a PUT to a path of its own, or by what has made one before. @returns how it is named */
export async function makeAt(context: CaseContext, slot: Slot, above: PathValues): Promise<PathValues | undefined> {
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

export const subjectOf = ({ contract, known }: CaseContext, operation: Operation): Subject => ({
  contract,
  operation,
  purpose: known.purposeOf(operation),
});

/** What lists the place before a slot, or makes something there. */
export function operationAt({ contract }: CaseContext, slot: Slot, method: 'GET' | 'POST'): Operation | undefined {
  const all = contract.operations.filter((one) => one.method === method);
  const placeOf = (one: Operation): string | undefined => (method === 'GET' ? one.path : makesIn(one, contract));
  return (
    all.find((one) => one.path === slot.before && placeOf(one) === slot.before) ??
    all.find((one) => placeOf(one) === slot.before)
  );
}
