import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { axeViolations, describeInBrowser } from '../../../mock/testing/browser';
import { faults } from '../../../tools/selftest/faults';
import type { Exchange } from '../../exchange/exchange';
import { judged } from '../../testing/judged';
import type { Finding } from '../../verdict/result';
import type { ReportContext } from '../content/context';
import { redactor } from '../content/redact';
import { allOf, numberedOf } from './findings';
import { pageOf } from './page';

let context: ReportContext;
beforeAll(async () => {
  const fault = faults.find(({ name }) => name === 'id with a fraction');
  if (fault === undefined) throw new Error('There is no such fault.');
  context = await judged(fault.behaviour, { maxRequests: 120, examples: 5 });
});

const withFindings = (findings: readonly Finding[]): ReportContext => ({
  ...context,
  result: { ...context.result, findings },
});

const anyFinding = (): Finding => {
  const [finding] = context.result.findings;
  if (finding === undefined) throw new Error('The faulty server was not found out.');
  return finding;
};

/** A finding whose reply has this body. */
function replied(text: string, finding = anyFinding()): Finding {
  const exchanges = finding.exchanges.map((exchange: Exchange) =>
    exchange.response === undefined
      ? exchange
      : { ...exchange, response: { ...exchange.response, body: { ...exchange.response.body, text } } },
  );
  return { ...finding, exchanges };
}

const HOSTILE = [
  '<script>document.title = "taken"</script>',
  '</script></style></code></pre><img src=x onerror="document.title=\'taken\'">',
  '<a href="javascript:document.title=\'taken\'">press</a>',
  '<iframe src="https://elsewhere.example/"></iframe><meta http-equiv="refresh" content="0;url=https://elsewhere.example/">',
];

describe('the page', () => {
  test('has the verdict, and each finding with its sentence, what was expected and what came', () => {
    const page = pageOf(context);
    const numbered = allOf(numberedOf(context.result.findings));
    expect(page).toContain('<h1>No</h1>');
    expect(page).toContain(context.contract.source.sha256);
    expect(numbered.length).toBeGreaterThan(3);
    expect([...page.matchAll(/ id="finding-[\d-]+"/g)]).toHaveLength(numbered.length);
    for (const { finding } of numbered) expect(page).toContain(`#${finding.clause.pointer}, line `);
    const targets = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !page.includes(` id="${id}"`))).toEqual([]);
  });

  test('allows its own style and script by their digests, and nothing else', () => {
    const page = pageOf(context);
    const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
    const digest = (tag: string): string => {
      const [, text = ''] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page) ?? [];
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    };
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${digest('style')}`,
      `script-src ${digest('script')}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(page).not.toMatch(/<[^>]+ (?:style|on\w+)=| src=/);
  });

  test('shows no part of a secret where a difference or the lines of a body would cut it', () => {
    const key = 'k3y<s3cr3t>"q"';
    const finding = { ...replied(JSON.stringify({ name: key })), expected: `x ${key} y`, actual: 'x <z> y' };
    const page = pageOf({ ...withFindings([finding]), redact: redactor({ main: key, limit: undefined }, []) });
    expect(page.match(/k3y|s3cr3t/g)).toBeNull();
  });

  test('stays small, however much a server says', () => {
    const long = 'é '.repeat(2 ** 19);
    const many = [replied(`[${'{"a":[1]},'.repeat(900)}`), { ...replied('x'), expected: `${long}a`, actual: long }];
    expect(pageOf(withFindings(many)).length).toBeLessThan(3e5);
  });

  test('of nothing found says so, and needs no filter', () => {
    const page = pageOf({ ...withFindings([]), verdict: 'pass', notes: ['Keys: <one>.'] });
    expect(page).toContain('<li>Keys: &lt;one&gt;.</li>');
    expect(page).toContain('<h1>Yes, as far as it was judged</h1>');
    expect(page).not.toContain('<form');
  });
});

