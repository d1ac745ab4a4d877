import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { CONTROL_DOCUMENT, loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { withDefaults } from '../../openapi/program/option';
import { sendAll } from './attack-mock';
import { ATTACKS } from './attacks';
import { attemptAt } from './attacks/attempt';
import { harmlessRequest } from './http/conforming';
import { attemptOf } from './http/request';
import { createAccepted } from './laws/session';
import { judgeWhole, type Whole } from './laws/whole';
import type { Received, Reply, Session, Target } from './model';
import { OPTIONS, replayOne } from './options';
import { askUntil, waitForMock } from './other-client';
import { type Sent, sendAttempts } from './send';
import { watchLog } from './target/log';
import { MARK } from './target/secrets';

const KEYS: Target['keys'] = {
  token: `${MARK}-token`,
  shared: [`${MARK}-one`, `${MARK}-two`],
  buried: `${MARK}-buried`,
  file: '',
};
const session = (name: string): Session => ({ id: name, key: `${MARK}-${name}` });
const SESSIONS: Target['sessions'] = {
  ofAttack: Object.fromEntries(ATTACKS.map(({ name }) => [name, session(name)])),
  metered: session('metered'),
  other: session('other'),
  disposable: [],
};
const DEFAULTS = withDefaults(OPTIONS, {});

let target: Target;
beforeAll(async () => {
  const [contract, control] = await Promise.all([loadContract(SHIPPED_DOCUMENT), loadContract(CONTROL_DOCUMENT)]);
  target = { contract, control, keys: KEYS, sessions: SESSIONS };
});

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function listening(server: Server) {
  open.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // True of every server that listens on a port.
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port, isAlive: () => true };
}

async function attacked(server: Server, attack = 'parameters', count = 12): Promise<Sent> {
  const mock = await listening(server);
  const replay = (tag: string): string => {
    const [name = '', at = ''] = tag.split('/');
    return replayOne(DEFAULTS, name, at);
  };
  const shares = [{ attack, from: 0, to: count }];
  return sendAttempts({ mock, target, seed: 1, shares, connections: 4, until: Date.now() + 30_000, replay });
}

const RATE = { 'X-RateLimit-Limit': '1', 'X-RateLimit-Remaining': '1', 'X-RateLimit-Reset': '1' };

/** A server that refuses everything as the document says, but for what is given here. */
const refusing =
  (other: { status?: number; headers?: object; body?: object }): RequestListener =>
  (request, response) => {
    const { status = 404, headers = RATE, body } = other;
    request.resume();
    const envelope = { code: 'no', message: 'No.', status, ...body };
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(envelope));
  };

const lawsBroken = ({ findings }: Sent): readonly string[] => [...new Set(findings.map(({ law }) => law))];

test('a server that refuses everything in the envelope breaks no law', async () => {
  const sent = await attacked(createHttpServer(refusing({})), 'bodies', 40);
  expect(sent.findings).toEqual([]);
  expect(sent.tallies.bodies).toMatchObject({ tried: 40, replies: 40, refused: 40, other5xx: 0 });
});

describe('a server is caught that', () => {
  test.each<[string, string, Parameters<typeof refusing>[0]]>([
    ['answers 500', 'no-5xx', { status: 500 }],
    ['has an error without its parts', 'envelope', { body: { code: 7 } }],
    ['has another status in the body', 'envelope', { body: { status: 400 } }],
    ['answers an error as text', 'envelope', { headers: { ...RATE, 'Content-Type': 'text/plain' } }],
    ['leaves a rate limit header out', 'rate-headers', { headers: { ...RATE, 'X-RateLimit-Reset': [] } }],
    ['shows a key of another client', 'keys', { body: { message: `${MARK}-metered is used up` } }],
    ['shows an encoded key', 'keys', { headers: { ...RATE, Location: `/%66${MARK.slice(1)}%2Dmetered?session-` } }],
  ])('%s', async (_, law, other) => {
    const sent = await attacked(createHttpServer(refusing(other)));
    expect(lawsBroken(sent)).toEqual([law]);
    const [finding] = sent.findings;
    expect(finding?.times).toBeGreaterThan(1);
    expect(finding?.again[0]).toBe(`npm run fuzz -- --seed 1 --only parameters --at ${finding?.at}`);
  });

  test.each([
    ['no HTTP', 'well-formed', 'hello\r\n\r\n'],
    ['a header with a line feed in it', 'well-formed', 'HTTP/1.1 404 No\r\nX: a\nY: b\r\nContent-Length: 0\r\n\r\n'],
    ['two lengths', 'well-formed', 'HTTP/1.1 204 No\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n'],
    ['nothing', 'answered', ''],
  ])('answers %s', async (_, law, bytes) => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.end(bytes));
    });
    expect(lawsBroken(await attacked(server))).toEqual([law]);
  });
});

