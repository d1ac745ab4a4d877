import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from './chromium';

/** Nothing that speaks to another host by itself, nor needs a screen or rights that a container lacks. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium takes seconds to start where the machine is busy. */
const PATIENCE_MS = 60_000;

/** Opens an address in a page of its own, with no cookies, storage or settings of another's. */
type Open = (url: string, options?: BrowserContextOptions) => Promise<Page>;

/**
 * A group of tests in Chromium; skipped where there is none, which `tell-of-chromium.ts` tells at the end. A test fails
 * when a page of it logged an error, threw one, broke its Content-Security-Policy, or asked any other host than the one
 * that it was opened from.
 *
 * @param define  defines the tests; `complaints` is for a test that expects such a failure, and takes them out
 */
export function describeInBrowser(
  title: string,
  define: (open: Open, complaints: () => readonly string[]) => void,
): void {
  const executablePath = findChromium();
  (executablePath === undefined ? describe.skip : describe)(title, () => {
    const found: string[] = [];
    let browser: Browser | undefined;

    jest.setTimeout(PATIENCE_MS);
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

/** A broken Content-Security-Policy is told on the console, as an error. */
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
