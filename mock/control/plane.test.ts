import { version } from '../../openapi/package/package-file';
import { mockAtNoon } from '../testing/control';
import { firstReply, sendRaw } from '../testing/socket';

const given = mockAtNoon();
const { control } = given;

test('its health says that it is ready, what it serves, and how many worlds it has', async () => {
  const session = await given.mock.session();
  const { json } = await control('GET', '/health');
  expect(json).toEqual({
    ready: true,
    live: true,
    version: version(),
    contract: {
      title: 'Animal Store API',
      version: '1.0.0',
      readAt: expect.any(String),
      prefix: '/v1',
      credentials: [{ in: 'header', name: 'Authorization', scheme: 'Bearer' }],
    },
    uptimeSeconds: expect.any(Number),
    worlds: 2,
    droppedLogLines: 0,
    droppedJournalEntries: 0,
    refusedConnections: 0,
    store: { kind: 'memory', state: 'ok', reason: null, since: null },
    warnings: [],
    memory: {
      mostBytes: expect.any(Number),
      residentBytes: expect.any(Number),
      parts: expect.arrayContaining([
        { name: 'records', mostBytes: expect.any(Number), usedBytes: expect.any(Number) },
        { name: 'journals', mostBytes: 64 * 2 ** 20, usedBytes: expect.any(Number) },
      ]),
    },
    session: null,
    choices: { choices: {}, vary: null, except: [], taken: {} },
  });
  expect((await control('GET', `/sessions/${session.id}/health`)).json).toMatchObject({ ready: true, worlds: 2 });
  session.close();
  expect((await control('GET', '/health')).json).toMatchObject({ worlds: 1 });
});

describe('a path and a method', () => {
  test.each([
    ['/clock', 'GET, PUT, HEAD, OPTIONS'],
    ['/requests/count', 'POST, OPTIONS'],
    ['/faults/1', 'DELETE, OPTIONS'],
    ['/sessions/unknown/state', 'GET, PUT, HEAD, OPTIONS'],
  ])('of %s are listed for any client by OPTIONS', async (path, allow) => {
    const { status, headers } = await control('OPTIONS', path);
    expect({ status, allow: headers.allow }).toEqual({ status: 204, allow });
  });

  test('answer HEAD as GET, without the body', async () => {
    const [asked, looked] = [await control('GET', '/records'), await control('HEAD', '/records')];
    const figures = ({ status, headers }: typeof asked) => [status, headers['content-type'], headers['content-length']];
    expect(figures(looked)).toEqual(figures(asked));
    expect(looked.text).toBe('');
  });

  test.each([
    ['PATCH', '/clock', 'GET, PUT, HEAD, OPTIONS'],
    ['HEAD', '/requests/count', 'POST, OPTIONS'],
  ])('%s %s are refused with the allowed methods', async (method, path, allow) => {
    const { status, headers, text } = await control(method, path);
    expect({ status, allow: headers.allow }).toEqual({ status: 405, allow });
    const message = `/__admin${path} has no ${method}; it has ${allow}.`;
    expect(text).toBe(method === 'HEAD' ? '' : JSON.stringify({ code: 'method_not_allowed', message, status: 405 }));
  });

  test.each(['/nope', '/clock/', '/sessions/x/nope', '//clock'])('%s is not found', async (path) => {
    const { status, json } = await control('GET', path);
    expect(status).toBe(404);
    expect(json).toEqual({ code: 'unknown_path', message: `There is nothing at /__admin${path}.`, status: 404 });
  });

  test('that begin alike are the API’s', async () => {
    const response = await fetch(new URL('/__administration', given.mock.baseUrl));
    expect(response.headers.get('x-ratelimit-limit')).toBe('60');
  });
});

describe('a body', () => {
  const RUN = '{"action":"run"}';
  const put = (body: unknown, headers: Record<string, string> = {}) => control('PUT', '/clock', body, { headers });

  test.each([
    'application/json',
    'application/json; charset=UTF-8',
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded;charset=UTF-8',
    'text/plain;charset=UTF-8',
  ])('counts as JSON with the media type %s', async (type) => {
    expect((await put(RUN, { 'content-type': type })).json).toMatchObject({ frozen: false });
  });

  test.each([
    ['multipart/form-data', 'The request body must be application/json, not multipart/form-data.'],
    [
      'application/json; charset=latin1',
      'The request body must be application/json; charset=utf-8, not application/json; charset=latin1.',
    ],
  ])('of the type %s is refused', async (type, message) => {
    const { status, json } = await put(RUN, { 'content-type': type });
    expect(status).toBe(415);
    expect(json).toMatchObject({ code: 'unsupported_media_type', message });
    expect(given.mock.clock.frozen).toBe(true);
  });

  test.each([
    ['', 'invalid_body', 'The request body is missing.'],
    [
      '{"action":',
      'malformed_body',
      expect.stringMatching(/^The request body is not JSON: .* at line 1, column 11\.$/),
    ],
  ])('that reads %j is refused', async (body, code, message) => {
    const { status, json } = await put(body);
    expect({ status, json }).toEqual({ status: 400, json: { code, message, status: 400 } });
  });

  test('that is larger than any state is refused before it is sent', async () => {
    const head = `PUT /__admin/state HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${2 ** 28 + 1}\r\n\r\n`;
    const received = await sendRaw(given.mock.baseUrl, [head], { patience: 3000 });
    expect(firstReply(received)).toMatchObject({ status: 413, body: expect.stringContaining('larger than 268435456') });
  });

  test('that the operation does not take is ignored', async () => {
    expect((await control('POST', '/reset', 'x'.repeat(100_000))).status).toBe(204);
    expect((await control('GET', '/clock')).status).toBe(200);
  });
});
