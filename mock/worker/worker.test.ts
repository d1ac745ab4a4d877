import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { describeInBrowser } from '../testing/browser';
import { runCommand } from '../testing/command';
import { editedDocument, writeFile } from '../testing/edited';
import { siteWith } from './testing/site';

/** The page of a site, which starts its worker. */
const PAGE = {
  'index.html': '<!doctype html><title>Page</title><script type="module" src="main.js"></script>',
  'main.js': `
import { startWorker } from './animal-store-mock/page.js';
const headers = { authorization: 'Bearer demo-business', 'content-type': 'application/json' };
const ask = async (method, path, body) => {
  const response = await fetch(path, { method, headers, body });
  return [response.status, await response.text()];
};
const byXhr = (path) => new Promise((resolve, reject) => {
  const xhr = new XMLHttpRequest();
  xhr.open('GET', path);
  xhr.setRequestHeader('authorization', headers.authorization);
  xhr.onerror = () => reject(new TypeError('failed'));
  xhr.onload = () => resolve([xhr.status, xhr.responseText]);
  xhr.send();
});
Object.assign(globalThis, { startWorker, ask, byXhr, headers });
`,
};

const REX = '{"name":"Rex","categoryId":9007199254740993}';
const RECORD = '{"id":127,"name":"Rex","categoryId":9007199254740993}';

const START = 'startWorker().then((mock) => { globalThis.mock = mock; return mock.baseUrl; })';

type Site = Awaited<ReturnType<typeof siteWith>>;

