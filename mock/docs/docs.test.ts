import type { Locator, Page } from 'playwright-core';
import request from 'supertest';
import { packageFile } from '../../openapi/package/package-file';
import { createMock, type StartedMock, startMock } from '../index';
import { describeInBrowser } from '../testing/browser';
import { editedDocument } from '../testing/edited';

const FILES = ['', 'main.js', 'style.css', 'swagger-ui.js', 'swagger-ui.css', 'config.json'];

describe('the reference page is served', () => {
  test.each(FILES)('file "%s", by GET and HEAD, without a key and at no cost', async (name) => {
    const { app } = await createMock();
    const got = await request(app).get(`/docs/${name}`);
    expect([got.status, got.headers['x-ratelimit-remaining']]).toEqual([200, '60']);
    expect(got.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(got.headers['content-security-policy']).toContain("script-src 'self'; style-src 'self'");
    const head = await request(app).head(`/docs/${name}`);
    expect([head.status, head.headers['content-length']]).toEqual([200, got.headers['content-length']]);
    const posted = await request(app).post(`/docs/${name}`);
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('without the slash at its end by a redirect, and nothing beyond its files', async () => {
    const { app } = await createMock();
    const { status, headers } = await request(app).get('/docs');
    expect([status, headers.location]).toEqual([308, 'docs/']);
    expect((await request(app).get('/docs/package.json')).status).toBe(404);
    expect((await request(app).get('/docs/__proto__')).status).toBe(404);
  });

  test('unless the contract has that path', async () => {
    const { app } = await createMock({
      document: editedDocument((document) => {
        document.servers = [];
        document.paths['/docs'] = { get: { security: [], responses: { 204: { description: 'Done.' } } } };
      }),
    });
    expect((await request(app).get('/docs')).status).toBe(204);
  });

  test('with the demo key, and never with a key of the user', async () => {
    const shipped = await request((await createMock()).app).get('/docs/config.json');
    expect(shipped.body).toEqual({
      document: '../openapi.json',
      prefix: '/v1',
      credential: { scheme: 'apiKey', value: 'demo-free' },
    });
    const own = request((await createMock({ keys: packageFile('fixtures/api-keys.json') })).app);
    expect((await own.get('/docs/config.json')).body).toEqual({ document: '../openapi.json', prefix: '/v1' });
  });
});

describeInBrowser('the reference page', (open, complaints) => {
  let mock: StartedMock;
  const docs = () => new URL('/docs', mock.baseUrl).href;

  beforeAll(async () => {
    mock = await startMock({ port: 0 });
  });
  beforeEach(() => mock.reset());
  afterAll(() => mock.close());

  test('shows every operation, and a deprecated one as such', async () => {
    const page = await open(docs());
    await page.locator('#operations-animals-listPets').waitFor();
    const { body } = await request(mock.app).get('/openapi.json');
    const ids = Object.values<Record<string, { operationId?: string }>>(body.paths).flatMap((item) =>
      Object.values(item).flatMap(({ operationId }) => operationId ?? []),
    );
    for (const id of ids) expect(await page.locator(`.opblock[id$="-${id}"]`).count()).toBe(1);
    expect(await page.locator('.opblock-deprecated').allTextContents()).toEqual([expect.stringContaining('/pets')]);
  });

  test('lists the animals by the key that is filled in', async () => {
    const page = await open(docs());
    const reply = await tryOut(page, 'listPets');
    await reply.getByText('Biscuit').first().waitFor();
    expect(await reply.locator('tbody .response-col_status').textContent()).toContain('200');
    expect(await page.locator('.curl-command').textContent()).toContain('Authorization: Bearer demo-free');
  });

  test('adds an animal, and shows its integers as they were sent', async () => {
    const page = await open(docs());
    const reply = await tryOut(page, 'createPet', async (operation) => {
      await operation.locator('textarea.body-param__text').fill('{"name":"Rex","categoryId":9007199254740993}');
    });
    await reply.getByText('9007199254740993').first().waitFor();
    expect(await reply.locator('tbody .response-col_status').textContent()).toContain('201');
    expect((await mock.requests())[0]).toMatchObject({ method: 'POST', status: 201 });
  });

  test('fits a phone, including a reply', async () => {
    const page = await open(docs(), { viewport: { width: 390, height: 844 } });
    const reply = await tryOut(page, 'createPet');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const body = await reply.locator('.highlight-code').boundingBox();
    expect(body?.width).toBeGreaterThan(200);
  });

  test("tries a deprecated operation on an id that a double can't hold", async () => {
    const page = await open(docs());
    await tryOut(page, 'getPet', (operation) => operation.getByPlaceholder('petId').fill('9007199254740993'));
    const [seen] = await mock.requests();
    expect(seen).toMatchObject({ path: '/v1/pets/9007199254740993', status: 404 });
    // Chromium logs a reply of 404 as an error.
    expect(complaints()).toEqual([expect.stringContaining('status of 404')]);
  });
});

/** Opens an operation, fills in what is to be sent, sends it, and resolves with the reply's place on the page. */
async function tryOut(
  page: Page,
  operationId: string,
  fillIn: (operation: Locator) => Promise<void> = async () => {},
): Promise<Locator> {
  const operation = page.locator(`#operations-animals-${operationId}`);
  await operation.locator('.opblock-summary-control').click();
  await fillIn(operation);
  await operation.getByRole('button', { name: 'Execute' }).click();
  const reply = operation.locator('.live-responses-table');
  await reply.waitFor();
  return reply;
}
