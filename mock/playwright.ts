/**
 * For Playwright Test: a `test` with the fixtures `mock` and `session`, a session for each test, whose key the page's
 * requests carry.
 */
import {
  test as base,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestInfo,
  type TestType,
} from '@playwright/test';
import type { AnimalStore } from '../openapi/types/animal-store';
import type { Api } from '../openapi/types/api';
import { GIVEN_MOCK, withMock, withSession } from './fixtures';
import type { MockTestArgs, MockWorkerArgs } from './fixtures/model';
import { requestLines } from './fixtures/requests';
import { noRequest, readApiUrl, routeApi, sessionKey } from './fixtures/route-api';

export { expect } from '@playwright/test';

export type { MockTestArgs, MockWorkerArgs } from './fixtures/model';

/** The type of `test`. */
export type MockTest<A extends Api = AnimalStore> = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & MockTestArgs<A>,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & MockWorkerArgs<A>
>;

/** With the fixtures `mock` and `session`, their options, and a `context` whose pages reach the session. */
export const test: MockTest = base.extend<MockTestArgs, MockWorkerArgs>({
  mockUrl: [GIVEN_MOCK, { option: true, scope: 'worker' }],
  mockAdminToken: [undefined, { option: true, scope: 'worker' }],
  mockOptions: [{}, { option: true, scope: 'worker' }],
  // Playwright reads the names of the fixtures that another needs in its parameter.
  mock: [
    async ({ mockUrl, mockAdminToken, mockOptions }, use) => withMock({ mockUrl, mockAdminToken, mockOptions }, use),
    { scope: 'worker' },
  ],

  sessionOptions: [{}, { option: true }],
  session: async ({ mock, sessionOptions, apiUrl, apiKeyName }, use, testInfo) => {
    const name = testInfo.titlePath.join(' › ');
    await withSession(mock, { name, ...sessionOptions }, use, async (session) => {
      if (!hasFailed(testInfo)) return;
      const requests = await session.requests();
      if (requests.length === 0)
        return testInfo.attach('requests to the mock', { body: noRequest(mock, { apiUrl, apiKeyName }) });
      // Playwright shows texts in the terminal and in its report, where JSON has to be downloaded.
      await testInfo.attach('requests to the mock, newest first', { body: requestLines(requests) });
      const body = JSON.stringify(requests, null, 2);
      await testInfo.attach('requests to the mock, with headers and bodies', { body, contentType: 'application/json' });
    });
  },

  apiKeyName: [undefined, { option: true }],
  apiUrl: [undefined, { option: true }],
  context: async ({ context, mock, session, apiKeyName, apiUrl, baseURL }, use, testInfo) => {
    const { api, elsewhere } = await routeApi(context, {
      baseUrl: mock.baseUrl,
      apiUrl: readApiUrl(apiUrl, baseURL),
      key: sessionKey(mock, session, apiKeyName),
    });
    await use(context);
    // A request that is still on its way when the test ends is no error of the test.
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    if (!hasFailed(testInfo)) return;
    // Those with the session's key are in its request log.
    if (apiKeyName === false && api.length > 0)
      await testInfo.attach("requests of the page to the mock, with the page's key", { body: api.join('\n') });
    if (elsewhere.length > 0)
      await testInfo.attach("requests of the page that did not go to this test's mock", { body: elsewhere.join('\n') });
  },
});

/** The same for a mock of another document: `const test = testFor<Api>()`, or with the names of that API. */
// The cast is true as far as the caller knows the document: in a program the names are texts.
export const testFor = <A extends Api>(): MockTest<A> => test as unknown as MockTest<A>;

/** Whether its report shows what the mock was asked. */
const hasFailed = ({ status, expectedStatus }: TestInfo): boolean => status !== expectedStatus;
