import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get as ask } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from '../../openapi/program/testing/folder';
import { until } from '../../openapi/program/testing/until';
import type { Observed } from './observed';
import { remedyFor } from './open-relay';
import { type Relay, type RelayOptions, startRelay } from './relay';

const relays: Relay[] = [];
const servers: Server[] = [];
afterAll(async () => {
  for (const relay of relays) await relay.close();
  for (const server of servers) server.close();
});

async function listening(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  // True of every server that listens on a port.
  const { port } = server.address() as AddressInfo;
  return port;
}

/** A relay to a server, and what it tells of. */
async function relayTo(
  port: number,
  { tls, ...more }: Partial<RelayOptions> & { readonly tls?: RelayOptions['origin']['tls'] } = {},
) {
  const seen: Observed[] = [];
  const unjudged = new Map<string, number>();
  const unreachable: string[] = [];
  const origin = { host: '127.0.0.1', port, tls };
  const relay = await startRelay({ host: '127.0.0.1', port: 0, origin, hostHeader: undefined, ...more }, (batch) => {
    seen.push(...batch.observed);
    for (const [reason, count] of Object.entries(batch.unjudged))
      unjudged.set(reason, (unjudged.get(reason) ?? 0) + count);
    if (batch.unreachable !== undefined) unreachable.push(batch.unreachable);
    relay.acknowledge(batch.observed.length);
  });
  relays.push(relay);
  return { port: relay.port, seen, unjudged, unreachable };
}

/** The status and the bytes of the body that come through. */
async function asked(port: number): Promise<readonly [number | undefined, Buffer]> {
  const [reply] = await once(ask({ port, host: '127.0.0.1', path: '/v1/things', agent: false }), 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk);
  return [reply.statusCode, Buffer.concat(chunks)];
}

/** What the server does with a connection, step by step: it sends a text once it has received another one. */
type Script = readonly { readonly after: string; readonly send: string | 'end' | 'reset' }[];

let serverPort: number;
let relay: Awaited<ReturnType<typeof relayTo>>;
let script: Script = [];
let atServer: { bytes: string; ended: boolean }[] = [];

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

beforeAll(async () => {
  serverPort = await listening(createServer({ allowHalfOpen: true }, playing));
  relay = await relayTo(serverPort, { hostHeader: 'shop.example' });
});
beforeEach(() => {
  relay.seen.splice(0);
  relay.unjudged.clear();
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
  const direct = await talk(serverPort, pieces);
  const through = await talk(relay.port, pieces);
  expect(through).toBe(direct);
  const [asked, passed] = atServer.map(({ bytes }) => bytes);
  expect(passed).toBe(asked?.replaceAll(/(host: *)[^\r]*/gi, '$1shop.example'));
  await until(() => relay.seen.length === exchanges.length);
  expect(relay.seen.map(told)).toEqual(exchanges);
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
  await until(() => relay.unjudged.get('left by the client') === 1);
  expect(atServer).toHaveLength(before + 1);
});

test('a client that begins TLS is told that the proxy speaks none', async () => {
  expect(await talk(relay.port, [{ after: '', send: '\x16\x03\x01\x00\x05hello' }])).toContain('ask http:// of it');
  await until(() => relay.unjudged.get('by TLS, which the proxy does not speak') === 1);
});

test('a reply that breaks off once the client has ended its side is left by the client', async () => {
  // The server ends its side when the client does, in the middle of the reply.
  script = [{ after: '\r\n\r\n', send: 'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf' }];
  await talk(relay.port, [
    { after: '', send: get },
    { after: 'half', send: 'end' },
  ]);
  await until(() => relay.unjudged.get('left by the client') === 1);
  expect(relay.seen).toEqual([]);
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
  await until(() => relay.seen.length === 1);
  expect(relay.seen[0]?.requestBody).toMatchObject({ length: long.length + 2 });
  expect(relay.seen[0]?.requestBody.bytes.length).toBe(2 ** 18);
  expect(relay.seen[0]?.replyBody.bytes.length).toBe(long.length);
});

test('more than the reply is told of', async () => {
  script = [
    { after: '\r\n\r\n', send: 'HTTP/1.1 204 No Content\r\n\r\nmore' },
    { after: '', send: 'end' },
  ];
  await talk(relay.port, [{ after: '', send: get }]);
  await until(() => relay.seen.length === 1);
  expect(relay.seen[0]?.hasExcess).toBe(true);
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
  await until(() => relay.seen.length === 2);
  expect(relay.seen.map(({ began, ended, meanwhile, isSafe }) => [began, ended, meanwhile, isSafe])).toEqual([
    [expect.any(Number), expect.any(Number), 'any', true],
    [expect.any(Number), expect.any(Number), 'nothing', false],
  ]);
  expect((relay.seen[1]?.began ?? 0) < (relay.seen[0]?.began ?? 0)).toBe(true);
});

