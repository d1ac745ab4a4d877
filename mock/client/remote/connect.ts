import { readOptions, withDefaults } from '../../../openapi/program/option';
import type { WebUrl } from '../../http/web';
import { rootsIn } from './address';
import { fetchAt } from './fetch';
import { findMock } from './find-mock';
import type { ConnectedMock, RemoteSessionClient } from './model';
import { CONNECT_OPTIONS, type ConnectOptions } from './options';
import { createRemoteWorld, openRemoteSession } from './world';

/**
 * Connects to a mock that runs as a process of its own: the methods of `startMock`'s result and of `mock.session()`, over
 * HTTP. What the clock does at once in process is a promise here; with `await`, a test reads the same for both.
 *
 * @param url its origin, or its base URL: `http://127.0.0.1:4010`, `http://127.0.0.1:4010/v1`
 * @throws TypeError for what is no address, an unknown option or an invalid value
 * @throws Error if nothing answers there, or something else, or a mock of another version; and for a missing or wrong token
 */
export async function connectMock(url: string | WebUrl, options: ConnectOptions = {}): Promise<ConnectedMock> {
  const values = withDefaults(CONNECT_OPTIONS, readOptions('connectMock', CONNECT_OPTIONS, options));
  const { link, health } = await findMock(rootsIn(url).map((root) => ({ root, ...values })));

  const { prefix, credentials } = health.contract;
  const open = new Map<string, RemoteSessionClient>();
  return {
    ...createRemoteWorld(link),
    baseUrl: link.root + prefix,
    prefix,
    credentials,
    fetch: fetchAt(link.root),
    async session(sessionOptions = {}) {
      const session = await openRemoteSession(link, sessionOptions);
      open.set(session.id, session);
      const close = async (): Promise<void> => {
        await session.close();
        open.delete(session.id);
      };
      return { ...session, close };
    },
    async close() {
      await Promise.all([...open.values()].map((session) => session.close()));
      open.clear();
    },
  };
}
