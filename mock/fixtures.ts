/** What the fixtures of Playwright Test and of Vitest do: a mock for each worker, a session for each test. */
import type { MockWorkerArgs } from './fixtures/model';
import { type ConnectedMock, connectMock, type RemoteSessionClient, type SessionOptions, startMock } from './index';

/** The mock that already runs, if the environment names one; `connectMock` takes the token from there, too. */
export const GIVEN_MOCK = process.env.MOCK || undefined;

/** Hands the tests of a worker the mock at `mockUrl`, or else one of their own. */
export async function withMock(
  { mockUrl, mockAdminToken, mockOptions }: Omit<MockWorkerArgs, 'mock'>,
  use: (mock: ConnectedMock) => Promise<void>,
): Promise<void> {
  const own = mockUrl === undefined ? await startMock(mockOptions) : undefined;
  const adminToken = own === undefined ? mockAdminToken : mockOptions.adminToken;
  // Its own, too: a test then means the same with either.
  const mock = await connectMock(own?.baseUrl ?? mockUrl ?? '', { adminToken });
  await use(mock);
  await mock.close();
  await own?.close();
}

/**
 * Hands a test a session of its own.
 *
 * @param report called when the test has ended, before the session does
 */
export async function withSession(
  mock: ConnectedMock,
  options: SessionOptions,
  use: (session: RemoteSessionClient) => Promise<void>,
  report: (session: RemoteSessionClient) => Promise<void>,
): Promise<void> {
  const session = await mock.session(options);
  await use(session);
  try {
    await report(session);
  } catch (error) {
    // The test has ended the session, or the mock; that it failed is what people have to see.
    console.error(`${session.name}: its request log can't be read any more: ${String(error)}`);
  } finally {
    await session.close();
  }
}
