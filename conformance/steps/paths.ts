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
} from '../../openapi/contract';
import { firstPathValue, isPathValue, unlikely } from '../arbitraries/path-value';
import type { Exchange, Request } from '../exchange/exchange';
import { bodyOf, type Subject } from '../exchange/subject';
import { createdIn, keyOf, upTo } from '../records/records';
import { type Given, givenParameter, requiredQuery } from '../requests/given';
import { filled, type RequestParts, toRequest } from '../requests/request';
import { knownBody } from '../requests/valid';
import { CannotJudge, skip } from '../verdict/verdict';
import type { CaseContext } from './check';
import { fetchSomeRecord } from './lists';
import { tryToCreate } from './records';

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
  return Object.fromEntries(
    operation.parameters
      .filter(({ in: place, name }) => place === 'path' && parentAt(context, operation, name) === undefined)
      .map((parameter) => {
        const known = purpose !== undefined && isIdOf(purpose.resource, operation.path, parameter) ? id : undefined;
        const given = givenParameter(context.options.given, operation, parameter.name);
        return [parameter.name, known ?? given ?? strangeId(context, purpose, parameter) ?? firstPathValue(parameter)];
      }),
  );
}

/**
 * Values for the path's parameters, parents included, in the order in which a first success is likeliest to come of them: another path
 * after each refusal that may be due to the path. It may list and make records on the way. What is changed or deleted is the run's own.
 */
export async function* pathsToTry(context: CaseContext): AsyncGenerator<Readonly<Record<string, unknown>>> {
  yield await fetchPath(context);
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
  for (const parameter of missing) {
    const { name } = parameter;
    const place = upTo(operation.path, name);
    const resource = parentAt(context, operation, name);
    const given = givenParameter(context.options.given, operation, name);
    const id = context.known.parent(place) ?? given ?? (resource && (await fetchHost(context, resource)));
    parents[name] = id ?? firstPathValue(parameter);
    context.known.chooseParent(place, parents[name]);
  }
  return { ...request, target: filled(target, operation.parameters, parents), path: { ...parents, ...path } };
}

/** The resource whose record a parameter in the middle of a path names. */
function parentAt({ contract }: CaseContext, { path }: Operation, name: string): Resource | undefined {
  return contract.resources.find(({ itemPath }) => itemNameIn(path, itemPath) === name);
}

/** The id of a new record, else of one that the server has. */
async function fetchHost(context: CaseContext, resource: Resource): Promise<unknown> {
  const { create } = resource.operations;
  if (create === undefined) return (await fetchSomeRecord(context, resource))?.id;
  const subject = { contract: context.contract, operation: create, purpose: { resource, role: 'create' as const } };
  return ((await tryToCreate({ ...context, subject })) ?? (await fetchSomeRecord(context, resource)))?.id;
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
  { name, schema }: Parameter,
): boolean {
  if (schema.enum !== undefined || schema.const !== undefined || schema.type === 'boolean') return true;
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
export const isNamedBy = ({ itemPath, idParameter }: Resource, { path }: Operation, name: string): boolean =>
  itemPath !== undefined && idParameter?.name === name && (path === itemPath || path.startsWith(`${itemPath}/`));

/** The parts of a request of the subject's operation to which no server can object: where it asks for a record, for one that is there. */
export async function fetchValidParts(
  context: CaseContext,
): Promise<Required<Pick<RequestParts, 'path' | 'query' | 'body'>>> {
  const { subject } = context;
  return {
    path: await fetchPath(context),
    query: requiredQuery(subject, context.options.given),
    body: bodyOf(subject.operation) === undefined ? undefined : knownBody(context, subject).body,
  };
}

/** Sends a request of the subject's operation, its parts as they are. */
export const sendParts = (context: CaseContext, parts: RequestParts): Promise<Exchange> =>
  context.send(toRequest(context.subject.operation, parts));
