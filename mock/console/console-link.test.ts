import { axeViolations } from '../testing/browser';
import { startCommand } from '../testing/command';
import { become, controlUrl, describeConsole, live, panel, rows } from './testing/page';

/** The controls that ask the mock for something, or change something, and are enabled. */
const USABLE = `
  [...document.querySelectorAll('main :is(button, input, select, textarea):enabled')]
    .filter((one) => one.closest('.requests') === null || one.textContent === 'Clear log')
    .map((one) => one.outerHTML)`;

describeConsole('the connection of the console to the mock', ({ mock, open, openConsole, ask, complaints }) => {
  test('shows a session and nothing of other worlds, at an address that can be bookmarked', async () => {
    const page = await openConsole();
    const session = await mock().session({ name: 'the cart is kept' });
    await page.getByRole('combobox', { name: 'Session' }).click();
    await page.getByRole('option', { name: 'the cart is kept' }).click();
    expect(new URL(page.url()).search).toBe(`?session=${session.id}`);
    await panel(page, 'Requests').getByText('None yet.').waitFor();
    await ask('/pets/1');
    await ask('/pets/2', { key: session.apiKeys.free ?? '' });
    await rows(page).first().waitFor();
    expect(await rows(page).getByRole('button').allInnerTexts()).toEqual(['/v1/pets/2']);
    await panel(page, 'Faults').getByRole('switch', { name: 'Server down' }).click();
    await panel(page, 'Faults').getByText('applied 0 times').waitFor();
    expect((await ask('/pets/1')).status).toBe(200);

    await page.reload();
    await rows(page).first().waitFor();
    expect(await rows(page).getByRole('button').allInnerTexts()).toEqual(['/v1/pets/2']);
    await become(() => page.title(), 'the cart is kept, Animal Store API, mock console');
    await page.goBack();
    await become(() => rows(page).getByRole('button').allInnerTexts(), ['/v1/pets/1', '/v1/pets/1']);
    await page.goForward();
    await become(() => rows(page).getByRole('button').allInnerTexts(), ['/v1/pets/2']);

    session.close();
    await page.getByRole('alert').getByText('This session has ended.').waitFor();
    await page.getByRole('alert').getByText('The page shows its last known state.').waitFor();
    const chooser = page.getByRole('combobox', { name: 'Session' });
    await chooser.focus();
    await page.keyboard.press('ArrowDown');
    await become(() => page.getByRole('listbox', { name: 'Worlds' }).getByRole('option').count(), 1);
    await page.keyboard.press('Escape');
    expect(await chooser.inputValue()).toBe('the cart is kept');
    expect(await page.title()).toBe('the cart is kept, Animal Store API, mock console');
    expect(await rows(page).getByRole('button').allInnerTexts()).toEqual(['/v1/pets/2']);
    await rows(page).getByRole('button').click();
    expect(await page.getByRole('region', { name: 'GET /v1/pets/2' }).textContent()).toContain('Content-Length');
    await panel(page, 'Faults').getByText('applied 0 times').waitFor();
    await panel(page, 'Rate limits').getByRole('meter', { name: 'free: left this day' }).waitFor();
    expect(await panel(page, 'Records').locator('tbody tr').count()).toBe(100);
    expect(await panel(page, 'Records').getByText('There is no session').count()).toBe(0);
    expect(await page.evaluate<readonly string[]>(USABLE)).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show the default state' }).click();
    await rows(page).first().waitFor();
    expect(await rows(page).getByRole('button').allInnerTexts()).toEqual(['/v1/pets/1', '/v1/pets/1']);
    expect(new URL(page.url()).search).toBe('');
    // The requests that the session's end made fail.
    expect(complaints().every((complaint) => complaint.includes('404'))).toBe(true);
  });

  test('opens a session with keys to copy, and ends it', async () => {
    const page = await openConsole();
    const sessions = panel(page, 'Sessions');
    await sessions.getByText('New session').click();
    await sessions.getByLabel('Name').fill('the cart is kept');
    await sessions.getByLabel('Records').selectOption('None');
    await sessions.getByLabel('Rate limits').selectOption('None');
    await sessions.getByRole('button', { name: 'Open session' }).click();
    await become(() => page.getByRole('combobox', { name: 'Session' }).inputValue(), 'the cart is kept');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const allowances = panel(page, 'Rate limits');
    await allowances.getByRole('button', { name: 'Copy the key free' }).click();
    await allowances.getByText('Copied').waitFor();
    const key = await page.evaluate<string>('navigator.clipboard.readText()');
    expect((await ask('/pets', { key })).text).toBe('[]');
    await rows(page).first().getByRole('button').click();
    expect(await page.getByRole('region', { name: 'GET /v1/pets' }).textContent()).toContain(`Bearer ${key}`);
    expect(await axeViolations(page)).toEqual([]);
    await page.reload();
    await sessions.getByText('they stand beside the rate limits').waitFor();
    await allowances.getByRole('button', { name: 'Copy the key free' }).waitFor();
    await sessions.getByText('The page shows the cart is kept.').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(1);
    await sessions.getByRole('button', { name: 'End session…' }).click();
    await sessions.getByRole('button', { name: 'Yes, end it' }).click();
    await become(() => page.getByRole('combobox', { name: 'Session' }).inputValue(), 'Default state');
    expect((await ask('/pets', { key })).status).toBe(401);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    const other = await mock().session();
    await page.goto(controlUrl(mock().baseUrl, `?session=${other.id}`));
    await sessions.getByText('which only what opened it was given: a program, or a tab of the console').waitFor();
    // What ends before the page has followed it is none that the page knows.
    await live(page);
    other.close();
    await page.getByRole('alert').getByText('This session has ended.').waitFor();
    // The requests that the session's end made fail.
    expect(complaints().every((complaint) => complaint.includes('404'))).toBe(true);
  });

  test('finds one of many sessions by its name or id, by keyboard alone', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `test ${at}`);
    const sessions = await Promise.all(names.map((name) => mock().session({ name })));
    const page = await openConsole();
    const chooser = page.getByRole('combobox', { name: 'Session' });
    const options = page.getByRole('listbox', { name: 'Worlds' }).getByRole('option');
    await chooser.focus();
    await page.keyboard.press('ArrowDown');
    await page.getByText(/^\d+ more: type a part of the name or id\./).waitFor();
    expect(await options.first().textContent()).toBe('Default state ');
    await page.keyboard.type('TEST 4');
    await become(() => options.count(), 11);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await chooser.inputValue()).toBe('Default state');
    await page.keyboard.type(sessions[7]?.id ?? '');
    await become(() => options.count(), 1);
    await page.keyboard.press('Enter');
    await become(() => chooser.inputValue(), 'test 7');
    expect(new URL(page.url()).search).toBe(`?session=${sessions[7]?.id}`);
    await ask('/pets/1', { key: sessions[7]?.apiKeys.free ?? '' });
    await rows(page).first().waitFor();
    for (const session of sessions) session.close();
    await page.getByRole('alert').getByText('This session has ended.').waitFor();
    expect(complaints().every((complaint) => complaint.includes('404'))).toBe(true);
  });

  test('shows nothing of a session that had ended before, or never was', async () => {
    const page = await open(controlUrl(mock().baseUrl, '?session=nope'));
    const alert = page.getByRole('alert');
    await alert.getByText('There is no such session. It may have ended before.').waitFor();
    expect(await page.getByRole('region').count()).toBe(0);
    expect(complaints().every((complaint) => complaint.includes('404'))).toBe(true);
  });

  test('says when the mock is gone, and continues when it is back', async () => {
    const first = await startCommand([]);
    const page = await open(controlUrl(first.baseUrl));
    await live(page);
    const freeze = panel(page, 'Clock').getByRole('button', { name: 'Freeze' });
    await freeze.focus();
    await first.stop();
    await page.getByRole('alert').getByText('The mock is gone.').waitFor();
    expect(await page.getByRole('combobox', { name: 'Session' }).isDisabled()).toBe(true);
    expect(await page.evaluate<readonly string[]>(USABLE)).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    const second = await startCommand(['--port', new URL(first.baseUrl).port]);
    await page.getByRole('status').getByText('The mock is back.').waitFor();
    await ask('/pets/7', { baseUrl: second.baseUrl });
    await rows(page).getByText('/v1/pets/7').waitFor();
    expect(await freeze.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    await freeze.click();
    await panel(page, 'Clock').getByText('Frozen').waitFor();
    await page.context().close();
    await second.stop();
    expect(complaints().every((complaint) => complaint.includes('ERR_'))).toBe(true);
  });

  test('shows what the mock says is wrong with something other than a request', async () => {
    const page = await openConsole();
    await page.route('**/__admin/health', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({
        json: { ...(await reply.json()), warnings: ['things.yaml is no YAML; the last good one is served.'] },
      });
    });
    await mock().clearRequests();
    await page.getByRole('alert').getByText('things.yaml is no YAML').waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  test('asks for the admin token if one is needed, and keeps it for the tab', async () => {
    const guarded = await startCommand(['--admin-token', 'let-me-in']);
    const page = await open(controlUrl(guarded.baseUrl));
    const token = page.getByRole('textbox', { name: 'Admin token' });
    await token.fill('wrong');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByRole('alert').getByText('That is not the token.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await token.fill('let-me-in');
    await page.keyboard.press('Enter');
    await live(page);
    await page.reload();
    await live(page);
    await ask('/pets', { baseUrl: guarded.baseUrl });
    await rows(page).first().waitFor();
    await page.context().close();
    await guarded.stop();
    expect(complaints().every((complaint) => complaint.includes('401'))).toBe(true);
  });
});
