import {
  type Contract,
  itemNameIn,
  type Operation,
  type Parameter,
  type Resource,
  templateNames,
  wordsOf,
} from '../../../openapi/contract';
import { firstPathValue } from '../../arbitraries/path-value';
import type { Request } from '../../exchange/exchange';
import { type PathValues, slotsOf } from '../../records/clues/places';
import { makesIn, usesModel } from '../../records/clues/read-clues';
import { isWrite } from '../../records/deeds';
import { type KnownRecord, keyOf, upTo } from '../../records/records';
import { mostOf } from '../../records/related/most-words';
import { givenParameter } from '../../requests/bodies/given';
import { isToldThere } from '../../requests/bodies/references';
import { filled, toRequest } from '../../requests/request';
import type { CaseContext } from '../check';
import { fetchSomeRecord } from '../lists';
import { pathTo } from '../records';
import { isSpent, makeHost } from '../ways/hosts';
import { hostOf } from '../ways/owners';
import { childrenOf } from '../ways/related';

/**
 * The request with ids of existing parents in its path, where the check has not given any. For the first request below
 * a resource, the parent is created or listed.
 */
export async function fetchParents(context: CaseContext, request: Request): Promise<Request> {
  const { operation, target, path } = request;
  const missing = operation.parameters.filter(
    ({ in: place, name }) => place === 'path' && target.includes(`{${name}}`),
  );
  if (missing.length === 0) return request;
  const parents: Record<string, unknown> = {};
  // What is made below a parent says in which state that has to be, whatever the case is about.
  const purpose = context.known.purposeOf(operation);
  const there = { ...context, subject: { ...context.subject, operation, purpose } };
  for (const parameter of missing) parents[parameter.name] = await fetchParent(there, operation, parameter, parents);
  return { ...request, target: filled(target, operation.parameters, parents), path: { ...parents, ...path } };
}

/** The value of a parameter in the middle of a path. It stays the same, but for one that was made up before another was shown. */
export async function fetchParent(
  context: CaseContext,
  operation: Operation,
  parameter: Parameter,
  above: PathValues,
): Promise<unknown> {
  const { name } = parameter;
  if (isNamedByDocument(parameter))
    return givenParameter(context.options.given, operation, name) ?? firstPathValue(parameter);
  const place = upTo(operation.path, name);
  const resource = parentAt(context, operation, name);
  const chosen = context.known.parent(place);
  const madeUp = firstPathValue(parameter);
  const slot = slotsOf(context.contract, operation).find((one) => one.parameter.name === name);
  const isGone = slot !== undefined && context.notes.values.clues.isGone(slot, { ...above, [name]: chosen });
  const isOver =
    isGone || (chosen !== undefined && (await isOverFor(context, resource, place, { ...above, [name]: chosen })));
  if (chosen !== undefined && keyOf(chosen) !== keyOf(madeUp) && !isOver) return chosen;
  const id =
    (isOver ? undefined : chosen) ??
    givenParameter(context.options.given, operation, name) ??
    (resource && (await fetchHost(context, resource, operation)));
  const value = (id === undefined || id === chosen ? await fetchClue(context, operation, name, above) : id) ?? madeUp;
  context.known.chooseParent(place, value);
  return value;
}

/** Whether the document itself says which values there are. */
export const isNamedByDocument = ({ schema }: Parameter): boolean =>
  schema.enum !== undefined || schema.const !== undefined || schema.type === 'boolean';

/** The resource whose record a parameter in the middle of a path names. */
export function parentAt({ contract }: CaseContext, { path }: Operation, name: string): Resource | undefined {
  return contract.resources.find(({ itemPath }) => itemNameIn(path, itemPath) === name);
}

/** The id of a new record, else of one that the server has. */
async function fetchHost(context: CaseContext, resource: Resource, operation: Operation): Promise<unknown> {
  const { create } = resource.operations;
  if (create === undefined) {
    const some = await fetchSomeRecord(context, resource);
    const { full } = context.notes.values;
    const hasRoom = ({ id }: KnownRecord): boolean =>
      !full.has(toRequest(operation, { path: pathTo(resource, id) }).target);
    const others = [...context.known.collection(resource).records.values()].filter((one) => one !== some);
    return (some && hasRoom(some) ? some : (others.find(hasRoom) ?? some))?.id;
  }
  return ((await makeHost(context, resource)) ?? (await fetchSomeRecord(context, resource)))?.id;
}

