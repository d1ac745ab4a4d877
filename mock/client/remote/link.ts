import { isObject, jsonIn, stringifyJson } from '../../../openapi/contract';
import { NO_SUCH_SESSION } from '../../control/problems';
import { copyOf } from '../arguments';

/** How to reach the control plane of a mock in another process. */
export interface Link {
  /** The URL that the mock is at, without the contract's prefix and without a slash at its end. */
  readonly root: string;
  readonly adminToken: string | undefined;
  /** How long it may take to answer. */
  readonly timeoutMs: number;
}

/** A reply of the control plane, or of what answers in its place. */
export interface ControlReply {
  readonly status: number;
  /** Its body, which should be JSON; empty for none. */
  readonly text: string;
}

/**
 * Sends a request to the control plane.
 *
 * @param path below `/__admin`
 * @throws TypeError for a body that can't be written as JSON, Error if nothing answers in time
 */
export async function send(link: Link, method: string, path: string, body?: unknown): Promise<ControlReply> {
  const { root, adminToken, timeoutMs } = link;
  // Written before anything is waited for: the caller may go on to change it.
  const text = body === undefined ? null : stringifyJson(copyOf(body));
  const headers = {
    ...(text === null ? {} : { 'Content-Type': 'application/json' }),
    ...(adminToken === undefined ? {} : { Authorization: `Bearer ${adminToken}` }),
  };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    // The mock sends no redirect, and no other server gets the token.
    const response = await fetch(`${root}/__admin${path}`, { method, headers, body: text, signal, redirect: 'manual' });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw signal.aborted ? tooSlow(link) : unreachable(link, error);
  }
}

/**
 * Sends a request to the control plane, and gives the body of its reply.
 *
 * @throws TypeError for a mistake in the request, with the message that it has in process; Error for any other refusal
 */
export type Ask = <T>(method: string, path: string, body?: unknown) => Promise<T>;

export const askAt =
  (link: Link): Ask =>
  async <T>(method: string, path: string, body?: unknown) =>
    // The mock holds its replies to the document that the types describe, and the versions agree.
    bodyOf(link, await send(link, method, path, body)) as T;

/** The statuses of a mistake in the request: invalid, about something that does not exist, or not possible there. */
const MISTAKES: ReadonlySet<number> = new Set([400, 404, 409]);

/** The body of a success, undefined for none; any other reply is thrown, as `Ask` says. */
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

/** What an error of the control plane says; undefined where the reply is not the mock's. */
export function messageIn({ text }: ControlReply): string | undefined {
  const body = jsonIn(text);
  return isObject(body) && typeof body.message === 'string' ? body.message : undefined;
}

// What goes wrong between this process and a mock in another. No message has the admin token.

const CERTIFICATE = 'its certificate is not trusted';
const TRUST =
  'Name the file of the certificate, or of its issuer, in the variable NODE_EXTRA_CA_CERTS before Node starts.';

/** What answers, but not so that it can be spoken to: by the code of Node's error, what is wrong and what to do. */
const UNSPOKEN: Readonly<Record<string, readonly [problem: string, remedy: string]>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: [CERTIFICATE, TRUST],
  SELF_SIGNED_CERT_IN_CHAIN: [CERTIFICATE, TRUST],
  UNABLE_TO_GET_ISSUER_CERT: [CERTIFICATE, TRUST],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [CERTIFICATE, TRUST],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [CERTIFICATE, TRUST],
  CERT_HAS_EXPIRED: ['its certificate has expired', 'Start the mock with a new one.'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['its certificate is for another name', 'Use a name that stands in the certificate.'],
  ERR_SSL_WRONG_VERSION_NUMBER: ['it does not speak HTTPS', 'Use http:// in the address.'],
  ERR_SSL_PACKET_LENGTH_TOO_LONG: ['it does not speak HTTPS', 'Use http:// in the address.'],
};

export function unreachable({ root }: Link, error: unknown): Error {
  const { code, message } = innermost(error);
  const unspoken = Object.hasOwn(UNSPOKEN, String(code)) ? UNSPOKEN[String(code)] : undefined;
  const [problem, remedy] = unspoken ?? [];
  const text =
    problem === undefined
      ? `Nothing answers at ${root} (${message}). Start the mock there, or correct the address.`
      : `What answers at ${root} can't be spoken to: ${problem} (${String(code)}). ${remedy}`;
  return new Error(text, { cause: error });
}

export const plainHttp = ({ root }: Link): Error =>
  new Error(`What answers at ${root} speaks HTTPS, and this is plain HTTP. Use https:// in the address.`);

export const tooSlow = ({ root, timeoutMs }: Link): Error =>
  new Error(`The mock at ${root} did not answer within ${timeoutMs} ms. See what keeps it busy, or raise timeoutMs.`);

/** @param found what was asked and answered, such as `GET /__admin/health gave 404` */
export const notTheMock = ({ root }: Link, found: string): Error =>
  new Error(
    `What answers at ${root} has no Admin API of the mock: ${found}. Correct the address, or switch the Admin API on ` +
      'where the mock is started (--admin, --admin-token).',
  );

export const tokenRefused = ({ root, adminToken }: Link): Error =>
  new Error(
    adminToken === undefined
      ? `The mock at ${root} asks for its admin token: pass it, connectMock(url, { adminToken }), or set ANIMAL_STORE_ADMIN_TOKEN.`
      : `The mock at ${root} refuses the admin token: pass the one that it was started with.`,
  );

/** @param problem a sentence of the mock's */
export const refused = ({ root }: Link, status: number, problem: string): Error =>
  new Error(`The mock at ${root} answered ${status}: ${problem}`);

export const otherVersion = ({ root }: Link, theirs: string, ours: string): Error =>
  new Error(
    `The mock at ${root} has version ${theirs}, and the client here ${ours}: the first two numbers must agree. Install the ` +
      'same version in both places.',
  );

/** `fetch` says no more than that it failed; the innermost cause says why. Recognized by its form: in Jest it is of another realm. */
function innermost(error: unknown): { readonly code?: unknown; readonly message: string } {
  if (!isObject(error)) return { message: String(error) };
  // That of several addresses, none of which answers.
  const [first] = Array.isArray(error.errors) ? error.errors : [];
  const cause: unknown = error.cause ?? first;
  return cause === undefined ? { code: error.code, message: String(error.message) } : innermost(cause);
}
