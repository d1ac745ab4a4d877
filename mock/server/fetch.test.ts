import { gzipSync } from 'node:zlib';
import { createMock, type Mock } from '../index';

/** A body that goes on for as long as it is read. */
const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(2 ** 16)) });

const KEY = { authorization: 'Bearer demo-business' };

/** The reason that a promise is rejected with. */
const reasonOf = (response: Promise<unknown>): Promise<unknown> =>
  response.then(
    () => 'answered',
    (reason: unknown) => reason,
  );

describe('mock.fetch', () => {
  let mock: Mock;
  beforeEach(async () => {
    mock = await createMock({ planLimits: false });
  });

  it.each([
    ['a path', '/v1/pets?limit=2'],
    ['an address', 'https://api.example/v1/pets?limit=2'],
    ['a URL', new URL('http://localhost:3000/v1/pets?limit=2')],
  ])('takes %s', async (_, input) => {
    const response = await mock.fetch(input, { headers: KEY });
    expect([response.status, response.statusText]).toEqual([200, 'OK']);
    expect(await response.json()).toHaveLength(2);
  });

  it('takes a Request, as MSW handlers get one', async () => {
    const request = new Request('http://api.example/v1/pets', {
      method: 'POST',
      headers: { ...KEY, 'content-type': 'application/json' },
      body: '{"name":"Rex","categoryId":9007199254740993}',
    });
    const response = await mock.fetch(request);
    expect(response.status).toBe(201);
    expect(await response.text()).toBe('{"id":127,"name":"Rex","categoryId":9007199254740993}');
  });

  it("takes another library's Request", async () => {
    const { signal } = new AbortController();
    const foreign = {
      url: 'http://localhost/v1/pets?limit=1',
      method: 'GET',
      headers: new Headers(KEY),
      signal,
      arrayBuffer: async () => new ArrayBuffer(0),
    } as unknown as Request;
    expect((await mock.fetch(foreign)).status).toBe(200);
  });

  it('decodes a body by its Content-Encoding', async () => {
    const headers = { ...KEY, 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const body = gzipSync('{"name":"Rex","categoryId":1}');
    expect((await mock.fetch('/v1/pets', { method: 'POST', headers, body })).status).toBe(201);
    expect((await mock.fetch('/v1/pets', { method: 'POST', headers, body: 'no gzip' })).status).toBe(400);
  });

  it('has no body where HTTP has none', async () => {
    const head = await mock.fetch('/v1/pets', { method: 'HEAD', headers: KEY });
    const options = await mock.fetch('/v1/pets', { method: 'OPTIONS' });
    expect([head.status, head.body, options.status, options.body]).toEqual([200, null, 204, null]);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
  });

  it('appears in the journal as a request over a socket does', async () => {
    const body = '{"name":"Rex","categoryId":1}';
    await mock.fetch('http://api.example/v1/pets?a=b', { method: 'POST', headers: KEY, body });
    const [entry] = await mock.requests();
    expect(entry).toMatchObject({ method: 'POST', path: '/v1/pets', query: 'a=b', key: 'business', request: { body } });
    expect(entry?.request.headers).toEqual(
      expect.arrayContaining([
        { name: 'host', value: 'api.example' },
        { name: 'authorization', value: 'Bearer hidden' },
      ]),
    );
  });

  it.each([
    ['without a key, before anything of it came', {}, new ReadableStream({}), 401],
    ['that has no end, once it is too large', KEY, endless(), 413],
  ])('answers a body %s', async (_, headers, body, status) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body, duplex: 'half' };
    expect((await mock.fetch('/v1/pets', init as RequestInit)).status).toBe(status);
  });

  it('stores nothing of a body that was cut off', async () => {
    const leaving = new AbortController();
    let isCancelled = false;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('{"name":"Rex",')),
      cancel: () => {
        isCancelled = true;
      },
    });
    const headers = { ...KEY, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half', signal: leaving.signal };
    const asked = reasonOf(mock.fetch('/v1/pets', init as RequestInit));
    await new Promise((resolve) => setTimeout(resolve, 20));
    leaving.abort(new Error('changed my mind'));
    expect(await asked).toEqual(new Error('changed my mind'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isCancelled).toBe(true);
    expect((await mock.fetch('/v1/pets/127', { headers: KEY })).status).toBe(404);
    expect((await mock.requests({ method: 'POST' }))[0]).toMatchObject({ status: null });
  });

  it.each([[undefined], [5], [null], [{}]])('refuses %p, which is no request', async (input) => {
    const reason = await reasonOf(mock.fetch(input as never));
    expect(String(reason)).toMatch(/^TypeError: mock\.fetch: expected a path, a URL or a Request, not /);
  });

  it.each([
    ['CONNECTION_RESET_BY_PEER', 'ECONNRESET'],
    ['EMPTY_RESPONSE', 'UND_ERR_SOCKET'],
    ['RANDOM_DATA_THEN_CLOSE', 'HPE_INVALID_CONSTANT'],
  ] as const)('is rejected as fetch is at %s', async (abort, code) => {
    await mock.faults.add({ abort });
    const reason = await reasonOf(mock.fetch('/v1/pets', { headers: KEY }));
    expect(reason).toBeInstanceOf(TypeError);
    expect(reason).toMatchObject({ message: 'fetch failed', cause: { code } });
    expect((await mock.requests())[0]).toMatchObject({ status: null, fault: '1' });
  });

  it('gets a head and a body that fails from MALFORMED_RESPONSE_CHUNK', async () => {
    await mock.faults.add({ abort: 'MALFORMED_RESPONSE_CHUNK' });
    const response = await mock.fetch('/v1/pets', { headers: KEY });
    expect(response.status).toBe(200);
    expect(await reasonOf(response.text())).toBeInstanceOf(TypeError);
  });

  it('rejects when its signal is aborted, even during a delay', async () => {
    await mock.faults.add({ delayMs: 60_000 });
    const leaving = new AbortController();
    const response = reasonOf(mock.fetch('/v1/pets', { headers: KEY, signal: leaving.signal }));
    await new Promise((resolve) => setTimeout(resolve, 20));
    leaving.abort(new Error('changed my mind'));
    expect(await response).toEqual(new Error('changed my mind'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await mock.requests())[0]).toMatchObject({ status: null });
    expect(await reasonOf(mock.fetch('/v1/pets', { signal: leaving.signal }))).toEqual(new Error('changed my mind'));
  });

  it('reaches the control plane and the pages too, which refuse requests of other origins', async () => {
    expect((await mock.fetch('/__admin/clock')).status).toBe(200);
    expect((await mock.fetch('http://evil.example/__admin/clock')).status).toBe(403);
    expect(await (await mock.fetch('/openapi.yaml')).text()).toContain('openapi: ');
  });

  it('keeps no place among the streams for those whose reader has left, or that were given up before they began', async () => {
    for (let nth = 0; nth < 120; nth += 1) {
      const leaving = new AbortController();
      const asked = mock.fetch('/__admin/requests/stream', { signal: leaving.signal });
      leaving.abort();
      await expect(asked).rejects.toThrow();
      await (await mock.fetch('/__admin/requests/stream')).body?.cancel();
      await new Promise(setImmediate);
    }
    const response = await mock.fetch('/__admin/requests/stream');
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });

  it('streams requests until the reader leaves, or its signal is aborted', async () => {
    const response = await mock.fetch('/__admin/requests/stream');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const next = async () => new TextDecoder().decode((await reader.read()).value);
    expect(await next()).toBe('retry: 1000\n\n');
    await mock.fetch('/v1/pets?limit=1', { headers: KEY });
    expect(await next()).toMatch(/^id: 1\nevent: request\ndata: \{"id":1,/);
    await mock.reset();
    expect(await next()).toContain('event: change');
    await reader.cancel();
    const leaving = new AbortController();
    const given = await mock.fetch('/__admin/requests/stream', { signal: leaving.signal });
    leaving.abort(new Error('changed my mind'));
    await expect(given.text()).rejects.toThrow('changed my mind');
  });
});
