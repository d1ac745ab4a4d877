import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from './chromium';

/** No traffic of the browser's own, and nothing that needs a screen or privileges that a container lacks. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium takes seconds to start on a busy machine. */
const TIMEOUT_MS = 60_000;

/** Opens an address in a new page that shares no cookies, storage or settings with others. */
type Open = (url: string, options?: BrowserContextOptions) => Promise<Page>;

/**
 * A group of tests in Chromium; skipped without one, as `report-missing.ts` says at the end. A test fails if one
 * of its pages logs or throws an error, violates its Content-Security-Policy, or sends a request to another host than the
 * one that it was opened from.
 *
 * @param define  defines the tests; a test that expects such failures takes them with `complaints`
 */
export function describeInBrowser(
  title: string,
  define: (open: Open, complaints: () => readonly string[]) => void,
): void {
  const executablePath = findChromium();
  (executablePath === undefined ? describe.skip : describe)(title, () => {
    const found: string[] = [];
    let browser: Browser | undefined;

    jest.setTimeout(TIMEOUT_MS);
    beforeAll(async () => {
      browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args: FLAGS });
    });
    afterEach(async () => {
      await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
      expect(found.splice(0)).toEqual([]);
    });
    afterAll(() => browser?.close());

    const open: Open = async (url, options = {}) => {
      if (browser === undefined) throw new Error('The browser is started before the first test.');
      const context = await browser.newContext(options);
      const page = await context.newPage();
      watch(page, new URL(url).host, (complaint) => found.push(complaint));
      await page.goto(url);
      return page;
    };
    define(open, () => found.splice(0));
  });
}

/** Chromium logs violations of the Content-Security-Policy as errors on the console. */
function watch(page: Page, host: string, complain: (complaint: string) => void): void {
  page.on('console', (message) => {
    if (message.type() === 'error') complain(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complain(`page: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.host !== host && url.protocol !== 'data:' && url.protocol !== 'blob:') complain(`request: ${url.href}`);
  });
}
