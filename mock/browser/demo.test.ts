import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { packageFile } from '../../openapi/package/package-file';
import { axeViolations, describeInBrowser } from '../testing/browser';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.css': 'text/css' };

describeInBrowser('the demo in docs/', (open, complaints) => {
  /** A plain file server of the package, such as `npx serve`. */
  const server = createServer(({ url = '' }, response) => {
    const file = url.endsWith('/') ? `${url}index.html` : url;
    const type = TYPES[extname(file)] ?? 'text/javascript';
    response.writeHead(200, { 'Content-Type': type }).end(readFileSync(packageFile(file.slice(1))));
  });
  beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('is a shop whose animals stay, which is down, busy and open again as its buttons say', async () => {
    // True of every server that listens on a port.
    const { port } = server.address() as AddressInfo;
    const page = await open(`http://127.0.0.1:${port}/docs/demo/`);
    const [state, first] = [page.getByRole('status'), page.locator('li').first()];
    await state.getByText('Open: 20 animals').waitFor();
    await page.getByLabel('Name').fill('Rex');
    await page.getByRole('button', { name: 'Add' }).click();
    await first.getByText('Rex').waitFor();
    const press = (name: string) => page.getByRole('button', { name }).click();
    await press('Be down once');
    await state.getByText('Back soon').waitFor();
    await press('Use up the minute');
    await state.getByText(/^Too many requests: back in \d+ s$/).waitFor();
    await press('Let a minute pass');
    await state.getByText('Open: 21 animals').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Name').fill('Max');
    await page.getByRole('button', { name: 'Add' }).click();
    await first.getByText('Max').waitFor();
    await page.reload();
    await first.getByText('Max').waitFor();
    await press('As at the start');
    await state.getByText('Open: 20 animals').waitFor();
    await press('Look into it');
    await page.frameLocator('iframe').getByText('20 records').first().waitFor();
    expect(complaints()).toEqual([]);
  });
});
