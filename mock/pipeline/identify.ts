import { type Contract, createMatcher, type Operation, once } from '../../openapi/contract';
import { methodNotAllowed, type Problem, unknownPath } from '../errors/problems';
import { NO_DEADLINE } from '../world/stores/admission';
import { refusalWithoutKey } from './authenticate';
import type { Call, Context, Engine, Remaining } from './model';
import type { HttpRequest } from './request';

type Identifying = Pick<Engine, 'contract' | 'match' | 'documentAt'>;

/**
 * Finds the operation that is requested. What is wrong with the target is noted, and answered once the request is admitted.
 *
 * @param received what was read of its body where it was identified before
 */
export function identify(
  engine: Identifying,
  request: HttpRequest,
  received: Call['received'] = nothingReceived(),
  deadline: Call['deadline'] = NO_DEADLINE,
): Call {
  const { path, query } = splitTarget(request.target);
  return { request, path, query, received, deadline, ...UNKNOWN, ...resolve(engine, request, path) };
}

/** Of a request whose body no stage has begun to read. */
export const nothingReceived = (): Call['received'] => ({ reading: undefined, bytes: undefined });

type Resolved = Pick<Call, 'operation' | 'pathParameters' | 'allowed' | 'document' | 'refusal'>;

const UNKNOWN: Resolved = {
  operation: undefined,
  pathParameters: {},
  allowed: [],
  document: undefined,
  refusal: undefined,
};

function resolve(engine: Identifying, request: HttpRequest, path: string): Partial<Resolved> {
  const { method, defect } = request;
  if (defect !== undefined) return { refusal: defect };
  const matched = engine.match(method, path);
  switch (matched.kind) {
    case 'operation': {
      const { operation, pathParameters, allowed } = matched;
      return { operation, pathParameters, allowed };
    }
    case 'otherMethod':
      return refusedMethod(request, path, matched.allowed);
    case 'unknownPath':
      return resolveOutsideContract(engine, request, path);
  }
}

const refusedMethod = ({ method }: HttpRequest, path: string, allowed: readonly string[]) => ({
  allowed,
  refusal: methodNotAllowed(method, path, allowed),
});

/** A path that the contract does not have: a document, `*` for the whole API, or an unknown one. */
function resolveOutsideContract(
  { contract: { operations, prefix }, documentAt }: Identifying,
  request: HttpRequest,
  path: string,
): Partial<Resolved> {
  const { method } = request;
  const document = documentAt(path, request);
  if (document !== undefined) {
    const isAllowed = DOCUMENT_METHODS.includes(method);
    return isAllowed
      ? { document, allowed: DOCUMENT_METHODS }
      : { document, ...refusedMethod(request, path, DOCUMENT_METHODS) };
  }
  if (path === '*' && method === 'OPTIONS') {
    // RFC 9110 §9.3.7: OPTIONS * asks about the server as a whole.
    return { allowed: [...new Set([...operations.map((operation) => operation.method), 'HEAD', 'OPTIONS'])] };
  }
  const hint = path.startsWith(`${prefix}/`) || prefix === '' ? '' : ` Paths here begin with ${prefix}.`;
  return { refusal: unknownPath(path, hint) };
}

const DOCUMENT_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Path and query of a target, which may be a whole URL (RFC 9112 §3.2.2). */
export function splitTarget(target: string): { path: string; query: string } {
  const local = target.startsWith('/') ? target : withoutHost(target);
  const at = local.indexOf('?');
  const path = at < 0 ? local : local.slice(0, at);
  return { path: path === '' ? '/' : path, query: at < 0 ? '' : local.slice(at + 1) };
}

/** Of a whole URL. A copy: a part of a text keeps all of it alive, and the journal keeps the path. */
const withoutHost = (target: string): string => Buffer.from(target.replace(/^https?:\/\/[^/?#]*/i, '')).toString();

/**
 * What a contract has left at a time in Unix milliseconds; undefined while it has everything. An operation is gone from
 * the instant of its removal on (RFC 8594 §3).
 */
export function remainingAt(contract: Contract): Engine['remainingAt'] {
  const instants = [...new Set(contract.operations.map(removalOf))].filter(Number.isFinite);
  const latestFirst = instants
    .sort((a, b) => b - a)
    .map((instant) => ({ instant, remaining: once(() => remainingFrom(contract, instant)) }));
  return (now) => latestFirst.find(({ instant }) => now >= instant)?.remaining();
}

/** Unix milliseconds; infinity for an operation that is there to stay. */
const removalOf = ({ deprecation }: Operation): number => (deprecation?.removal ?? Number.POSITIVE_INFINITY) * 1000;

function remainingFrom(contract: Contract, instant: number): Remaining {
  const left = { ...contract, operations: contract.operations.filter((operation) => removalOf(operation) > instant) };
  return { contract: left, match: createMatcher(left) };
}

/**
 * The stage that identifies the request again without the operations that are removed by now: it may lead to another
 * operation, to another method's path, or nowhere.
 */
export function withdrawRemoved(context: Context): undefined {
  const { engine, call, caller } = context;
  const remaining = engine.remainingAt(caller.source.now);
  if (remaining === undefined) return;
  const left = identify({ ...engine, ...remaining }, call.request, call.received, call.deadline);
  context.call = left;
  const { operation } = call;
  if (left.operation === operation) return;
  const refusal =
    left.refusal && operation && isToBeRemoved(operation)
      ? withReason(left.refusal, operation, remaining, engine.contract)
      : undefined;
  context.call = { ...left, refusal: refusal ?? left.refusal };
  if (caller.keyName === undefined)
    context.caller = { ...caller, refusal: refusalWithoutKey(engine, left, caller.credentials) };
}

/** The refusal, with the day of the removal and what there is instead. */
function withReason(
  refusal: Problem,
  operation: Removed,
  { contract: { operations } }: Remaining,
  { prefix }: Contract,
): Problem {
  const { method, path, deprecation } = operation;
  const instead = operations.find(({ id }) => id === deprecation.replacement);
  const advice = instead === undefined ? '' : `; use ${instead.method} ${prefix}${instead.path} instead`;
  const reason = `${method} ${prefix}${path} was removed on ${dayOfRemoval(operation)}${advice}.`;
  return refusal.with({ message: `${refusal.message} ${reason}` });
}

/** An operation whose removal the document announces. */
type Removed = Operation & {
  readonly deprecation: NonNullable<Operation['deprecation']> & { readonly removal: number };
};

export const isToBeRemoved = (operation: Operation): operation is Removed =>
  operation.deprecation?.removal !== undefined;

/** As `YYYY-MM-DD`. */
export const dayOfRemoval = ({ deprecation: { removal } }: Removed): string =>
  new Date(removal * 1000).toISOString().slice(0, 10);
