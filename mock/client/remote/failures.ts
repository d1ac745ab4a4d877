/** What goes wrong between this process and a mock in another. No message has the admin token. */
import { isObject } from '../../../openapi/contract';
import type { Link } from './link';

export const unreachable = ({ root }: Link, reason: unknown): Error =>
  new Error(`Nothing answers at ${root} (${reasonOf(reason)}). Start the mock there, or correct the address.`, {
    cause: reason,
  });

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
function reasonOf(error: unknown): string {
  if (!isObject(error)) return String(error);
  // That of several addresses, none of which answers.
  const [first] = Array.isArray(error.errors) ? error.errors : [];
  const cause: unknown = error.cause ?? first;
  return cause === undefined ? String(error.message) : reasonOf(cause);
}
