import { isObject, jsonIn } from '../../../openapi/contract';
import { NO_SUCH_SESSION } from '../../control/problems';
import { notTheMock, refused, tokenRefused } from './failures';
import type { Link } from './link';
import { type ControlReply, send } from './send';

/**
 * Asks the control plane, and gives the body of its reply.
 *
 * @param path below `/__admin`
 * @throws TypeError for what the mock says to be wrong with the request, with the message that it has in process
 * @throws Error for any other refusal, and as `send` does
 */
export type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

export const askAt =
  (link: Link): Ask =>
  async <T>(method: string, path: string, body?: unknown) =>
    // The mock holds its replies to the document that the types describe, and the versions agree.
    bodyOf(link, await send(link, method, path, body)) as T;

/** The statuses of a mistake in the request: invalid, about something that does not exist, or not possible there. */
const MISTAKES: ReadonlySet<number> = new Set([400, 404, 409]);

/**
 * The body of a success; undefined for none.
 *
 * @throws for any other reply, as `Ask` says
 */
export function bodyOf(link: Link, reply: ControlReply): unknown {
  const { status, text } = reply;
  const body = jsonIn(text);
  if (status >= 200 && status < 300 && (body !== undefined || text === '')) return body;
  if (status === 401) throw tokenRefused(link);
  const message = messageIn(reply);
  if (message === undefined) throw notTheMock(link, `a request there was answered with ${status}`);
  if (status === 429 || isSessionGone(reply)) throw new Error(message);
  if (MISTAKES.has(status)) throw new TypeError(message.replace(/^The request body(?= )/, 'The argument'));
  throw refused(link, status, message);
}

/** Whether a reply says that the session in the path is not open, or no longer. */
export function isSessionGone({ status, text }: ControlReply): boolean {
  const body = jsonIn(text);
  return status === 404 && isObject(body) && body.code === NO_SUCH_SESSION;
}

/** What an error of the control plane says; undefined where it is somebody else's. */
export function messageIn({ text }: ControlReply): string | undefined {
  const body = jsonIn(text);
  return isObject(body) && typeof body.message === 'string' ? body.message : undefined;
}
