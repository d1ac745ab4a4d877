import type { IncomingMessage } from 'node:http';
import type { Call, Engine } from '../model';
import { expectationFailed, malformedRequest, methodNotAllowed, type Problem, unknownPath } from '../problems';

/** Step 1: which operation the request means. What is wrong with its target is noted and told after the metering. */
export function identify({ contract, match }: Engine, request: IncomingMessage): Call {
  const method = request.method ?? 'GET';
  const { path, query } = splitTarget(request.url ?? '/');
  const unreadable = checkFraming(request);
  const matched = match(method, path);
  const call = { request, method, path, query, operation: undefined, pathParameters: {}, allowed: [] };
  if (unreadable !== undefined) return { ...call, refusal: unreadable };
  switch (matched.kind) {
    case 'operation': {
      const { operation, pathParameters, allowed } = matched;
      return { ...call, operation, pathParameters, allowed, refusal: undefined };
    }
    case 'otherMethod':
      return { ...call, allowed: matched.allowed, refusal: methodNotAllowed(method, path, matched.allowed) };
    case 'unknownPath': {
      const { prefix } = contract;
      const hint = path.startsWith(`${prefix}/`) || prefix === '' ? '' : ` Paths here begin with ${prefix}.`;
      return { ...call, refusal: unknownPath(path, hint) };
    }
  }
}

/** A request's target is a path, or with a proxy a whole URL (RFC 9112 §3.2). */
function splitTarget(target: string): { path: string; query: string } {
  const local = target.replace(/^https?:\/\/[^/?#]*/i, '');
  const at = local.indexOf('?');
  const path = at < 0 ? local : local.slice(0, at);
  return { path: path === '' ? '/' : path, query: at < 0 ? '' : local.slice(at + 1) };
}

/** What Node's parser lets through and HTTP does not. */
function checkFraming({ headers, httpVersionMinor, httpVersionMajor }: IncomingMessage): Problem | undefined {
  if (httpVersionMajor < 1) return malformedRequest(`HTTP/${httpVersionMajor}.${httpVersionMinor} is not spoken here`);
  // RFC 9112 §3.2: a request of HTTP/1.1 without Host gets a 400.
  if (httpVersionMajor === 1 && httpVersionMinor >= 1 && headers.host === undefined) {
    return malformedRequest('it has no Host header');
  }
  const { expect } = headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') return expectationFailed(expect);
  return undefined;
}
