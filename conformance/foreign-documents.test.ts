import { startMock } from '../mock';
import { editedDocument, writeFile } from '../mock/testing/edited';
import { LIBRARY_DOCUMENT } from '../tools/selftest/library/ground';
import { listen } from '../tools/selftest/server/server';
import { toRequest } from './requests/request';
import { hazardsOf } from './run/plan/hazards';
import { runHere } from './testing/command';
import { judgedBy, judgedMock } from './testing/judged-mock';
import { shelvesDocument } from './testing/shelves';

const integer = { type: 'integer' };
const text = { type: 'string' };
const inPath = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', required, properties });
const whole = (properties: object) => object(properties, Object.keys(properties));
const media = (schema: object, type = 'application/json') => ({ content: { [type]: { schema } } });
const taking = (schema: object) => ({ requestBody: { required: true, ...media(schema) } });
const done = (schema?: object) => ({ description: 'Done.', ...(schema === undefined ? {} : media(schema)) });
const NOT_FOUND = { 404: { description: 'There is none.' } };
const documentOf = (paths: object, more: object = {}): string =>
  writeFile('json', JSON.stringify({ openapi: '3.1.0', info: { title: 'A', version: '1' }, paths, ...more }));

test('a document of webhooks alone is refused: a run in which nothing is sent would pass', async () => {
  const hook = { post: { ...taking({ type: 'object' }), responses: { 200: { description: 'Taken.' } } } };
  const document = writeFile(
    'json',
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Hooks', version: '1' }, webhooks: { hook } }),
  );
  const { code, stdout, stderr } = await runHere(['--base-url', 'http://127.0.0.1:9', '--document', document]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/#\/paths: expected the paths, found nothing\. Describe an operation: /);
}, 30_000);

test.each([
  ['whose records lie below others, under another prefix', shelvesDocument(), ['--max-requests', '250']],
  ['of the proving ground, whose records lie below others at two levels', LIBRARY_DOCUMENT, ['--max-requests', '250']],
])(
  'another contract is judged with no code changed: one %s',
  async (_, document, flags) => {
    const { found, exchanges, contract } = await judgedMock(document, ['--api-key', 'demo-pro', ...flags]);
    expect(found).toEqual([]);
    const succeeded = exchanges.filter(({ response }) => response !== undefined && response.status < 300);
    const operations = succeeded.map(({ request }) => request.operation.id);
    const notCalled = hazardsOf(contract).map(({ operation }) => operation);
    const called = contract.operations.filter((operation) => !notCalled.includes(operation));
    expect(new Set(operations)).toEqual(new Set(called.map(({ id }) => id)));
    // Below a parent that is there, with one of the properties that a body has to have.
    const hooks = operations.filter((id) => id === 'addHook').length;
    expect(document === LIBRARY_DOCUMENT || hooks > 5).toBe(true);
  },
  120_000,
);

test('a list below a parent whose id breaks its schema is no list that has to be served', async () => {
  const item = whole({ id: integer, orderId: integer, name: text });
  const refused = {
    422: done(object({ detail: { type: 'array', items: whole({ loc: { type: 'array' }, msg: text, type: text }) } })),
  };
  const document = documentOf({
    '/orders/': { post: { ...taking(whole({ note: text })), responses: { 201: done(whole({ id: integer })) } } },
    '/orders/{orderId}/items/': {
      parameters: [inPath('orderId', integer)],
      get: {
        operationId: 'listItems',
        parameters: [{ name: 'limit', in: 'query', schema: { ...integer, default: 10 } }],
        responses: { 200: done({ type: 'array', items: item }), ...refused },
      },
      post: {
        operationId: 'addItem',
        ...taking(whole({ name: text })),
        responses: { 201: done(item), ...refused },
      },
    },
  });
  const { found, exchanges } = await judgedMock(document, [
    '--seed',
    '5',
    '--checks',
    'input.accepted,input.parameters-refused',
  ]);
  const broken = exchanges.filter(({ request }) => request.path.orderId === 'abc');
  expect(broken.map(({ request, response }) => [request.operation.id, response?.status])).toEqual([
    ['listItems', 422],
    ['addItem', 422],
  ]);
  expect(found).toEqual([]);
}, 30_000);

test('a record whose create shows no id is not asked for, and nothing is said of it', async () => {
  const file = object({ id: text, state: text }, ['state']);
  const document = documentOf({
    '/files': {
      get: { operationId: 'listFiles', responses: { 200: done({ type: 'array', items: file }) } },
      post: { operationId: 'addFile', ...taking(whole({ name: text })), responses: { 202: done(file) } },
    },
    '/files/{id}': {
      parameters: [inPath('id', text)],
      get: { operationId: 'getFile', responses: { 200: done(file), 404: done({}) } },
      delete: { operationId: 'deleteFile', responses: { 204: { description: 'Gone.' }, 404: done({}) } },
    },
  });
  let made = 0;
  const files = new Map<string, object>();
  const server = await listen('', async ({ method = '', url = '' }, response) => {
    const id = url.split('/')[2] ?? '';
    const answer = (status: number, body?: unknown): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    if (method === 'POST') {
      made += 1;
      const one = { id: `f${made}`, state: 'pending' };
      files.set(one.id, one);
      // Every third one tells what it is called, at once.
      return answer(202, made % 3 === 2 ? one : { state: 'pending' });
    }
    if (url === '/files') return answer(200, [...files.values()]);
    if (method === 'DELETE') return files.delete(id) ? answer(204) : answer(404, {});
    return files.has(id) ? answer(200, files.get(id)) : answer(404, {});
  });
  const { found, cells } = await judgedBy(document, server.baseUrl, '--seed', '5', '--checks', 'deleted');
  await server.close();
  expect(found).toEqual([]);
  const cell = cells.find(({ check, operation }) => check === 'deleted.gone' && operation === 'deleteFile');
  expect(cell?.reasons).toContain('a create was answered with a record without its id');
}, 30_000);

test('half a character is not tried where the text is the id of the record, nor does one break a path', async () => {
  const page = whole({ name: text, note: text });
  const document = documentOf({
    '/pages': {
      get: { operationId: 'listPages', responses: { 200: done({ type: 'array', items: page }) } },
      post: { operationId: 'addPage', ...taking(page), responses: { 201: done(page), 409: done({}) } },
    },
    '/pages/{name}': {
      parameters: [inPath('name', text)],
      get: { operationId: 'getPage', responses: { 200: done(page), 404: done({}) } },
    },
  });
  const { found, cells, contract } = await judgedMock(document, [
    '--seed',
    '5',
    '--checks',
    'input.spelling,records.kept',
  ]);
  expect(found).toEqual([]);
  expect(cells.filter(({ outcome }) => outcome === 'error')).toEqual([]);
  const read = contract.operations.find(({ id }) => id === 'getPage');
  expect(read && toRequest(read, { path: { name: 'a\ud83d' } }).target).toBe('/pages/a%EF%BF%BD');
}, 30_000);

test('an operation that streams is not sent, and nothing about it is found or left open', async () => {
  const document = documentOf(
    {
      '/ticks': {
        get: {
          operationId: 'streamTicks',
          security: [{ key: [] }],
          parameters: [{ name: 'from', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9 } }],
          responses: {
            200: { description: 'Ticks, for as long as the client stays.', ...media(text, 'text/event-stream') },
          },
        },
      },
      '/time': {
        get: {
          operationId: 'getTime',
          responses: { 200: done(text) },
        },
      },
    },
    { components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } } },
  );
  const asked = new Set<string | undefined>();
  const server = await listen('', async ({ url = '' }, response) => {
    asked.add(url.split('?')[0]);
    const isStream = url.startsWith('/ticks');
    response.writeHead(200, { 'Content-Type': isStream ? 'text/event-stream' : 'application/json' });
    if (isStream) response.write('data: tick\n\n');
    else response.end('"noon"');
  });
  const { found, cells } = await judgedBy(document, server.baseUrl);
  await server.close();
  expect(found).toEqual([]);
  expect(asked).toEqual(new Set(['/time']));
  const ofStream = cells.filter(({ operation }) => operation === 'streamTicks');
  expect(new Set(ofStream.map(({ outcome }) => outcome))).toEqual(new Set(['skip']));
  expect(ofStream.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['input.accepted', 'credentials.required', 'input.parameters-refused']),
  );
  expect(ofStream[0]?.reasons).toEqual(['it replies with a stream of events, which has no end to judge']);
});