test('a finding is made smaller, down to a line of bytes', async () => {
  const server = createHttpServer((request, response) => {
    const status = request.headers.origin === undefined ? 404 : 500;
    refusing({ status })(request, response);
  });
  const { findings } = await attacked(server, 'parameters', 60);
  const [, line = ''] = findings.find(({ law }) => law === 'no-5xx')?.again ?? [];
  expect(line).toMatch(
    /^printf '[A-Z]+ \S+ HTTP\/1\.1\\r\\nHost: 127\.0\.0\.1\\r\\n.*Origin: .*' \| nc -q 1 127\.0\.0\.1 4010$/,
  );
  expect(line).not.toContain(MARK);
});

test('an attempt is decided by seed, attack and number, whatever came before', () => {
  for (const { name, attempts } of ATTACKS) {
    const all = attempts(target);
    const bytes = (seed: number, at: number): string =>
      Buffer.concat(attemptAt(all, { seed, attack: name, at }).parts).toString('latin1');
    expect(bytes(7, 5)).toBe(bytes(7, 5));
    const fifty = (seed: number) => Array.from({ length: 50 }, (_, at) => bytes(seed, at));
    expect(new Set(fifty(7)).size).toBeGreaterThan(25);
    expect(fifty(7)).not.toEqual(fifty(8));
  }
});

test('the end of the mock is a finding, and the end of the attack', async () => {
  const address = { host: '127.0.0.1', port: 9 };
  const exit = Promise.resolve({ code: null, signal: 'SIGSEGV' as const });
  const { findings, tallies } = await sendAll({
    ...target,
    ...{ document: '', seed: 1, stall: 100, progress: () => {} },
    options: { ...DEFAULTS, count: 100 },
    attacks: ATTACKS.filter(({ name }) => name === 'raw'),
    mock: { ...address, pid: 0, log: null, isAlive: () => false, signal: () => {}, exit },
    client: { ask: () => Promise.reject(new Error('nothing listens')) },
  });
  const what = 'it ended by SIGSEGV while raw 0 to 100 went on';
  expect([findings, tallies]).toEqual([[expect.objectContaining({ law: 'alive', what })], {}]);
});

test('another client notices that it waits, and that it is refused', async () => {
  let asked = 0;
  const server = createHttpServer((request, response) => {
    asked += 1;
    if (asked === 1) setTimeout(() => response.end('[]'), 150);
    else refusing({ status: 401 })(request, response);
  });
  const address = await listening(server);
  const request = harmlessRequest(target.contract, target.control, 'a-key');
  const result = await askUntil(() => asked >= 3, { address, pid: process.pid, request });
  expect(result).toMatchObject({ failure: 'a 401', asked: expect.any(Number) });
  expect(result.longest).toBeGreaterThanOrEqual(149);
});

test.each([
  ['on a machine that has nothing else to do, all of it', 150, { busy: 2, delayed: 3 }, 150],
  ['on one that is short of processors, what the mock ran', 150, { busy: 40, delayed: 90 }, 40],
  ['never more than there was', 150, { busy: 400, delayed: 90 }, 150],
])('of a wait counts %s', (_, wait, schedule, share) => {
  expect(waitForMock(wait, schedule)).toBe(share);
});

test('the log is searched for keys, failures and what a terminal obeys', () => {
  const log = watchLog(() => [`${MARK}-token`]);
  log.hear(`GET /?a=%66${MARK.slice(1)}-token 200`);
  log.hear(`GET /${MARK}-tokens 200`);
  log.hear('ERROR TypeError: no');
  for (const letter of ['\x1b', '\u009b', '\u202e', '\u200b', '\ud800']) log.hear(`GET /${letter}`);
  log.hear('GET /é\u{1f600}');
  expect(log.leaks.count).toBe(1);
  expect(log.unsafe.count).toBe(5);
  expect(log.failures).toMatchObject({ count: 1, examples: ['ERROR TypeError: no'] });
});

