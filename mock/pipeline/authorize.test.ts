import { servedEach } from '../testing/adapters';
import { body, documentOf, done, json, object, TEXT } from '../testing/asking';
import { writeFile } from '../testing/edited';

const ERROR = object({ message: TEXT }, 'message');
const NOTE = object({ text: TEXT }, 'text');
const refused = { 401: { description: 'Who?', ...json(ERROR) }, 403: { description: 'Not you.', ...json(ERROR) } };
const operation = (more: object) => ({
  requestBody: body(NOTE),
  responses: { ...done(201, NOTE), ...refused },
  ...more,
});

const PATHS = {
  '/notes': {
    get: { security: [{ oauth: ['notes:read'] }], responses: { ...done(200, NOTE), ...refused } },
    post: operation({ security: [{ oauth: ['notes:read', 'notes:write'] }, { oauth: ['admin'] }] }),
  },
  '/plain': { get: { responses: { ...done(200, NOTE), ...refused } }, post: operation({}) },
  '/silent': { post: { requestBody: body(NOTE), responses: done(201, NOTE) } },
  '/open': { post: operation({ security: [{}, { oauth: ['admin'] }] }) },
};
const flows = { clientCredentials: { tokenUrl: '/token', scopes: {} } };
const KEYS = [
  { name: 'all', key: 'key-all' },
  { name: 'reader', key: 'key-reader', scopes: ['notes:read'] },
  { name: 'writer', key: 'key-writer', scopes: ['notes:read', 'notes:write'] },
  { name: 'admin', key: 'key-admin', scopes: ['admin', 'notes:read'] },
  { name: 'looker', key: 'key-looker', readOnly: true },
];
const options = () => ({
  document: documentOf(PATHS, {
    components: { securitySchemes: { oauth: { type: 'oauth2', flows } } },
    security: [{ oauth: [] }],
  }),
  keys: writeFile('json', JSON.stringify(KEYS.map((key) => ({ ...key, plan: 'any' })))),
  checkReplies: true,
});

describe.each(servedEach(options))('the roles of keys %s', (_, start) => {
  let served: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    served = await start();
  });
  afterAll(() => served.close());

  const ask = (key: string, method: string, path: string) =>
    served.ask(served.baseUrl + path, {
      method,
      headers: { authorization: `Bearer key-${key}`, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{"text":"a"}' } : {}),
    });

  test.each([
    ['all', 'POST', '/notes', 201],
    ['reader', 'GET', '/notes', 200],
    ['reader', 'POST', '/notes', 403],
    ['writer', 'POST', '/notes', 201],
    ['admin', 'POST', '/notes', 201],
    ['reader', 'POST', '/plain', 201],
    ['reader', 'POST', '/open', 201],
    ['looker', 'GET', '/plain', 200],
    ['looker', 'POST', '/plain', 403],
    ['looker', 'POST', '/silent', 201],
    ['nobody', 'POST', '/notes', 401],
  ])('%s may %s %s: %i', async (key, method, path, status) => {
    expect((await ask(key, method, path)).status).toBe(status);
  });

  test('a refusal names what is missing, to a program as to a person', async () => {
    const reply = await ask('reader', 'POST', '/notes');
    expect(reply.headers.get('www-authenticate')).toMatch(/^Bearer .*error="insufficient_scope", scope="notes:write"$/);
    expect(await reply.json()).toEqual({ message: 'This API key lacks "notes:write".' });
  });
});
