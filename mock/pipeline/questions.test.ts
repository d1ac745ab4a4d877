import request from 'supertest';
import { createMock, type Mock } from '../index';
import { editedDocument } from '../testing/edited';

const DONE = { description: 'Done.' };

describe('a question about the API costs nothing and needs no key', () => {
  let mock: Mock;
  const left = async () => {
    const { headers } = await request(mock.app).options('/v1/pets');
    return headers['x-ratelimit-remaining'];
  };

  beforeAll(async () => {
    const document = editedDocument((draft) => {
      draft.paths['/pets'].options = { operationId: 'ask', responses: { 204: DONE } };
    });
    mock = await createMock({ document });
  });
  beforeEach(() => mock.reset());

  test('a preflight, also where the path has an OPTIONS of its own', async () => {
    const { status, headers } = await request(mock.app)
      .options('/v1/pets')
      .set({ Origin: 'http://a.example', 'Access-Control-Request-Method': 'POST' });
    expect([status, headers['access-control-allow-methods']]).toEqual([204, 'GET, POST, OPTIONS, HEAD']);
    expect(headers['x-ratelimit-remaining']).toBe('60');
  });

  test('while OPTIONS itself, if the contract has it, is a request like any other', async () => {
    expect((await request(mock.app).options('/v1/pets')).status).toBe(401);
    expect(await left()).toBe('58');
  });

  test.each(['/openapi.json', '/openapi.yaml'])('the contract at %s, as a reply like any other', async (path) => {
    mock.clock.set('2031-01-01T00:00:00Z');
    const got = await request(mock.app).get(path).set('Origin', 'http://a.example');
    expect([got.status, got.headers['x-ratelimit-remaining']]).toEqual([200, '60']);
    expect(got.headers.date).toBe('Wed, 01 Jan 2031 00:00:00 GMT');
    expect(got.headers['access-control-allow-origin']).toBe('http://a.example');
    const head = await request(mock.app).head(path);
    expect([head.status, head.headers['content-length']]).toEqual([200, got.headers['content-length']]);
    const { status, headers, body } = await request(mock.app).post(path);
    expect([status, headers.allow, body.code]).toEqual([405, 'GET, HEAD, OPTIONS', 'method_not_allowed']);
    expect(headers['x-ratelimit-remaining']).toBe('60');
  });
});

test('an operation at such a path goes before the document', async () => {
  const { app } = await createMock({
    document: editedDocument((document) => {
      document.servers = [];
      document.paths['/openapi.json'] = { get: { security: [], responses: { 204: DONE } } };
    }),
  });
  expect((await request(app).get('/openapi.json')).status).toBe(204);
  expect((await request(app).post('/openapi.json')).headers.allow).toBe('GET, HEAD, OPTIONS');
  expect((await request(app).get('/openapi.yaml')).status).toBe(200);
});
