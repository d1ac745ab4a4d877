import { isObject } from '../../../openapi/contract';
import { version } from '../../../openapi/program/version';
import type { Health } from '../../control/health';
import { jsonIn, messageIn } from './ask';
import { notTheMock, otherVersion, refused, tokenRefused } from './failures';
import type { Link } from './link';
import { type ControlReply, send } from './send';

interface Found {
  readonly link: Link;
  readonly health: Health;
}

/**
 * The first of these places where a mock of this version is, whose control plane may be used.
 *
 * @throws Error that says what is there instead; of several places, at the first
 */
export async function findMock(links: readonly Link[]): Promise<Found> {
  const refusals: Error[] = [];
  for (const link of links) {
    const reply = await send(link, 'GET', '/health');
    const health = jsonIn(reply.text);
    if (reply.status === 200 && isHealth(health)) {
      checkVersion(link, health.version);
      await checkAccess(link);
      return { link, health };
    }
    refusals.push(refusalOf(link, '/health', reply));
  }
  throw refusals[0];
}

/** What every version of the mock says of itself has these two. */
const isHealth = (value: unknown): value is Health =>
  isObject(value) && typeof value.version === 'string' && isObject(value.contract);

/** The control plane may change with the first two numbers. */
function checkVersion(link: Link, theirs: string): void {
  const ours = version();
  if (lineOf(theirs) !== lineOf(ours)) throw otherVersion(link, theirs, ours);
}

const lineOf = (text: string): string => text.split('.').slice(0, 2).join('.');

/** Its health may be there for everybody, and the rest not. */
async function checkAccess(link: Link): Promise<void> {
  const reply = await send(link, 'GET', '/clock');
  if (reply.status !== 200) throw refusalOf(link, '/clock', reply);
}

function refusalOf(link: Link, path: string, reply: ControlReply): Error {
  const message = messageIn(reply);
  if (reply.status === 401) return tokenRefused(link);
  if (reply.status === 403 && message !== undefined) return refused(link, 403, message);
  return notTheMock(link, `GET /__admin${path} was answered with ${reply.status}`);
}
