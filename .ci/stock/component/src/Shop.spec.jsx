import { expect, test } from '@playwright/experimental-ct-react';
import { Shop } from './Shop';

// sample: component-test

test('nothing of a test is left to the next', async ({ mount }) => {
  const shop = await mount(<Shop />, { hooksConfig: { records: { pets: [{ id: 1, name: 'Rex', categoryId: 1 }] } } });
  await expect(shop.locator('li')).toHaveText(['Rex']);
  await shop.unmount();
  const other = await mount(<Shop />);
  await expect(other.locator('li')).toHaveText(['Biscuit', 'Marmalade']);
});