/** A contract that asks for no key, has no least page size, and whose records have several texts. */
const filled = { type: 'string', minLength: 1 };
const fields = { street: filled, town: filled };
const house = {
  type: 'object',
  required: ['id', 'street', 'town'],
  properties: { id: { type: 'integer' }, ...fields },
};
const newHouse = { type: 'object', required: ['street', 'town'], properties: fields };

const refused = { 400: { description: 'Refused.', ...media({ $ref: '#/components/schemas/Error' }) } };

/** A contract that asks for no key, has no least page size, and whose records have several filleds. */
const KEYLESS = editedDocument((draft) => {
  delete draft.security;
  draft.paths = {
    '/houses': {
      get: {
        operationId: 'listHouses',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 500 } }],
        responses: { 200: { description: 'Done.', ...media({ type: 'array', items: house }) }, ...refused },
      },
      post: {
        operationId: 'addHouse',
        requestBody: { required: true, ...media(newHouse) },
        responses: {
          201: { description: 'Done.', ...media(house) },
          ...refused,
        },
      },
    },
  };
});

test('a server that asks for no key is not accused of what it rightly took, in a first run or a second', async () => {
  const mock = await startMock({ document: KEYLESS, fixtures: 'none', planLimits: false });
  const runs = [await judgedBy(KEYLESS, mock.baseUrl), await judgedBy(KEYLESS, mock.baseUrl)];
  await mock.close();
  expect(runs.flatMap(({ found }) => found)).toEqual([]);
  const traces = runs.flatMap(({ cells }) => cells.filter(({ check }) => check === 'refused.no-trace'));
  expect(traces.map(({ outcome }) => outcome)).toEqual(['pass', 'pass']);
  const sizes = runs.flatMap(({ exchanges }) =>
    exchanges
      .filter(({ sentBy }) => sentBy === 'input.accepted')
      .flatMap(({ request }) => new URLSearchParams(request.target.split('?')[1]).getAll('limit')),
  );
  expect(sizes.length).toBeGreaterThan(5);
  expect(sizes.filter((size) => Number(size) < 1)).toEqual([]);
}, 30_000);

