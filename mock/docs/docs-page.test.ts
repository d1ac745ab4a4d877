import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { BEYOND_DOUBLES } from '../console/testing/page';
import { type StartedMock, startMock } from '../index';
import { axeViolations, describeInBrowser, paleControls } from '../testing/browser';
import { editedDocument, writeFile } from '../testing/edited';

describeInBrowser('the reference page', (open, complaints) => {
  let mock: StartedMock;
  const docs = (fragment = '') => new URL(`/docs/${fragment}`, mock.baseUrl).href;

  beforeAll(async () => {
    mock = await startMock();
  });
  beforeEach(() => mock.reset());
  afterAll(() => mock.close());

  test('shows every operation, a deprecated one as such, and the way to contract and console', async () => {
    const page = await open(docs());
    await operationOf(page, 'listPets').waitFor();
    expect(await page.title()).toBe('Animal Store API, API reference');
    expect(await page.locator('.operation .path').allTextContents()).toEqual(['/pets', '/pets', '/pets/{petId}']);
    expect(await operationOf(page, 'getPet').textContent()).toContain('deprecated');
    const ways = page.getByRole('banner').getByRole('link');
    for (const [name, at] of [...(await ways.allTextContents()).entries()].map(([at, name]) => [name, at] as const)) {
      const address = new URL((await ways.nth(at).getAttribute('href')) ?? '', docs());
      expect([name, (await fetch(address)).status]).toEqual([name, 200]);
    }
    await operationOf(page, 'getPet').getByRole('button').click();
    const said = operationOf(page, 'getPet').locator('.deprecation');
    expect(await said.textContent()).toBe('Deprecated. To be removed on 2030-12-05. Use listPets instead.');
    await said.getByRole('link', { name: 'listPets' }).click();
    await operationOf(page, 'listPets').getByRole('form').waitFor();
  });

  test('lists the animals by the key that is filled in, or by another', async () => {
    const page = await open(docs());
    const operation = await tryOut(page, 'listPets');
    await operation.locator('.reply').getByText('"Biscuit"').waitFor();
    expect(await operation.getByRole('form').textContent()).toContain('Authorization: Bearer demo-free');
    await page.getByLabel('apiKey').fill('my own key');
    const told = page.waitForEvent('console');
    await operation.getByRole('button', { name: 'Send' }).click();
    await told;
    await operation.locator('.status.s4', { hasText: '401' }).first().waitFor();
    expect(await operation.getByRole('form').textContent()).toContain('-H "Authorization: Bearer $API_KEY"');
    expect(complaints()).toEqual([expect.stringContaining('status of 401')]);
  });

  test('has a file to choose for each field of a form that is one, and sends its name', async () => {
    const form = `{ "type": "object", "required": ["file"], "properties": {
      "file": { "$ref": "#/components/schemas/Picture" }, "note": { "type": "string", "example": "Hello" },
      "more": { "type": "array", "items": { "$ref": "#/components/schemas/Picture" } } } }`;
    const shown = { filename: { type: 'string' }, size: { type: 'integer' }, content_type: { type: 'string' } };
    const uploads = await startMock({
      document: editedDocument((document) => {
        document.components.schemas.Picture = { type: 'string', format: 'binary' };
        document.paths['/pictures'] = {
          post: {
            operationId: 'sendPicture',
            requestBody: { required: true, content: { 'multipart/form-data': { schema: JSON.parse(form) } } },
            responses: {
              200: { description: 'Done.', content: { 'application/json': { schema: { properties: shown } } } },
            },
          },
        };
      }),
    });
    try {
      const page = await open(new URL('/docs/', uploads.baseUrl).href);
      const operation = await tryOut(page, 'sendPicture', async (fields) => {
        expect(await fields.getByRole('textbox', { name: 'Body' }).inputValue()).toBe('{\n  "note": "Hello"\n}');
        expect(await fields.getByLabel('more files').getAttribute('multiple')).not.toBeNull();
        const file = { name: 'A "cat".png', mimeType: 'image/png', buffer: Buffer.from([0xff, 0xd8, 1]) };
        await fields.getByLabel('file, required').setInputFiles(file);
      });
      await operation.locator('.reply').getByText('"A \\"cat\\".png"').waitFor();
      expect(await operation.locator('.reply').textContent()).toMatch(/"size": 3.*"content_type": "image\/png"/s);
      expect(await operation.getByRole('form').textContent()).toContain(
        `--form-string 'note=Hello' -F 'file=@"A \\"cat\\".png"'`,
      );
      expect(await axeViolations(page)).toEqual([]);
    } finally {
      await uploads.close();
    }
  });

  test('adds an animal, shows its integers as they were sent, and can be read in every state of its controls', async () => {
    const page = await open(docs());
    const operation = await tryOut(page, 'createPet', (form) =>
      form.getByRole('textbox', { name: 'Body' }).fill(`{"name":"Rex","categoryId":${BEYOND_DOUBLES}}`),
    );
    await operation.locator('.reply').getByText(BEYOND_DOUBLES).waitFor();
    expect(await operation.locator('.reply-head').textContent()).toContain('201');
    expect((await mock.requests())[0]).toMatchObject({ method: 'POST', status: 201 });
    expect(await paleControls(page)).toEqual([]);
  });

  test('finds an operation, and goes to one by its address', async () => {
    const page = await open(docs('#operation/createPet'));
    const form = operationOf(page, 'createPet').getByRole('form');
    await form.waitFor();
    await operationOf(page, 'createPet').getByRole('button').first().click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('navigation').getByRole('link', { name: 'Add an animal' }).click();
    await form.waitFor();
    await page.getByLabel('Find an operation').fill('list get');
    await page.locator('.operation').first().waitFor();
    expect(await page.locator('.operation .path').allTextContents()).toEqual(['/pets']);
    await page.getByLabel('Find an operation').fill('no such thing');
    await page.getByText('No operation has “no such thing”.').waitFor();
  });

  test('says that no reply came', async () => {
    await mock.faults.add({ abort: 'CONNECTION_RESET_BY_PEER' });
    const page = await open(docs());
    const operation = operationOf(page, 'listPets');
    await operation.getByRole('button').click();
    const told = page.waitForEvent('console');
    await operation.getByRole('button', { name: 'Send' }).click();
    await told;
    await operation.getByRole('alert').getByText('No whole reply came').waitFor();
    expect(complaints()).toEqual([expect.stringContaining('ERR_')]);
  });

  test.each([
    { width: 1440, colorScheme: 'dark' },
    { width: 390, colorScheme: 'light' },
  ] as const)('breaks no rule of accessibility and fits, $width pixels wide, $colorScheme', async (look) => {
    const page = await open(docs(), { viewport: { width: look.width, height: 844 }, colorScheme: look.colorScheme });
    const holds = async () => {
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(look.width);
    };
    await operationOf(page, 'listPets').waitFor();
    await holds();
    await tryOut(page, 'createPet');
    await tryOut(page, 'listPets');
    await tryOut(page, 'getPet', (form) => form.getByLabel('petId').fill(BEYOND_DOUBLES));
    expect((await mock.requests())[0]).toMatchObject({ path: `/v1/pets/${BEYOND_DOUBLES}`, status: 404 });
    await openAll(page);
    await holds();
    // Chromium logs a reply of 404 as an error.
    expect(complaints()).toEqual([expect.stringContaining('status of 404')]);
  });
});

