import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { CONTROL_DOCUMENT, loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { withDefaults } from '../../openapi/program/option';
import { assault, type Outcome } from './assault';
import { ATTACKS } from './attacks';
import { fight } from './batches';
import { judgeWhole, type Whole } from './judge-whole';
import { OPTIONS, type Options } from './options';
import { otherRequest } from './other-request';
import { shareOf, watchOthers } from './others';
import { draw } from './random';
import { MARK, type Subject } from './subject';
import { auditWorld } from './target/ledger';
import { watchLog } from './target/log';
import type { Plane } from './target/plane';
import type { Running } from './target/start';

const KEYS: Subject['keys'] = {
  token: `${MARK}-token`,
  shared: [`${MARK}-one`, `${MARK}-two`],
  metered: `${MARK}-metered`,
  buried: `${MARK}-buried`,
  ofAttack: {
    bodies: `${MARK}-bodies`,
    parameters: `${MARK}-parameters`,
    raw: `${MARK}-raw`,
    control: `${MARK}-control`,
  },
};

let subject: Subject;
beforeAll(async () => {
  const [contract, control] = await Promise.all([loadContract(SHIPPED_DOCUMENT), loadContract(CONTROL_DOCUMENT)]);
  subject = { contract, control, keys: KEYS, prey: [] };
});

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function listening(server: Server): Promise<{ host: string; port: number }> {
  open.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // True of every server that listens on a port.
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

async function besieged(server: Server, attack = 'parameters', count = 12): Promise<Outcome> {
  const address = await listening(server);
  const shares = [{ attack, from: 0, to: count }];
  return assault({ address, subject, seed: 1, shares, lanes: 4, until: Date.now() + 30_000, flags: '' });
}

const RATE = { 'X-RateLimit-Limit': '1', 'X-RateLimit-Remaining': '1', 'X-RateLimit-Reset': '1' };

/** A server that refuses everything as the document says, but for what is given here. */
const refusing =
  ({
    status = 404,
    headers = RATE,
    body = {},
  }: {
    status?: number;
    headers?: object;
    body?: unknown;
  }): RequestListener =>
  (request, response) => {
    request.resume();
    const envelope = { code: 'no', message: 'No.', status, ...(body as object) };
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(envelope));
  };

const lawsBroken = ({ findings }: Outcome): readonly string[] => [...new Set(findings.map(({ law }) => law))];

test('a server that refuses everything in the envelope breaks no law', async () => {
  const outcome = await besieged(createHttpServer(refusing({})), 'bodies', 40);
  expect(outcome.findings).toEqual([]);
  expect(outcome.tallies.bodies).toMatchObject({ tried: 40, replies: 40, refused: 40, other5xx: 0 });
});

describe('a server is caught that', () => {
  test.each<[string, string, Parameters<typeof refusing>[0]]>([
    ['answers 500', 'no-5xx', { status: 500 }],
    ['has an error without its parts', 'envelope', { body: { code: 7 } }],
    ['has another status in the body', 'envelope', { body: { status: 400 } }],
    ['answers an error as text', 'envelope', { headers: { ...RATE, 'Content-Type': 'text/plain' } }],
    ['leaves a rate limit header out', 'rate-headers', { headers: { ...RATE, 'X-RateLimit-Reset': [] } }],
    ['shows a key of another client', 'keys', { body: { message: `${MARK}-metered is used up` } }],
    ['shows an encoded key', 'keys', { headers: { ...RATE, Location: `/%73${MARK.slice(1)}%2Dmetered?session-` } }],
  ])('%s', async (_, law, what) => {
    const outcome = await besieged(createHttpServer(refusing(what)));
    expect(lawsBroken(outcome)).toEqual([law]);
    const [finding] = outcome.findings;
    expect(finding?.again[0]).toBe(`npm run siege -- --seed 1 --only parameters --at ${finding?.at}`);
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
    expect(lawsBroken(await besieged(server))).toEqual([law]);
  });
});

test('a finding is made smaller, down to a line of bytes', async () => {
  const server = createHttpServer((request, response) => {
    const status = request.headers.origin === undefined ? 404 : 500;
    refusing({ status })(request, response);
  });
  const { findings } = await besieged(server, 'parameters', 60);
  const [, line = ''] = findings.find(({ law }) => law === 'no-5xx')?.again ?? [];
  expect(line).toMatch(
    /^printf '[A-Z]+ \S+ HTTP\/1\.1\\r\\nHost: 127\.0\.0\.1\\r\\n.*Origin: .*' \| nc -q 1 127\.0\.0\.1 4010$/,
  );
  expect(line).not.toContain(MARK);
});

test('an attempt is decided by seed, attack and number, whatever came before', () => {
  for (const attack of ATTACKS) {
    const attempts = attack.attempts(subject);
    const bytes = (seed: number, index: number): string =>
      Buffer.concat(draw(attempts, seed, attack.name, index).value.parts).toString('latin1');
    expect(bytes(7, 5)).toBe(bytes(7, 5));
    const all = Array.from({ length: 50 }, (_, index) => bytes(7, index));
    expect(new Set(all).size).toBeGreaterThan(25);
    expect(all).not.toEqual(Array.from({ length: 50 }, (_, index) => bytes(8, index)));
  }
});

test('the end of the mock is a finding, and the end of the attack', async () => {
  const options: Options = { ...withDefaults(OPTIONS, {}), count: 100 };
  const plane: Plane = { ask: async () => undefined };
  const exit: Running['exit'] = Promise.resolve({ code: null, signal: 'SIGSEGV' });
  const address = { host: '127.0.0.1', port: 9 };
  const target: Running = { ...address, pid: 0, log: null, isAlive: () => false, signal: () => {}, exit };
  const generator = { tell: () => {}, outcome: () => new Promise<never>(() => {}), end: () => {} };
  const worlds = { keys: KEYS, prey: [], ofAttack: {}, other: { id: '', key: '' } };
  const attacks = ATTACKS.filter(({ name }) => name === 'raw');
  const field = { options, attacks, contract: subject.contract, target, plane, worlds, generator, progress: () => {} };
  expect((await fight(field)).findings).toEqual([
    expect.objectContaining({ law: 'alive', what: 'it ended by SIGSEGV while raw 0 to 100 went on' }),
  ]);
});

test('another client notices that it waits, and that it is refused', async () => {
  let asked = 0;
  const server = createHttpServer((request, response) => {
    asked += 1;
    if (asked === 1) setTimeout(() => response.end('[]'), 150);
    else refusing({ status: 401 })(request, response);
  });
  const address = await listening(server);
  const { bytes, ...request } = otherRequest(subject.contract, subject.control, 'a-key');
  const attempt = { parts: [Buffer.from(bytes, 'latin1')], ending: 'wait' as const, request };
  const fared = await watchOthers({ address, pid: process.pid, attempt }, () => asked >= 3);
  expect(fared).toMatchObject({ failure: 'a 401', asked: expect.any(Number) });
  expect(fared.longest).toBeGreaterThanOrEqual(149);
});

test.each([
  ['on a machine that has nothing else to do, all of it', 150, { busy: 2, delayed: 3 }, 150],
  ['on one that is short of processors, what the mock ran', 150, { busy: 40, delayed: 90 }, 40],
  ['never more than there was', 150, { busy: 400, delayed: 90 }, 150],
])('of a wait counts %s', (_, wait, schedule, share) => {
  expect(shareOf(wait, schedule)).toBe(share);
});

test('the log is searched for keys, failures and what a terminal obeys', () => {
  const log = watchLog(() => [`${MARK}-token`]);
  log.hear(`GET /?a=%73${MARK.slice(1)}-token 200`);
  log.hear(`GET /${MARK}-tokens 200`);
  log.hear('ERROR TypeError: no');
  for (const letter of ['\x1b', '\u009b', '\u202e', '\u200b', '\ud800']) log.hear(`GET /${letter}`);
  log.hear('GET /é\u{1f600}');
  expect(log.leaks.count).toBe(1);
  expect(log.unsafe.count).toBe(5);
  expect(log.failures).toMatchObject({ count: 1, examples: ['ERROR TypeError: no'] });
});

test('records and journal are compared with the replies', async () => {
  const answers = new Map<string, unknown>([
    ['GET', { total: 3 }],
    ['POST', { count: 5, forgotten: 1 }],
  ]);
  const plane: Plane = { ask: async (method) => answers.get(method) };
  const audit = (records: number, answered: number, uncertain: number) =>
    auditWorld(plane, 'x', { records: { things: records }, answered, uncertain }, ['things']);
  expect(await audit(3, 6, 0)).toEqual([]);
  expect(await audit(2, 5, 1)).toEqual([]);
  expect(await audit(4, 7, 1)).toEqual([
    'things: 3 records, though the replies accepted 4 to 5',
    'the journal has noted 6 requests, of which 7 to 8 were answered',
  ]);
});

describe('of the mock as a whole', () => {
  const fine: Whole = {
    log: {
      leaks: { count: 0, examples: [] },
      unsafe: { count: 0, examples: [] },
      failures: { count: 0, examples: [] },
    },
    peak: 2 ** 27,
    bound: 2 ** 28,
    others: { asked: 9, failed: 0, failure: undefined, longest: 900, longestOfMock: 99, during: [0, 99], median: 1 },
    stall: 100,
    ending: { code: 0, signal: null, milliseconds: 20 },
    slowest: [{ attack: 'bodies', at: 7, begun: 10, milliseconds: 200 }],
    again: 'npm run siege',
    againOne: (attack, at) => `npm run siege -- --only ${attack} --at ${at}`,
  };

  test('nothing is wrong', () => expect(judgeWhole(fine)).toEqual([]));

  test.each<[string, Partial<Whole>, RegExp]>([
    ['keys', { log: { ...fine.log, leaks: { count: 2, examples: ['GET /$KEY'] } } }, /^the log shows a key: GET/],
    ['log', { log: { ...fine.log, failures: { count: 1, examples: ['ERROR x'] } } }, /^ERROR x$/],
    ['log', { log: { ...fine.log, unsafe: { count: 1, examples: ['x'] } } }, /^a line that a terminal obeys: x$/],
    ['memory', { peak: 2 ** 29 }, /^512 MiB, above the stated 256 MiB$/],
    ['others', { others: { ...fine.others, longestOfMock: 101 } }, /waited 101 ms; meanwhile: bodies 7 \(200 ms\)$/],
    ['others', { others: { ...fine.others, failed: 1, failure: 'a 500' } }, /got a 500$/],
    ['end', { ending: { code: 1, signal: null, milliseconds: 20 } }, /with status 1$/],
    ['end', { ending: { code: null, signal: 'SIGSEGV', milliseconds: 20 } }, /with SIGSEGV$/],
    ['end', { ending: { code: 0, signal: null, milliseconds: 1001 } }, /took 1001 ms$/],
  ])('a breach of "%s" is told %#', (law, change, sentence) => {
    expect(judgeWhole({ ...fine, ...change })).toEqual([
      expect.objectContaining({
        law,
        what: expect.stringMatching(sentence),
        again: expect.arrayContaining(['npm run siege']),
      }),
    ]);
  });
});