const goal = object({ id: integer, name: text, followers: { type: 'array', items: object({ id: text }, ['id']) } }, [
  'id',
]);
const newGoal = object({ name: text, followers: { type: 'array', items: text } }, ['name', 'followers']);
const goalId = { parameters: [inPath('id', integer)] };
const folder = object({ id: integer, name: text }, ['id']);
const invoice = object({ id: integer, note: text }, ['id']);

/** What is sent, made and deleted comes back as something else: people for their names, a deletion for what was deleted. */
const OTHER_KINDS = documentOf({
  '/goals': {
    get: { responses: { 200: done({ type: 'array', items: goal }) } },
    post: { requestBody: media(newGoal), responses: { 201: done(goal) } },
  },
  '/goals/{id}': {
    ...goalId,
    get: { responses: { 200: done(goal), ...NOT_FOUND } },
    put: { requestBody: media(newGoal), responses: { 200: done(goal), ...NOT_FOUND } },
    delete: { responses: { 200: done(object({ id: text, deletedId: integer, status: text }, ['id'])), ...NOT_FOUND } },
  },
  '/folders': {
    get: { responses: { 200: done({ type: 'array', items: folder }) } },
    post: {
      requestBody: media(object({ name: text }), 'application/x-www-form-urlencoded'),
      responses: { 201: done(folder), 409: { description: 'There is one.' } },
    },
  },
  '/folders/{id}': { get: { parameters: [inPath('id', integer)], responses: { 200: done(folder), ...NOT_FOUND } } },
  '/invoice': {
    post: {
      requestBody: media(object({ note: text })),
      responses: { 200: done(object({ note: text, url: text })) },
    },
  },
  '/invoice/{id}': {
    parameters: [inPath('id', integer)],
    get: { responses: { 200: done(invoice), ...NOT_FOUND } },
    delete: { responses: { 200: done() } },
  },
  '/resources/{account}/{kind}': {
    parameters: [inPath('account', text), inPath('kind', { type: 'string', enum: ['user', 'host'] })],
    get: { responses: { 200: done({ type: 'array', items: object({ id: text }, ['id']) }) } },
  },
  '/resources/{account}/{kind}/{id}': {
    parameters: [
      inPath('account', text),
      inPath('kind', { type: 'string', enum: ['user', 'host'] }),
      inPath('id', text),
    ],
    get: { responses: { 200: done(object({ id: text }, ['id'])), ...NOT_FOUND } },
  },
  '/pulls/{id}.{type}': {
    parameters: [inPath('id', text), inPath('type', text)],
    get: { responses: { 200: done(text) } },
  },
  '/pulls/{id}': {
    parameters: [inPath('id', integer)],
    patch: { requestBody: media(object({ name: text })), responses: { 200: done(folder), 422: NOT_FOUND[404] } },
  },
});

