import { type IncomingMessage, ServerResponse } from 'node:http';
import { isAscii } from '../http/headers';

/** What is fast but ugly, behind one door: the server works the same without it. */

/** Node's private fields of a response, which its types leave out. That they exist is checked before they are used. */
interface Inside {
  /** The head as it is sent, once `writeHead` has built it. */
  readonly _header: string | null;
  _headerSent: boolean;
  finished: boolean;
}

/** Of a longer text Node keeps up to three bytes for each character while the client has not read it, of bytes only them. */
const LONGEST = 2 ** 16;

const END = ServerResponse.prototype.end;

/**
 * Ends a response after `writeHead` as `response.end(body)` would, but with one write (and without a `prefinish`): the two
 * that Node makes and sends as a list cost 5 % more processor time. It falls back to `end` if one write is not enough, if
 * this version of Node keeps the head elsewhere, and if an app around the mock has replaced `end`.
 */
export function endAtOnce(response: ServerResponse, body: string): void {
  const inside = response as Omit<ServerResponse, keyof Inside> & Inside;
  const { socket } = response;
  // Replies to pipelined requests wait for their socket (RFC 9112 §9.3.2); a reply of unknown length is sent in chunks.
  const isOneWrite =
    socket !== null && body !== '' && body.length <= LONGEST && !response.chunkedEncoding && response.end === END;
  if (!isOneWrite || typeof inside._header !== 'string' || inside._headerSent !== false || !isAscii(inside._header)) {
    // Node writes a head before a text in UTF-8, too, and before bytes as the Latin-1 that headers are.
    response.end(body === '' ? body : Buffer.from(body));
    return;
  }
  inside._headerSent = true;
  inside.finished = true;
  socket.write(inside._header + body, (error) => {
    // Node does the rest: it goes on with the connection's next request, or closes it.
    if (!error) response.emit('finish');
  });
}

/**
 * Gives a request the header list of an earlier one if they are equal, as a client mostly repeats its headers: the journal
 * keeps those of a thousand requests, and a get takes 5 % more processor time where it can't share them.
 */
export function shareHeaders(rawHeaders: string[], later: IncomingMessage): void {
  const own = later.rawHeaders;
  if (own.length === rawHeaders.length && own.every((text, place) => text === rawHeaders[place]))
    later.rawHeaders = rawHeaders;
}

/** Writes the names of headers in small letters, after `writeHead`, those too that Node adds itself (`Keep-Alive`). */
export function namesInLowerCase(response: ServerResponse): void {
  const inside = response as Omit<ServerResponse, '_header'> & { _header: unknown };
  if (typeof inside._header !== 'string') return;
  inside._header = inside._header.replaceAll(/\n[^:\r\n]+(?=:)/g, (name) => name.toLowerCase());
}
