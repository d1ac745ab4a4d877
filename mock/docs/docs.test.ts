import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { packageFile } from '../../openapi/package/package-file';
import { createMock } from '../index';
import { editedDocument } from '../testing/edited';

const BUILT = join(__dirname, '../../dist/pages/docs');
const FILES = ['', 'main.js', 'style.css', 'config.json'];

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

  test('small enough to be there at once, and with nothing inline', () => {
    expect(statSync(join(BUILT, 'main.js')).size).toBeLessThan(110_000);
    expect(readFileSync(join(BUILT, 'index.html'), 'utf8')).not.toMatch(/style=|<script>|https?:/);
  });

  test('with the demo key, and never with a key of the user', async () => {
    const shipped = await request((await createMock()).app).get('/docs/config.json');
    expect(shipped.body).toEqual({
      document: '../openapi.json',
      prefix: '/v1',
      console: '../__admin/',
      demoKey: 'demo-free',
    });
    const own = request((await createMock({ keys: packageFile('fixtures/api-keys.json'), admin: false })).app);
    expect((await own.get('/docs/config.json')).body).toEqual({ document: '../openapi.json', prefix: '/v1' });
  });
});
