/** Items of a list within a record that have an operation of their own, and are read with the record alone: `DELETE /orders/{id}/lines/{lineId}`. */
import { isObject, itemsOf, type Operation, own, plain, propertiesOf, type Resource } from '../../../openapi/contract';
import { isSuccess } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import type { JsonRecord } from '../../records/records';
import { cataloguedIn, referencesIn } from '../../requests/bodies/references';
import { knownBody } from '../../requests/bodies/valid';
import { CannotJudge, skip, unlessUnjudged } from '../../verdict/verdict';
import { type CaseContext, inRole, type Walker } from '../check';
import { requestWholeList } from '../lists';
import { createRecord, readRecord } from '../records';
import { act } from './actions';
import { ownAt } from './owners';

export interface Part {
  readonly owner: Resource;
  /** The member of the owner's record that lists them, and the member of each that tells them apart. */
  readonly list: string;
  readonly id: string;
  readonly parameter: string;
  /** What adds one. */
  readonly adder: Operation | undefined;
}

/** Undefined where an operation is none on an item, or the item is a record of its own. */
export function partOf({
  contract,
  operation,
  purpose,
}: Pick<Subject, 'contract' | 'operation' | 'purpose'>): Part | undefined {
  const [, above = '', name = '', parameter = ''] = /^(.*)\/([^/{}]+)\/\{([^{}]+)\}$/.exec(operation.path) ?? [];
  const { read, list: all } = purpose?.resource.operations ?? {};
  if ((read ?? all) !== undefined || parameter === '' || !['DELETE', 'PATCH', 'PUT'].includes(operation.method))
    return undefined;
  const adder = contract.operations.find(({ method, path }) => method === 'POST' && path === `${above}/${name}`);
  return partAt(contract, { above, name, parameter, adder });
}

/** The list within a record that an operation adds to, where its items are records of their own as well. */
export function addedTo({
  contract,
  operation,
  purpose,
}: Pick<Subject, 'contract' | 'operation' | 'purpose'>): Part | undefined {
  const [, above = '', name = ''] = /^(.*)\/([^/{}]+)$/.exec(operation.path) ?? [];
  const { read, list } = purpose?.resource.operations ?? {};
  if ((read ?? list) === undefined || purpose?.role !== 'create') return undefined;
  return partAt(contract, { above, name, parameter: purpose.resource.idParameter?.name ?? '', adder: operation });
}

interface Place extends Pick<Part, 'parameter' | 'adder'> {
  readonly above: string;
  readonly name: string;
}

function partAt(contract: Subject['contract'], { above, name, parameter, adder }: Place): Part | undefined {
  const owner = ownAt(contract, above);
  const list = [...propertiesOf(owner?.schema ?? {}).values()].find((one) => plain(one.name) === plain(name));
  const items = propertiesOf((list && itemsOf(list.schema)) ?? {});
  const id = [...items.keys()].find((one) => plain(one) === 'id' || plain(one) === plain(parameter));
  return owner === undefined || list === undefined || id === undefined
    ? undefined
    : { owner, list: list.name, id, parameter, adder };
}

/** The items of a record, as a read shows them. @throws CannotJudge where it shows none */
export async function readItems(
  context: CaseContext,
  { owner, list, id }: Part,
  walker: Walker,
): Promise<readonly JsonRecord[]> {
  const { record } = (await readRecord(context, owner, walker.id, walker.path)) ?? {};
  // Where there is none yet the list may be left out.
  const all = record && (own(record, list) ?? []);
  if (!Array.isArray(all)) throw new CannotJudge(skip(`${list} is not read`));
  return all.filter(isObject).filter((one) => own(one, id) !== undefined);
}

/** The same once there are as many as that, as far as something adds them. */
export async function itemsOfAtLeast(
  context: CaseContext,
  part: Part,
  walker: Walker,
  count: number,
): Promise<readonly JsonRecord[]> {
  const { adder } = part;
  const items = await readItems(context, part, walker);
  if (adder === undefined || items.length >= count) return items;
  for (let nth = items.length; nth < count; nth += 1) {
    const exchange = await act(context, { operation: adder }, walker);
    // What names something else may be there only once for each.
    if (
      isSuccess(exchange) ||
      isSuccess(await act(context, { operation: adder }, walker, await bodyNamingNew(context, adder, nth)))
    )
      continue;
    break;
  }
  return readItems(context, part, walker);
}

/** A body whose references lead to records that are made for it, or to others of a catalogue. */
async function bodyNamingNew(context: CaseContext, operation: Operation, nth: number): Promise<JsonRecord> {
  const subject = { contract: context.contract, operation, purpose: undefined };
  const named: Record<string, unknown> = {};
  for (const { name, steps, resource } of cataloguedIn(subject)) {
    const { records } = context.known.collection(resource);
    if (records.size <= nth) await requestWholeList(context, resource);
    const known = [...records.values()];
    if (steps.length === 1 && known.length > nth) named[name] = known[nth]?.id;
  }
  for (const { name, steps, resource } of referencesIn(subject)) {
    const made =
      steps.length === 1 ? await unlessUnjudged(createRecord(inRole(context, resource, 'create'))) : undefined;
    if (made !== undefined) named[name] = made.id;
  }
  return knownBody(context, subject, named).body;
}
