import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { until } from '../../openapi/program/testing/until';
import type { Batch, Observed } from './observed';
import { type Relay, startRelay } from './relay';

/** What the server does with a connection, step by step: it sends a text once it has received another one. */
type Script = readonly { readonly after: string; readonly send: string | 'end' | 'reset' }[];

let server: Server;
let relay: Relay;
let script: Script = [];
let atServer: { bytes: string; ended: boolean }[] = [];
let seen: Observed[] = [];
let unjudged: Record<string, number> = {};

const playing = (socket: Socket): void => {
  const own = { bytes: '', ended: false };
  atServer.push(own);
  const steps = [...script];
  const play = (): void => {
    while (steps[0] !== undefined && own.bytes.includes(steps[0].after)) {
      const { send } = steps.shift() ?? { send: '' };
      if (send === 'end') socket.end();
      else if (send === 'reset') socket.resetAndDestroy();
      else socket.write(send, 'latin1');
    }
  };
  socket.on('data', (chunk) => {
    own.bytes += chunk.toString('latin1');
    play();
  });
  socket.on('end', () => {
    own.ended = true;
    socket.end();
  });
  socket.on('error', () => {});
  play();
};

const portOf = (one: Server): number => {
  // True of every server that listens on a port.
  const { port } = one.address() as AddressInfo;
  return port;
};

beforeAll(async () => {
  server = createServer({ allowHalfOpen: true }, playing).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = { host: '127.0.0.1', port: portOf(server), tls: undefined };
  relay = await startRelay({ host: '127.0.0.1', port: 0, origin, hostHeader: 'shop.example' }, (batch: Batch) => {
    seen.push(...batch.observed);
    for (const [reason, count] of Object.entries(batch.unjudged)) unjudged[reason] = (unjudged[reason] ?? 0) + count;
    relay.acknowledge(batch.observed.length);
  });
});
afterAll(async () => {
  await relay.close();
  server.close();
});
beforeEach(() => {
  seen = [];
  unjudged = {};
  atServer = [];
});

/** Sends pieces, the next one once a text has come; gives all that came until the connection was closed. */
async function talk(
  port: number,
  pieces: readonly { readonly after: string; readonly send: string }[],
): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const steps = [...pieces];
  let came = '';
  const play = (): void => {
    while (steps[0] !== undefined && came.includes(steps[0].after)) {
      const { send } = steps.shift() ?? { send: '' };
      if (send === 'end') socket.end();
      else socket.write(send, 'latin1');
    }
  };
  socket.on('data', (chunk) => {
    came += chunk.toString('latin1');
    play();
  });
  socket.on('end', () => socket.end());
  socket.on('error', (error: NodeJS.ErrnoException) => {
    came += `[${error.code}]`;
  });
  play();
  await new Promise((resolve) => socket.on('close', resolve));
  return came;
}

const get = 'GET /v1/things HTTP/1.1\r\nhOsT:  127.0.0.1 \r\nX-A: 1\r\nx-a: 2\r\n\r\n';
const end = { after: '', send: 'end' } as const;

