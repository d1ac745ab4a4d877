/**
 * For Playwright Test: a `test` with the fixtures `mock` and `session`, a session for each test, whose key the page's
 * requests carry.
 */
import { test as base } from '@playwright/test';
import { connectMock, startMock } from './index';
import type { MockTestArgs, MockWorkerArgs } from './playwright/model';
import { readApiUrl, requestsAttachment, routeApi, sessionKey } from './playwright/route-api';

export { expect } from '@playwright/test';

export type { MockTestArgs, MockWorkerArgs } from './playwright/model';

/** With the fixtures `mock` and `session`, their options, and a `context` whose pages reach the session. */
export const test = base.extend<MockTestArgs, MockWorkerArgs>({
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
