import { expect, test } from '@playwright/test';

const opened = async (page, script) => {
  await page.goto(`/shop.html?script=${script}`);
  await expect(page).toHaveTitle('Loaded');
  return page;
};

/** As Storybook does it: the loaders, then the story. */
const story = (page, api) =>
  page.evaluate(async (given) => {
    const [situation] = globalThis.default.loaders;
    const { mock } = await situation({ parameters: { api: given } });
    await globalThis.showShop(mock.baseUrl);
    Object.assign(globalThis, { mock });
    return new Date(mock.clock.now()).toISOString().slice(0, 10);
  }, api);

test('each story has its situation, and leaves nothing to the next', async ({ page }) => {
  await opened(page, 'story');
  expect(await story(page, { now: '2031-01-01T12:00:00Z', faults: [{ status: 503 }] })).toBe('2031-01-01');
  await expect(page.locator('output')).toHaveText('Back soon: 503');
  expect(await story(page, { records: { pets: [{ id: 1, name: 'Rex', categoryId: 1 }] } })).not.toBe('2031-01-01');
  await expect(page.locator('li')).toHaveText(['Rex']);
  await story(page);
  await expect(page.locator('li')).toHaveText(['Biscuit', 'Marmalade']);
});

test('the console is over the page under Vite, and its file is loaded only then', async ({ page }) => {
  const loaded = [];
  page.on('request', (request) => void (request.url().includes('console') && loaded.push(request.url())));
  await opened(page, 'story');
  await story(page);
  expect(loaded).toEqual([]);
  await page.evaluate(() => globalThis.mock.openConsole());
  await expect(page.frameLocator('iframe').getByText('126 records')).toBeVisible();
  expect(loaded.length).toBeGreaterThan(0);
});

test('the worker answers under Vite', async ({ page }) => {
  await opened(page, 'worker');
  await expect(page.locator('output')).toHaveText('Open');
  await page.goto('/v1/pets');
  await expect(page.locator('body')).toContainText('unauthorized');
});

test('MSW answers what is not for the mock', async ({ page }) => {
  await opened(page, 'msw');
  const [own, animals] = await page.evaluate(async () => {
    const headers = { authorization: 'Bearer demo-free' };
    const replies = [await fetch('/profile'), await fetch('https://api.example.test/v1/pets?limit=1', { headers })];
    return Promise.all(replies.map((reply) => reply.json()));
  });
  expect(own).toEqual({ name: 'Ann' });
  expect(animals).toMatchObject([{ name: 'Biscuit' }]);
});
