import type { Locator, Page } from 'playwright-core';

/** A name with markup, which a page must show as text. */
export const SCRIPT_IN_A_NAME = '<img src=x onerror=alert(1)>';
/** 2^53 + 1, which a double can't hold. */
export const BEYOND_DOUBLES = '9007199254740993';

/** Sends a request to the API as any other program would. */
export async function ask(baseUrl: string, path: string, { key = 'demo-free', body = '' } = {}) {
  const response = await fetch(baseUrl + path, {
    method: body === '' ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, ...(body === '' ? {} : { 'content-type': 'application/json' }) },
    ...(body === '' ? {} : { body }),
  });
  return { status: response.status, text: await response.text() };
}

/** An address of the control plane, by default the console's. */
export const controlUrl = (baseUrl: string, path = ''): string => new URL(`/__admin/${path}`, baseUrl).href;

export const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

export const rows = (page: Page): Locator => panel(page, 'Requests').locator('tbody tr');

/** Waits until the page follows the mock. */
export const live = (page: Page): Promise<void> =>
  page.getByRole('banner').getByText('Live', { exact: true }).waitFor();

/** Reads until the value is as expected, for at most ten seconds, since a page updates a moment later. */
export async function become<T>(read: () => Promise<T>, expected: T): Promise<void> {
  let last = await read();
  for (let left = 100; left > 0 && JSON.stringify(last) !== JSON.stringify(expected); left--) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    last = await read();
  }
  expect(last).toEqual(expected);
}