/** So often another parent is made, for each place, since nothing more is made below the one before. */
const MOST_HOSTS = 16;

/** Whether a case is to begin with another parent than the cases before, below which nothing more is made. */
async function isOverFor(
  context: CaseContext,
  resource: Resource | undefined,
  place: string,
  path: PathValues,
): Promise<boolean> {
  const { purpose } = context.subject;
  const { create } = purpose?.resource.operations ?? {};
  if (resource === undefined || create === undefined || context.hosts.has(place)) return false;
  context.hosts.add(place);
  const { full } = context.notes.values;
  // What none makes by itself is there or not.
  if (resource.operations.create === undefined) return full.has(toRequest(create, { path }).target);
  if (hostOf(context.contract, create) !== resource) return false;
  const count = context.notes.hosts.get(place) ?? 0;
  const id = path[resource.idParameter?.name ?? ''] ?? Object.values(path).at(-1);
  const isFull = hasLittleRoom(context, resource, path) || full.has(toRequest(create, { path }).target);
  if (count === (isFull ? MOST_FILLED : MOST_HOSTS) || !(isFull || (await isSpent(context, resource, id))))
    return false;
  context.notes.hosts.set(place, count + 1);
  return true;
}

/** The same where words say how many there may be below each. */
const MOST_FILLED = 60;
/** So many records a case makes below a parent. */
const ROOM = 4;

/** Whether words say that there is no room below a record for what a case makes. */
function hasLittleRoom({ contract, subject, known }: CaseContext, owner: Resource, path: PathValues): boolean {
  const { resource } = subject.purpose ?? {};
  const child = childrenOf({ contract }, owner).find((one) => one.resource === resource);
  const most = child && mostOf(child.create, child.resource, owner, child.member === undefined)?.most;
  const count = child === undefined ? 0 : known.collection(child.resource, path).records.size;
  return most !== undefined && count > 0 && count + ROOM > most;
}

/** A resource below whose records those of another lie. */
export interface Host {
  readonly resource: Resource;
  /** The parameter of the other's paths that names the record above. */
  readonly parameter: string;
}

/** What the records of a resource lie below, the nearest first: as far as the contract has it as resources of its own. */
export function hostsOf({ resources }: Contract, { collectionPath }: Resource): readonly Host[] {
  return templateNames(collectionPath)
    .flatMap((parameter) =>
      resources
        .filter(({ itemPath }) => itemNameIn(collectionPath, itemPath) === parameter)
        .map((resource) => ({ resource, parameter })),
    )
    .toReversed();
}

/** Whether the server gives out the ids, and says which of them are there. */
export const isTelling = ({ resource }: Host): boolean => isToldThere(resource);

/** What the server has shown in whatever form for a parameter of a path, below its parents; of what is changed the run's own alone. */
export async function fetchClue(
  context: CaseContext,
  operation: Operation,
  name: string,
  before: PathValues,
): Promise<unknown> {
  const slots = slotsOf(context.contract, operation);
  const slot = slots.find(({ parameter }) => parameter.name === name);
  if (slot === undefined || isNamedByDocument(slot.parameter)) return undefined;
  const above: Record<string, unknown> = { ...before };
  for (const { parameter } of slots.slice(0, slots.indexOf(slot)))
    above[parameter.name] ??= await fetchParent(context, operation, parameter, above);
  const values = context.notes.values.clues.valuesFor(slot, above);
  return (isOfOwn(context, operation) && slot === slots.at(-1) ? values.find(({ isOwn }) => isOwn) : values[0])?.value;
}

/** Whether an operation does something to what its path names, so that it has to be the run's own: a model stays as it is. */
export const isOfOwn = ({ contract }: CaseContext, operation: Operation): boolean =>
  isWrite(operation) &&
  operation.path.includes('{') &&
  makesIn(operation, contract) === undefined &&
  !leavesAsIs(operation);

/** Whether a POST asks something of what its path names, as its words say, or puts a model to use: that stays as it is. */
export const leavesAsIs = ({ id, method, path, summary }: Operation): boolean =>
  method === 'POST' &&
  (usesModel(path) ||
    [id, summary, path.slice(path.lastIndexOf('/'))].some((text) => ASKS.test(wordsOf(text).join(' '))));

// No `read`: `/messages/1/read` marks the message.
const ASKS = /^(get|list|find|search|query|count|preview|estimate|evaluate|lookup)( |$)/;
