import { connect } from 'node:net';
import { type StartedMock, startMock } from '../index';
import { firstReply, sendRaw, statusesOf } from '../testing/socket';
import { startOwn } from '../testing/started';

const AUTH = 'Authorization: Bearer demo-enterprise';
const GOOD = '{"name":"Rex","categoryId":1}';
const head = (line: string, ...headers: readonly string[]) => `${[line, 'Host: a', ...headers].join('\r\n')}\r\n\r\n`;
const post = (...headers: readonly string[]) =>
  head('POST /v1/pets HTTP/1.1', 'Content-Type: application/json', ...headers);
const GET = head('GET /v1/pets?limit=1 HTTP/1.1', AUTH);

describe('on one connection', () => {
  let mock: StartedMock;
  const send: (...chunks: readonly (string | Buffer | number)[]) => ReturnType<typeof sendRaw> = (...chunks) =>
    sendRaw(mock.baseUrl, chunks, { patience: 1500 });
  const stored = async () => {
    const response = await fetch(`${mock.baseUrl}/pets`, { headers: { authorization: 'Bearer demo-enterprise' } });
    return ((await response.json()) as unknown[]).length;
  };

  beforeAll(async () => {
    mock = await startMock({ fixtures: 'none', planLimits: false, timeouts: { headers: 300, request: 600 } });
  });
  afterAll(() => mock.close());
  beforeEach(() => mock.reset());

  test('a good request is answered before the 400 for what comes after it', async () => {
    const received = await send(`${post(AUTH, `Content-Length: ${GOOD.length}`)}${GOOD}JUNK\r\n\r\n`);
    expect(statusesOf(received)).toEqual([201, 400]);
    expect(received.closed).toBe(true);
    expect(await stored()).toBe(1);
  });

  test.each([
    ['without a key', post('Content-Length: 100')],
    ['that is too large', post(AUTH, 'Content-Length: 9999999999')],
    ['that is not wanted', head('GET /v1/pets HTTP/1.1', AUTH, 'Content-Length: 100')],
    ['that turns out not to be one', post('Transfer-Encoding: chunked')],
  ])('a body %s is answered once, though its end never comes', async (_, request) => {
    const received = await send(request, 'no', 200, '\r\n');
    expect(statusesOf(received)).toHaveLength(1);
    expect(received.text).toMatch(/^Connection: close\r$/m);
    expect(received.closed).toBe(true);
  });

  test('a request after a reply that closes the connection is not carried out', async () => {
    const good = `${post(AUTH, `Content-Length: ${GOOD.length}`)}${GOOD}`;
    const received = await send(post('Content-Length: 5'), 400, `later${good}`);
    expect(statusesOf(received)).toEqual([401]);
    expect(await stored()).toBe(0);
  });

  test('a body that the operation does not take does not disturb the next request', async () => {
    const received = await send(`${head('GET /v1/pets HTTP/1.1', AUTH, 'Content-Length: 5')}hello${GET}`);
    expect(statusesOf(received)).toEqual([200, 200]);
  });

  test('a client that reads only after it has sent everything still gets its refusal', async () => {
    const { port } = new URL(mock.baseUrl);
    const size = 8 * 2 ** 20;
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    socket.pause();
    let text = '';
    socket.on('data', (data) => {
      text += data.toString();
    });
    const closed = new Promise<void>((resolve, reject) => socket.once('end', resolve).once('error', reject));
    socket.write(post(AUTH, `Content-Length: ${size}`));
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.write(Buffer.alloc(size, 'x'), () => socket.resume());
    await closed;
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('a body that is broken in the middle changes nothing', async () => {
    const received = await send(post(AUTH, 'Transfer-Encoding: chunked'), `1d\r\n${GOOD}\r\nzz\r\n`);
    expect(statusesOf(received)).toEqual([400]);
    expect(await stored()).toBe(0);
  });

  test.each(['foo://', 'http://[/no', 'http://[::1/no'])(
    'a target that no router can read (%s) gets a 404 in its turn',
    async (target) => {
      const last = head('GET /v1/pets HTTP/1.1', AUTH, 'Connection: close');
      const received = await send(GET, head(`GET ${target} HTTP/1.1`, AUTH), last);
      expect(statusesOf(received)).toEqual([200, 404, 200]);
      expect(received.text).toContain('"code":"unknown_path"');
    },
  );

  test('each request is recorded with its own headers, although most repeat earlier ones', async () => {
    const steps = ['a', 'a', 'b', 'a', 'a'];
    const requests = steps.map((step) => head('GET /v1/pets HTTP/1.1', AUTH, `X-Step: ${step}`));
    await send(...requests, head('GET /v1/pets HTTP/1.1', AUTH, 'X-Other: c', 'Connection: close'));
    const own = (await mock.requests()).map(({ request }) => request.headers.find(({ name }) => name.startsWith('X-')));
    const expected = [...steps.map((value) => ({ name: 'X-Step', value })), { name: 'X-Other', value: 'c' }];
    expect(own).toEqual(expected.reverse());
  });

  describe('a client that waits for 100 Continue', () => {
    const expecting = (...headers: readonly string[]) => post('Expect: 100-continue', ...headers);

    test('gets it when its body is going to be read', async () => {
      const received = await send(expecting(AUTH, `Content-Length: ${GOOD.length}`), 100, GOOD);
      expect(statusesOf(received)).toEqual([100, 201]);
    });

    test.each([
      [401, expecting('Content-Length: 9')],
      [413, expecting(AUTH, 'Content-Length: 1048577')],
      [415, expecting(AUTH, 'Content-Length: 9', 'Content-Encoding: rot13')],
      [404, head('POST /v1/nothing HTTP/1.1', AUTH, 'Expect: 100-continue', 'Content-Length: 9')],
    ])('gets the %d instead if the body does not matter', async (status, request) => {
      expect(statusesOf(await send(request))).toEqual([status]);
    });
  });

  test('OPTIONS * lists the methods of the whole API', async () => {
    const reply = firstReply(await send(head('OPTIONS * HTTP/1.1', 'Connection: close')));
    expect(reply?.status).toBe(204);
    expect(reply?.headers).toMatch(/^Allow: GET, POST, HEAD, OPTIONS\r$/m);
  });
});

/** RFC 9110 §5.5: bytes beyond ASCII in a header's value are opaque, so they leave as they came. */
describe('an origin of bytes beyond ASCII is echoed byte for byte', () => {
  const ORIGIN = 'http://caf\xe9.example';
  test.each([
    ['beside a body beyond ASCII', 'GET', [AUTH, 'Connection: close'], 200],
    ['without a body', 'HEAD', [AUTH, 'Connection: close'], 200],
    ['in the reply to a preflight', 'OPTIONS', ['Connection: close'], 204],
    ['in a reply that comes before the end of the request', 'POST', ['Content-Length: 9'], 401],
  ])('%s', async (_, method, headers, status) => {
    const { baseUrl } = await startOwn({ fixtures: { pets: [{ id: 1, name: 'Käse', categoryId: 1 }] } });
    const request = head(`${method} /v1/pets HTTP/1.1`, `Origin: ${ORIGIN}`, ...headers);
    const { text } = await sendRaw(baseUrl, [Buffer.from(request, 'latin1')]);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toContain(`\r\nAccess-Control-Allow-Origin: ${ORIGIN}\r\n`);
    if (method === 'GET') expect(Buffer.from(text, 'latin1').toString()).toContain('"name":"Käse"');
  });
});

describe('a client that pipelines', () => {
  let mock: StartedMock;
  beforeAll(async () => {
    mock = await startMock({ planLimits: false });
  });
  afterAll(() => mock.close());

  test('has a thousand requests answered in their order, also if it closes its side after the last', async () => {
    const ids = Array.from({ length: 1000 }, (_, index) => (index % 3) + 1);
    const requests = ids.map((id) => head(`GET /v1/pets/${id} HTTP/1.1`, AUTH));
    const received = await sendRaw(mock.baseUrl, [requests.join('')], { end: true, patience: 5000 });
    expect([...received.text.matchAll(/\{"id":(\d+)/g)].map(([, id]) => Number(id))).toEqual(ids);
  });

  test('waits for a delayed request, and others do not', async () => {
    await mock.faults.add({ match: { path: '/v1/pets/1' }, delayMs: 300 });
    const order: string[] = [];
    const slow = sendRaw(mock.baseUrl, [
      head('GET /v1/pets/1 HTTP/1.1', AUTH),
      head('GET /v1/pets/2 HTTP/1.1', AUTH, 'Connection: close'),
    ]).then((received) => order.push(`${statusesOf(received)}`));
    const other = sendRaw(mock.baseUrl, [50, head('GET /v1/pets/2 HTTP/1.1', AUTH, 'Connection: close')]).then(
      (received) => order.push(`${statusesOf(received)}`),
    );
    await Promise.all([slow, other]);
    expect(order).toEqual(['200', '200,200']);
    await mock.reset();
  });
});