describeInBrowser('the mock in a service worker', (open, complaints) => {
  let site: Site;
  beforeAll(async () => {
    site = await siteWith(PAGE);
  });
  afterAll(() => site.close());

  /** A page whose worker runs. */
  async function started(): Promise<Page> {
    const page = await open(site.origin);
    expect(await page.evaluate(START)).toBe(`${site.origin}/v1`);
    return page;
  }

  /** Ends the worker as a browser does that has heard nothing of it. */
  async function endWorker(page: Page): Promise<void> {
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('ServiceWorker.enable');
    await protocol.send('ServiceWorker.stopAllWorkers');
    await protocol.detach();
  }

  test('answers fetch, XMLHttpRequest, images, forms and links below the base URL, and nothing else', async () => {
    const page = await started();
    site.asked.length = 0;
    expect(await page.evaluate(`ask('POST', '/v1/pets', '${REX}')`)).toEqual([201, RECORD]);
    expect(await page.evaluate(`byXhr('/v1/pets/127')`)).toEqual([200, RECORD]);
    expect(await page.evaluate(`ask('GET', '/v10/pets')`)).toEqual([204, '']);
    expect(await page.evaluate(`ask('GET', '/openapi.json')`)).toEqual([204, '']);
    expect(site.asked).toEqual(['/v10/pets', '/openapi.json']);
    await page.evaluate(
      `new Promise((done) => { const img = new Image(); img.onerror = done; img.src = '/v1/pets/1'; })`,
    );
    expect(
      await page.evaluate(`mock.requests().then((all) => all.map(({ method, status }) => method + status))`),
    ).toEqual(['GET401', 'GET200', 'POST201']);
    await page.evaluate(`{
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: '/v1/pets' });
      document.body.append(form);
      form.submit();
    }`);
    await page.waitForURL(`${site.origin}/v1/pets`);
    expect(await page.textContent('body')).toContain('unauthorized');
    expect(site.asked).toEqual(['/v10/pets', '/openapi.json']);
    complaints();
  });

  test('clock, faults, allowances, sessions and the request log are at hand in all tabs, which share one world', async () => {
    const page = await started();
    const other = await page.context().newPage();
    await other.goto(site.origin);
    await other.evaluate(START);
    expect(
      await page.evaluate(`(async () => {
        await mock.faults.add({ status: 503, times: 1 });
        await mock.allowances.set('free', { left: { minute: 0 } });
        await mock.clock.freeze();
        const session = await mock.session();
        const own = await fetch('/v1/pets', { headers: { authorization: 'Bearer ' + session.apiKeys.free } });
        return [own.status, (await session.requests()).length, await mock.clock.frozen];
      })()`),
    ).toEqual([200, 1, true]);
    expect(await other.evaluate(`ask('POST', '/v1/pets', '${REX}').then(([status]) => status)`)).toBe(503);
    expect(await other.evaluate(`ask('POST', '/v1/pets', '${REX}')`)).toEqual([201, RECORD]);
    expect(await page.evaluate(`ask('GET', '/v1/pets/127')`)).toEqual([200, RECORD]);
    expect(
      await page.evaluate(
        `fetch('/v1/pets', { headers: { authorization: 'Bearer demo-free' } }).then((r) => r.status)`,
      ),
    ).toBe(429);
    expect(await other.evaluate('mock.clock.frozen')).toBe(true);
    complaints();
  });

  test('keeps its world while the browser ends it, and starts it again, and when the page is loaded anew', async () => {
    const page = await started();
    await page.evaluate(`ask('POST', '/v1/pets', '${REX}')`);
    await page.evaluate(`mock.clock.advance(3600)`);
    await endWorker(page);
    expect(await page.evaluate(`ask('GET', '/v1/pets/127')`)).toEqual([200, RECORD]);
    await page.reload();
    expect(await page.evaluate(`ask('GET', '/v1/pets/127')`)).toEqual([200, RECORD]);
    await page.evaluate(START);
    await page.evaluate('mock.reset()');
    expect(((await page.evaluate(`ask('GET', '/v1/pets/127')`)) as readonly unknown[])[0]).toBe(404);
    complaints();
  });

  test('shows the console at the press of a key, and nothing of it is loaded before', async () => {
    const page = await open(site.origin);
    site.asked.length = 0;
    await page.evaluate(START.replace('()', `({ consoleKey: 'Alt+M' })`));
    await page.evaluate(`ask('POST', '/v1/pets', '${REX}')`);
    expect(site.asked.filter((path) => path.includes('console'))).toEqual([]);
    const opened = page.context().waitForEvent('page');
    await page.keyboard.press('Alt+m');
    const shown = await opened;
    await shown.locator('tr').getByText('201').first().waitFor();
    await page.evaluate(`ask('POST', '/v1/pets', '{"name":"Late","categoryId":1}')`);
    await shown.locator('tr').getByText('201').nth(1).waitFor();
    expect(shown.url()).toBe(`${site.origin}/__admin/`);
    expect(site.asked.filter((path) => path.startsWith('/animal-store-mock/console/')).sort()).toEqual([
      '/animal-store-mock/console/index.html',
      '/animal-store-mock/console/main.js',
      '/animal-store-mock/console/style.css',
    ]);
  });

  test('a state goes from one browser to the next as a file', async () => {
    const page = await started();
    await page.evaluate(`ask('POST', '/v1/pets', '${REX}')`);
    const state = await page.evaluate<string>('mock.exportState()');
    expect(state).toContain(RECORD);
    const other = await started();
    await other.evaluate(`mock.importState(${JSON.stringify(state)})`);
    expect(await other.evaluate(`ask('GET', '/v1/pets/127')`)).toEqual([200, RECORD]);
    await endWorker(other);
    expect(await other.evaluate(`ask('GET', '/v1/pets/127')`)).toEqual([200, RECORD]);
    expect(await other.evaluate(`mock.importState('{}').catch(({ message }) => message)`)).toMatch(
      /^The mock in the worker: the state: is no state that this mock has saved\. Give what exportState gave, /,
    );
    // Neither one of another contract, nor what leads to no instant, has changed anything.
    for (const [part, instead] of [
      ['"title":"', '"title":"Not '],
      ['"ahead":', '"ahead":8.64e15,"was":'],
    ] as const) {
      expect(state).toContain(part);
      const given = JSON.stringify(state.replace(part, instead));
      expect(await other.evaluate(`mock.importState(${given}).then(() => 'taken', () => 'refused')`)).toBe('refused');
    }
    expect(await other.evaluate(`ask('GET', '/v1/pets/127')`)).toEqual([200, RECORD]);
  });

  test('a delayed reply can be aborted, a lost connection is an error, and redirects are followed', async () => {
    const page = await started();
    expect(
      await page.evaluate(`(async () => {
        await mock.faults.add({ delayMs: 60_000, times: 1 });
        const aborter = new AbortController();
        setTimeout(() => aborter.abort(), 50);
        const failed = (error) => error.name;
        const found = [await fetch('/v1/pets', { headers, signal: aborter.signal }).catch(failed)];
        await mock.faults.add({ abort: 'CONNECTION_RESET_BY_PEER', times: 1 });
        found.push(await fetch('/v1/pets', { headers }).catch(failed));
        await mock.faults.add({ status: 302, headers: { Location: '/v1/pets/1' }, times: 1 });
        const { status, url, redirected } = await fetch('/v1/pets', { headers });
        found.push([status, url.replace(location.origin, ''), redirected]);
        return found;
      })()`),
    ).toEqual(['AbortError', 'TypeError', [200, '/v1/pets/1', true]]);
    complaints();
  });

  test('answers a page that was loaded past it, as by Shift and the button for it', async () => {
    const page = await started();
    await page.evaluate(`ask('POST', '/v1/pets', '${REX}')`);
    const protocol = await page.context().newCDPSession(page);
    const loaded = page.waitForEvent('load');
    await protocol.send('Page.reload', { ignoreCache: true });
    await loaded;
    expect(await page.evaluate('navigator.serviceWorker.controller')).toBeNull();
    expect(await page.evaluate(START)).toBe(`${site.origin}/v1`);
    expect(await page.evaluate(`ask('GET', '/v1/pets/127')`)).toEqual([200, RECORD]);
  });

  test('requests go their way again once it is removed', async () => {
    const page = await started();
    await page.evaluate('mock.remove()');
    await page.reload();
    expect(await page.evaluate(`ask('GET', '/v1/pets')`)).toEqual([204, '']);
  });

  test('says what is in the way', async () => {
    const page = await open(site.origin);
    expect(
      await page.evaluate(`Promise.all([
        startWorker({ file: '/nowhere/worker.js' }).catch(({ message }) => message),
        startWorker({ files: 1 }).catch(({ message }) => message),
      ])`),
    ).toEqual([
      expect.stringMatching(
        /^startWorker: \/nowhere\/worker\.js can't be registered \(.+\)\. Write it by animal-store-mock worker FOLDER, where FOLDER is what your server has at \/nowhere\/\.$/,
      ),
      'startWorker: there is no option "files". Did you mean "file"? It has file, consoleKey.',
    ]);
    complaints();
  });
});