const JUDGED = [
  ...['created.echoed', 'replaced.shown', 'deleted.gone', 'conflict.no-trace', 'missing.not-found', 'sequence.model'],
  ...['parallel.some-order', 'input.parameters-refused'],
];

test('a server whose replies are of another kind than what was sent, made or deleted is not accused', async () => {
  const { found, cells } = await judgedMock(OTHER_KINDS, ['--checks', JUDGED.join()]);
  expect(found.filter((one) => !one.startsWith('warn '))).toEqual([]);
  const outcomes = cells.filter(({ check }) => ['created.echoed', 'replaced.shown', 'deleted.gone'].includes(check));
  expect(outcomes.filter(({ operation, outcome }) => operation.includes('/goals') && outcome !== 'pass')).toEqual([]);
  expect(cells.filter(({ outcome }) => outcome === 'error')).toEqual([]);
}, 60_000);

test('a record that has more items within it than a page may have is no page that is too long', async () => {
  const order = whole({ id: integer, items: { type: 'array', items: whole({ name: text }) } });
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 10 } };
  const document = documentOf({
    '/orders': {
      get: {
        operationId: 'listOrders',
        parameters: [limit],
        responses: { 200: done(whole({ items: { type: 'array', items: order } })) },
      },
    },
    '/orders/{orderId}': {
      parameters: [inPath('orderId', integer)],
      get: { operationId: 'readOrder', responses: { 200: done(order), ...NOT_FOUND } },
    },
  });
  const all = [1, 2].map((id) => ({ id, items: Array.from({ length: 11 }, (_, line) => ({ name: `line ${line}` })) }));
  const server = await listen('', async ({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const size = searchParams.has('limit') ? Number(searchParams.get('limit')) : 10;
    const one = all.find(({ id }) => pathname === `/orders/${id}`);
    const isBad = !(Number.isInteger(size) && size >= 1 && size <= 10);
    const status = pathname === '/orders' ? (isBad ? 400 : 200) : one === undefined ? 404 : 200;
    const body = pathname === '/orders' && !isBad ? { items: all.slice(0, size) } : (one ?? { message: 'No.' });
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const { code, stdout } = await runHere(['--base-url', server.baseUrl, '--document', document, '--checks', 'input']);
  await server.close();
  expect(stdout).not.toContain('VIOLATION');
  expect(code).toBe(0);
}, 30_000);

const inQuery = (name: string, schema: object) => ({ name, in: 'query', schema });
const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const refusal = { 422: done(object({ detail: text })) };

/** Projects, whose ids the server makes, and the runs of each. */
const RUNS = documentOf({
  '/runs': {
    get: {
      operationId: 'searchRuns',
      parameters: [
        inQuery('failed', nullable({ type: 'boolean' })),
        inQuery('since', nullable({ ...text, format: 'date-time' })),
        inQuery('state', { enum: ['done', 'open', null] }),
      ],
      responses: { 200: done({ type: 'array', items: whole({ id: text }) }), ...refusal },
    },
  },
  '/projects/{projectId}/runs': {
    parameters: [inPath('projectId', text)],
    get: {
      operationId: 'listRuns',
      parameters: [inQuery('limit', { ...integer, minimum: 1, maximum: 100, default: 10 })],
      responses: { 200: done({ type: 'array', items: whole({ id: text }) }), ...refusal },
    },
  },
});

test.each<readonly [string, string, (url: URL) => boolean, readonly string[]]>([
  [
    'reads null in a query as the text that it is: OpenAPI has no other form for it',
    'accused of nothing',
    ({ searchParams }) => ['failed', 'since', 'state'].some((name) => searchParams.get(name) === 'null'),
    [],
  ],
  [
    'refuses ids that it has not made as it refuses ids of another kind',
    'accused of nothing',
    ({ pathname }) => pathname.startsWith('/projects/'),
    [],
  ],
  [
    'refuses a choice that the document names, by a status that it names as well,',
    'warned of it',
    ({ searchParams }) => searchParams.get('state') === 'open',
    ['warn input.accepted searchRuns: the status 422'],
  ],
])(
  'a server that %s is %s',
  async (_, _verdict, isRefused, expected) => {
    const server = await listen('', async ({ url = '' }, response) => {
      const isNo = isRefused(new URL(url, 'http://localhost'));
      response.writeHead(isNo ? 422 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isNo ? { detail: 'No.' } : []));
    });
    const { found } = await judgedBy(RUNS, server.baseUrl, '--checks', 'input.accepted');
    await server.close();
    expect(found).toEqual(expected);
  },
  30_000,
);

