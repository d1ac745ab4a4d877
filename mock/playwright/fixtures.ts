import type {
  Fixtures,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
} from '@playwright/test';
import type { ConnectedMock } from '../client/remote/model';
import type { ConnectOptions } from '../client/remote/options';
import type { StartOptions } from '../setup/options';
import { readApiUrl } from './api-url';
import type { MockTestArgs, MockWorkerArgs } from './model';
import { requestsAttachment } from './requests-attachment';
import { routeApi } from './route-api';
import { sessionKey } from './session-key';

/** How a mock is come by. */
interface Mocks {
  readonly connectMock: (url: string, options: ConnectOptions) => Promise<ConnectedMock>;
  readonly startMock: (options: StartOptions) => Promise<{ readonly baseUrl: string; close(): Promise<void> }>;
}

type MockFixtures = Fixtures<
  MockTestArgs,
  MockWorkerArgs,
  PlaywrightTestArgs & PlaywrightTestOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>;

/** The fixtures `mock` and `session`, their options, and a `context` whose pages reach the session. */
export const mockFixtures = ({ connectMock, startMock }: Mocks): MockFixtures => ({
  mockUrl: [process.env.MOCK || undefined, { option: true, scope: 'worker' }],
  mockAdminToken: [process.env.ANIMAL_STORE_ADMIN_TOKEN || undefined, { option: true, scope: 'worker' }],
  mockOptions: [{}, { option: true, scope: 'worker' }],
  mock: [
    async ({ mockUrl, mockAdminToken, mockOptions }, use) => {
      const own = mockUrl === undefined ? await startMock(mockOptions) : undefined;
      const adminToken = own === undefined ? mockAdminToken : mockOptions.adminToken;
      // Its own, too: a test then means the same with either.
      const mock = await connectMock(own?.baseUrl ?? mockUrl ?? '', { adminToken });
      await use(mock);
      await mock.close();
      await own?.close();
    },
    { scope: 'worker' },
  ],

  sessionOptions: [{}, { option: true }],
  session: async ({ mock, sessionOptions, apiUrl }, use, testInfo) => {
    const session = await mock.session({ name: testInfo.titlePath.join(' › '), ...sessionOptions });
    await use(session);
    try {
      // A test that has failed shows in its report what the mock was asked.
      if (testInfo.status !== testInfo.expectedStatus) {
        const { baseUrl } = mock;
        await testInfo.attach(
          'requests to the mock',
          requestsAttachment(await session.requests(), { baseUrl, apiUrl }),
        );
      }
    } finally {
      await session.close();
    }
  },

  apiKeyName: [undefined, { option: true }],
  apiUrl: [undefined, { option: true }],
  context: async ({ context, mock, session, apiKeyName, apiUrl, baseURL }, use) => {
    await routeApi(context, {
      baseUrl: mock.baseUrl,
      apiUrl: readApiUrl(apiUrl, baseURL),
      key: sessionKey(mock, session, apiKeyName),
    });
    await use(context);
    // A request that is still on its way when the test ends is no error of the test.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
  },
});
