import { source } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findChromium } from './installed';

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

/** A part of what `axe.run` gives for a rule that the page breaks. */
interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly html: string }[];
}

/**
 * Every rule of axe that the page breaks as it is now, best practices included, each with the elements that break it. The
 * rules come in by the browser's own protocol, which no Content-Security-Policy of the page keeps out.
 *
 * @returns a text for each rule and element, such as `label (critical): Form elements must have labels: #name, <input …>`
 */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(source);
  const violations = await page.evaluate<readonly Violation[]>(
    "axe.run(document, { resultTypes: ['violations'] }).then((found) => found.violations)",
  );
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ target, html }) => `${id} (${impact}): ${help}: ${target.join(' ')}, ${html.slice(0, 300)}`),
  );
}
