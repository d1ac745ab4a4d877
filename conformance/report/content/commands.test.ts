import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { Contract } from '../../../openapi/contract';
import type { Request } from '../../exchange/exchange';
import { carry, writtenKeys } from '../../exchange/keys/keys';
import { type RequestParts, toRequest } from '../../requests/request';
import { operationOf, shippedContract } from '../../testing/contract';
import { createTransport } from '../../wire/transport';
import { curlOf } from './commands';
import type { ReportContext } from './context';

const shell = promisify(execFile);
const KEYS = { main: 'ak-"Main" $7', limit: 'ak-Limit' };
const ENV = { ...process.env, ANIMAL_STORE_API_KEY: KEYS.main, ANIMAL_STORE_LIMIT_KEY: KEYS.limit };

/** What a server got. */
interface Got {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

let contract: Contract;
let server: Server;
let baseUrl: string;
const got: Got[] = [];

beforeAll(async () => {
  contract = await shippedContract();
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization, cookie, key, 'content-type': type, 'content-length': length } = request.headers;
      const headers = { authorization, cookie, key, type, length };
      got.push({ method: request.method, url: request.url, headers, body: Buffer.concat(chunks).toString() });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

/** What a command is made from, besides its requests. */
const contextOf = (more: Partial<ReportContext['server']> = {}, redact: ReportContext['redact'] = String) => ({
  server: { baseUrl, insecure: false, ...more },
  redact,
});

/** What the server gets from the suite itself, and from the command that the suite shows. */
async function both(request: Request): Promise<readonly [Got | undefined, Got | undefined]> {
  got.length = 0;
  const transport = createTransport({ timeoutMs: 2000, insecure: false, ca: undefined, proxy: undefined });
  const { headers, query } = carry(request, KEYS);
  const url = baseUrl + request.target + (query === '' ? '' : `${request.target.includes('?') ? '&' : '?'}${query}`);
  await transport.send(request.method, url, { ...request.headers, ...headers }, request.body, 'kept');
  await transport.close();
  const command = curlOf([request], contextOf());
  expect(command).not.toContain(KEYS.main);
  await shell('sh', ['-c', `${command} -sS --max-time 5`], { env: ENV });
  return [got[0], got[1]];
}

const create = (body: unknown): [string, RequestParts] => ['createPet', { body }];
const CASES: readonly (readonly [string, readonly [string, RequestParts]])[] = [
  ['a list', ['listPets', {}]],
  ['a list with a query', ['listPets', { query: { status: 'sold', limit: 3 } }]],
  ['a query of odd characters', ['listPets', { query: { status: `a&b=c d'e"f$g\`h\\i#j%k[1-3]{x,y}!*()` } }]],
  ['a path of odd characters', ['getPet', { path: { petId: "1/../?'$x" } }]],
  ['a path that is no percent-encoding', ['getPet', { rawPath: { petId: '%zz%31' } }]],
  ['a query just as it is', ['listPets', { rawQuery: 'limit[]=%ff&&{x}=%31&=' }]],
  ['a body of no media type', ['createPet', { body: { name: 'Rex' }, headers: { 'content-type': undefined } }]],
  ['a body', create({ name: 'Rex', categoryId: 9007199254740993n })],
  ['quotes', create({ name: `O'Brien "Bo" \\ \`x\` $HOME $(id) !!` })],
  ['a new line and a tab', ['createPet', { rawBody: '{"name":\n\t"x"}\r\n' }]],
  ['emoji, accents and right-to-left', create({ name: '\u{1F415}\u200D\u{1F9BA} Ame\u0301lie \u0645\u202Eabc' })],
  ['an at sign at the beginning', ['createPet', { rawBody: '@/etc/passwd' }]],
  ['an empty body', ['createPet', { rawBody: '' }]],
  ['a body that is no JSON', ['createPet', { rawBody: "{'broken': " }]],
  ['a long body', create({ name: 'y'.repeat(10_000) })],
  ['no body where one is wanted', ['createPet', {}]],
  ['no credential', ['listPets', { credential: 'none' }]],
  ['the limit key', ['listPets', { credential: 'limit' }]],
  ...['empty', 'changed', 'first changed', 'shortened', 'case', 'scheme', 'other scheme', 'no scheme', 'nothing'].map(
    (wrong) => [`the wrong credential "${wrong}"`, ['listPets', { credential: { wrong } }]] as const,
  ),
];

test.each(CASES)('the command sends what was sent: %s', async (_, [operation, parts]) => {
  const [sent, again] = await both(toRequest(operationOf(contract, operation), parts));
  expect(sent).toBeDefined();
  expect(again).toEqual({ ...sent, headers: { ...sent?.headers, length: again?.headers.length } });
});

test.each(['PUT', 'DELETE', 'PATCH', 'HEAD'] as const)('the command sends what was sent: %s', async (method) => {
  const request = toRequest({ ...operationOf(contract, 'createPet'), method }, { path: {} });
  const [sent, again] = await both(request);
  expect(again).toMatchObject({ method, url: sent?.url, body: '' });
});

test.each(['header', 'query', 'cookie'] as const)('a key that goes into the %s is still a variable', async (where) => {
  const [bearer] = operationOf(contract, 'listPets').security;
  if (bearer === undefined) throw new Error('There is no scheme.');
  const scheme = { name: 'a scheme', kind: 'apiKey', in: where, parameter: 'key', pointer: '' } as const;
  const operation = { ...operationOf(contract, 'listPets'), security: [[scheme]] };
  for (const query of [{}, { status: "it's" }]) {
    const command = curlOf([toRequest(operation, { query })], contextOf());
    got.length = 0;
    await shell('sh', ['-c', `${command} -sS --max-time 5`], { env: { ...ENV, ANIMAL_STORE_API_KEY: 'plain-key' } });
    expect(JSON.stringify(got[0])).toContain('plain-key');
  }
});

test('headers of the user are named, and a variable stands for what they hold', () => {
  const command = curlOf(
    [toRequest(operationOf(contract, 'listPets'), {})],
    contextOf({ keys: writtenKeys(KEYS, { 'X-Team': 'of-ours' }), insecure: true }),
  );
  expect(command).toContain('curl -i -k ');
  expect(command).toContain('-H "X-Team: $ANIMAL_STORE_HEADER_X_TEAM"');
});

test('what no command can hold is cut, after its secrets are taken out, and the command says so', async () => {
  const value = `${'x'.repeat(990)}${KEYS.main}${'y'.repeat(4 * 2 ** 20)}`;
  const redact = (text: string) => text.replaceAll(KEYS.main, '***');
  const request = toRequest(operationOf(contract, 'createPet'), { query: { wide: value }, rawBody: value });
  const command = curlOf([request], contextOf({}, redact));
  expect(command.length).toBeLessThan(4000);
  expect(command).not.toContain('ak-');
  expect(command).toContain(
    `# the address is cut: the first 1000 of ${baseUrl.length + request.target.length} characters`,
  );
  expect(command).toContain(`the body is cut: the first 1000 of ${value.length} characters`);
  got.length = 0;
  await shell('sh', ['-c', command.replace('curl', 'curl -sS --max-time 5')], { env: ENV });
  expect(got[0]?.body).toBe(`${'x'.repeat(990)}***yyyyyyy`);
});

test('requests at once are sent so by one command', async () => {
  got.length = 0;
  const bodies = ['Rex', "O'Malley", 'Zoë'].map((name) => ({ name, categoryId: 1 }));
  const requests = [
    ...bodies.map((body) => toRequest(operationOf(contract, 'createPet'), { body })),
    toRequest(operationOf(contract, 'getPet'), { path: { petId: 7 }, credential: 'none' }),
  ];
  const command = curlOf(requests, contextOf(), true);
  await shell('sh', ['-c', `${command} -sS --max-time 5`], { env: ENV });
  const seen = got.map(({ method, url, headers, body }) => [method, url, headers.authorization, body]);
  const key = `Bearer ${KEYS.main}`;
  expect(new Set(seen)).toEqual(
    new Set([
      ...bodies.map((body) => ['POST', '/v1/pets', key, JSON.stringify(body)]),
      ['GET', '/v1/pets/7', undefined, ''],
    ]),
  );
});
