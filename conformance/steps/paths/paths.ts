import fc from 'fast-check';
import {
  type Contract,
  itemNameIn,
  type Operation,
  own,
  type Parameter,
  type Purpose,
  type Resource,
  templateNames,
  wordsOf,
} from '../../../openapi/contract';
import { firstPathValue, isPathValue, unlikely } from '../../arbitraries/path-value';
import { type Exchange, isRefusal, type Request } from '../../exchange/exchange';
import { bodyOf, type Subject } from '../../exchange/subject';
import { type PathValues, slotsOf } from '../../records/clues/places';
import { makesIn, usesModel } from '../../records/clues/read-clues';
import { isWrite } from '../../records/deeds';
import { createdIn, type JsonRecord, type KnownRecord, keyOf, upTo } from '../../records/records';
import { mostOf } from '../../records/related/most-words';
import { actionOf } from '../../records/states/action-words';
import { statesOf } from '../../records/states/states';
import { type Given, givenParameter, queryFor } from '../../requests/bodies/given';
import { isToldThere } from '../../requests/bodies/references';
import { knownBody } from '../../requests/bodies/valid';
import { filled, type RequestParts, toRequest } from '../../requests/request';
import { CannotJudge, skip, unlessUnjudged } from '../../verdict/verdict';
import type { CaseContext, Standing } from '../check';
import { fetchSomeRecord } from '../lists';
import { pathTo, tryToCreate } from '../records';
import { actedOn, hostOf, isDoneIn } from '../ways/actions';
import { isSpent, makeHost } from '../ways/hosts';
import { childrenOf } from '../ways/related';
import { goTo, stay } from '../ways/standing';
import { makeNeeded, waysIn } from '../ways/ways';

/**
 * Values for the path's parameters: of a record that the server has, listed or created where none is known, else of the
 * schemas. Parents are left to the sending.
 */
export async function fetchPath(
  context: CaseContext,
  { operation }: Pick<Subject, 'operation'> = context.subject,
): Promise<Readonly<Record<string, unknown>>> {
  const purpose = context.known.purposeOf(operation);
  const id =
    purpose?.resource.itemPath === operation.path
      ? (namedRecord(context, operation, purpose) ??
        (await fetchId({ ...context, subject: { ...context.subject, operation, purpose } }, purpose)))
      : undefined;
  const values: Record<string, unknown> = {};
  for (const parameter of operation.parameters) {
    const { name } = parameter;
    if (parameter.in !== 'path' || parentAt(context, operation, name) !== undefined) continue;
    const known = purpose !== undefined && isIdOf(purpose.resource, operation.path, parameter) ? id : undefined;
    values[name] =
      known ??
      givenParameter(context.options.given, operation, name) ??
      (await fetchClue(context, operation, name, values)) ??
      strangeId(context, purpose, parameter) ??
      firstPathValue(parameter, !isWrite(operation));
  }
  return values;
}

/** A path for the subject's operation: to a record that is made for it in a state in which it works, where it does something to one. */
export async function readyPath(context: CaseContext): Promise<JsonRecord> {
  const resource = actedOn(context, context.subject.operation);
  return resource === undefined ? fetchPath(context) : (await standReady(context, resource)).walker.path;
}

/** The same for what is refused: then it stands where it stood for what comes next. @throws CannotJudge where it does not get there */
export async function readyFor(
  context: CaseContext,
  resource: Resource,
  send: (path: JsonRecord) => Promise<Exchange>,
): Promise<Exchange> {
  const one = await standReady(context, resource);
  const exchange = await send(one.walker.path);
  if (isRefusal(exchange)) stay(context, resource, one);
  return exchange;
}

/** A record in a state in which the operation works, with what that needs. @throws CannotJudge where it does not get there */
async function standReady(context: CaseContext, resource: Resource): Promise<Standing> {
  const { operation } = context.subject;
  const states = statesOf(resource);
  const ways = states === undefined ? undefined : await waysIn(context, resource, states);
  const action = states && actionOf(operation, states);
  const all = [...(ways ?? [])].filter(([state]) => action === undefined || isDoneIn(action, state));
  const way = all[0]?.[1] ?? [];
  const walker = await goTo(context, resource, way);
  await makeNeeded(context, operation, walker);
  return { walker, way };
}

/**
 * Sends what is to be refused for its body. Where it is refused for the state of what its path names (409), once more at a record that
 * is made to be in a better one, as all that follows.
 */
export async function sendWhereReady(context: CaseContext, parts: RequestParts): Promise<Exchange> {
  const { contract, notes, subject } = context;
  const { operation } = subject;
  const exchange = await sendParts(context, {
    path: notes.ready.get(operation) ?? (await fetchPath(context)),
    ...parts,
  });
  const resource = actedOn(context, operation) ?? hostOf(contract, operation);
  if (exchange.response?.status !== 409 || resource === undefined || notes.ready.has(operation)) return exchange;
  const path = (await unlessUnjudged(standReady(context, resource)))?.walker.path;
  notes.ready.set(operation, path);
  return path === undefined ? exchange : sendParts(context, { path, ...parts });
}

