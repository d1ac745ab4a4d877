import { source } from 'axe-core';
import type { Page } from 'playwright-core';

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
