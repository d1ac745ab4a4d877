import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { segment } from '../../openapi/program/testing/texts';
import { type StartedMock, startMock } from '../index';
import { firstReply, type RawReplies, sendRaw } from '../testing/socket';

const AUTH = 'Authorization: Bearer demo-enterprise';
const GOOD = '{"name":"Rex","categoryId":1}';
const head = (line: string, ...headers: readonly string[]) =>
  `${[line, 'Host: a', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;
const post = (...headers: readonly string[]) =>
  head('POST /v1/pets HTTP/1.1', AUTH, 'Content-Type: application/json', ...headers);

describe('whatever is sent', () => {
  let mock: StartedMock;
  const send = (chunks: readonly (string | Buffer)[], options?: Parameters<typeof sendRaw>[2]) =>
    sendRaw(mock.baseUrl, chunks, options);
  const stored = async () => {
    const response = await fetch(`${mock.baseUrl}/pets?limit=100`, {
      headers: { authorization: 'Bearer demo-enterprise' },
    });
    return ((await response.json()) as unknown[]).length;
  };

  beforeAll(async () => {
    mock = await startMock({ fixtures: 'none', planLimits: false });
  });
  afterAll(() => mock.close());
  afterEach(async () => {
    // Nothing was stored, and the next request is served.
    expect(await stored()).toBe(0);
  });

  test.each<[string, number, readonly (string | Buffer)[]]>([
    ['bytes that are no HTTP', 400, [Buffer.from([0, 1, 2, 255, 13, 10, 13, 10])]],
    ['a line of text', 400, ['hello\r\n\r\n']],
    ['a request of HTTP/0.9', 400, ['GET /v1/pets\r\n\r\n']],
    ['a version that does not exist', 400, ['GET /v1/pets HTTP/9.9\r\nHost: a\r\n\r\n']],
    ['a TLS greeting', 400, [Buffer.from('16030100a5010000a10303', 'hex')]],
    ['the preface of HTTP/2', 400, ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n']],
    ['no Host', 400, ['GET /v1/pets HTTP/1.1\r\nConnection: close\r\n\r\n']],
    ['a header without a name', 400, [head('GET /v1/pets HTTP/1.1', ': x')]],
    ['a space before the colon', 400, [head('GET /v1/pets HTTP/1.1', 'X : y')]],
    ['a NUL in a header', 400, [head('GET /v1/pets HTTP/1.1', 'X: a\0b')]],
    ['two lengths', 400, [post('Content-Length: 2', 'Content-Length: 3'), '{}']],
    ['a length and chunks', 400, [post('Content-Length: 2', 'Transfer-Encoding: chunked'), '0\r\n\r\n']],
    ['a negative length', 400, [post('Content-Length: -1')]],
    ['a chunk of no size', 400, [post('Transfer-Encoding: chunked'), 'zz\r\n{}\r\n0\r\n\r\n']],
    ['a transfer coding without an end', 415, [post('Transfer-Encoding: gzip'), 'x']],
    ['an unknown transfer coding', 415, [post('Transfer-Encoding: gzip, chunked'), chunk(GOOD), '0\r\n\r\n']],
    ['two Hosts', 400, [head('GET /v1/pets HTTP/1.1', AUTH, 'Host: b')]],
    ['20 KiB of headers', 431, [head('GET /v1/pets HTTP/1.1', `X: ${'x'.repeat(20_000)}`)]],
    ['20 KiB of path', 431, [head(`GET /${'x'.repeat(20_000)} HTTP/1.1`)]],
    ['an unknown expectation', 417, [post('Expect: a-miracle', 'Content-Length: 2'), '{}']],
    ['a body that says it is over the limit', 413, [post('Content-Length: 1048577'), 'x']],
    [
      'a body in chunks that goes over it',
      413,
      [post('Transfer-Encoding: chunked'), chunk('"'.padEnd(1_100_000, 'x')), '0\r\n\r\n'],
    ],
    [
      'a body that inflates to over it',
      413,
      [
        post('Content-Encoding: gzip', `Content-Length: ${gzipSync(' '.repeat(2 ** 24)).length}`),
        gzipSync(' '.repeat(2 ** 24)),
      ],
    ],
    [
      'a body of Brotli that inflates to over it',
      413,
      [
        post('Content-Encoding: br', `Content-Length: ${brotliCompressSync(' '.repeat(2 ** 24)).length}`),
        brotliCompressSync(' '.repeat(2 ** 24)),
      ],
    ],
    ['a body that is not the Brotli it says', 400, [post('Content-Encoding: br', 'Content-Length: 2'), '{}']],
    ['a body that is not the gzip it says', 400, [post('Content-Encoding: gzip', 'Content-Length: 2'), '{}']],
    ['a coding that is not supported', 415, [post('Content-Encoding: rot13', 'Content-Length: 2'), '{}']],
    ['brackets 100,000 deep', 400, [post('Content-Length: 100000'), '['.repeat(100_000)]],
    ['objects 100,000 deep', 400, [post('Content-Length: 500000'), '{"a":'.repeat(100_000)]],
    [
      'a number of 100,000 digits',
      400,
      [post('Content-Length: 100028'), `{"name":"Rex","categoryId":${'9'.repeat(100_000)}}`],
    ],
    ['a page of 500 digits', 400, [head(`GET /v1/pets?limit=${'9'.repeat(500)} HTTP/1.1`, AUTH)]],
    ['a number with a huge exponent', 400, [post('Content-Length: 41'), '{"name":"Rex","categoryId":1e99999999999}']],
    ['a path that is encoded wrongly', 404, [head('GET /v1/pets/%e0%a4%a HTTP/1.1', AUTH)]],
    ['a path that climbs', 404, [head('GET /v1/../../etc/passwd HTTP/1.1', AUTH)]],
    ['another host in the target', 404, [head('GET http://other.example/nothing HTTP/1.1', AUTH)]],
    ['a method in lower case', 400, [head('get /v1/pets HTTP/1.1', AUTH)]],
  ])('%s gets %#: a %d in the envelope', async (_, status, chunks) => {
    const received = await send(chunks);
    expect(firstReply(received)?.status).toBe(status);
    expectEnvelope(received, status);
  });

  test.each<[string, readonly string[]]>([
    ['in the middle of the request line', ['POST /v1/pe']],
    ['in the middle of the headers', [post().slice(0, -2)]],
    ['in the middle of the body', [post('Content-Length: 100'), GOOD]],
    ['in the middle of a chunk', [post('Transfer-Encoding: chunked'), `ff\r\n${GOOD}`]],
  ])('a client that ends %s gets a 400 or a closed connection', async (_, chunks) => {
    const received = await send(chunks, { end: true });
    expect(received.closed).toBe(true);
    if (received.text !== '') expectEnvelope(received, 400);
  });

  test('a client that leaves in the middle of a request causes no error', async () => {
    const received = await send([post('Content-Length: 100'), GOOD], { patience: 30 });
    expect(received).toEqual({ text: '', closed: false });
  });

  test('a target that is an absolute URL is answered by its path', async () => {
    const received = await send([head('GET http://a/v1/pets?limit=5 HTTP/1.1', AUTH)]);
    expect(firstReply(received)?.body).toBe('[]');
  });

  test('no text anywhere in a request makes the mock fail or answer outside of its envelope', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'OPTIONS', 'TRACE'),
        fc.array(segment, { maxLength: 3 }),
        fc.array(segment).map((pairs) => pairs.join('&')),
        fc.dictionary(fc.stringMatching(/^x-[a-z]{1,8}$/), fc.stringMatching(/^[\x21-\x7e]{0,20}$/), { maxKeys: 3 }),
        fc.oneof(
          fc.uint8Array({ maxLength: 60 }),
          fc.json().map((text) => new TextEncoder().encode(text)),
        ),
        async (method, segments, query, headers, body) => {
          const url = `${mock.baseUrl}/pets${segments.map((segment) => `/${segment}`).join('')}?${query}`;
          if (method === 'TRACE') return; // fetch refuses to send it; the cases above have unknown methods.
          const response = await fetch(url, {
            method,
            headers: { ...headers, authorization: 'Bearer demo-enterprise', 'content-type': 'application/json' },
            ...(method === 'POST' || method === 'PUT' ? { body: Buffer.from(body) } : {}),
          });
          const text = await response.text();
          expect(response.status).toBeLessThan(500);
          if (response.status >= 400 && method !== 'HEAD') {
            expect(JSON.parse(text)).toEqual({
              code: expect.any(String),
              message: expect.any(String),
              status: response.status,
            });
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('a request that is not complete in time gets a 408', async () => {
  const mock = await startMock({ timeouts: { headers: 100, request: 200 } });
  const received = await sendRaw(mock.baseUrl, [post('Content-Length: 100'), GOOD], { patience: 5000 });
  expect(received.closed).toBe(true);
  expectEnvelope(received, 408);
  await mock.close();
});

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

function expectEnvelope(received: RawReplies, status: number): void {
  const reply = firstReply(received);
  expect(JSON.parse(reply?.body ?? '')).toEqual({ code: expect.any(String), message: expect.any(String), status });
  for (const name of ['Limit', 'Remaining', 'Reset'])
    expect(reply?.headers).toMatch(new RegExp(`^X-RateLimit-${name}: \\d+$`, 'm'));
}
