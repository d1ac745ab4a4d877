import type { Contract } from '../openapi/contract';
import { contractOf } from '../openapi/contract/testing/documents';
import { listen } from '../tools/selftest/server/server';
import { CHECKS } from './checks';
import { isWrong } from './rules/oracles/status';
import { run } from './run/run';
import { ARTICLES_DOCUMENT, ARTICLES_KEY, type Habits, showing, startArticles, textOf } from './testing/articles';
import { optionsFor } from './testing/options';
import { reasonOfError, verdictOf } from './verdict/result';

let contract: Contract;
beforeAll(async () => {
  contract = await contractOf(ARTICLES_DOCUMENT);
});

/** The violations that the suite finds in a server of these habits: of each check, or the first of these. */
async function violations(habits: Partial<Habits>, checks: readonly string[] = []): Promise<readonly string[]> {
  const server = await startArticles(habits);
  const keys = { main: ARTICLES_KEY, limit: undefined };
  const maxFailures = checks.length > 0 ? 1 : Number.POSITIVE_INFINITY;
  const options = optionsFor(server.baseUrl, { keys, maxRequests: 300, examples: 5, checks, maxFailures });
  const { findings } = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  await server.close();
  const failed = findings.filter(({ outcome }) => outcome === 'fail');
  return failed.map(({ check, operation, actual }) => `${check} ${operation}: ${actual}`);
}

const unlisted = { invalid: 422, taken: 409, missing: 404, keyless: 403, page: 400 };

test.each<readonly [string, Partial<Habits>]>([
  ['refuses by statuses that the document does not list, takes chosen ids, creates by PUT, and has cursors', {}],
  [
    'refuses input by 400 and what is not there by 400 as well',
    { unlisted: { ...unlisted, invalid: 400, missing: 400 } },
  ],
  ['makes nothing by PUT', { createsByPut: false }],
  ['has short pages that tell only how many there are', { page: { most: 3, says: 'total' } }],
  // The document promises no size that is served, and a reply need not say that it was cut.
  ['has short pages that say nothing of others', { page: { most: 3, says: 'nothing' } }],
  ['does not find pages that it has not shown', { unlisted: { ...unlisted, page: 404 } }],
  [
    'names an article anew by its new title',
    {
      changes: (before, { slug: _, ...sent }, by) => {
        const { title } = sent;
        const slug =
          by === 'PUT' || title === undefined || title === before.title
            ? before.slug
            : `as-${Buffer.from(String(title)).toString('hex')}-${before.slug}`;
        return showing({ ...before, ...sent, slug });
      },
    },
  ],
  [
    'keeps by PUT what the wrapper leaves out',
    { changes: (before, sent) => showing({ ...before, ...sent, slug: before.slug }) },
  ],
  ['takes slugs of letters alone', { takes: ({ slug }) => /^[a-z]+$/.test(String(slug)) }],
])('a server is not accused that %s', async (_, habits) => {
  expect(await violations(habits)).toEqual([]);
});

// At once, since most of it is a wait for lists that may be late.
test.concurrent.each<readonly [string, Partial<Habits>, string]>([
  [
    'changes what was sent within a wrapper',
    { keeps: (one) => ({ ...one, title: `${one.title}!` }) },
    'created.echoed createArticle',
  ],
  [
    'answers a change within a wrapper and stores nothing',
    {
      changes: (before, sent) => ({ kept: before, shown: { ...before, ...sent, slug: before.slug } }),
    },
    'patched.keeps-rest patchArticle',
  ],
  [
    'answers a replacement within a wrapper and stores nothing',
    {
      changes: (before, sent, by) => ({
        kept: by === 'PUT' ? before : { ...before, ...sent },
        shown: { ...before, ...sent, slug: before.slug },
      }),
    },
    'replaced.shown putArticle',
  ],
  [
    'stores another member than was sent',
    {
      changes: (before, { words: _, ...sent }, by) => ({
        kept: by === 'PUT' ? { ...before, ...sent, slug: before.slug } : { ...before, ...sent, words: 1 },
        shown: { ...before, ...sent, slug: before.slug },
      }),
    },
    'patched.keeps-rest patchArticle',
  ],
  [
    'drops by a patch what that does not name',
    {
      changes: ({ words: _, ...before }, sent, by) =>
        showing(by === 'PATCH' ? { title: 'None', ...before, ...sent } : { ...before, ...sent, slug: before.slug }),
    },
    'patched.keeps-rest patchArticle',
  ],
  ['keeps what it says is deleted', { deletes: false }, 'deleted.gone deleteArticle'],
  ['does not find what it has created', { findsBySlug: false }, 'created.readable createArticle'],
  ['serves clients without a key', { unlisted: { ...unlisted, keyless: 200 } }, 'credentials.required listArticles'],
  [
    'loses what it has created from a list that says it is whole',
    { page: { most: 100, says: 'next' }, lists: ({ title }) => title === 'First' },
    'created.listed createArticle',
  ],
  [
    'loses what it has created from a list that says how many there are',
    { page: { most: 100, says: 'total' }, lists: ({ title }) => title === 'First' },
    'created.listed createArticle',
  ],
  ['shows a number as a text', { keeps: (one) => ({ ...one, words: 'many' }) }, 'reply.schema createArticle'],
])('a server is caught that %s', async (_, habits, expected) => {
  const found = await violations(habits, [expected.split(' ')[0] ?? '']);
  expect(found.filter((one) => one.startsWith(expected))).not.toEqual([]);
});

