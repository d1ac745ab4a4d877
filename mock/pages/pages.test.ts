import { type StartedMock, startMock } from '../index';

let mock: StartedMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

test.each(['/__admin/', '/__admin/main.js', '/docs/', '/docs/main.js'])(
  '%s says what to do where it was not built, and no more',
  async (path) => {
    const files = jest.requireActual<typeof import('node:fs')>('node:fs');
    const { readFileSync } = files;
    const missing = jest.spyOn(files, 'readFileSync').mockImplementation((file, options) => {
      if (!/\/dist\/pages\//.test(String(file))) return readFileSync(file, options);
      throw Object.assign(new Error(`ENOENT: no such file ${String(file)}`), { code: 'ENOENT' });
    });
    const written = jest.spyOn(process.stderr, 'write');
    const response = await fetch(new URL(path, mock.baseUrl)).finally(() => missing.mockRestore());
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      503,
      'text/plain; charset=utf-8',
      'This page has not been built. Run "npm run build" and ask again.\n',
    ]);
    expect(written.mock.calls.join()).not.toContain('ENOENT');
    written.mockRestore();
  },
);

test('both pages may load nothing from other hosts, run nothing inline, and are not framed', async () => {
  const [console, docs] = await Promise.all(
    ['/__admin/', '/docs/'].map(async (path) => {
      const { headers } = await fetch(new URL(path, mock.baseUrl));
      return ['content-security-policy', 'referrer-policy', 'x-content-type-options'].map((name) => headers.get(name));
    }),
  );
  expect(docs).toEqual([
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'no-referrer',
    'nosniff',
  ]);
  expect(console).toEqual(docs);
});
