import type { IncomingMessage } from 'node:http';
import { expectationFailed, malformedRequest, type Problem, unsupportedEncoding } from '../errors/problems';

/** What HTTP forbids in a message although Node's parser accepts it. */
export function framingDefect({
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
  // RFC 9112 §6.1 suggests 501, but here a client's mistake is never answered with a 5xx.
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return unsupportedEncoding(coding);
  return undefined;
}
