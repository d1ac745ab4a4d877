import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startMock } from '../mock';
import { controlUrl } from '../mock/console/testing/page';
import { describeInBrowser } from '../mock/testing/browser';
import { temporaryFolder } from '../openapi/program/testing/folder';
import { whole } from '../tools/selftest/server/records';
import { startServer } from '../tools/selftest/server/server';
import { runHere } from './testing/command';

const folder = temporaryFolder();

/** What a small client does, on a page of the server's own. */
const useClient = (page: Page, baseUrl: string, key: string) =>
  page.evaluate(
    async ({ base, token }) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const send = (method: string, path: string, body?: string) =>
        fetch(base + path, { method, headers, ...(body === undefined ? {} : { body }) }).then((reply) => reply.text());
      await send('GET', '/pets');
      await send('POST', '/pets', '{"name":"Rex","categoryId":9007199254740993,"status":"sold"}');
      await send('GET', '/pets?status=sold&limit=100');
      await send('POST', '/pets', '{"name":7}');
      await Promise.all(
        ['/pets?limit=2', '/pets?limit=100', '/pets/1', '/pets/999999'].map((path) => send('GET', path)),
      );
      await fetch(`${base}/pets`, { method: 'HEAD', headers });
      await fetch(`${base}/pets`);
    },
    { base: baseUrl, token: key },
  );

describeInBrowser('what Chromium has recorded', (open, complaints) => {
  /** Records what happens on the page of an address; returns the file. */
  const record = async (name: string, url: string, use: (page: Page) => Promise<unknown>): Promise<string> => {
    const path = join(folder, `${name}.har`);
    const page = await open(url, { recordHar: { path } });
    await use(page);
    await page.context().close();
    complaints();
    return path;
  };

  test('of a client and of the console is judged without a finding', async () => {
    const mock = await startMock();
    const [client, console_] = await Promise.all([
      record('client', mock.baseUrl, (page) => useClient(page, mock.baseUrl, 'demo-business')),
      record('console', controlUrl(mock.baseUrl), async (page) => {
        await page.getByRole('heading').first().waitFor();
        await useClient(page, mock.baseUrl, 'demo-business');
      }),
    ]);
    const { code, stdout } = await runHere(['judge', client, console_, '--base-url', mock.baseUrl, '--strict']);
    await mock.close();
    expect(stdout).toMatch(/^PASS: 0 violations, 0 warnings/m);
    expect(stdout).toMatch(/^created\.echoed +pass/m);
    expect(code).toBe(0);
  });

  test('of the same client at a faulty server shows the fault', async () => {
    const server = await startServer({ adjust: (sent) => ({ ...sent, categoryId: whole(sent.categoryId) - 1n }) });
    const client = await record('faulty', `${server.baseUrl}/pets`, (page) =>
      useClient(page, server.baseUrl, server.keys.main),
    );
    await server.close();
    const { code, stdout } = await runHere(['judge', client, '--base-url', server.baseUrl]);
    expect(stdout).toContain('VIOLATION created.echoed (MUST)');
    expect(stdout).not.toContain(server.keys.main);
    expect(code).toBe(1);
  });
});
