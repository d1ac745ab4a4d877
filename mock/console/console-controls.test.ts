import { readFileSync } from 'node:fs';
import { axeViolations } from '../testing/browser';
import { BEYOND_DOUBLES, become, describeConsole, panel, rows } from './testing/page';

describeConsole('the controls of the console', ({ mock, openConsole, ask, complaints }) => {
  test('sets what a key has left, which is complete again a day later', async () => {
    const page = await openConsole();
    const allowances = panel(page, 'Rate limits');
    const left = () => allowances.getByRole('meter', { name: 'free: left this day' }).getAttribute('value');
    await allowances.getByRole('button', { name: 'Adjust free' }).click();
    await become(left, '1000');
    await allowances.getByLabel('Window').selectOption('day');
    await allowances.getByLabel('Left', { exact: true }).fill('0');
    await allowances.getByRole('button', { name: 'Set' }).click();
    await become(left, '0');
    await allowances.getByText(/resets in 23 h 59 min|resets in 1 day/).waitFor();
    expect((await ask('/pets')).status).toBe(429);
    await panel(page, 'Clock').getByRole('button', { name: '+1 day' }).click();
    await become(left, '1000');
    await panel(page, 'Clock').getByText('1 day ahead of the real time').waitFor();
    expect((await ask('/pets')).status).toBe(200);
  });

  test('shows what is left again when a window has ended, without another request', async () => {
    await ask('/pets');
    mock().clock.freeze();
    const page = await openConsole();
    const left = () => panel(page, 'Rate limits').getByRole('meter', { name: 'free: left this minute' });
    const meters = panel(page, 'Rate limits').getByRole('meter');
    await become(() => left().getAttribute('value'), '59');
    // Asked at the very end of the window, the mock may still have it.
    let early = 3;
    await page.route('**/__admin/allowances', async (route) => {
      const json = await (await route.fetch()).json();
      if (early-- > 0) Object.assign(json[0].windows[0], { used: 1, left: 59, resetAt: new Date(0) });
      await route.fulfill({ json });
    });
    mock().clock.advance(58);
    mock().clock.run();
    await become(() => left().getAttribute('value'), '60');
    expect(early).toBeLessThan(0);
    mock().clock.advance(86_400);
    await become(() => meters.evaluateAll((all) => all.map((one) => one.getAttribute('value'))), ['60', '1000']);
    await panel(page, 'Rate limits')
      .getByText(/resets in/)
      .first()
      .waitFor({ state: 'hidden' });
    expect(await meters.count()).toBe(2);
  });

  test('bans a key and lifts the ban', async () => {
    const page = await openConsole();
    const allowances = panel(page, 'Rate limits');
    await allowances.getByRole('button', { name: 'Adjust pro' }).click();
    await allowances.getByLabel('Ban for seconds').fill('90');
    await allowances.getByRole('button', { name: 'Ban', exact: true }).click();
    await allowances.getByText(/Banned for 1 min/).waitFor();
    expect((await ask('/pets', { key: 'demo-pro' })).status).toBe(429);
    await allowances.getByRole('button', { name: 'Lift the ban' }).click();
    await allowances.getByText(/Banned for/).waitFor({ state: 'hidden' });
    expect((await ask('/pets', { key: 'demo-pro' })).status).toBe(200);
  });

  test('chooses what is done where the document leaves things open, and varies it by a seed', async () => {
    const page = await openConsole();
    const leftOpen = panel(page, 'Left open by the contract');
    await leftOpen.getByText('Nothing chosen').waitFor();
    await leftOpen.getByLabel('Contains').fill('white space');
    const spacing = leftOpen.getByLabel('Does JSON contain white space?');
    await spacing.selectOption('indented');
    await leftOpen.getByText('1 chosen').waitFor();
    expect((await ask('/pets/1')).text).toMatch(/^\{\n/);
    await leftOpen.getByLabel('Seed').fill('7');
    await page.keyboard.press('Enter');
    await leftOpen.getByText('Varies by seed 7').waitFor();
    await leftOpen.getByLabel('Contains').fill('in which');
    // Not `uncheck`: until the mock has taken it on, the box shows what was.
    await leftOpen.getByLabel('varies: list.order').click();
    const chosen = async () => {
      const { vary, except, choices } = await mock().choices.get();
      return [vary, except, choices.flatMap(({ id, chosen }) => (chosen.length > 0 ? [[id, chosen]] : []))];
    };
    await become(chosen, [7, ['list.order'], [['json.spacing', ['indented']]]]);
    expect(await axeViolations(page)).toEqual([]);
    await mock().choices.set({ choices: { 'list.order': ['any', 'newest-first'] } });
    await leftOpen.getByText('1 chosen').waitFor();
    const order = leftOpen.getByLabel('In which order does a list show records, if the request asks for none?');
    await become(() => order.inputValue(), 'any,newest-first');
    await leftOpen.getByRole('button', { name: 'Another seed' }).click();
    await leftOpen.getByText(/^Varies by seed \d+$/).waitFor();
    await leftOpen.getByRole('button', { name: 'Choose nothing' }).click();
    await become(chosen, [null, [], []]);
  });

  test('freezes, sets and runs the clock, by UTC whatever the time zone of the browser', async () => {
    const page = await openConsole({ timezoneId: 'Asia/Tokyo' });
    const clock = panel(page, 'Clock');
    const shown = () => clock.getByRole('time').getAttribute('datetime');
    const date = clock.getByLabel('Date and time to set, by UTC');
    const real = clock.getByRole('button', { name: 'Real time' });
    await become(() => real.isDisabled(), true);
    await clock.getByRole('button', { name: 'Freeze' }).click();
    await clock.getByText('Frozen').waitFor();
    expect(await real.isEnabled()).toBe(true);
    expect(mock().clock.frozen).toBe(true);
    expect(await shown()).toBe(new Date(mock().clock.now()).toISOString());
    await date.fill('2027-01-01T00:30');
    await clock.getByRole('button', { name: 'Set', exact: true }).click();
    await clock.getByText('2027-01-01 UTC').waitFor();
    expect(await date.inputValue()).toBe('2027-01-01T00:30');
    await clock.getByRole('button', { name: '+1 h' }).click();
    await become(shown, '2027-01-01T01:30:00.000Z');
    expect(new Date(mock().clock.now()).toISOString()).toBe('2027-01-01T01:30:00.000Z');
    await real.click();
    await clock.getByText('Running').waitFor();
    // To the minute, since a busy page reads a frozen clock some seconds later.
    let frozenFor = 0;
    await page.route('**/__admin/clock', async (route) => {
      if (route.request().method() !== 'GET') return route.continue();
      const json = await (await route.fetch()).json();
      await route.fulfill({ json: { ...json, offsetSeconds: Math.round(json.offsetSeconds / 60) * 60 - frozenFor } });
    });
    mock().clock.freeze();
    await clock.getByText('Frozen').waitFor();
    await become(() => clock.getByText('in step with the real time').count(), 1);
    // As if by then.
    frozenFor = 300;
    await clock.getByRole('button', { name: '+1 day' }).click();
    await clock.getByText('1 day ahead of the real time', { exact: true }).waitFor();
    // What is on its way is answered first.
    await page.unrouteAll({ behavior: 'wait' });
    await clock.getByRole('button', { name: 'Run', exact: true }).click();
    await clock.getByText('Running').waitFor();
    expect(mock().clock.frozen).toBe(false);
    await real.click();
    await clock.getByText('in step with the real time').waitFor();
  });

  test("copies a demo key's value, and has none for a key whose value it does not know", async () => {
    const page = await openConsole();
    await page.route('**/__admin/allowances', async (route) => {
      const [first, ...others] = await (await route.fetch()).json();
      const { demoValue: _, ...unknown } = first;
      await route.fulfill({ json: [{ ...unknown, name: 'constructor' }, ...others] });
    });
    await mock().clearRequests();
    await panel(page, 'Rate limits').getByRole('heading', { name: 'constructor' }).waitFor();
    expect(await page.getByRole('button', { name: 'Copy the key constructor' }).count()).toBe(0);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const allowances = panel(page, 'Rate limits');
    await allowances.getByRole('button', { name: 'Copy the key pro' }).click();
    await allowances.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('demo-pro');
  });

  test('switches on a fault that applies to a real request, and switches it off again', async () => {
    const page = await openConsole();
    const faults = panel(page, 'Faults');
    const down = faults.getByRole('switch', { name: 'Server down' });
    await down.click();
    await faults.getByText('applied 0 times').waitFor();
    expect(await down.getAttribute('aria-checked')).toBe('true');
    expect((await ask('/pets')).status).toBe(503);
    await rows(page)
      .first()
      .getByText(/^fault /)
      .waitFor();
    await faults.getByText('applied once').waitFor();
    await down.click();
    await faults.getByText('None is switched on.').waitFor();
    expect((await ask('/pets')).status).toBe(200);
  });

  test('adds a fault for one operation and one key, and removes all faults', async () => {
    const page = await openConsole();
    const faults = panel(page, 'Faults');
    await fetch(`${mock().baseUrl}/pets`);
    await panel(page, 'Rate limits')
      .getByRole('heading', { name: /^address / })
      .waitFor();
    await faults.getByText('A fault of your own').click();
    expect(await faults.getByLabel('Key').getByRole('option').allInnerTexts()).not.toContainEqual(
      expect.stringContaining('address'),
    );
    await faults.getByLabel('Status').fill('418');
    await faults.getByLabel('Operation').selectOption('listPets');
    await faults.getByLabel('Key').selectOption('pro');
    await faults.getByText('When', { exact: true }).click();
    await faults.getByLabel('Times at most').fill('1');
    await faults.getByRole('button', { name: 'Switch on' }).click();
    await faults.getByText('every listPets with key pro, once').waitFor();
    expect((await ask('/pets')).status).toBe(200);
    expect((await ask('/pets', { key: 'demo-pro' })).status).toBe(418);
    expect((await ask('/pets', { key: 'demo-pro' })).status).toBe(200);
    await faults.getByText('used up: applied once').waitFor();
    await faults.getByRole('button', { name: 'All off' }).click();
    await faults.getByText('None is switched on.').waitFor();
  });

  test('answers with a reply of its own, to the requests that a pattern describes', async () => {
    const page = await openConsole();
    const faults = panel(page, 'Faults');
    await faults.getByText('A fault of your own').click();
    await faults.getByLabel('What').selectOption('A reply of your own');
    expect(await faults.getByLabel('Status').inputValue()).toBe('200');
    await faults.getByLabel('Status').fill('502');
    await faults.getByLabel('Media type').fill('text/html');
    await faults.getByLabel('Body', { exact: true }).fill('<h1>Bad Gateway</h1>');
    await faults.getByLabel('Headers', { exact: true }).fill('Connection: close');
    await faults.getByText('Which requests').click();
    const hints = () =>
      Promise.all(
        ['Path', 'Query has', 'Headers have', 'Body has'].map((name) =>
          faults.getByLabel(name).getAttribute('placeholder'),
        ),
      );
    expect(await hints()).toEqual([
      '/pets/1 or /pets/*',
      'limit=20',
      'Accept: application/json',
      '{ "name": "Biscuit" }',
    ]);
    await faults.getByLabel('Operation').selectOption('createPet');
    expect(await hints()).toEqual(['/pets', '', 'Accept: application/json', '{ "name": "Biscuit" }']);
    await faults.getByLabel('Operation').selectOption('Any');
    await faults.getByLabel('Path').fill('/pets/7');
    await faults.getByText('When', { exact: true }).click();
    await faults.getByLabel('After so many').fill('1');
    await faults.getByRole('button', { name: 'Switch on' }).click();
    await faults.getByRole('alert').getByText('The field "headers.Connection"').waitFor();
    expect(await faults.getByLabel('Headers', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await become(() => page.evaluate<string>('document.activeElement.name'), 'headers');
    expect(await axeViolations(page)).toEqual([]);
    await faults.getByLabel('Headers', { exact: true }).fill('Retry-After: 5');
    await faults.getByRole('button', { name: 'Switch on' }).click();
    await faults.getByText('answer 502 in text/html with Retry-After').waitFor();
    await faults.getByText('every /pets/7, after 1 that pass').waitFor();
    const answers = [];
    for (const id of [7, 8, 7]) answers.push((await ask(`/pets/${id}`)).text);
    expect(answers.map((text) => text.slice(0, 8))).toEqual(['{"id":7,', '{"id":8,', '<h1>Bad ']);
    expect(complaints()).toEqual([expect.stringContaining('400')]);
  });

  test('a switch for one request is off again after it', async () => {
    const page = await openConsole();
    const faults = panel(page, 'Faults');
    const once = faults.getByRole('switch', { name: 'Down once' });
    for (let time = 0; time < 2; time++) {
      await once.click();
      await become(() => once.getAttribute('aria-checked'), 'true');
      expect((await ask('/pets')).status).toBe(503);
      await become(() => once.getAttribute('aria-checked'), 'false');
      expect((await ask('/pets')).status).toBe(200);
    }
    expect((await mock().faults.list()).length).toBe(1);
  });

  test('saves the world and loads it again, exactly, or says why the mock refuses it', async () => {
    await ask('/pets', { body: `{"name":"Saved","categoryId":${BEYOND_DOUBLES}}` });
    const page = await openConsole();
    const state = panel(page, 'State');
    const load = (text: string) =>
      state
        .getByLabel('Load JSON…')
        .setInputFiles({ name: 'saved.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    const coming = page.waitForEvent('download');
    await state.getByRole('button', { name: 'Save as JSON' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('default-state.json');
    const saved = readFileSync(await download.path(), 'utf8');
    await mock().reset();
    await load('{"clock":{"now":"soon"}}');
    await state.getByRole('alert').getByText('The field "clock.now"').waitFor();
    expect(complaints()).toEqual([expect.stringContaining('400')]);
    await load(saved);
    await state.getByText('Loaded saved.json.').waitFor();
    expect((await ask('/pets?limit=100')).text + (await ask('/pets/127')).text).toContain(BEYOND_DOUBLES);
  });

  test('resets the world after a confirmation', async () => {
    await ask('/pets', { body: '{"name":"New","categoryId":1}' });
    const page = await openConsole();
    await rows(page).first().waitFor();
    const state = panel(page, 'State');
    await state.getByRole('button', { name: 'Reset…' }).click();
    await page.keyboard.press('Escape');
    await state.getByRole('button', { name: 'Reset…' }).click();
    await state.getByRole('button', { name: 'Yes, reset' }).click();
    await panel(page, 'Requests').getByText('None yet.').waitFor();
    await panel(page, 'Records').getByText('126 records.').waitFor();
  });
});
