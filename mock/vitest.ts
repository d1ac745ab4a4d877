/** For Vitest: a `test` with the fixtures `mock` and `session`, a session for each test, concurrent ones too. */

import { test as base, type TestAPI } from 'vitest';
import type { AnimalStore } from '../openapi/types/animal-store';
import type { Api } from '../openapi/types/api';
import type { RecordedRequest } from '../openapi/types/control';
import { GIVEN_MOCK, withMock, withSession } from './fixtures';
import type { MockContext } from './fixtures/model';
import { requestLines } from './fixtures/requests';

export { expect } from 'vitest';

export type { MockContext } from './fixtures/model';

type Options = Omit<MockContext, 'mock' | 'session'>;

declare module 'vitest' {
  /** What a configuration and a global setup may `provide`. */
  interface ProvidedContext extends Partial<Options> {}
}

/** The type of `test`. */
export type MockTest<A extends Api = AnimalStore> = TestAPI<MockContext<A>>;

/** With the fixtures `mock` and `session`, and their options. */
export const test: MockTest = base.extend<MockContext>({
  mockUrl: [GIVEN_MOCK, { injected: true, scope: 'worker' }],
  mockAdminToken: [undefined, { injected: true, scope: 'worker' }],
  mockOptions: [{}, { injected: true, scope: 'worker' }],
  // Vitest reads the names of the fixtures that another needs in its parameter.
  mock: [
    async ({ mockUrl, mockAdminToken, mockOptions }, use) => withMock({ mockUrl, mockAdminToken, mockOptions }, use),
    { scope: 'worker' },
  ],

  sessionOptions: [{}, { injected: true }],
  session: async ({ mock, sessionOptions, task }, use) => {
    const titles = [task.name];
    for (let suite = task.suite; suite !== undefined; suite = suite.suite) titles.unshift(suite.name);
    const name = [task.file.name, ...titles].join(' › ');
    await withSession(mock, { name, ...sessionOptions }, use, async (session) => {
      // Vitest shows it above the failure and in its other reports; of a concurrent test without the title.
      const hasFailed = (task.result?.state === 'fail') !== (task.fails ?? false);
      if (hasFailed) console.error(shown(name, await session.requests()));
    });
  },
});

/** The same for a mock of another document: `const test = testFor<Api>()`, or with the names of that API. */
// The cast is true as far as the caller knows the document: in a program the names are texts.
export const testFor = <A extends Api>(): MockTest<A> => test as unknown as MockTest<A>;

const shown = (name: string, requests: readonly RecordedRequest[]): string =>
  requests.length === 0
    ? `${name}: no request has reached its session. Send them to mock.baseUrl, with a key of session.apiKeys.`
    : `${name}: its requests to the mock, newest first:\n${requestLines(requests)}`;
