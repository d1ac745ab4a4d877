import { type StartedMock, startMock } from '../index';
import { sendRaw } from '../testing/socket';

/** RFC 9110 §5.5: bytes beyond ASCII in a header's value are opaque, so they leave as they came. */
const ORIGIN = 'http://caf\xe9.example';
const AUTH = 'Authorization: Bearer demo-enterprise';
const head = (line: string, ...headers: readonly string[]) =>
  Buffer.from(`${[line, 'Host: a', `Origin: ${ORIGIN}`, ...headers].join('\r\n')}\r\n\r\n`, 'latin1');

describe('an origin of bytes beyond ASCII is echoed byte for byte', () => {
  let mock: StartedMock;
  beforeAll(async () => {
    mock = await startMock({ fixtures: { pets: [{ id: 1, name: 'Käse', categoryId: 1 }] } });
  });
  afterAll(() => mock.close());

  test.each([
    ['beside a body beyond ASCII', head('GET /v1/pets HTTP/1.1', AUTH, 'Connection: close'), 200],
    ['without a body', head('HEAD /v1/pets HTTP/1.1', AUTH, 'Connection: close'), 200],
    ['in the reply to a preflight', head('OPTIONS /v1/pets HTTP/1.1', 'Connection: close'), 204],
    ['in a reply that comes before the end of the request', head('POST /v1/pets HTTP/1.1', 'Content-Length: 9'), 401],
  ])('%s', async (_, request, status) => {
    const { text } = await sendRaw(mock.baseUrl, [request]);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toContain(`\r\nAccess-Control-Allow-Origin: ${ORIGIN}\r\n`);
    if (status === 200 && !text.endsWith('\r\n\r\n')) {
      expect(Buffer.from(text, 'latin1').toString()).toContain('"name":"Käse"');
    }
  });
});