const PLACES = documentOf({
  '/folders': {
    post: {
      operationId: 'addFolder',
      ...taking(object({ name: text })),
      responses: {
        201: {
          ...done(whole({ id: integer })),
          headers: {
            Location: { schema: { ...text, format: 'uri' } },
            'X-Help': { schema: { ...text, format: 'uri' } },
            'Content-Location': { schema: { ...text, format: 'url' } },
          },
        },
      },
    },
  },
});

test.each<readonly [string, string, object, readonly string[]]>([
  [
    'says by a reference where a record is: that is what HTTP takes there (RFC 9110 §10.2.2)',
    'accused of nothing',
    { location: '/folders/1', 'content-location': '/folders/1' },
    [],
  ],
  [
    'has no whole address in a header of its own',
    'caught',
    { 'x-help': '/help' },
    ['fail reply.headers addFolder: X-Help: "/help"'],
  ],
])(
  'a server that %s is %s',
  async (_, _verdict, headers, expected) => {
    const server = await listen('', async (_request, response) => {
      response.writeHead(201, { 'content-type': 'application/json', ...headers }).end('{"id":1}');
    });
    const { found } = await judgedBy(PLACES, server.baseUrl, '--checks', 'reply.headers,input.accepted');
    await server.close();
    expect(found).toEqual(expected);
  },
  30_000,
);
