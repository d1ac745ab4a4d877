import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type MockOptions, type StartedMock, startMock } from '../../index';
import { describeInBrowser } from '../../testing/browser';

/** 2^53 + 1, which a double can't hold. */
export const BEYOND_DOUBLES = '9007199254740993';

interface Sent {
  /** An API key; that of the plan "free" without one. */
  readonly key?: string;
  /** Of a POST; without one the request is a GET. */
  readonly body?: string;
  /** Of another mock. */
  readonly baseUrl?: string;
}

interface ConsoleTests {
  /** The mock of all tests of the group, which is reset before each. */
  mock(): StartedMock;
  /** Opens a page, as `describeInBrowser` does; `openConsole` waits until it follows the mock. */
  readonly open: (url: string) => Promise<Page>;
  openConsole(options?: BrowserContextOptions): Promise<Page>;
  /** Sends a request to the API as any other program would. */
  ask(path: string, sent?: Sent): Promise<{ readonly status: number; readonly text: string }>;
  readonly complaints: () => readonly string[];
}

/** A group of tests of the console in Chromium. */
export function describeConsole(title: string, define: (tests: ConsoleTests) => void, options: MockOptions = {}): void {
  describeInBrowser(title, (open, complaints) => {
    let mock: StartedMock;
    beforeAll(async () => {
      mock = await startMock({ banAfter: 0, ...options });
    });
    beforeEach(() => mock.reset());
    afterAll(() => mock.close());

    define({
      mock: () => mock,
      open,
      async openConsole(given) {
        const page = await open(controlUrl(mock.baseUrl), given);
        await live(page);
        return page;
      },
      async ask(path, { key = 'demo-free', body, baseUrl = mock.baseUrl } = {}) {
        const authorization = `Bearer ${key}`;
        const json = { 'content-type': 'application/json', authorization };
        const init = body === undefined ? { headers: { authorization } } : { method: 'POST', headers: json, body };
        const response = await fetch(baseUrl + path, init);
        return { status: response.status, text: await response.text() };
      },
      complaints,
    });
  });
}

/** An address of the control plane, by default the console's. */
export const controlUrl = (baseUrl: string, path = ''): string => new URL(`/__admin/${path}`, baseUrl).href;

export const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

export const rows = (page: Page): Locator => panel(page, 'Requests').locator('tbody tr');

/** Waits until the page follows the mock. */
export const live = (page: Page): Promise<void> =>
  page.getByRole('banner').getByText('Live', { exact: true }).waitFor();

/** Reads until the value is as expected, for at most ten seconds, since a page updates a moment later. */
export async function become<T>(read: () => Promise<T>, expected: T): Promise<void> {
  let last = await read();
  for (let left = 100; left > 0 && JSON.stringify(last) !== JSON.stringify(expected); left--) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    last = await read();
  }
  expect(last).toEqual(expected);
}
