import { type StartedMock, startMock } from '../index';

let mock: StartedMock;

/** Has every file of a page fail with this error, from before the mock starts until what is done is done. */
async function withoutPages<T>(code: string, act: () => Promise<T>): Promise<T> {
  const files = jest.requireActual<typeof import('node:fs')>('node:fs');
  const { readFileSync } = files;
  const failing = jest.spyOn(files, 'readFileSync').mockImplementation((file, options) => {
    if (!/\/dist\/pages\//.test(String(file))) return readFileSync(file, options);
    throw Object.assign(new Error(`${code}: ${String(file)}`), { code });
  });
  mock ??= await startMock();
  return act().finally(() => failing.mockRestore());
}
afterAll(() => mock?.close());

const PATHS = ['/__admin/', '/__admin/main.js', '/docs/', '/docs/main.js', '/home/style.css'];

// First, since what has been read is kept.
test.each([
  ['ENOENT', 'This page has not been built. Run "npm run build" and ask again.\n', null],
  ['EMFILE', "This page can't be read at present (EMFILE). Ask again in a second.\n", '1'],
])('a page whose files give %s says what to do, and no more', async (code, text, retryAfter) => {
  const written = jest.spyOn(process.stderr, 'write');
  await withoutPages(code, async () => {
    for (const path of PATHS) {
      const response = await fetch(new URL(path, mock.baseUrl));
      const { headers } = response;
      expect([response.status, headers.get('content-type'), headers.get('retry-after'), await response.text()]).toEqual(
        [503, 'text/plain; charset=utf-8', retryAfter, text],
      );
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    }
  });
  expect(written.mock.calls.join()).not.toContain(code);
  written.mockRestore();
});

test('a page is there as soon as its files are, and from then on without them', async () => {
  const read = async () =>
    Promise.all(
      PATHS.map(async (path) => {
        const response = await fetch(new URL(path, mock.baseUrl));
        return [response.status, await response.text()];
      }),
    );
  const pages = await read();
  expect(pages.map(([status]) => status)).toEqual(PATHS.map(() => 200));
  expect(await withoutPages('EMFILE', read)).toEqual(pages);
});

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
