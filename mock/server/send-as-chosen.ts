import type { IncomingMessage, ServerResponse } from 'node:http';
import { headerOf, withHeader } from '../choices/reply-headers';
import type { Answer } from '../http/answer';
import { namesInLowerCase } from './fast';
import { inHalves } from './halves';
import { linger } from './linger';

/**
 * Writes head and body of a reply as somebody has chosen it; it is still to be ended.
 *
 * @param isLast whether it closes the connection, whatever was chosen
 */
export function writeAsChosen(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  isLast = headerOf(answer, 'connection') === 'close',
): void {
  const spoken = spokenTo(request, answer);
  const { status, headers, bytes, delivery } = isLast ? withHeader(spoken, 'Connection', 'close') : spoken;
  if (isLast) closeGently(request);
  // Node only reads the list; its types ask for one that may be changed.
  response.writeHead(status, headers as string[]);
  if (delivery?.inLowerCase === true) namesInLowerCase(response);
  const body = Buffer.from(bytes);
  if (request.method === 'HEAD' || body.length === 0) {
    response.flushHeaders();
    return;
  }
  for (const part of delivery?.inChunks === true ? inHalves(body) : [body]) response.write(part);
}

/** HTTP/1.0 knows no chunks (RFC 9112 §6.1). */
function spokenTo({ httpVersionMajor, httpVersionMinor }: IncomingMessage, answer: Answer): Answer {
  const { bytes, delivery } = answer;
  if (delivery?.inChunks !== true || httpVersionMajor > 1 || httpVersionMinor > 0) return answer;
  const whole = withHeader(answer, 'Transfer-Encoding', undefined);
  const bounded = withHeader(whole, 'Content-Length', String(Buffer.byteLength(bytes)));
  return { ...bounded, delivery: { ...delivery, inChunks: false } };
}

/** Node closes the connection after this reply; what its client still sends must not make it lose the reply. */
function closeGently({ socket }: IncomingMessage): void {
  // While the mock shuts down it is done already.
  if (!Object.hasOwn(socket, 'destroySoon')) socket.destroySoon = () => linger(socket);
}
