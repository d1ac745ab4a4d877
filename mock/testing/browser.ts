import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../../tools/bench/chromium';

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
      browser = await launchChromium();
    });
    afterEach(async () => {
      const contexts = browser?.contexts() ?? [];
      // A handler of `page.route` that is under way when its page closes throws, and the tests that follow would fail by it.
      const routed = contexts.flatMap((context) => [context, ...context.pages()]);
      await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
      await Promise.all(contexts.map((context) => context.close()));
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

/** The small one, which a page reads in half of the time. A page that has been looked at has it already. */
async function withAxe(page: Page): Promise<void> {
  if (await page.evaluate<boolean>('globalThis.axe !== undefined')) return;
  await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
}

/**
 * Every rule of axe that the page breaks as it is now, best practices included, each with the elements that break it. Of the rows of
 * a table the first ones are looked at: the others are of their kind, and cost most of the time. The
 * rules come in by the browser's own protocol, which no Content-Security-Policy of the page keeps out.
 *
 * @returns a text for each rule and element, such as `label (critical): Form elements must have labels: #name, <input …>`
 */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  await withAxe(page);
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run({ exclude: ['tbody > tr:nth-child(n + 4)'] }, { resultTypes: ['violations'] }).then((found) => found.violations)`,
  );
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ target, html }) => `${id} (${impact}): ${help}: ${target.join(' ')}, ${html.slice(0, 300)}`),
  );
}

/** What reacts to the pointer and the keyboard, and the rows around it, which react as well. */
const CONTROLS = 'a, button, input, select, textarea, summary, label, [role="option"], tr';

/** The states that a browser can be made to show, by the names of CSS; those of ARIA are there at the same time. */
const FORCED = [[], ['hover'], ['hover', 'active'], ['focus', 'focus-visible']];

/**
 * The controls that can't be read at rest, under the pointer, pressed down, with the focus, or disabled: in both colour
 * schemes; at rest in a narrow window, too.
 *
 * @returns a text for each control and state, such as `hover, dark, 400: #pause, <button …>`
 */
export async function paleControls(page: Page): Promise<readonly string[]> {
  await withAxe(page);
  await page.mouse.move(0, 0);
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('DOM.enable');
  await protocol.send('CSS.enable');
  const { root } = await protocol.send('DOM.getDocument');
  const { nodeIds } = await protocol.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: CONTROLS });
  const pale: string[] = [];
  for (const forcedPseudoClasses of FORCED) {
    await Promise.all(nodeIds.map((nodeId) => protocol.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })));
    for (const width of forcedPseudoClasses.length === 0 ? [1280, 400] : [1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const found = await page.evaluate<readonly string[]>(forcedPseudoClasses.length === 0 ? PALE_AT_REST : PALE);
        pale.push(...found.map((one) => `${forcedPseudoClasses.at(-1) ?? 'rest'}, ${colorScheme}, ${width}: ${one}`));
      }
    }
  }
  return pale;
}

/** By axe; with those that it can't judge, since nothing should stand behind or before a control that makes it so. */
const PALE = `
  axe.run({ include: ${JSON.stringify(CONTROLS)} }, { runOnly: ['color-contrast'] }).then(({ violations, incomplete }) =>
    [...violations, ...incomplete].flatMap(({ nodes }) => nodes.map(({ target, html }) => target + ', ' + html.slice(0, 200))))`;

/** The same, and what axe leaves out, by its measures: those that are disabled, as if all were, and placeholders. */
const PALE_AT_REST = `(async () => {
  const pale = await ${PALE};
  const enabled = [...document.querySelectorAll(':is(button, input, select, textarea):enabled')];
  for (const one of enabled) one.disabled = true;
  axe.setup(document);
  const { Color, getContrast, getForegroundColor, getBackgroundColor } = axe.commons.color;
  for (const one of document.querySelectorAll('button, select, textarea, input:not([type="file"]), .upload label')) {
    // Of a control that is not shown, or whose text has a ground of its own, there is none.
    const contrast = one.checkVisibility() ? getContrast(getBackgroundColor(one), getForegroundColor(one)) : null;
    if (contrast !== null && contrast < 4.5) pale.push('disabled, ' + one.outerHTML.slice(0, 200));
  }
  for (const one of document.querySelectorAll('[placeholder]')) {
    const front = new Color();
    front.parseString(getComputedStyle(one, '::placeholder').color);
    if (one.checkVisibility() && getContrast(getBackgroundColor(one), front) < 4.5)
      pale.push('placeholder, ' + one.outerHTML.slice(0, 200));
  }
  axe.teardown();
  for (const one of enabled) one.disabled = false;
  return pale;
})()`;
