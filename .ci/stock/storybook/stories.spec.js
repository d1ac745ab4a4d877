import { expect, test } from '@playwright/test';

test('each story has its situation: the shop is down, at noon, and open again', async ({ page }) => {
  await page.goto('/iframe.html?id=shop--down&viewMode=story');
  await expect(page.locator('main output')).toHaveText('Back soon: 503');
  const date = await page.evaluate(async () => (await fetch('/v1/pets')).headers.get('date'));
  expect(date).toBe('Thu, 19 Nov 2026 12:00:00 GMT');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('main li')).toHaveText(['Biscuit', 'Marmalade']);
});

test('in the sidebar one follows the other, and leaves it nothing', async ({ page }) => {
  await page.goto('/?path=/story/shop--down');
  const story = page.frameLocator('#storybook-preview-iframe');
  await expect(story.locator('main output')).toHaveText('Back soon: 503');
  await page.locator('[data-item-id="shop--few"]').click();
  await expect(story.locator('main li')).toHaveText(['Rex']);
  await page.locator('[data-item-id="shop--open"]').click();
  await expect(story.locator('main li')).toHaveText(['Biscuit', 'Marmalade']);
});
