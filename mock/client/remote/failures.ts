/** What goes wrong between this process and a mock in another. No message has the admin token. */
import { isObject } from '../../../openapi/contract';
import type { Link } from './link';

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
    `What answers at ${root} has no control plane of the mock: ${found}. Correct the address, or switch the control plane on ` +
      'where the mock is started (--admin, --admin-token).',
  );

export const tokenRefused = ({ root, adminToken }: Link): Error =>
  new Error(
    adminToken === undefined
      ? `The mock at ${root} asks for its admin token: pass it, connectMock(url, { adminToken }).`
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

/** `fetch` says no more than that it failed; the innermost cause says why. Told by its form: in Jest it is of another realm. */
function innermost(error: unknown): { readonly code?: unknown; readonly message: string } {
  if (!isObject(error)) return { message: String(error) };
  // That of several addresses, none of which answers.
  const [first] = Array.isArray(error.errors) ? error.errors : [];
  const cause: unknown = error.cause ?? first;
  return cause === undefined ? { code: error.code, message: String(error.message) } : innermost(cause);
}