/** What the server has shown in whatever form for a parameter of a path, below its parents; of what is changed the run's own alone. */
async function fetchClue(
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

/** The id that the user has named to read; what is changed or deleted is made first, where that goes. */
const namedRecord = (context: CaseContext, operation: Operation, { resource, role }: Purpose): unknown =>
  role === 'read' ? givenParameter(context.options.given, operation, resource.idParameter?.name ?? '') : undefined;

/** Only records that this run has made are changed or deleted. */
async function fetchId(context: CaseContext, { resource, role }: Purpose): Promise<unknown> {
  if (role === 'read' || resource.idProperty === undefined) return (await fetchSomeRecord(context, resource))?.id;
  const host = context.known.parent(resource.itemPath ?? '');
  const last = createdIn(context.known.collection(resource)).findLast(({ id }) => id !== host);
  if (last !== undefined) return last.id;
  return (await tryToCreate(context))?.id;
}

/** In place of the id of a record that is to be changed or deleted, and is not this run's own: one that no record has. */
function strangeId({ options }: CaseContext, purpose: Purpose | undefined, parameter: Parameter): unknown {
  if (purpose === undefined || !CHANGES.includes(purpose.role) || purpose.resource.idParameter?.name !== parameter.name)
    return undefined;
  return fc.sample(unlikely(parameter.schema), { numRuns: 20, seed: options.seed + 3 }).find(isPathValue);
}

const CHANGES: readonly Purpose['role'][] = ['replace', 'patch', 'delete'];

/** Whether a parameter names the record of an item's path. */
const isIdOf = ({ itemPath, idParameter }: Resource, path: string, { name }: { readonly name: string }): boolean =>
  path === itemPath && idParameter?.name === name;

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
function parentAt({ contract }: CaseContext, { path }: Operation, name: string): Resource | undefined {
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

export const NOWHERE = 'no record is known to try it on; name one with --example';

/** How a server may refuse what is not there, or what it does not take for an id at all. */
const REFUSALS: readonly number[] = [400, 403, 404, 409, 410, 422];

/**
 * The exchange, unless it is a refusal that may be due to the path.
 *
 * @throws CannotJudge where something that the path names is none that the server has shown
 */
export function reached(context: CaseContext, exchange: Exchange): Exchange {
  const { request, response } = exchange;
  if (response !== undefined && REFUSALS.includes(response.status) && isInvented(context, request))
    throw new CannotJudge(skip(NOWHERE));
  return exchange;
}

/** Whether the path of a request names something of which neither the server, the document nor the user has said that it is there. */
function isInvented(context: CaseContext, { operation, path }: Pick<Request, 'operation' | 'path'>): boolean {
  return operation.parameters.some(
    (parameter) => parameter.in === 'path' && !isShown(context, operation, path, parameter),
  );
}

function isShown(
  { contract, known, options }: CaseContext,
  operation: Operation,
  path: Request['path'],
  parameter: Parameter,
): boolean {
  const { name } = parameter;
  if (isNamedByDocument(parameter)) return true;
  if (isGiven(options.given, { operation, path }, name)) return true;
  const resource = contract.resources.find((one) => isNamedBy(one, operation, name));
  return resource?.isSure === true && known.collection(resource, path).records.has(keyOf(own(path, name)));
}

/** Whether the user has named the value of a parameter of a request's path. */
export function isGiven(given: Given, { operation, path }: Pick<Request, 'operation' | 'path'>, name: string): boolean {
  const named = givenParameter(given, operation, name);
  return named !== undefined && keyOf(named) === keyOf(own(path, name));
}

/** Whether a parameter of an operation's path names a record of a resource: the last one of its own path, or one on the way. */
const isNamedBy = ({ itemPath, idParameter }: Resource, { path }: Operation, name: string): boolean =>
  itemPath !== undefined && idParameter?.name === name && (path === itemPath || path.startsWith(`${itemPath}/`));

/** The parts of a request of the subject's operation to which no server can object: where it asks for a record, for one that is there. */
export async function fetchValidParts(
  context: CaseContext,
): Promise<Required<Pick<RequestParts, 'path' | 'query' | 'body'>>> {
  const { subject } = context;
  return {
    path: await fetchPath(context),
    query: queryFor(context, subject),
    body: bodyOf(subject.operation) === undefined ? undefined : knownBody(context, subject).body,
  };
}

/** Sends a request of the subject's operation, its parts as they are. */
export const sendParts = (context: CaseContext, parts: RequestParts): Promise<Exchange> =>
  context.send(toRequest(context.subject.operation, parts));