describeInBrowser('the reference page of a document that has everything, and means harm', (open) => {
  let mock: StartedMock;
  beforeAll(async () => {
    mock = await startMock({ document: harmful(), log: 'silent' });
  });
  afterAll(() => mock.close());

  // Without the policy nothing is reported, so nothing may have been tried.
  test.each(['with', 'without'])(
    'shows it all, and runs and loads nothing, %s its Content-Security-Policy',
    async (has) => {
      const page = await open(new URL('/docs/', mock.baseUrl).href, { viewport: { width: 320, height: 844 } });
      if (has === 'without') {
        await page.route('**/docs/**', async (route) => {
          const response = await route.fetch();
          const { 'content-security-policy': policy, ...headers } = response.headers();
          expect(policy ?? '').not.toContain('unsafe');
          await route.fulfill({ response, headers });
        });
        await page.reload();
      }
      await operationOf(page, 'listPets').waitFor();
      for (const button of await page.locator('.operation > h3 > button').all()) await button.click();
      await openAll(page);
      if (has === 'with') expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      const main = await page.locator('main').textContent();
      expect(main).toMatch(/bold and a link, a picture,\s+left\s+no address/);
      expect(main).toContain(`at least -${BEYOND_DOUBLES}, at most ${BEYOND_DOUBLES}`);
      expect(main).toContain('<p onclick="window.harm = 1"');
      expect(await operationOf(page, 'createPet').getByRole('textbox', { name: 'Body' }).inputValue()).toBe(
        `{\n  "name": "Rex",\n  "categoryId": ${BEYOND_DOUBLES}\n}`,
      );
      const links = await page.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
      expect(new Set(links.filter((link) => !/^(#|\.\.\/)/.test(link)))).toEqual(
        new Set(['https://example.com/a', 'https://example.com/p.png', 'https://safe.example/']),
      );
      await page.locator('a[href^="#"]').evaluateAll((all) => {
        for (const one of all) one.click();
      });
      expect(
        await page.evaluate(`[
        typeof window.harm,
        [...document.querySelectorAll('*')].filter((one) => [...one.attributes].some(({ name }) => /^on|^style$|^srcdoc$/.test(name))).length,
        document.querySelectorAll('img, iframe, svg, form[action], main style, main script').length,
      ]`),
      ).toEqual(['undefined', 0, 0]);
    },
  );
});

const operationOf = (page: Page, operationId: string): Locator => page.locator(`[id="operation/${operationId}"]`);

/** Opens an operation, fills in what is to be sent, sends it, and resolves with the operation once a reply is there. */
async function tryOut(
  page: Page,
  operationId: string,
  fillIn: (form: Locator) => Promise<void> = async () => {},
): Promise<Locator> {
  const operation = operationOf(page, operationId);
  await operation.getByRole('button').first().click();
  await fillIn(operation.getByRole('form'));
  await operation.getByRole('button', { name: 'Send' }).click();
  await operation.locator('.reply').waitFor();
  return operation;
}

/** Opens whatever can be opened, what is in it too, three deep. */
async function openAll(page: Page): Promise<void> {
  const closed = page.locator('main details:not([open]) > summary');
  for (let depth = 0; depth < 3; depth++) {
    await closed.evaluateAll((found) => {
      for (const one of found) one.parentElement?.setAttribute('open', '');
    });
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  }
}

/** The shipped document with Markdown, schemas and integers that a page may get wrong, and markup that would run everywhere. */
function harmful() {
  const RUN = 'window.harm = 1';
  const markup = `<img src=x onerror="${RUN}"><img/src=x/onerror=${RUN.replaceAll(' ', '')}> <svg/onload="${RUN}"> <b a='>' onclick="${RUN}">b</b>
[link](javascript:${encodeURIComponent(RUN)}) ![picture](x" onerror="${RUN}) <a href="data:text/html,<script>${RUN}</script>">d</a>
<https://safe.example/> <a title='href="javascript:${RUN}"' href="javascript:${RUN}">a</a> <!-- > <img src=x onerror="${RUN}"> -->

<p onclick="${RUN}"
<img src=x onerror="${RUN}"

<iframe srcdoc="<script>parent.harm = 1</script>"></iframe><form action="javascript:${RUN}"><button autofocus onfocus="${RUN}">`;
  const address = `javascript:${RUN}`;
  const file = editedDocument((document) => {
    const harm = (part: Record<string, unknown>): void => {
      for (const [name, value] of Object.entries(part)) {
        if (name === 'description' || name === 'summary') part[name] = markup;
        else if (typeof value === 'object' && value !== null && !/^(example|examples|x-plans)$/.test(name))
          harm(Object(value));
      }
    };
    harm(document);
    Object.assign(document.info, {
      title: markup,
      termsOfService: address,
      license: { name: markup, url: address },
      contact: { name: markup, url: address },
      description: `# Title

### Deeper than the last

**bold** and [a link](https://example.com/a), <img src="https://example.com/p.png" alt="a picture" onerror="${RUN}">,
<b onclick="${RUN}">left</b><script>${RUN}</script><style>* { color: red }</style>
<a href="javascript:${RUN}">no address</a> <iframe src="https://example.com/"></iframe><svg onload="${RUN}"></svg>

| a ${'long'.repeat(30)} | |
|---|---|
| table ${'wide'.repeat(30)} | ${'wide'.repeat(30)} |

${'long'.repeat(100)}`,
    });
    document.externalDocs = { url: address, description: markup };
    document.paths['/pets'].get.externalDocs = { url: address };
    document.paths['/pets'].get.tags = [markup];
    const { schemas } = document.components;
    schemas.Odd = { type: 'string', title: markup, pattern: markup, default: markup };
    Object.assign(schemas.NewPet.properties, {
      categoryId: {
        ...{ type: 'integer', format: 'int64', example: BEYOND_DOUBLES },
        ...{ minimum: `-${BEYOND_DOUBLES}`, maximum: BEYOND_DOUBLES },
      },
      parent: { $ref: '#/components/schemas/Pet' },
      either: {
        oneOf: [{ type: 'string', maxLength: 3 }, { $ref: '#/components/schemas/Error' }, { type: 'array', items: {} }],
      },
      others: { type: 'object', additionalProperties: { type: 'boolean' } },
    });
    const body = document.paths['/pets'].post.requestBody.content['application/json'];
    body.example = { name: 'Rex', categoryId: BEYOND_DOUBLES };
    delete body.examples;
  });
  // Without the quotes that make them texts.
  return writeFile('yaml', readFileSync(file, 'utf8').replaceAll(/'(-?9007199254740993)'/g, '$1'));
}
