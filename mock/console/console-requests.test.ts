import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { RecordedRequest } from '../../openapi/types/control';
import { BEYOND_DOUBLES, become, controlUrl, describeConsole, panel, rows } from './testing/page';

const run = promisify(execFile);

/** What of a request a client decides. */
const shownOf = (recorded: RecordedRequest | undefined) => {
  const { method, path, query, key, status, request } = recorded ?? {};
  const kept = request?.headers.filter(({ name }) => /^(content-type|x-.*|authorization)$/i.test(name));
  const headers = kept?.map(({ name, value }) => [name.toLowerCase(), value]).sort();
  return { method, path, query, key, status, headers, body: request?.body };
};

/** Markup, which a page must show as text. */
const SCRIPT_IN_A_NAME = '<img src=x onerror=alert(1)>';

describeConsole('the requests of the console', ({ mock, openConsole, ask }) => {
  test('shows earlier requests and those that arrive, with the title of the contract', async () => {
    await ask('/pets/999999');
    const page = await openConsole();
    await rows(page).getByText('404').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Animal Store API');
    expect(await page.title()).toBe('Animal Store API, mock console');
    await ask('/pets?limit=3');
    await rows(page).getByText('200').waitFor();
    expect(await rows(page).first().getByRole('cell').allInnerTexts()).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3}$/),
      ...['GET', '/v1/pets?limit=3', '200', 'free'],
      expect.stringMatching(/^[\d.]+ m?s$/),
    ]);
  });

  test('shows the headers and bodies of a request by keyboard alone, and returns', async () => {
    await ask('/pets', { body: `{"name":"It's","categoryId":${BEYOND_DOUBLES}}` });
    const page = await openConsole();
    await rows(page).first().waitFor();
    const focused = () => page.evaluate<string | null>('document.activeElement.textContent');
    for (let presses = 0; presses < 30 && (await focused()) !== '/v1/pets'; presses++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const detail = page.getByRole('region', { name: 'POST /v1/pets' });
    await detail.waitFor();
    expect(await focused()).toBe('POST /v1/pets');
    const shown = await detail.textContent();
    expect(shown).toContain(`{\n  "name": "It's",\n  "categoryId": ${BEYOND_DOUBLES}\n}`);
    expect(shown).toContain('Content-Length');
    expect(shown).toContain(
      `-H 'Authorization: Bearer demo-free' -H 'content-type: application/json' --data-raw '{"name":"It'\\''s","categoryId":${BEYOND_DOUBLES}}'`,
    );
    await page.keyboard.press('Escape');
    expect(await detail.count()).toBe(0);
    expect(await focused()).toBe('/v1/pets');
  });

  test('copies requests as curl lines that a shell sends as they were, with the key where it is known', async () => {
    const { baseUrl } = mock();
    const headers = { authorization: 'Bearer demo-free', 'content-type': 'application/json', 'x-note': `it's "$5"` };
    const body = `{"name":"It's a \\"dog\\" !\\n$HOME\`id\` \u00e4\u{1f415}",\r\n\t"categoryId":${BEYOND_DOUBLES}}\n`;
    await fetch(`${baseUrl}/pets?note='a b'&list[]={1,2}&x=$y!`, { method: 'POST', headers, body });
    const coded = { ...headers, 'content-encoding': 'gzip' };
    await fetch(`${baseUrl}/pets`, { method: 'POST', headers: coded, body: gzipSync(body) });
    await fetch(`${baseUrl}/pets`, { method: 'POST', headers: { 'content-type': '' }, body: new Uint8Array([123]) });
    await fetch(`${baseUrl}/pets/1`, { method: 'HEAD', headers: { authorization: 'Bearer none' } });
    const page = await openConsole();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const notes: string[] = [];
    for (const sent of (await mock().requests()).toReversed()) {
      await page.locator(`[data-request="${sent.id}"]`).click();
      const detail = page.getByRole('region', { name: `${sent.method} ${sent.path}` });
      await detail.getByRole('button', { name: 'Copy as curl' }).click();
      const line = (await detail.locator('.curl pre').textContent()) ?? '';
      await become(() => page.evaluate('navigator.clipboard.readText()'), line);
      notes.push(...(await detail.locator('.curl p').allInnerTexts()));
      await run('bash', ['-c', line], { env: { ...process.env, API_KEY: 'none' } });
      const [again] = await mock().requests();
      expect(again?.id).toBeGreaterThan(sent.id);
      expect(shownOf(again)).toEqual(shownOf(sent));
    }
    expect(notes).toEqual(['Set API_KEY to the key that was sent first: the request log keeps no keys.']);
  });

  test('makes a fault and a reply of a request, to be looked at and switched on', async () => {
    const path = '/pets?status=sold&limit=1';
    await ask(path);
    const page = await openConsole();
    await rows(page).first().getByRole('button').click();
    const detail = page.getByRole('region', { name: 'GET /v1/pets?status=sold&limit=1' });
    const faults = panel(page, 'Faults');
    await detail.getByRole('button', { name: 'Make a fault of it' }).click();
    expect(await page.evaluate('document.activeElement.name')).toBe('effect');
    await faults.getByRole('button', { name: 'Switch on' }).click();
    await faults.getByText('every GET /v1/pets (listPets) with ?status=sold and ?limit=1').waitFor();
    expect([(await ask(path)).status, (await ask('/pets')).status]).toEqual([500, 200]);
    await faults.getByRole('button', { name: 'All off' }).click();
    await detail.getByRole('button', { name: 'Make a reply of it' }).click();
    expect(await faults.getByLabel('Status').inputValue()).toBe('200');
    const body = faults.getByLabel('Body', { exact: true });
    await body.fill((await body.inputValue()).replace('"Thumper"', '"Rex"'));
    await faults.getByRole('button', { name: 'Switch on' }).click();
    await faults.getByText('answer 200 in application/json').waitFor();
    expect(JSON.parse((await ask(path)).text)).toEqual([{ id: 4, name: 'Rex', categoryId: 4, status: 'sold' }]);
    await faults.getByText('applied once').waitFor();
  });

  test('keeps what was typed for a fault when another is made of a request', async () => {
    await ask('/pets');
    const page = await openConsole();
    const faults = panel(page, 'Faults');
    await rows(page).first().getByRole('button').click();
    const make = page.getByRole('button', { name: 'Make a fault of it' });
    await make.click();
    const back = faults.getByRole('button', { name: 'Take it back' });
    expect(await back.count()).toBe(0);
    await faults.getByLabel('Path').fill('/pets/7');
    await make.click();
    expect(await faults.getByLabel('Path').inputValue()).toBe('/v1/pets');
    await back.click();
    expect(await faults.getByLabel('Path').inputValue()).toBe('/pets/7');
    expect(await back.count()).toBe(0);
    await make.click();
    await back.click();
    await faults.getByLabel('Operation').selectOption('getPet');
    await faults.getByRole('button', { name: 'Switch on' }).click();
    await faults.getByText('every GET /pets/7 (getPet)').waitFor();
    await make.click();
    expect(await back.count()).toBe(0);
  });

  test('makes no fault for a path that the contract does not have, and no reply of a part of one', async () => {
    const { baseUrl } = mock();
    const name = 'x'.repeat(90_000);
    await ask('/nowhere');
    await fetch(`${baseUrl}/pets`, { method: 'PUT' });
    await mock().faults.add({ status: 200, body: { name }, operationId: 'getPet' });
    await ask('/pets/1');
    const page = await openConsole();
    const offered = async (heading: string) => {
      await rows(page)
        .getByRole('button', { name: heading.replace(/^\w+ /, ''), exact: true })
        .click();
      const detail = page.getByRole('region', { name: heading, exact: true });
      await detail.waitFor();
      const enabled = await detail.getByRole('button', { name: /^Make/, disabled: false }).allInnerTexts();
      const reasons = await detail.locator('[id$="-why"]').allInnerTexts();
      return [enabled, reasons];
    };
    expect(await offered('GET /v1/nowhere')).toEqual([
      [],
      ['The contract has no such path, so there is no fault for it.'],
    ]);
    expect(await offered('PUT /v1/pets')).toEqual([['Make a fault of it', 'Make a reply of it'], []]);
    expect(await offered('GET /v1/pets/1')).toEqual([
      ['Make a fault of it'],
      ['The request log keeps only the beginning of the reply, so it can’t be given again.'],
    ]);
  });

  test('shows the content of a request as text, and 64-bit integers exactly', async () => {
    const page = await openConsole();
    page.on('dialog', () => {
      throw new Error('A script of a request ran.');
    });
    const body = JSON.stringify({ name: SCRIPT_IN_A_NAME, categoryId: 1 }).replace('1}', `${BEYOND_DOUBLES}}`);
    await ask(`/pets?x=${encodeURIComponent(SCRIPT_IN_A_NAME)}`, { body });
    await panel(page, 'Records').getByLabel('Contains').fill('<IMG');
    const record = panel(page, 'Records').locator('tbody tr').filter({ hasText: SCRIPT_IN_A_NAME });
    await record.waitFor();
    expect(await record.getByRole('cell').allInnerTexts()).toContain(BEYOND_DOUBLES);
    await rows(page).first().getByRole('button').click();
    const detail = page.getByRole('region', { name: 'POST /v1/pets' });
    expect(await detail.textContent()).toContain(`"name": "${SCRIPT_IN_A_NAME}"`);
    expect(await page.locator('img').count()).toBe(0);
  });

  test('removes what another client cleared, even if more requests came since', async () => {
    for (let count = 0; count < 3; count++) await ask('/pets');
    const page = await openConsole();
    await become(() => rows(page).count(), 3);
    await fetch(controlUrl(mock().baseUrl, 'requests'), { method: 'DELETE' });
    for (let id = 1; id < 6; id++) await ask(`/pets/${id}`);
    await become(
      () => rows(page).getByRole('button').allInnerTexts(),
      [5, 4, 3, 2, 1].map((id) => `/v1/pets/${id}`),
    );
  });

  test('closes a request that a reset removed, and does not show another in its place', async () => {
    const freeze = () => {
      mock().clock.freeze();
      mock().clock.set('2026-01-01T00:00:00Z');
    };
    freeze();
    await ask('/pets/1');
    const page = await openConsole();
    await rows(page).first().getByRole('button').click();
    const detail = page.getByRole('region', { name: 'GET /v1/pets/1' });
    await detail.waitFor();
    await ask('/pets/2');
    await become(() => rows(page).count(), 2);
    expect(await detail.count()).toBe(1);
    expect(await rows(page).getByRole('button', { expanded: true }).allInnerTexts()).toEqual(['/v1/pets/1']);
    await fetch(controlUrl(mock().baseUrl, 'reset'), { method: 'POST' });
    freeze();
    await ask('/pets/3');
    await become(() => rows(page).getByRole('button').allInnerTexts(), ['/v1/pets/3']);
    await become(() => rows(page).getByRole('button', { expanded: true }).count(), 0);
    await become(() => detail.count(), 0);
    await panel(page, 'Requests').getByText('One request.').waitFor();
  });

  test('filters, pauses and clears', async () => {
    await ask('/pets');
    await ask('/pets/999999');
    const page = await openConsole();
    const requests = panel(page, 'Requests');
    await become(() => rows(page).count(), 2);
    await requests.getByLabel('Status').selectOption('4XX');
    await become(() => rows(page).count(), 1);
    await requests.getByText('1 of the last 2 requests.').waitFor();
    await requests.getByLabel('Status').selectOption('');
    await requests.getByLabel('Filter').fill('getpet');
    await become(() => rows(page).count(), 1);
    await requests.getByLabel('Filter').fill('');
    await requests.getByRole('button', { name: 'Pause' }).click();
    await ask('/pets');
    await requests.getByText('Paused; 1 came since.').waitFor();
    expect(await rows(page).count()).toBe(2);
    await requests.getByRole('button', { name: 'Pause' }).click();
    await become(() => rows(page).count(), 3);
    await requests.getByRole('button', { name: 'Clear log' }).click();
    await requests.getByText('None yet.').waitFor();
  });

  test('keeps the last five hundred requests, renders a hundred, and goes back to the first', async () => {
    const askAll = async (times: number) => {
      const ofOne = async () => {
        for (let count = 0; count < times / 10; count++) await ask('/pets?limit=1', { key: 'demo-enterprise' });
      };
      await Promise.all(Array.from({ length: 10 }, ofOne));
    };
    await askAll(500);
    const page = await openConsole();
    await askAll(200);
    await ask('/pets/1', { key: 'demo-enterprise' });
    await rows(page).getByText('/v1/pets/1', { exact: true }).waitFor();
    await panel(page, 'Requests').getByText('The last 500 requests, newest first.').waitFor();
    expect(await rows(page).count()).toBe(100);
    await panel(page, 'Requests').getByRole('button', { name: 'Show 100 more' }).click();
    await become(() => rows(page).count(), 200);
    await panel(page, 'Requests').getByRole('button', { name: 'Load 500 older' }).click();
    await panel(page, 'Requests').getByText('The last 701 requests, newest first.').waitFor();
    expect(await panel(page, 'Requests').getByRole('button', { name: 'older' }).count()).toBe(0);
    await ask('/pets/2', { key: 'demo-enterprise' });
    await rows(page).getByText('/v1/pets/2', { exact: true }).waitFor();
    await panel(page, 'Requests').getByText('The last 701 requests, newest first.').waitFor();
  });
});
