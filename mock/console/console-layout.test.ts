import { axeViolations, paleControls } from '../testing/browser';
import { describeConsole, panel, rows } from './testing/page';

/** What is wider than its box, or reaches beyond the window, and is not in a box that scrolls. */
const CUT_OFF = `
  [...document.querySelectorAll('body *:not(.scroll *, .unseen, .unseen *, .skip, option, input[type="file"])')]
    .filter((one) => one.getClientRects().length > 0 && !one.matches('.scroll'))
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline'
      || one.getBoundingClientRect().right > innerWidth)
    .map((one) => one.outerHTML.slice(0, 200))`;

describeConsole('the layout of the console', ({ mock, openConsole, ask }) => {
  test('has landmarks, headings and columns for screen readers, before anything has happened and then', async () => {
    const page = await openConsole({ colorScheme: 'dark' });
    await panel(page, 'Records').locator('tbody tr').first().waitFor();
    const documents = page.getByRole('navigation', { name: 'Documents' });
    await documents.getByRole('link', { name: 'API reference' }).waitFor();
    const links = await documents.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    expect(links).toEqual(['/docs/', '/openapi.json']);
    expect(await axeViolations(page)).toEqual([]);
    await ask('/pets');
    await rows(page).first().waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      ...['Requests', 'Clock', 'Faults', 'Rate limits', 'Sessions', 'State', 'Left open by the contract', 'Records'],
    ]);
    expect(await panel(page, 'Requests').getByRole('columnheader').allInnerTexts()).toEqual([
      ...['Time', 'Method', 'Path', 'Status', 'Key', 'Took'],
    ]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    const nameless = await page.evaluate<readonly string[]>(`
      [...document.querySelectorAll('button, input, select, meter')]
        .filter((one) => !one.ariaLabel && !one.textContent.trim() && one.labels.length === 0)
        .map((one) => one.outerHTML)`);
    expect(nameless).toEqual([]);
  });

  test('has the switches for faults and the keys in the first screen, and an idle key in a line', async () => {
    await ask('/pets');
    const page = await openConsole({ viewport: { width: 1280, height: 800 } });
    await rows(page).first().waitFor();
    const allowances = panel(page, 'Rate limits');
    await allowances.getByRole('meter', { name: 'free: left this minute' }).waitFor();
    const last = await panel(page, 'Faults').getByText('A fault of your own').boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThan(800);
    expect((await allowances.getByRole('heading', { level: 3 }).nth(1).boundingBox())?.y).toBeLessThan(800);
    expect(await allowances.getByRole('meter').count()).toBe(2);
    const idle = allowances.getByRole('listitem').filter({ hasText: 'demo-enterprise' });
    expect((await idle.boundingBox())?.height).toBeLessThan(40);
  });

  test('has nothing that is cut off, however wide the window is', async () => {
    await ask('/pets');
    const page = await openConsole();
    await rows(page).first().waitFor();
    await panel(page, 'Rate limits').getByRole('meter').first().waitFor();
    await panel(page, 'Records').locator('tbody tr').first().waitFor();
    for (const width of [320, 390, 768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      const scrollWidth = await page.evaluate('document.documentElement.scrollWidth');
      expect([width, scrollWidth, await page.evaluate<readonly string[]>(CUT_OFF)]).toEqual([width, width, []]);
    }
  });

  test('has columns of one width beside the requests, and forms whose fields are one below the other', async () => {
    const page = await openConsole();
    await page.getByText('A fault of your own').click();
    await page.getByText('Which requests').click();
    await panel(page, 'Faults').getByText('When', { exact: true }).click();
    await panel(page, 'Left open by the contract').waitFor();
    const distinct = (selector: string, side: string) =>
      page.evaluate<readonly number[]>(
        `[...new Set([...document.querySelectorAll('${selector}')].map((one) => one.getBoundingClientRect().${side}))]`,
      );
    const widths = [];
    for (const width of [1280, 1600, 1920, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      widths.push(...(await distinct('.side .panel', 'width')));
      expect(await distinct('.form:has([name="effect"]) :is(input, select, textarea)', 'left')).toHaveLength(1);
    }
    expect(new Set(widths)).toEqual(new Set([364]));
  });

  test('gives the path the width that the other columns do not need', async () => {
    await ask('/pets?limit=10&offset=200');
    const page = await openConsole({ viewport: { width: 1100, height: 800 } });
    await rows(page).first().waitFor();
    const cut = "((one) => one.scrollWidth > one.clientWidth)(document.querySelector('.requests-table button'))";
    expect(await page.evaluate(cut)).toBe(false);
  });

  test('scrolls the records in a narrow window instead of breaking words', async () => {
    const page = await openConsole({ viewport: { width: 360, height: 800 } });
    await panel(page, 'Records').getByRole('cell', { name: 'available' }).first().waitFor();
    const lines = await page.evaluate(`
      ((range) => {
        range.selectNodeContents([...document.querySelectorAll('td')].find((one) => one.textContent === 'available'));
        return range.getClientRects().length;
      })(document.createRange())`);
    expect(lines).toBe(1);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });

  test.each(['light', 'dark'] as const)('fits a phone, %s', async (colorScheme) => {
    await ask(`/pets/${'long'.repeat(100)}?${'x'.repeat(300)}`);
    const page = await openConsole({ viewport: { width: 390, height: 844 }, colorScheme });
    await rows(page).first().getByRole('button').click();
    await page.getByText('A fault of your own').click();
    await page.getByRole('button', { name: 'Adjust free' }).click();
    // Its groups are unfolded while something is looked for.
    await panel(page, 'Left open by the contract').getByLabel('Contains').fill('e');
    await panel(page, 'Left open by the contract').getByLabel('How long does a reply take?').waitFor();
    await panel(page, 'Records').locator('tbody tr').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await rows(page).first().getByRole('cell').count()).toBe(6);
    expect(await axeViolations(page)).toEqual([]);
  });

  test('can be read in every state of its controls', async () => {
    await ask('/pets');
    await mock().faults.add({ delayMs: 1 });
    const page = await openConsole();
    await page.getByText('A fault of your own').click();
    await panel(page, 'Faults').getByLabel('What').selectOption('A reply of your own');
    await page.getByRole('button', { name: 'Adjust free' }).click();
    await panel(page, 'Faults').getByRole('switch', { name: 'Down once' }).click();
    await panel(page, 'Left open by the contract').getByRole('button', { name: 'Vary', exact: true }).click();
    // One of a kind is enough.
    await panel(page, 'Records').getByLabel('Contains').fill('Biscuit');
    await panel(page, 'Records').getByText('1 record.').waitFor();
    await panel(page, 'Records').getByRole('button', { name: 'Edit record 1' }).click();
    await panel(page, 'Records').getByRole('button', { name: 'Delete…' }).click();
    await rows(page).first().getByRole('button').click();
    await panel(page, 'Requests').getByRole('button', { name: 'Pause' }).click();
    expect(await paleControls(page)).toEqual([]);
  });
});
