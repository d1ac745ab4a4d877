import { isObject, jsonIn } from '../../../openapi/contract';
import { version } from '../../../openapi/package/package-file';
import type { Health } from '../../../openapi/types/control';
import { messageIn } from './ask';
import { notTheMock, otherVersion, plainHttp, refused, tokenRefused } from './failures';
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
    // The health is there for everybody, and the token for nobody but the mock.
    const reply = await send({ ...link, adminToken: undefined }, 'GET', '/health');
    const health = jsonIn(reply.text);
    if (reply.status === 200 && isHealth(health)) {
      checkVersion(link, health.version);
      await checkAccess(link);
      return { link, health };
    }
    if (reply.status === 400 && isForHttps(link, reply)) throw plainHttp(link);
    refusals.push(notTheMock(link, `GET /__admin/health was answered with ${reply.status}`));
  }
  throw refusals[0];
}

/** The mock, and servers like nginx, tell in words of a request that is plain HTTP though the port is for HTTPS. */
const isForHttps = ({ root }: Link, { text }: ControlReply): boolean =>
  root.startsWith('http:') && /\bHTTPS\b/.test(text);

/** What every version of the mock says of itself has these two. */
const isHealth = (value: unknown): value is Health =>
  isObject(value) && typeof value.version === 'string' && isObject(value.contract);

/** The control plane may change with the first two numbers. */
function checkVersion(link: Link, theirs: string): void {
  const ours = version();
  if (lineOf(theirs) !== lineOf(ours)) throw otherVersion(link, theirs, ours);
}

const lineOf = (text: string): string => text.split('.').slice(0, 2).join('.');

async function checkAccess(link: Link): Promise<void> {
  const reply = await send(link, 'GET', '/clock');
  const message = messageIn(reply);
  if (reply.status === 200) return;
  if (reply.status === 401) throw tokenRefused(link);
  if (reply.status === 403 && message !== undefined) throw refused(link, 403, message);
  throw notTheMock(link, `GET /__admin/clock was answered with ${reply.status}`);
}