test('the id that a client chooses is another one for each record, so that changes of records are judged', async () => {
  const server = await startArticles({});
  const options = optionsFor(server.baseUrl, { keys: { main: ARTICLES_KEY, limit: undefined }, checks: CHANGES });
  const { cells } = await run(contract, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  await server.close();
  const sent = cells.filter(({ check }) => CHANGES.includes(check));
  expect(sent.map(({ check, outcome }) => `${check} ${outcome}`)).toEqual(CHANGES.map((check) => `${check} pass`));
});

const CHANGES = ['created.readable', 'created.new-id', 'replaced.shown', 'patched.keeps-rest', 'deleted.gone'];

const order = { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } };
const shown = {
  description: 'The order.',
  content: { 'application/json': { schema: { allOf: [order, { properties: { id: { type: 'string' } } }] } } },
};
const ORDERS = {
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      post: {
        operationId: 'addOrder',
        parameters: [
          { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', maxLength: 32 } },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: order } } },
        responses: { 201: shown, 422: { description: 'No.' } },
      },
    },
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getOrder', responses: { 200: shown, 404: { description: 'None.' } } },
    },
  },
};

test.each<readonly [string, (name: string) => string, readonly string[]]>([
  ['nothing is wrong', (name) => name, []],
  ['what is wrong is found', (name) => `${name}!`, ['created.echoed addOrder']],
])('each request has an Idempotency-Key of its own, where one is required: %s', async (_, kept, found) => {
  const answers = new Map<string, { readonly id: string; readonly name: string }>();
  const server = await listen('', async (request, response) => {
    const key = String(request.headers['idempotency-key'] ?? '');
    const name = nameIn(await textOf(request));
    const isTaken = request.method === 'POST' && name !== undefined && key !== '';
    if (isTaken && !answers.has(key)) answers.set(key, { id: `o${answers.size}`, name: kept(name) });
    const read = [...answers.values()].find(({ id }) => request.url === `/orders/${id}`);
    const answer = isTaken ? answers.get(key) : read;
    const refusal = request.method === 'POST' ? 422 : 404;
    if (answer === undefined) response.writeHead(refusal).end();
    else response.writeHead(isTaken ? 201 : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  });
  const checks = ['created.echoed', 'created.new-id', 'created.readable'];
  const options = optionsFor(server.baseUrl, { maxRequests: 60, checks });
  const { findings } = await run(await contractOf(ORDERS), CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  await server.close();
  expect(answers.size).toBeGreaterThan(1);
  expect(findings.map(({ check, operation }) => `${check} ${operation}`)).toEqual(found);
});

/** The name in a body that keeps its schema. */
function nameIn(text: string): string | undefined {
  try {
    const { name } = JSON.parse(text);
    return typeof name === 'string' && name !== '' ? name : undefined;
  } catch {
    return undefined;
  }
}

const tenant = { name: 'X-Tenant-Id', in: 'header', required: true, schema: { type: 'string' } };
const { '/orders': orders, '/orders/{id}': oneOrder } = ORDERS.paths;
const OF_TENANTS = {
  ...ORDERS,
  paths: {
    '/tenants': { post: { ...orders.post, operationId: 'addTenant', parameters: [] } },
    '/tenants/{id}': { ...oneOrder, get: { ...oneOrder.get, operationId: 'getTenant' } },
    '/orders': { post: { ...orders.post, parameters: [tenant] } },
    '/orders/{id}': { ...oneOrder, get: { ...oneOrder.get, parameters: [tenant] } },
  },
};

test.each<readonly [string, ReadonlyMap<string, readonly unknown[]>]>([
  ['that the server has shown', new Map()],
  ['that the user has named for the create', new Map([['addOrder X-Tenant-Id', ['acme']]])],
])('a server whose records are of tenants is not accused: they are read by the tenant %s', async (_, given) => {
  const records = new Map<string, { readonly id: string; readonly name: string }>();
  const server = await listen('', async (request, response) => {
    const of = request.url?.startsWith('/orders') === true ? `${String(request.headers['x-tenant-id'])} ` : '';
    const name = nameIn(await textOf(request));
    const isMade = request.method === 'POST' && name !== undefined;
    const id = isMade ? `r${records.size}-of` : (request.url?.split('/')[2] ?? '');
    if (isMade) records.set(`${of}${id}`, { id, name });
    const record = records.get(`${of}${id}`);
    if (record === undefined) response.writeHead(request.method === 'POST' ? 422 : 404).end();
    else response.writeHead(isMade ? 201 : 200, { 'Content-Type': 'application/json' }).end(JSON.stringify(record));
  });
  const checks = ['created.readable', 'created.new-id', 'records.kept'];
  const options = { ...optionsFor(server.baseUrl, { maxRequests: 120, checks }), given };
  const document = await contractOf(OF_TENANTS);
  const { findings } = await run(document, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  await server.close();
  expect(findings.map(({ check, operation, actual }) => `${check} ${operation}: ${actual}`)).toEqual([]);
});

const OF_ONE_TENANT = {
  ...ORDERS,
  paths: {
    '/orders': {
      post: { ...orders.post, parameters: [tenant] },
      get: {
        operationId: 'listOrders',
        parameters: [tenant],
        responses: { 200: { description: 'All.', content: { 'application/json': { schema: { type: 'array' } } } } },
      },
    },
    '/orders/{id}': {
      ...oneOrder,
      get: { ...oneOrder.get, parameters: [tenant] },
      delete: { operationId: 'dropOrder', parameters: [tenant], responses: { 204: { description: 'Gone.' } } },
    },
  },
};

test.each([
  ['has every request carry', { headers: { 'x-TENANT-id': 'acme' } }],
  ['has named for one operation', { given: new Map([['addOrder X-Tenant-Id', ['acme']]]) }],
])('a required header that the user %s goes with each request, from the first to the last', async (_, named) => {
  const tenants = new Set<unknown>();
  const records = new Map<string, unknown>();
  const server = await listen('', async (request, response) => {
    tenants.add(request.headers['x-tenant-id']);
    const id = request.url?.split('/')[2] ?? `r${records.size}`;
    const name = nameIn(await textOf(request));
    if (request.method === 'POST' && name !== undefined) records.set(id, { id, name });
    const isThere = records.has(id);
    const shown = request.url === '/orders' && request.method === 'GET' ? [...records.values()] : records.get(id);
    if (request.method === 'DELETE') records.delete(id);
    const refusal = request.method === 'POST' ? 422 : 404;
    if (shown === undefined || request.method === 'DELETE') response.writeHead(isThere ? 204 : refusal).end();
    else
      response
        .writeHead(request.method === 'POST' ? 201 : 200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(shown));
  });
  const checks = ['created.readable', 'input.accepted'];
  const options = { ...optionsFor(server.baseUrl, { maxRequests: 40, checks, clean: true }), ...named };
  const document = await contractOf(OF_ONE_TENANT);
  const { cleaned, exchanges } = await run(document, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  await server.close();
  expect([...tenants]).toEqual(['acme']);
  const wrong = exchanges.filter(({ request, sentBy }) => sentBy === 'created.readable' && isWrong(request));
  expect(wrong.map(({ request: { method, target } }) => `${method} ${target}`)).toEqual([]);
  expect(cleaned?.length).toBeGreaterThan(0);
  expect(records.size).toBe(0);
});

test('a run that is refused for a header that was made up ends with the flag that gives it', async () => {
  const server = await listen('', async (request, response) => {
    const detail = `tenant ${String(request.headers['x-tenant-id'])} is not yours`;
    response.writeHead(403, { 'Content-Type': 'application/json' }).end(JSON.stringify({ detail }));
  });
  const options = optionsFor(server.baseUrl, { maxRequests: 20, checks: ['input.accepted'] });
  const judged = run(await contractOf(OF_ONE_TENANT), CHECKS, options, { onProgress: () => {}, onWait: () => {} });
  try {
    await expect(judged).rejects.toThrow("give it with -H 'X-Tenant-Id: VALUE'.");
  } finally {
    await server.close();
  }
});

test('a run in which nothing was served is no pass, however few checks it was asked for', async () => {
  const server = await listen('', async (_, response) => {
    response.writeHead(400, { 'Content-Type': 'application/json' }).end('{}');
  });
  try {
    const options = optionsFor(server.baseUrl, { maxRequests: 20, checks: ['reply.no-5xx'] });
    const result = await run(await contractOf(OF_ONE_TENANT), CHECKS, options, {
      onProgress: () => {},
      onWait: () => {},
    });
    expect(result.cells.map(({ outcome }) => outcome)).toContain('pass');
    expect(verdictOf(result, { failOn: [] })).toBe('error');
    expect(reasonOfError(result)).toBe('nothing could be judged: no request was served, whatever it was (400)');
  } finally {
    await server.close();
  }
});

test('of a query parameter whose good value is named no other is sent as valid input', async () => {
  const query = (name: string) => ({ name, in: 'query', required: true, schema: { type: 'string' } });
  const responses = { 200: { description: 'Found.' }, 400: { description: 'Refused.' } };
  const search = { operationId: 'search', parameters: [query('q'), query('region')], responses };
  const server = await listen('', async ({ url = '' }, response) => {
    response.writeHead(url.includes('region=eu-9') ? 200 : 400).end();
  });
  try {
    const given = new Map([['search region', ['eu-9']]]);
    const options = { ...optionsFor(server.baseUrl, { checks: ['input.accepted'] }), given };
    const document = await contractOf({ ...ORDERS, paths: { '/search': { get: search } } });
    const result = await run(document, CHECKS, options, { onProgress: () => {}, onWait: () => {} });
    expect(result.exchanges.length).toBeGreaterThan(9);
    expect(result.findings.map(({ actual }) => actual)).toEqual([]);
  } finally {
    await server.close();
  }
});
