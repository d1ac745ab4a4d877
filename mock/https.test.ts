import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { sampleOf } from '../openapi/program/testing/samples';
import { connectMock, type StartedMock, startMock } from './index';
import { runCommand, startCommand } from './testing/command';
import { firstReply, sendRaw } from './testing/socket';
import { startOwn } from './testing/started';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'https-'));
const file = (name: string): string => join(folder, name);
const tlsCert = file('localhost.pem');
const tlsKey = file('localhost-key.pem');

beforeAll(async () => {
  const make = (command: string) => run('bash', ['-c', command], { cwd: folder });
  await make(sampleOf('certificate'));
  await Promise.all([
    make('openssl ecparam -genkey -name prime256v1 -noout -out other-key.pem'),
    make('openssl pkey -in localhost-key.pem -aes256 -passout pass:secret -out locked-key.pem'),
    make('openssl req -x509 -newkey rsa:512 -nodes -subj /CN=a -keyout weak-key.pem -out weak.pem'),
  ]);
  writeFileSync(file('text.pem'), 'no PEM at all\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a client that trusts the certificate gets; an error's code where it gets nothing. */
function ask(url: string, headers: Record<string, string> = {}, agent?: Agent): Promise<[unknown, string]> {
  return new Promise((resolve) => {
    const asked = request(url, { headers, ca: readFileSync(tlsCert), agent: agent ?? false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve([response.statusCode, text]));
    });
    asked.once('error', (error: NodeJS.ErrnoException) => resolve([error.code, '']));
    asked.end();
  });
}

const KEY = { authorization: 'Bearer demo-free' };

describe('the command with a certificate', () => {
  test('serves HTTPS, prints commands that work as they stand, and ends in peace', async () => {
    const mock = await startCommand(['--tls-cert', tlsCert, '--tls-key', tlsKey]);
    expect(mock.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/v1$/);
    const lines = mock.stdout().split('\n');
    const get = await run('bash', ['-c', lines[2] ?? '']);
    expect(JSON.parse(get.stdout)).toHaveLength(20);
    expect(lines).toContain(`Trust its certificate: NODE_EXTRA_CA_CERTS=${tlsCert} for programs on Node.`);
    const program = `fetch('${mock.baseUrl}').then((reply) => console.log(reply.status), (error) => console.log(error.cause.code))`;
    const node = async (env: NodeJS.ProcessEnv) =>
      (await run(process.execPath, ['-e', program], { env })).stdout.trim();
    expect(await node({ ...process.env, NODE_EXTRA_CA_CERTS: tlsCert })).toBe('200');
    expect(await node(process.env)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');

    // One connection that is kept, and one that never begins to speak TLS.
    const agent = new Agent({ keepAlive: true });
    expect((await ask(mock.baseUrl, {}, agent))[0]).toBe(200);
    const silent = connectTcp(Number(new URL(mock.baseUrl).port), '127.0.0.1');
    const closed = new Promise((resolve) => silent.once('close', resolve));
    await new Promise((resolve) => silent.once('connect', resolve));
    expect(await mock.stop()).toMatchObject({ code: 0, stderr: '' });
    await closed;
    agent.destroy();
  });
});

describe('a mock that speaks HTTPS', () => {
  let mock: StartedMock;
  let origin: string;
  beforeAll(async () => {
    mock = await startMock({ tlsCert, tlsKey });
    ({ origin } = new URL(mock.baseUrl));
  });
  afterAll(() => mock.close());

  test('answers as it does without: on kept connections, by HTTP/1.1 alone', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const replies = [await ask(`${mock.baseUrl}/pets/1`, KEY, agent), await ask(`${mock.baseUrl}/pets/0`, KEY, agent)];
    expect(replies.map(([status]) => status)).toEqual([200, 404]);
    agent.destroy();
    const socket = connect({
      port: Number(new URL(origin).port),
      host: '127.0.0.1',
      ca: readFileSync(tlsCert),
      ALPNProtocols: ['h2', 'http/1.1'],
    });
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    expect(socket.alpnProtocol).toBe('http/1.1');
    const received = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    socket.write('JUNK\r\n\r\n');
    expect(await received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*"code":"malformed_request"/s);
    socket.destroy();
  });

  test('lets its own page use the control plane, and no page of the same name without TLS', async () => {
    const from = async (page: string) => (await ask(`${origin}/__admin/clock`, { origin: page }))[0];
    expect([await from(origin), await from(origin.replace('https', 'http'))]).toEqual([200, 403]);
  });

  test('is reported by connectMock where its certificate is not trusted, or the address says http', async () => {
    await expect(connectMock(origin)).rejects.toThrow(
      `What answers at ${origin} can't be spoken to: its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). Name the ` +
        'file of the certificate, or of its issuer, in the variable NODE_EXTRA_CA_CERTS before Node starts.',
    );
    const plain = origin.replace('https', 'http');
    await expect(connectMock(plain)).rejects.toThrow(
      `What answers at ${plain} speaks HTTPS, and this is plain HTTP. Use https:// in the address.`,
    );
    const { baseUrl } = await startOwn({});
    const secure = new URL(baseUrl).origin.replace('http', 'https');
    await expect(connectMock(secure)).rejects.toThrow(
      /it does not speak HTTPS \(ERR_SSL_\w+\)\. Use http:\/\/ in the address\.$/,
    );
  });

  test('tells a client that speaks plain HTTP what is wrong', async () => {
    const received = await sendRaw(origin, ['GET /v1/pets HTTP/1.1\r\nHost: a\r\n\r\n'], { patience: 5000 });
    expect(received.closed).toBe(true);
    const { status, body } = firstReply(received) ?? {};
    expect([status, JSON.parse(body ?? '')]).toEqual([
      400,
      {
        code: 'malformed_request',
        message: "The request can't be read: it is plain HTTP, and this port speaks HTTPS.",
        status: 400,
      },
    ]);
  });

  test('breaks connections off as faults ask for', async () => {
    await mock.faults.add({ abort: 'CONNECTION_RESET_BY_PEER', times: 1 });
    await mock.faults.add({ abort: 'MALFORMED_RESPONSE_CHUNK', times: 1 });
    expect(await ask(`${mock.baseUrl}/pets`, KEY)).toEqual(['ECONNRESET', '']);
    expect((await ask(`${mock.baseUrl}/pets`, KEY))[0]).toMatch(/^HPE_INVALID_/);
  });
});

describe('a certificate that can not be used is refused in one line', () => {
  const REMEDY = 'HTTPS takes a certificate and its key (tlsCert, tlsKey). Name both.';
  test.each<[string, Record<string, string>, string]>([
    ['without its key', { tlsCert }, `--tls-cert needs --tls-key: ${REMEDY}`],
    ['a key alone', { tlsKey }, `--tls-key needs --tls-cert: ${REMEDY}`],
    [
      'that is not there',
      { tlsCert: file('no.pem'), tlsKey },
      `${file('no.pem')}: can't be read: no such file. Name a PEM file with a certificate.`,
    ],
    [
      'with a folder as its key',
      { tlsCert, tlsKey: folder },
      `${folder}: can't be read: it is a folder. Name a PEM file with a private key.`,
    ],
    [
      'that is none',
      { tlsCert: file('text.pem'), tlsKey },
      `${file('text.pem')}: has no certificate in PEM. Name a file with a line "-----BEGIN CERTIFICATE-----".`,
    ],
    [
      'with something else as its key',
      { tlsCert, tlsKey: tlsCert },
      `${tlsCert}: has no private key in PEM. Name a file with a line "-----BEGIN PRIVATE KEY-----".`,
    ],
    [
      'with a key that needs a passphrase',
      { tlsCert, tlsKey: file('locked-key.pem') },
      `${file('locked-key.pem')}: the private key is encrypted. Name one without a passphrase: openssl pkey -in ${file('locked-key.pem')}`,
    ],
    [
      'with the key of another',
      { tlsCert, tlsKey: file('other-key.pem') },
      `${file('other-key.pem')}: is not the key of the certificate in ${tlsCert}. Name the one that it was made with.`,
    ],
    [
      'that OpenSSL does not find safe',
      { tlsCert: file('weak.pem'), tlsKey: file('weak-key.pem') },
      `${file('weak.pem')}: can't be used for TLS: ee key too small. Make another certificate and key.`,
    ],
  ])('%s', async (_, options, message) => {
    await expect(startMock(options)).rejects.toThrow(new TypeError(message));
    const flags = Object.entries(options).flatMap(([name, value]) => [
      name === 'tlsCert' ? '--tls-cert' : '--tls-key',
      value,
    ]);
    expect(await runCommand(flags)).toEqual({ code: 2, stdout: '', stderr: `error: ${message}\n` });
  });
});

test('a connection beyond the most gets its 503 by TLS, too', async () => {
  const { baseUrl } = await startOwn({ tlsCert, tlsKey, maxConnections: 1 });
  const first = connect({ host: '127.0.0.1', port: Number(new URL(baseUrl).port), ca: readFileSync(tlsCert) });
  await new Promise((resolve) => first.once('secureConnect', resolve));
  const [status, text] = await ask(`${baseUrl}/pets`, KEY);
  expect([status, JSON.parse(text)]).toEqual([503, expect.objectContaining({ code: 'too_many_connections' })]);
  first.destroy();
});
