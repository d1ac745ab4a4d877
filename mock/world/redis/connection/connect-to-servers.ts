import { ConnectionTimeoutError, ErrorReply, SocketClosedUnexpectedlyError } from '@redis/client';
import { StoreUnavailable } from '../../stores/store';
import { lastingRefusal, refusalOf } from './replies';
import { connectToCluster, connectToServer, type Servers, type Timeouts, within } from './servers';
import { shownUrl } from './url';

/** Within so many milliseconds it is known at the start whether there is a Redis. */
const START_MS = 4000;

/** @throws StoreUnavailable with what was found at the URL, and what to do */
export function connectToServers(url: string, timeouts: Timeouts, onBack: () => void): Promise<Servers> {
  const place = shownUrl(url);
  const begun = begin(url, timeouts, onBack);
  return within(START_MS, begun, () => {
    begun.then(
      (servers) => servers.close(),
      () => {},
    );
    throw new StoreUnavailable(`Redis at ${place} does not answer within ${START_MS / 1000} seconds. ${START_IT}`);
  }).catch((error: unknown) => {
    throw error instanceof StoreUnavailable
      ? error
      : new StoreUnavailable(whyNot(error, place, timeouts), { cause: error });
  });
}

async function begin(url: string, timeouts: Timeouts, onBack: () => void): Promise<Servers> {
  const server = await connectToServer(url, timeouts, onBack);
  try {
    const [line] = server.lines();
    const info = String(await line?.send(['INFO']));
    ensureVersion(info, shownUrl(url));
    if (!/^redis_mode:cluster\r?$/m.test(info)) return server;
  } catch (error) {
    await server.close();
    throw error;
  }
  await server.close();
  return connectToCluster(url, timeouts, onBack);
}

const OLDEST = 7;

function ensureVersion(info: string, place: string): void {
  const [, version = ''] = /^redis_version:(\S+)/m.exec(info) ?? [];
  if (Number.parseInt(version, 10) >= OLDEST) return;
  throw new StoreUnavailable(
    `Redis at ${place} has the version ${version || 'of no Redis'}. The mock needs Redis ${OLDEST} or a later one: start that, and name it with --store.`,
  );
}

const START_IT = 'Start it there, or name another with --store.';

const UNTRUSTED = 'its certificate is not trusted; name the file of its issuer by NODE_EXTRA_CA_CERTS=ca.pem';
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'there is no host of this name',
  EHOSTUNREACH: 'there is no way to this host',
  ENETUNREACH: 'there is no way to this host',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host; name it as the certificate does',
  ERR_SSL_WRONG_VERSION_NUMBER:
    'what answers there speaks no TLS; for a Redis without TLS the URL begins with redis://',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED:
    'it asks for a certificate of the mock, which has none; start it with tls-auth-clients no',
};

/** What is known where a connection has failed and no code says why. */
function silenceOf(error: unknown, place: string, { connect }: Timeouts): string | undefined {
  const isSecure = place.startsWith('rediss:');
  if (error instanceof ConnectionTimeoutError) {
    const time = `within ${connect / 1000} seconds`;
    return isSecure
      ? `no TLS connection came about ${time}; nor would it with a Redis without TLS, for which the URL begins with redis://`
      : `nothing has answered ${time}`;
  }
  // What a socket fails with has a code.
  const isEnded =
    error instanceof SocketClosedUnexpectedlyError || (error as NodeJS.ErrnoException).code === 'ECONNRESET';
  if (!isEnded) return undefined;
  const other = isSecure ? 'no TLS, the URL begins with redis' : 'TLS, the URL begins with rediss';
  return `it was connected to, and has ended the connection at once; where it speaks ${other}://`;
}

/** @param place the URL as it may be shown */
function whyNot(error: unknown, place: string, timeouts: Timeouts): string {
  const refusal = lastingRefusal(error);
  if (refusal !== undefined) return refusal.replace('Redis', `Redis at ${place}`);
  if (error instanceof ErrorReply && error.message.includes('in cluster mode')) {
    return `Redis at ${place} is a cluster, which has the database 0 alone. Leave out the database; several mocks on one Redis need --store-prefix.`;
  }
  if (error instanceof ErrorReply) return `Redis at ${place} has refused the connection: ${refusalOf(error).message}`;
  // What a socket fails with has a code; other failures have none.
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = silenceOf(error, place, timeouts) ?? REASONS[code ?? ''] ?? message;
  return `Redis at ${place} can not be reached: ${reason}. ${START_IT}`;
}
