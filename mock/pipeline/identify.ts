import type { IncomingMessage } from 'node:http';
import { docsAt } from '../docs/docs';
import {
  expectationFailed,
  malformedRequest,
  methodNotAllowed,
  type Problem,
  unknownPath,
  unsupportedEncoding,
} from '../errors/problems';
import { documentAt } from '../pages/document';
import type { Call, Engine } from './model';

type Identifying = Pick<Engine, 'contract' | 'match'> & Partial<Pick<Engine, 'demoKey'>>;

/** Step 1: which operation the request means. What is wrong with its target is noted and told after the metering. */
export function identify(engine: Identifying, request: IncomingMessage): Call {
  const method = request.method ?? 'GET';
  const { path, query } = splitTarget(request.url ?? '/');
  const meant = meaningOf(engine, request, method, path);
  return {
    request,
    method,
    path,
    query,
    operation: meant.operation,
    pathParameters: meant.pathParameters ?? NO_PARAMETERS,
    allowed: meant.allowed ?? NO_METHODS,
    document: meant.document,
    refusal: meant.refusal,
    received: { reading: undefined, bytes: undefined },
  };
}

const NO_PARAMETERS: Call['pathParameters'] = {};
const NO_METHODS: Call['allowed'] = [];

type Meaning = Partial<Pick<Call, 'operation' | 'pathParameters' | 'allowed' | 'document' | 'refusal'>>;

function meaningOf(engine: Identifying, request: IncomingMessage, method: string, path: string): Meaning {
  const refusal = checkFraming(request);
  if (refusal !== undefined) return { refusal };
  const matched = engine.match(method, path);
  switch (matched.kind) {
    case 'operation':
      return matched;
    case 'otherMethod':
      return { allowed: matched.allowed, refusal: methodNotAllowed(method, path, matched.allowed) };
    case 'unknownPath':
      return beyondTheContract(engine, method, path);
  }
}

/**
 * What the mock has at a path that the contract does not: the contract itself, its reference page, and `*`, which means
 * all of it.
 */
function beyondTheContract(
  engine: Identifying,
  method: string,
  path: string,
): Pick<Call, 'allowed' | 'document' | 'refusal'> {
  const { operations, prefix, source } = engine.contract;
  const document = documentAt(path, source) ?? docsAt(path, engine);
  if (document !== undefined) {
    const isAllowed = DOCUMENT_METHODS.includes(method);
    const refusal = isAllowed ? undefined : methodNotAllowed(method, path, DOCUMENT_METHODS);
    return { allowed: DOCUMENT_METHODS, document, refusal };
  }
  if (path === '*' && method === 'OPTIONS') {
    // RFC 9110 §9.3.7: the question is about the server as a whole.
    const methods = new Set<string>([...operations.map((operation) => operation.method), 'HEAD', 'OPTIONS']);
    return { allowed: [...methods], document, refusal: undefined };
  }
  const hint = path.startsWith(`${prefix}/`) || prefix === '' ? '' : ` Paths here begin with ${prefix}.`;
  return { allowed: [], document, refusal: unknownPath(path, hint) };
}

const DOCUMENT_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** A request's target is a path, or with a proxy a whole URL (RFC 9112 §3.2). */
function splitTarget(target: string): { path: string; query: string } {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const at = local.indexOf('?');
  const path = at < 0 ? local : local.slice(0, at);
  return { path: path === '' ? '/' : path, query: at < 0 ? '' : local.slice(at + 1) };
}

/** What Node's parser lets through and HTTP does not. */
function checkFraming({
  headers,
  rawHeaders,
  httpVersionMinor,
  httpVersionMajor,
}: IncomingMessage): Problem | undefined {
  if (httpVersionMajor < 1) return malformedRequest(`HTTP/${httpVersionMajor}.${httpVersionMinor} is not spoken here`);
  // RFC 9112 §3.2: a request of HTTP/1.1 without Host, and any with two, gets a 400.
  let hosts = 0;
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return malformedRequest(`it has ${hosts} Host headers`);
  if (httpVersionMajor === 1 && httpVersionMinor >= 1 && hosts === 0) return malformedRequest('it has no Host header');
  const { expect, 'transfer-encoding': coding } = headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') return expectationFailed(expect);
  // RFC 9112 §6.1 would have a 501, but nothing that a client sends is the server's fault here.
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return unsupportedEncoding(coding);
  return undefined;
}
