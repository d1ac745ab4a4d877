import { methodNotAllowed, unknownPath } from '../errors/problems';
import { NO_DEADLINE } from '../world/stores/deadline';
import type { Call, Engine } from './model';
import type { HttpRequest } from './request';

type Identifying = Pick<Engine, 'contract' | 'match' | 'documentAt'>;

/**
 * Finds the operation that is requested. What is wrong with the target is noted here and answered after metering.
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
  const resolved = resolve(engine, request, path);
  return {
    request,
    path,
    query,
    operation: resolved.operation,
    pathParameters: resolved.pathParameters ?? NO_PARAMETERS,
    allowed: resolved.allowed ?? NO_METHODS,
    document: resolved.document,
    refusal: resolved.refusal,
    received,
    deadline,
  };
}

/** Of a request whose body nobody has begun to read. */
export const nothingReceived = (): Call['received'] => ({ reading: undefined, bytes: undefined });

const NO_PARAMETERS: Call['pathParameters'] = {};
const NO_METHODS: Call['allowed'] = [];

type Resolved = Partial<Pick<Call, 'operation' | 'pathParameters' | 'allowed' | 'document' | 'refusal'>>;

function resolve(engine: Identifying, request: HttpRequest, path: string): Resolved {
  const { method, defect } = request;
  if (defect !== undefined) return { refusal: defect };
  const matched = engine.match(method, path);
  switch (matched.kind) {
    case 'operation':
      return matched;
    case 'otherMethod':
      return { allowed: matched.allowed, refusal: methodNotAllowed(method, path, matched.allowed) };
    case 'unknownPath':
      return resolveOutsideContract(engine, request, path);
  }
}

/** A path that the contract does not have: a document, `*` for the whole API, or an unknown one. */
function resolveOutsideContract({ contract, documentAt }: Identifying, request: HttpRequest, path: string): Resolved {
  const { operations, prefix } = contract;
  const { method } = request;
  const document = documentAt(path, request);
  if (document !== undefined) {
    const isAllowed = DOCUMENT_METHODS.includes(method);
    const refusal = isAllowed ? undefined : methodNotAllowed(method, path, DOCUMENT_METHODS);
    return { allowed: DOCUMENT_METHODS, document, refusal };
  }
  if (path === '*' && method === 'OPTIONS') {
    // RFC 9110 §9.3.7: OPTIONS * asks about the server as a whole.
    const methods = new Set<string>([...operations.map((operation) => operation.method), 'HEAD', 'OPTIONS']);
    return { allowed: [...methods] };
  }
  const hint = path.startsWith(`${prefix}/`) || prefix === '' ? '' : ` Paths here begin with ${prefix}.`;
  return { refusal: unknownPath(path, hint) };
}

const DOCUMENT_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

function splitTarget(target: string): { path: string; query: string } {
  const local = target.startsWith('/') ? target : withoutHost(target);
  const at = local.indexOf('?');
  const path = at < 0 ? local : local.slice(0, at);
  return { path: path === '' ? '/' : path, query: at < 0 ? '' : local.slice(at + 1) };
}

/** Of a whole URL. A copy: a part of a text keeps all of it alive, and the journal keeps the path. */
const withoutHost = (target: string): string => Buffer.from(target.replace(/^https?:\/\/[^/?#]*/i, '')).toString();