test('where the server is out of reach the proxy says so itself, and that is not taken for a reply of the server', async () => {
  const nowhere = createServer();
  const lost = await relayTo(await listening(nowhere));
  nowhere.close();
  await once(nowhere, 'close');
  expect(await talk(lost.port, [{ after: '', send: get }])).toMatch(
    /^HTTP\/1\.1 502 Bad Gateway\r\n[\s\S]*can't reach the server at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)\.\n$/,
  );
  await until(() => lost.unreachable.length > 0);
  expect([lost.unreachable, lost.seen]).toEqual([['ECONNREFUSED'], []]);
});

test('a server of HTTPS is trusted by its certificate alone, or at the user’s word, and what it has compressed stays so', async () => {
  const folder = temporaryFolder();
  const make = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
  await promisify(execFile)(
    'openssl',
    `${make} -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out cert.pem`.split(' '),
    { cwd: folder },
  );
  const [cert, key] = ['cert.pem', 'key.pem'].map((name) => readFileSync(join(folder, name), 'utf8')) as [
    string,
    string,
  ];
  const packed = gzipSync('{"id":9007199254740993}');
  const port = await listening(
    createTlsServer({ cert, key }, (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(packed);
    }),
  );
  for (const tls of [
    { ca: cert, insecure: false },
    { ca: undefined, insecure: true },
  ]) {
    const other = await relayTo(port, { tls });
    expect(await asked(other.port)).toEqual([200, packed]);
    await until(() => other.seen.length === 1);
    expect(Buffer.from(other.seen[0]?.replyBody.bytes ?? [])).toEqual(packed);
  }
  const wary = await relayTo(port, { tls: { ca: undefined, insecure: false } });
  const [status, body] = await asked(wary.port);
  expect([status, body.toString()]).toEqual([502, expect.stringMatching(/ \(DEPTH_ZERO_SELF_SIGNED_CERT\)\.\n$/)]);
  expect(wary.seen).toEqual([]);
});

test.each([false, true])(
  'a server sends no faster than the client reads, and all of it comes (held: %j)',
  async (annotate) => {
    const length = 96 * 2 ** 20;
    const chunk = Buffer.alloc(2 ** 16, 'x');
    let sent = 0;
    const send = (socket: Socket): void => {
      while (sent < length) {
        sent += chunk.length;
        if (!socket.write(chunk)) return;
      }
      socket.end();
    };
    const port = await listening(
      createServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => {
          socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`);
          socket.on('drain', () => send(socket));
          send(socket);
        });
      }),
    );
    const other = await relayTo(port, { annotate });
    const client = connect({ port: other.port, host: '127.0.0.1' });
    client.write('GET /v1/things HTTP/1.1\r\n\r\n');
    client.pause();
    // Nothing more is sent once all buffers on the way are full.
    let before = -1;
    let same = 0;
    await until(() => {
      same = sent > 0 && sent === before ? same + 1 : 0;
      before = sent;
      return same >= 20;
    });
    expect(sent).toBeLessThan(length / 2);
    let came = 0;
    client.on('data', (part: Buffer) => {
      came += part.length;
    });
    client.resume();
    await once(client, 'end');
    expect(came).toBe(length + `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`.length);
    await until(() => other.seen.length === 1);
    expect(other.seen[0]?.replyBody).toMatchObject({ length });
  },
);

test.each([
  ['reset', 'ECONNRESET'],
  ['end', 'end'],
] as const)(
  'a client that leaves in the middle of an upload by %s is gone for the server, too',
  async (how, expected) => {
    let came = '';
    let ending: string | undefined;
    const port = await listening(
      createServer((socket) => {
        socket.on('data', (chunk) => {
          came += chunk.toString();
          if (came.includes('GET ')) socket.write('HTTP/1.1 204 No Content\r\n\r\n');
        });
        socket.on('end', () => {
          ending ??= 'end';
        });
        socket.on('error', ({ code }: NodeJS.ErrnoException) => {
          ending ??= code;
        });
      }),
    );
    const other = await relayTo(port);
    const client = connect({ port: other.port, host: '127.0.0.1' });
    client.on('error', () => {});
    client.write('POST /v1/things HTTP/1.1\r\nContent-Length: 100\r\n\r\nthe first half');
    await until(() => came.endsWith('half'));
    if (how === 'reset') client.resetAndDestroy();
    else client.end();
    await until(() => ending !== undefined);
    expect(ending).toBe(expected);
    client.destroy();
    // What a server makes of the half that it has is not known, even where it has closed the connection, too.
    expect(await asked(other.port)).toEqual([204, Buffer.alloc(0)]);
    await until(() => other.seen.some(({ isSafe }) => isSafe));
    expect(other.seen.at(-1)?.meanwhile).toBe('any');
  },
);

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', true, /--ca FILE.*--insecure/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', true, /--insecure/],
  ['EPROTO', true, /--target begins with http:/],
  ['ECONNREFUSED', false, /^$/],
])('what to do about %s', (code, isTls, remedy) => {
  expect(remedyFor(code, isTls)).toMatch(remedy);
});