describeInBrowser('the mock of another contract, in a worker', (open, complaints) => {
  test('stands in for an API with an origin of its own: its document, its keys, its records, its limits', async () => {
    const document = editedDocument((draft) => {
      draft.info.title = 'Another';
      draft.paths['/pets'].get.parameters[0].name = 'howMany';
    });
    const keys = writeFile('json', '[{"name":"mine","key":"my-key","plan":"Free"}]');
    const fixtures = writeFile('json', '{"pets":[{"id":9007199254740993,"name":"Rex","categoryId":1}]}');
    const site = await siteWith(PAGE, [
      ...['--document', document, '--keys', keys, '--fixtures', fixtures],
      ...['--origin', 'https://api.example', '--plan-limits', 'off'],
    ]);
    const page = await open(site.origin);
    expect(await page.evaluate(START)).toBe('https://api.example/v1');
    expect(
      await page.evaluate(`(async () => {
        const ask = async (path, init) => {
          const response = await fetch('https://api.example' + path, init);
          return [response.status, await response.text()];
        };
        const headers = { authorization: 'Bearer my-key' };
        return [
          await ask('/v1/pets?howMany=1', { headers }),
          (await ask('/v1/pets?howMany=x', { headers }))[0],
          (await ask('/v1/pets'))[0],
          (await mock.requests()).length,
          (await fetch('/v1/pets', { headers })).status,
        ];
      })()`),
    ).toEqual([[200, '[{"id":9007199254740993,"name":"Rex","categoryId":1}]'], 400, 401, 3, 200]);
    complaints();
    site.close();
  });

  test('sees cookies, and lets pages of its site read what the server would', async () => {
    const document = editedDocument((draft) => {
      draft.components.securitySchemes = { visit: { type: 'apiKey', in: 'cookie', name: 'visit' } };
      draft.security = [{ visit: [] }];
    });
    const site = await siteWith(PAGE, ['--document', document]);
    const page = await open(site.origin);
    await page.evaluate(START);
    expect(
      await page.evaluate(`(async () => {
        const status = async (init) => (await fetch('/v1/pets', init)).status;
        const set = async (line) => {
          await mock.faults.add({ status: 200, headers: { 'Set-Cookie': line }, times: 1 });
          await fetch('/v1/pets');
          return [document.cookie, await status()];
        };
        const found = [await status()];
        document.cookie = 'visit=demo-business';
        found.push(await status(), await status({ credentials: 'omit' }));
        found.push(await set('visit=no-such-key; Path=/; SameSite=Lax'));
        found.push(await set('visit=; Path=/; Max-Age=0'));
        found.push(await set('visit=demo-business; Path=/; HttpOnly'));
        found.push(await set('visit=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT'));
        found.push(await set('visit=demo-business; Path=/v1'));
        return found;
      })()`),
    ).toEqual([401, 200, 401, ['visit=no-such-key', 401], ['', 401], ['', 200], ['', 401], ['', 200]]);
    complaints();
    site.close();
  });

  test('lets a page see of another origin what the server would, and refuses what it would', async () => {
    const flags = ['--origin', 'https://api.example'];
    const ask = `(async () => {
      const url = 'https://api.example/v1/pets?limit=1';
      const seen = async (init) => {
        const reply = await fetch(url, init).catch((error) => error);
        return reply instanceof Error ? reply.name : [reply.status, reply.headers.get('x-ratelimit-limit'), reply.headers.get('vary')];
      };
      const found = [await seen({ headers }), await seen({ headers, credentials: 'include' })];
      await mock.faults.add({ status: 302, headers: { Location: '/v1/pets/1' }, times: 1 });
      return [...found, await seen({ headers }), (await mock.requests())[0]?.request.headers.find(({ name }) => name === 'origin').value];
    })()`;
    const site = await siteWith(PAGE, flags);
    const page = await open(site.origin);
    await page.evaluate(START);
    const readable = [200, '1000', null];
    expect(await page.evaluate(ask)).toEqual([readable, readable, readable, site.origin]);
    site.close();
    const other = await siteWith(PAGE, [...flags, '--cors', 'https://other.example']);
    const refused = await open(other.origin);
    await refused.evaluate(START);
    expect(await refused.evaluate(ask)).toEqual(['TypeError', 'TypeError', 'TypeError', undefined]);
    complaints();
    other.close();
  });

  test('begins where the command is run again with another document', async () => {
    const site = await siteWith(PAGE);
    const page = await open(site.origin);
    await page.evaluate(START);
    expect(await page.evaluate(`ask('POST', '/v1/pets', '${REX}')`)).toEqual([201, RECORD]);
    // It stays for a while, but not in the way of another.
    await page.evaluate(`navigator.serviceWorker.controller.postMessage('awake')`);
    const document = editedDocument((draft) => {
      draft.info.title = 'Another';
    });
    expect((await runCommand(['worker', site.folder, '--document', document])).code).toBe(0);
    await page.reload();
    await page.evaluate(START);
    expect((await page.evaluate<readonly unknown[]>(`ask('GET', '/v1/pets/127')`))[0]).toBe(404);
    expect((await runCommand(['worker', site.folder])).code).toBe(0);
    await page.reload();
    await page.evaluate(START);
    expect(await page.evaluate(`ask('GET', '/v1/pets/127')`)).toEqual([200, RECORD]);
    complaints();
    site.close();
  });

  test('has its base URL below the folder of a site that has none of its own', async () => {
    const site = await siteWith(PAGE, [], 'some/shop');
    const page = await open(`${site.origin}/some/shop/`);
    const base = `${site.origin}/some/shop/v1`;
    expect(await page.evaluate(START.replace('()', `({ file: '/some/shop/animal-store-mock-worker.js' })`))).toBe(base);
    expect(await page.evaluate(`ask('POST', '/some/shop/v1/pets', '${REX}')`)).toEqual([201, RECORD]);
    expect(await page.evaluate(`mock.requests().then(({ length }) => length)`)).toBe(1);
    expect(await page.evaluate(`ask('GET', '/v1/pets')`)).toEqual([204, '']);
    const shown = await page.context().newPage();
    await shown.goto(`${site.origin}/some/shop/__admin/`);
    await shown.locator('tr').getByText('201').first().waitFor();
    site.close();
  });
});

