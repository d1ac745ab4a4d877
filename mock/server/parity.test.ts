import fc from 'fast-check';
import { createMock, type Mock, type StartedMock, startMock } from '../index';

/** What Node adds to a reply by itself, since it has a connection. */
const OF_CONNECTIONS = ['connection', 'keep-alive'];
const NOON = '2026-11-19T12:00:00Z';

const KEYS = ['demo-free', 'demo-business', 'demo-revoked', 'no-such-key'];
const BODIES = [
  '{"name":"Rex","categoryId":1}',
  '{"name":"Rex","categoryId":9007199254740993,"status":"sold"}',
  '{"name":"Rex"}',
  '{"name":',
  '[]',
  '',
];

const requests = fc.record({
  method: fc.constantFrom('GET', 'GET', 'POST', 'POST', 'HEAD', 'OPTIONS', 'DELETE', 'PROPFIND'),
  path: fc.constantFrom(
    ...['/v1/pets', '/v1/pets?limit=2', '/v1/pets?limit=0', '/v1/pets?status=sold&limit=1', '/v1/pets?__code=404'],
    ...[
      '/v1/pets/1',
      '/v1/pets/127',
      '/v1/pets/%ff',
      '/v1/nothing',
      '/',
      '/v1',
      '/openapi.json',
      '/docs',
      '/__admin/allowances',
    ],
  ),
  key: fc.option(fc.constantFrom(...KEYS), { nil: undefined }),
  headers: fc.constantFrom<Record<string, string>>(
    {},
    { prefer: 'code=404' },
    { prefer: 'code=999' },
    { origin: 'http://localhost:3000' },
    { origin: 'http://a.example', 'access-control-request-method': 'POST' },
    { 'content-type': 'text/plain' },
    { 'content-encoding': 'zstd' },
  ),
  body: fc.constantFrom(...BODIES),
});

describe('the two adapters', () => {
  let started: StartedMock;
  let created: Mock;
  const both = (): readonly Mock[] => [started, created];

  beforeAll(async () => {
    started = await startMock({ checkReplies: true });
    created = await createMock({ checkReplies: true });
  });
  afterAll(() => started.close());

  /** Status, headers and body, in words that can be compared. */
  async function shown(asked: Promise<Response>): Promise<unknown> {
    const response = await asked;
    const headers = [...response.headers].filter(([name]) => !OF_CONNECTIONS.includes(name));
    return [response.status, response.statusText, headers.sort(), await response.text()];
  }

  it('reply the same to whatever is asked, one after the other', () =>
    fc.assert(
      fc.asyncProperty(fc.array(requests, { minLength: 1, maxLength: 8 }), async (sequence) => {
        for (const mock of both()) {
          await mock.reset();
          mock.clock.freeze();
          mock.clock.set(NOON);
        }
        const origin = new URL(started.baseUrl).origin;
        for (const { method, path, key, headers, body } of sequence) {
          const init: RequestInit = {
            method,
            redirect: 'manual',
            headers: {
              ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
              ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
              ...headers,
            },
            ...(method === 'POST' ? { body } : {}),
          };
          expect(await shown(created.fetch(`${origin}${path}`, init))).toEqual(await shown(fetch(origin + path, init)));
        }
        // How far a clock is from the real time is another at each look.
        const states = await Promise.all(both().map((mock) => mock.state()));
        const [overSocket, without] = states.map(({ records, allowances, faults }) => ({
          records,
          allowances,
          faults,
        }));
        expect(without).toEqual(overSocket);
      }),
      { numRuns: 60 },
    ));
});
