import type {
  Fixtures,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
} from '@playwright/test';
import type { RecordedRequest } from '../../openapi/types/control';
import type { ConnectedMock, ConnectOptions } from '../client/remote/connect';
import type { StartOptions } from '../setup/options';
import type { MockTestArgs, MockWorkerArgs } from './model';
import { readApiUrl, routeApi, sessionKey } from './route-api';

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

/** Where the requests of a test's pages are for that go to the mock. */
interface Api {
  readonly baseUrl: string;
  /** The base URL that the page knows the API by, as it was given. */
  readonly apiUrl: string | undefined;
}

interface Attachment {
  readonly body: string;
  readonly contentType: string;
}

/** What the report of a failed test shows of the requests in its session; of none, where they may have gone. */
export function requestsAttachment(requests: readonly RecordedRequest[], { baseUrl, apiUrl }: Api): Attachment {
  if (requests.length > 0) return { body: JSON.stringify(requests, null, 2), contentType: 'application/json' };
  const taken = apiUrl === undefined ? baseUrl : `${baseUrl} and ${apiUrl}`;
  const body =
    `No request has reached this test's session. Of the page's requests, those to ${taken} do. ` +
    'If the page sends them elsewhere, set the option "apiUrl" to that address; requests that a test or a server sends ' +
    'need a key of session.apiKeys.\n';
  return { body, contentType: 'text/plain' };
}
