import { expect, test } from 'animal-store-contract/playwright';

test.use({ apiUrl: 'https://api.example.test/v1' });

for (const id of [1, 2, 3, 4]) {
  test(`page ${id} sees its own animals`, async ({ page, session }) => {
    await session.restore({ records: { pets: [{ id, name: `Animal ${id}`, categoryId: 9007199254740993n }] } });
    await page.goto('/');
    await expect(page.getByRole('listitem')).toHaveText([`Animal ${id}`]);
    expect(await session.requests()).toMatchObject([{ operationId: 'listPets', key: 'free', status: 200 }]);
    expect(session.name).toBe(`session.spec.ts › page ${id} sees its own animals`);
  });
}

for (const api of ['https://api.example.test/v1', 'http://api.example.test/v1']) {
  test.describe(`a page that knows ${api}`, () => {
    test.use({ apiUrl: api });

    test('sends bodies and reads headers', async ({ page, session }) => {
      await page.goto(`/?api=${api}`);
      await expect(page.getByText('Open')).toBeVisible();
      const found = await page.evaluate(async (url) => {
        const headers = { authorization: 'Bearer key-of-the-app', 'content-type': 'application/json' };
        const body = '{"name":"Rex","categoryId":9007199254740993}';
        const reply = await fetch(`${url}/pets?a=b`, { method: 'POST', headers, body });
        return [reply.status, reply.headers.get('x-ratelimit-remaining'), await reply.text()];
      }, api);
      expect(found).toEqual([201, '58', '{"id":127,"name":"Rex","categoryId":9007199254740993}']);
      expect(await session.requests({ method: 'POST' })).toMatchObject([{ path: '/v1/pets', query: 'a=b', key: 'free' }]);
    });
  });
}

test('the clock moves between two lines', async ({ page, session }) => {
  await session.allowances.set('free', { left: { minute: 0 } });
  await page.goto('/');
  await expect(page.getByText('Too many')).toBeVisible();
  await session.clock.advance(61);
  await page.reload();
  await expect(page.getByText('Open')).toBeVisible();
});

test('a connection that breaks is one for the page', async ({ page, session }) => {
  await session.faults.add({ abort: 'EMPTY_RESPONSE' });
  await page.goto('/');
  await expect(page.getByText('Unreachable')).toBeVisible();
});

test('the key goes to the mock alone', async ({ page, session, baseURL }) => {
  await page.goto('/');
  await expect(page.getByText('Open')).toBeVisible();
  const sent = await page.evaluate(
    async (origins) => {
      const replies = await Promise.all(origins.map((origin) => fetch(`${origin}/headers`)));
      return JSON.stringify(await Promise.all(replies.map((reply) => reply.json())));
    },
    [baseURL, baseURL?.replace('127.0.0.1', 'localhost')],
  );
  expect(sent).toContain('"host"');
  expect(sent).not.toContain('authorization');
  for (const key of Object.values(session.apiKeys)) expect(sent).not.toContain(key);
});

test.describe('another key', () => {
  test.use({ apiKeyName: 'pro', apiUrl: 'http://api.example.test/v1' });

  test('is given to the page by its name', async ({ page, session }) => {
    await page.goto('/?api=http://api.example.test/v1');
    await expect(page.getByRole('listitem')).toHaveCount(20);
    expect(await session.requests()).toMatchObject([{ key: 'pro' }]);
  });
});

test.describe('no key', () => {
  test.use({ apiKeyName: false });

  test('leaves to the page what it sends', async ({ page, session }) => {
    await page.goto('/');
    await expect(page.getByText('Back soon')).toBeVisible();
    expect(await session.requests()).toEqual([]);
  });
});

test.describe('a path below the own server', () => {
  test.use({ apiUrl: '/api', sessionOptions: { fixtures: 'none', name: 'empty' } });

  test('leads to the mock, with what the session was opened with', async ({ page, session }) => {
    await page.goto('/?api=/api');
    await expect(page.getByText('Open')).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(0);
    expect(session.name).toBe('empty');
    expect(await session.requests()).toMatchObject([{ path: '/v1/pets', query: '' }]);
  });
});

test('a page that knows the address of the mock needs no other', async ({ page, session, mock }) => {
  await page.goto(`/?api=${mock.baseUrl}`);
  await expect(page.getByText('Open')).toBeVisible();
  expect(await session.requests()).toHaveLength(1);
});

test('a test without a page starts no browser', async ({ session, mock }) => {
  const authorization = `Bearer ${session.apiKeys.free}`;
  expect((await mock.fetch('/v1/pets/1', { headers: { authorization } })).status).toBe(200);
  expect(await session.requests({ operationId: 'getPet' })).toHaveLength(1);
});