describeInBrowser('the page in a browser', (open, complaints) => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const opened = (findings: readonly Finding[], options = {}): Promise<Page> => {
    const file = join(folder, 'report.html');
    writeFileSync(file, pageOf(withFindings(findings)));
    return open(pathToFileURL(file).href, options);
  };
  const shown = (page: Page) => page.locator('.finding:not([hidden])');

  test('is for everybody, on a phone too, light and dark', async () => {
    const [warned] = context.result.findings.slice(-1);
    const findings = [
      ...context.result.findings.slice(0, 5),
      ...(warned === undefined ? [] : [{ ...warned, outcome: 'warn' as const }]),
    ];
    const page = await opened(findings, { colorScheme: 'light', viewport: { width: 360, height: 800 } });
    await page.getByRole('button', { name: 'Open all' }).click();
    await page.locator('.requests > summary').click();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(await page.locator('#table .hint').textContent()).toMatch(/^The table goes on to the right/);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Dark', exact: true }).click();
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Light', exact: true }).waitFor();
  });

  test('finds, copies, unfolds, and keeps the choice in its address', async () => {
    const page = await opened(context.result.findings, { permissions: ['clipboard-read', 'clipboard-write'] });
    const all = await shown(page).count();
    const { check } = anyFinding();
    await page.getByRole('combobox', { name: 'Check' }).selectOption(check);
    const count = await shown(page).count();
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(all);
    expect(await page.locator('#shown').textContent()).toBe(`${count} of ${all}`);
    await page.reload();
    expect([await shown(page).count(), await page.getByRole('combobox', { name: 'Check' }).inputValue()]).toEqual([
      count,
      check,
    ]);

    await page.getByLabel('Search').fill('no such words');
    expect(await shown(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Show all' }).click();
    expect(await shown(page).count()).toBe(all);

    const [cause] = numberedOf(context.result.findings).filter(({ consequences }) => consequences.length > 0);
    const [first] = cause?.consequences ?? [];
    const id = `finding-${first?.number.replace('.', '-')}`;
    await page.locator(`#table a[href="#${id}"]`).click();
    await page.locator(`#${id}[open]`).waitFor();

    const command = page.locator('.finding .command').first();
    await command.getByRole('button', { name: 'Copy' }).click();
    await command.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await command.locator('pre').textContent());
  });

  test('can be read without its script, and printed with all that is folded', async () => {
    const page = await opened(context.result.findings, { javaScriptEnabled: false });
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('No');
    expect(await page.getByRole('search').count()).toBe(0);
    const body = page.locator('.exchange .messages').first();
    expect(await body.isVisible()).toBe(false);
    await page.locator('.exchange > summary').first().click();
    expect(await body.isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    const folded = page.locator('.exchange:not([open]) .messages');
    const isPrinted = (await folded.all()).map((one) => one.isVisible());
    expect(new Set(await Promise.all(isPrinted))).toEqual(new Set([true]));
  });

  test('obeys nothing that a server has sent', async () => {
    const findings = HOSTILE.map((text) => ({ ...replied(text), actual: text, operation: text, key: text }));
    const page = await opened(findings);
    await page.getByRole('button', { name: 'Open all' }).click();
    expect(await page.title()).toMatch(/^fail: /);
    expect(await page.locator('script, img, iframe, a[href^="javascript"], meta[http-equiv="refresh"]').count()).toBe(
      1,
    );
    for (const text of HOSTILE) expect(await page.getByText(text, { exact: true }).count()).toBeGreaterThan(0);
    // The policy alone would keep out what the escapes do not.
    await page.evaluate(
      'document.body.append(Object.assign(document.createElement("script"), { text: "document.title = 1" }))',
    );
    expect(await page.title()).toMatch(/^fail: /);
    expect(complaints()).toEqual([expect.stringMatching(/violates the following Content Security Policy/)]);
  });

  test('has 500 findings open at once, and finds among them', async () => {
    const one = anyFinding();
    const many = Array.from({ length: 500 }, (_, at) => ({
      ...replied(
        JSON.stringify({ name: `record ${at}`, list: Array.from({ length: 40 }, (__, item) => ({ item })) }),
        one,
      ),
      key: `${at}`,
      check: `made.up-${at}`,
      actual: `the value ${at}`,
      topic: {},
      symptoms: new Set<string>(),
      sightings: [[at]],
    }));
    // By their ids: to look for roles takes longer than all else among so many elements.
    const page = await opened(many);
    await page.locator('#open-all').click();
    expect(await page.locator('.finding details[open]').count()).toBe(many.length * one.exchanges.length);
    await page.locator('input[name=q]').fill('"record 499"');
    expect(await shown(page).count()).toBe(1);
    expect(await page.locator('#shown').textContent()).toBe('1 of 500');
  });
});