describe('animal-store-mock worker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-worker-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('says what it wrote, how large that is, and of a credential that not every worker sees', async () => {
    const document = editedDocument((draft) => {
      draft.components.securitySchemes.visit = { type: 'apiKey', in: 'cookie', name: 'visit' };
    });
    const { code, stdout, stderr } = await runCommand(['worker', folder, '--document', document]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Wrote \S+\/animal-store-mock-worker\.js \(2\d\d kB with what it loads, as servers send it\),/,
    );
    expect(stderr).toContain(
      'The credential "visit" is a cookie. A worker sees none that is HttpOnly, nor any in a browser without a Cookie Store',
    );
  });

  const withoutPath = () =>
    editedDocument((draft) => {
      draft.servers = [{ url: 'https://api.example' }];
    });
  const inParts = () =>
    editedDocument((draft) => {
      draft.components.schemas.Pet = { $ref: basename(writeFile('json', '{"type":"object"}')) };
    });
  test.each([
    ['no folder', () => [], /^error: missing required argument 'folder' \(see --help\)/],
    [
      'a folder that is not there',
      () => ['/no/such'],
      /^error: \/no\/such can't be written to: no such file\. Name a folder/,
    ],
    ['an unknown flag', () => [folder, '--port', '1'], /^error: unknown option '--port'/],
    ['an origin with a path', () => [folder, '--origin', 'https://a.example/v1'], /Expected an origin such as/],
    ['a document without a path', () => [folder, '--document', withoutPath()], /every file of the page.*--origin/],
    ['a document of several files', () => [folder, '--document', inParts()], /refers to other files.*bundle/],
    [
      'a document that is not there',
      () => [folder, '--document', 'none.yaml'],
      /none\.yaml: can't be read: no such file/,
    ],
  ])('refuses %s', async (_, args, message) => {
    const { code, stderr } = await runCommand(['worker', ...args()]);
    expect(code).toBe(2);
    expect(stderr.trim().split('\n').at(-1)).toMatch(message);
  });
});
