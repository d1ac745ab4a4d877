import assert from 'node:assert/strict';
import { startMock } from 'animal-store-contract';

const mock = await startMock();
const { origin } = new URL(mock.baseUrl);
for (const path of ['/', '/docs/', '/__admin/', '/openapi.json', '/openapi.yaml']) {
  const page = await fetch(origin + path, { headers: { accept: 'text/html' } });
  const text = await page.text();
  assert.equal(page.status, 200, `${path} answers ${page.status}: ${text.slice(0, 100)}`);
  for (const [, file] of text.matchAll(/(?:src|href)="([\w/-]+\.(?:js|css))"/g)) {
    const { status } = await fetch(new URL(file, page.url));
    assert.equal(status, 200, `${file} of ${path} answers ${status}`);
  }
}
await mock.close();
