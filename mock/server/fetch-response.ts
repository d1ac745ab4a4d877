import { STATUS_CODES } from 'node:http';
import type { Answer } from '../http/answer';
import { pairsOf, type RawHeaders } from '../http/raw-headers';
import type { Abort } from '../world/stores/fault';

/** An answer as a WHATWG response, whose body is decoded as `fetch` does it; to HEAD, its headers alone. */
export function toResponse({ method }: Request, { status, headers, bytes, plain = bytes }: Answer): Response {
  const isBare = bytes === '' || method === 'HEAD';
  return new Response(isBare ? null : plain, headOf(status, headers));
}

/** The status and the headers of a response. */
export const headOf = (status: number, headers: RawHeaders) => ({
  status,
  statusText: STATUS_CODES[status] ?? '',
  headers: toHeaders(headers),
});

function toHeaders(raw: RawHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of pairsOf(raw)) headers.append(name, value);
  return headers;
}

/** The cause of the error that `fetch` rejects with, for each kind of abort. */
const CAUSES: Readonly<Record<Exclude<Abort, 'MALFORMED_RESPONSE_CHUNK'>, { code: string; message: string }>> = {
  CONNECTION_RESET_BY_PEER: { code: 'ECONNRESET', message: 'read ECONNRESET' },
  EMPTY_RESPONSE: { code: 'UND_ERR_SOCKET', message: 'other side closed' },
  RANDOM_DATA_THEN_CLOSE: { code: 'HPE_INVALID_CONSTANT', message: 'Expected HTTP/' },
};

/**
 * What `fetch` gives where a server aborts the connection.
 *
 * @throws TypeError unless the head of a reply arrives before that
 */
export function abortedResponse(kind: Abort): Response {
  if (kind === 'MALFORMED_RESPONSE_CHUNK') {
    // The head arrives, then the body fails.
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
    return new Response(body, headOf(200, ['Content-Type', 'application/json']));
  }
  const { code, message } = CAUSES[kind];
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
}
