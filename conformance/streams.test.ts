import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contractOf } from '../openapi/contract/testing/documents';
import { CHECKS } from './checks';
import { run } from './run/run';
import { optionsFor } from './testing/options';

const content = { 'text/event-stream': { schema: { type: 'string' } } };
const document = {
  openapi: '3.0.3',
  info: { title: 'Ticker', version: '1' },
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/ticks': {
      get: {
        operationId: 'streamTicks',
        security: [{ key: [] }],
        parameters: [{ name: 'from', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9 } }],
        responses: { 200: { description: 'Ticks, for as long as the client stays.', content } },
      },
    },
    '/time': {
      get: {
        operationId: 'getTime',
        responses: { 200: { description: 'Now.', content: { 'application/json': { schema: { type: 'string' } } } } },
      },
    },
  },
};

test('an operation that streams is not sent, and nothing about it is found or left open', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url?.split('?')[0] ?? '');
    const isStream = request.url?.startsWith('/ticks') === true;
    response.writeHead(200, { 'Content-Type': isStream ? 'text/event-stream' : 'application/json' });
    if (isStream) response.write('data: tick\n\n');
    else response.end('"noon"');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  const events = { onProgress: () => {}, onWait: () => {} };
  const result = await run(await contractOf(document), CHECKS, optionsFor(`http://127.0.0.1:${port}`), events);
  server.closeAllConnections();
  server.close();

  expect(result.findings).toEqual([]);
  expect(new Set(asked)).toEqual(new Set(['/time']));
  const ofStream = result.cells.filter(({ operation }) => operation === 'streamTicks');
  expect(new Set(ofStream.map(({ outcome }) => outcome))).toEqual(new Set(['skip']));
  expect(ofStream.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['input.accepted', 'credentials.required', 'input.parameters-refused']),
  );
  expect(ofStream[0]?.reasons).toEqual(['it replies with a stream of events, which has no end to judge']);
});
