import fc from 'fast-check';
import { type Operation, own, type Parameter, type Purpose, type Resource } from '../../../openapi/contract';
import { firstPathValue, isPathValue, unlikely } from '../../arbitraries/path-value';
import { type Exchange, isRefusal, type Request } from '../../exchange/exchange';
import { bodyOf, type Subject } from '../../exchange/subject';
import { isWrite } from '../../records/deeds';
import { createdIn, type JsonRecord, keyOf } from '../../records/records';
import { actionOf } from '../../records/states/action-words';
import { statesOf } from '../../records/states/states';
import { type Given, givenParameter, queryFor } from '../../requests/bodies/given';
import { knownBody } from '../../requests/bodies/valid';
import { type RequestParts, toRequest } from '../../requests/request';
import { CannotJudge, skip, unlessUnjudged } from '../../verdict/verdict';
import type { CaseContext, Standing } from '../check';
import { fetchSomeRecord } from '../lists';
import { tryToCreate } from '../records';
import { isDoneIn } from '../ways/actions';
import { actedOn, hostOf } from '../ways/owners';
import { goTo, stay } from '../ways/standing';
import { makeNeeded, waysIn } from '../ways/ways';
import { fetchClue, isNamedByDocument, parentAt } from './parents';

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
  if (resource?.isSure !== true) return false;
  // What is done below a record may change it: it is there all the same.
  const { records, ids, gone } = known.collection(resource, path);
  const key = keyOf(own(path, name));
  return records.has(key) || (ids.has(key) && !gone.has(key));
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