test('records and request log are compared with the replies', async () => {
  const [resource] = target.contract.resources;
  const { create } = resource?.operations ?? {};
  if (resource === undefined || create === undefined) throw new Error('the document has nothing to create');
  const request = { method: create.method, target: target.contract.prefix + create.path };
  const note = (to: ReturnType<typeof createAccepted>, replies: readonly Reply[]): void =>
    // True: nothing else is looked at.
    to.note({ ...attemptOf({ ...request, headers: [] }), request }, { replies } as Received);
  const created: Reply = { status: 201, headers: new Map(), head: '', body: Buffer.alloc(0) };
  const audit = (creates: number, unanswered: number, others: number) => {
    const accepted = createAccepted({ ...target.contract, resources: [resource] });
    for (let count = 0; count < creates; count += 1) note(accepted, [created]);
    for (let count = 0; count < unanswered; count += 1) note(accepted, []);
    for (let count = 0; count < others; count += 1) note(accepted, [{ ...created, status: 400 }]);
    const answers: Record<string, unknown> = { GET: { total: 3 }, POST: { count: 5, forgotten: 1 } };
    return accepted.compare({ ask: async (method) => answers[method] }, '/sessions/x');
  };
  expect(await audit(3, 0, 3)).toEqual([]);
  expect(await audit(2, 1, 3)).toEqual([]);
  expect(await audit(4, 1, 3)).toEqual([
    `${resource.name}: 3 records, though the replies accepted 4 to 5`,
    'the request log has noted 6 requests, of which 7 to 8 were answered',
  ]);
});

describe('of the mock as a whole', () => {
  const none = { count: 0, examples: [] };
  const log = { leaks: none, unsafe: none, failures: none };
  const others = { asked: 9, failed: 0, longest: 900, longestOfMock: 99, during: [0, 99], median: 1 } as const;
  const fine: Whole = {
    ...{ log, others, stall: 100, memory: { peak: 2 ** 27, bound: 2 ** 28 } },
    ending: { code: 0, signal: null, milliseconds: 20 },
    slowest: [{ attack: 'bodies', at: 7, begun: 10, milliseconds: 200 }],
    again: 'npm run fuzz',
    replay: (attack, at) => replayOne(DEFAULTS, attack, at),
  };

  test('nothing is wrong', () => expect(judgeWhole(fine)).toEqual([]));

  test.each<[string, Partial<Whole>, RegExp]>([
    ['keys', { log: { ...log, leaks: { count: 2, examples: ['GET /$KEY'] } } }, /^the log shows a key: GET/],
    ['log', { log: { ...log, failures: { count: 1, examples: ['ERROR x'] } } }, /^ERROR x$/],
    ['log', { log: { ...log, unsafe: { count: 1, examples: ['x'] } } }, /^a line that a terminal obeys: x$/],
    ['memory', { memory: { peak: 2 ** 29, bound: 2 ** 28 } }, /^512 MiB, above the stated 256 MiB$/],
    ['others', { others: { ...others, longestOfMock: 101 } }, /waited 101 ms; meanwhile: bodies 7 \(200 ms\)$/],
    ['others', { others: { ...others, failed: 1, failure: 'a 500' } }, /got a 500$/],
    ['end', { ending: { code: 1, signal: null, milliseconds: 20 } }, /with status 1$/],
    ['end', { ending: { code: null, signal: 'SIGSEGV', milliseconds: 20 } }, /with SIGSEGV$/],
    ['end', { ending: { code: 0, signal: null, milliseconds: 1001 } }, /took 1001 ms$/],
  ])('a breach of "%s" is told %#', (law, change, sentence) => {
    const again = expect.arrayContaining(['npm run fuzz']);
    const finding = expect.objectContaining({ law, what: expect.stringMatching(sentence), again });
    expect(judgeWhole({ ...fine, ...change })).toEqual([finding]);
  });
});