const CASES: readonly (readonly [string, Script, Parameters<typeof talk>[1], readonly string[]])[] = [
  [
    'reason phrases, duplicates, cases and orders of headers, bytes that are no UTF-8, and integers of any size',
    [
      {
        after: '\r\n\r\n',
        send: 'HTTP/1.1 200 Quite  fine \xe9\r\nSET-cookie: a\r\nX-b:c\r\nset-Cookie: b\r\nContent-Length: 35\r\n\r\n{"id":9007199254740993000,"x":"\xff\xfe"}\n',
      },
      { after: '', send: 'end' },
    ],
    [{ after: '', send: get }],
    ['200 whole 35'],
  ],
  [
    'chunks with extensions and trailers, as they come',
    [
      { after: '\r\n\r\n', send: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\nhel' },
      { after: 'more', send: 'lo\r\n0\r\nX-Sum: 7\r\n\r\n' },
      { after: '', send: 'end' },
    ],
    [
      { after: '', send: 'POST /v1/things HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nsome\r\n' },
      { after: 'hel', send: '4\r\nmore\r\n0\r\n\r\n' },
    ],
    ['200 whole 5'],
  ],
  [
    'interim replies, and a body that waits for one',
    [
      { after: '\r\n\r\n', send: 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n' },
      { after: '{}', send: 'HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}' },
      { after: '', send: 'end' },
    ],
    [
      { after: '', send: 'POST /v1/things HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n' },
      { after: '100 Continue', send: '{}' },
    ],
    ['201 whole 2'],
  ],
  [
    'several requests in a row, HEAD, 204 and 304 among them',
    [
      {
        after: 'last',
        send: 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nHTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx',
      },
      { after: '', send: 'end' },
    ],
    [
      {
        after: '',
        send: 'HEAD /v1/a HTTP/1.1\r\n\r\nDELETE /v1/a HTTP/1.1\r\n\r\n\r\nGET /v1/a HTTP/1.1\r\n\r\nGET /v1/last HTTP/1.1\r\n\r\n',
      },
    ],
    ['200 whole 0', '204 whole 0', '304 whole 0', '200 whole 1'],
  ],
  [
    'a body that lasts until the connection is closed, to a client that has said all',
    [
      { after: '\r\n\r\n', send: 'HTTP/1.0 200 OK\r\n\r\nall of it' },
      { after: '', send: 'end' },
    ],
    [{ after: '', send: get }, end],
    ['200 whole 9'],
  ],
  [
    'another protocol',
    [
      { after: 'Upgrade: x', send: 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n\x81\x05hello' },
      { after: '\x81\x85', send: 'end' },
    ],
    [
      { after: '', send: 'GET /v1/things HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n' },
      { after: 'hello', send: '\x81\x85masked' },
    ],
    [],
  ],
  [
    'what is no HTTP',
    [
      { after: 'PRI', send: '\x00\x01\x02 any' },
      { after: 'bytes', send: 'end' },
    ],
    [
      { after: '', send: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
      { after: 'any', send: 'bytes' },
    ],
    [],
  ],
  [
    'a reply that is broken off in the middle',
    [
      { after: '\r\n\r\n', send: 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf' },
      { after: '', send: 'end' },
    ],
    [{ after: '', send: get }],
    ['200 cut 4'],
  ],
  ['no reply at all', [{ after: '\r\n\r\n', send: 'end' }], [{ after: '', send: get }], [' none 0']],
  [
    'what is no reply',
    [
      { after: '\r\n\r\n', send: 'SSH-2.0-x\r\n\r\n' },
      { after: '', send: 'end' },
    ],
    [{ after: '', send: get }],
    ['SSH-2.0-x malformed 0'],
  ],
];

const told = ({ replyHead, replyBody, ending }: Observed): string =>
  `${
    Buffer.from(replyHead)
      .toString()
      .replace(/^HTTP\/1\.. /, '')
      .split(/[ \r]/)[0]
  } ${ending} ${replyBody.length}`;

test.each(CASES)('passes on %s, byte by byte', async (_, steps, pieces, exchanges) => {
  script = steps;
  const direct = await talk(portOf(server), pieces);
  const through = await talk(relay.port, pieces);
  expect(through).toBe(direct);
  const [asked, passed] = atServer.map(({ bytes }) => bytes);
  expect(passed).toBe(asked?.replaceAll(/(host: *)[^\r]*/gi, '$1shop.example'));
  await until(() => seen.length === exchanges.length);
  expect(seen.map(told)).toEqual(exchanges);
});

test('a reset of the server resets the client, and a client that leaves resets the server', async () => {
  script = [{ after: '\r\n\r\n', send: 'reset' }];
  expect(await talk(relay.port, [{ after: '', send: get }])).toBe('[ECONNRESET]');
  script = [{ after: '\r\n\r\n', send: 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf' }];
  const before = atServer.length;
  const client = connect({ port: relay.port, host: '127.0.0.1' });
  client.write(get);
  await once(client, 'data');
  client.resetAndDestroy();
  await until(() => unjudged['left by the client'] === 1);
  expect(atServer).toHaveLength(before + 1);
});

test('a client that begins TLS is told that the proxy speaks none', async () => {
  expect(await talk(relay.port, [{ after: '', send: '\x16\x03\x01\x00\x05hello' }])).toContain('ask http:// of it');
  await until(() => unjudged['by TLS, which the proxy does not speak'] === 1);
});

test('a reply that breaks off once the client has ended its side is left by the client', async () => {
  // The server ends its side when the client does, in the middle of the reply.
  script = [{ after: '\r\n\r\n', send: 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf' }];
  await talk(relay.port, [
    { after: '', send: get },
    { after: 'half', send: 'end' },
  ]);
  await until(() => unjudged['left by the client'] === 1);
  expect(seen).toEqual([]);
});

test('the body of a request waits no longer than a server takes to read it, and comes whole', async () => {
  const long = 'x'.repeat(600_000);
  script = [
    { after: 'xyz', send: `HTTP/1.1 200 OK\r\nContent-Length: ${long.length}\r\n\r\n${long}` },
    { after: '', send: 'end' },
  ];
  const request = `POST /v1/things HTTP/1.1\r\nHost: a\r\nContent-Length: ${long.length + 2}\r\n\r\n${long}yz`;
  const came = await talk(relay.port, [{ after: '', send: request }]);
  expect(came.length).toBe(`HTTP/1.1 200 OK\r\nContent-Length: ${long.length}\r\n\r\n`.length + long.length);
  await until(() => seen.length === 1);
  expect(seen[0]?.requestBody).toMatchObject({ length: long.length + 2 });
  expect(seen[0]?.requestBody.bytes.length).toBe(2 ** 18);
  expect(seen[0]?.replyBody.bytes.length).toBe(long.length);
});

test('more than the reply is told of', async () => {
  script = [
    { after: '\r\n\r\n', send: 'HTTP/1.1 204 No Content\r\n\r\nmore' },
    { after: '', send: 'end' },
  ];
  await talk(relay.port, [{ after: '', send: get }]);
  await until(() => seen.length === 1);
  expect(seen[0]?.hasExcess).toBe(true);
});

test('requests in flight at once are known to have been, and in which order they began and ended', async () => {
  script = [
    { after: 'one', send: 'HTTP/1.1 204 First\r\n\r\n' },
    { after: 'go on', send: 'end' },
  ];
  const slow = connect({ port: relay.port, host: '127.0.0.1' });
  slow.write('POST /v1/slow HTTP/1.1\r\nContent-Length: 3\r\n\r\n');
  await until(() => atServer.length === 1);
  const quick = connect({ port: relay.port, host: '127.0.0.1' });
  quick.write('GET /v1/one HTTP/1.1\r\n\r\n');
  await once(quick, 'data');
  quick.destroy();
  slow.write('one');
  await once(slow, 'data');
  slow.destroy();
  await until(() => seen.length === 2);
  expect(seen.map(({ began, ended, meanwhile, isSafe }) => [began, ended, meanwhile, isSafe])).toEqual([
    [expect.any(Number), expect.any(Number), 'any', true],
    [expect.any(Number), expect.any(Number), 'nothing', false],
  ]);
  expect((seen[1]?.began ?? 0) < (seen[0]?.began ?? 0)).toBe(true);
});

test('where the server is out of reach the proxy says so itself, and that is not taken for a reply of the server', async () => {
  let unreachable: string | undefined;
  const nowhere = createServer().listen(0, '127.0.0.1');
  await once(nowhere, 'listening');
  const port = portOf(nowhere);
  nowhere.close();
  await once(nowhere, 'close');
  const lost = await startRelay(
    { host: '127.0.0.1', port: 0, origin: { host: '127.0.0.1', port, tls: undefined }, hostHeader: undefined },
    (batch) => {
      unreachable ??= batch.unreachable;
      seen.push(...batch.observed);
    },
  );
  const came = await talk(lost.port, [{ after: '', send: get }]);
  expect(came).toMatch(
    /^HTTP\/1\.1 502 Bad Gateway\r\n[\s\S]*can't reach the server at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\.\n$/,
  );
  await lost.close();
  expect([unreachable, seen]).toEqual(['ECONNREFUSED', []]);
});
