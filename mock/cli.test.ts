import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SHIPPED_DOCUMENT } from '../openapi/contract';
import { packageFile } from '../openapi/package/package-file';
import { runCommand, startCommand } from './testing/command';
import { editedDocument, writeFile } from './testing/edited';
import { sendRaw } from './testing/socket';

const list = (baseUrl: string, key = 'demo-free', headers: Record<string, string> = {}) =>
  fetch(`${baseUrl}/pets?limit=100`, { headers: { authorization: `Bearer ${key}`, ...headers } });

describe('animal-store-mock', () => {
  test('prints its base URL on the first line, then commands to try, serves, and ends in peace at SIGTERM, though clients keep their connections', async () => {
    const mock = await startCommand([]);
    expect(mock.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(mock.stdout().split('\n').slice(0, 3)).toEqual([
      `Animal Store API 1.0.0, mocked at ${mock.baseUrl}`,
      'Try:',
      `  curl -H "Authorization: Bearer demo-free" ${mock.baseUrl}/pets`,
    ]);
    expect(await (await list(mock.baseUrl)).json()).toHaveLength(100);
    expect(await mock.stop()).toMatchObject({ code: 0, stderr: '' });
  });

  test('finishes requests in flight before it ends, at SIGINT', async () => {
    const mock = await startCommand([]);
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":"Rex",'));
        await new Promise((resolve) => setTimeout(resolve, 300));
        controller.enqueue(new TextEncoder().encode('"categoryId":1}'));
        controller.close();
      },
    });
    const headers = { authorization: 'Bearer demo-free', 'content-type': 'application/json' };
    const adding = fetch(`${mock.baseUrl}/pets`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
    await new Promise((resolve) => setTimeout(resolve, 150));
    const ending = mock.stop('SIGINT');
    expect((await adding).status).toBe(201);
    expect(await ending).toMatchObject({ code: 0, stderr: '' });
  });

  test('ends even if a client never finishes its request, at SIGHUP', async () => {
    const mock = await startCommand([]);
    const half = sendRaw(mock.baseUrl, ['POST /v1/pets HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{'], {
      patience: 5000,
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await mock.stop('SIGHUP')).code).toBe(0);
    expect((await half).closed).toBe(true);
  });

  test('starts without records, without limits, with keys of its own, on another document', async () => {
    const keys = writeFile('json', '[{"name":"ci","key":"a-demo-value","plan":"Free"}]');
    const document = editedDocument((draft) => {
      draft.servers = [{ url: '/shop' }];
    });
    const mock = await startCommand([
      '--fixtures',
      'none',
      '--plan-limits',
      'off',
      '--keys',
      keys,
      '--document',
      document,
    ]);
    expect(mock.baseUrl).toMatch(/\/shop$/);
    expect(mock.stdout()).toContain('Bearer $API_KEY');
    expect(mock.stdout()).not.toContain('a-demo-value');
    const response = await list(mock.baseUrl, 'a-demo-value');
    expect([response.status, response.headers.get('x-ratelimit-remaining'), await response.json()]).toEqual([
      200,
      '60',
      [],
    ]);
    expect((await list(mock.baseUrl)).status).toBe(401);
    await mock.stop();
  });

  test('takes its document from standard input, and from a URL', async () => {
    const text = readFileSync(SHIPPED_DOCUMENT, 'utf8');
    const fromInput = await startCommand(['--document', '-'], text);
    expect((await list(fromInput.baseUrl)).status).toBe(200);
    await fromInput.stop();

    const server = createServer((_, response) => response.end(text)).listen(0, '127.0.0.1');
    const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/contract.yaml`;
    await new Promise((resolve) => server.once('listening', resolve));
    const fromUrl = await startCommand(['--document', url()]);
    expect((await list(fromUrl.baseUrl)).status).toBe(200);
    await fromUrl.stop();
    server.close();
    server.closeAllConnections();
  });

  test('logs each request by the name of its key, and what is not a request at all', async () => {
    const mock = await startCommand(['--log', 'requests']);
    await list(mock.baseUrl, 'demo-pro');
    await list(mock.baseUrl, 'a-secret');
    await fetch(new URL('/openapi.json', mock.baseUrl));
    await sendRaw(mock.baseUrl, ['JUNK\r\n\r\n']);
    const { stderr } = await mock.stop();
    expect(stderr.replaceAll(/[\d.]+ ms/g, 'N ms').split('\n')).toEqual([
      'GET /v1/pets?limit=100 200 N ms, key pro',
      'GET /v1/pets?limit=100 401 N ms, no valid key: The API key is not valid.',
      'GET /openapi.json 200 N ms, no valid key',
      expect.stringMatching(/^UNREADABLE request 400 N ms, no valid key: The request can't be read: /),
      '',
    ]);
  });

  test('begins another document with records of its own, and speaks and watches of those alone', async () => {
    const document = editedDocument((draft) => {
      const item = { type: 'object', properties: { id: { type: 'integer' } } };
      const content = { 'application/json': { schema: { type: 'array', items: item } } };
      draft.paths = { '/shelves': { get: { responses: { 200: { description: 'All.', content } } } } };
      draft.security = [];
    });
    const mock = await startCommand(['--document', document, '--watch', '--log', 'silent']);
    const shelf = { id: expect.any(Number) };
    expect(await (await fetch(`${mock.baseUrl}/shelves`)).json()).toEqual([shelf, shelf, shelf]);
    expect((await mock.stop()).stderr).toMatch(/^Watching \S+\.\n$/);
  });

  test('begins an edited document with the shipped records, as far as it allows them, and says so', async () => {
    const document = editedDocument((draft) => {
      draft.components.schemas.NewPet.properties.name.maxLength = 10;
      for (const name of ['some', 'none'])
        delete draft.paths['/pets'].get.responses['200'].content['application/json'].examples[name];
    });
    const mock = await startCommand(['--document', document]);
    // The document promises it.
    const pets = (await (await list(mock.baseUrl)).json()) as readonly { readonly name: string }[];
    expect(pets.length).toBeGreaterThan(10);
    expect(pets.filter(({ name }) => name.length > 10)).toEqual([]);
    expect(pets[0]).toMatchObject({ id: 1, name: 'Biscuit' });
    expect((await mock.stop()).stderr).toMatch(
      /^\d+ of the \d+ shipped records do not fit this document as they are: these are completed, or made up anew\.\n$/,
    );
  });

  test('says which operations are removed by now, and serves them with --keep-removed', async () => {
    const document = editedDocument((draft) => {
      draft.paths['/pets/{petId}'].get['x-deprecation'].removal = '2020-02-29';
    });
    const statusOfGet = async (flags: readonly string[]) => {
      const mock = await startCommand(['--document', document, '--log', 'silent', ...flags]);
      const { status } = await fetch(`${mock.baseUrl}/pets/1`, { headers: { authorization: 'Bearer demo-free' } });
      return { status, stderr: (await mock.stop()).stderr };
    };
    expect(await statusOfGet([])).toEqual({
      status: 404,
      stderr:
        'GET /pets/{petId} is not served: the document removes it on 2020-02-29. To serve it all the same, give --keep-removed.\n',
    });
    expect(await statusOfGet(['--keep-removed'])).toEqual({ status: 200, stderr: '' });
  });

  test.each([
    [
      ['--port', 'high'],
      "error: option '--port <number>' argument 'high' is invalid. Expected a whole number from 0 to 65535. (see --help)",
    ],
    [['--admin-tokn=a-secret'], `error: unknown option '--admin-tokn'; did you mean "--admin-token"? (see --help)`],
    [
      ['stray'],
      'error: unexpected "stray"; animal-store-mock takes options only, or one of these commands first: exam, worker. (see --help)',
    ],
    [
      ['--document', 'nowhere.yaml'],
      "error: nowhere.yaml: can't be read: no such file. Name a file, a URL, or - for standard input.",
    ],
    [
      ['--document', 'http://me:secretpw@127.0.0.1/x.yaml', '--watch'],
      'error: --watch needs a document in a file, and http://127.0.0.1/x.yaml is read once. Save it to a file, or leave --watch out.',
    ],
    [['--fixtures', __dirname], `error: ${__dirname}: can't be read: it is a folder. Name a JSON file.`],
    [['--host', '192.0.2.1'], 'error: 192.0.2.1 is no address of this machine; name another with --host'],
  ])('%j ends with one line and the status 2', async (args, message) => {
    expect(await runCommand(args)).toEqual({ code: 2, stdout: '', stderr: `${message}\n` });
  });

  test.each([
    [
      'fixtures',
      '{"pets":[{"id":1,"name":"Rex"}]}',
      '#/pets/0/categoryId: record 1 of pets does not fit the contract: the field "categoryId" is missing. Correct the record.',
    ],
    [
      'fixtures',
      '{"pets":',
      ": is not JSON: Object value expected after ':' at line 1, column 9. Correct the text there.",
    ],
    [
      'keys',
      '[{"name":"a","key":"top secret","plan":"Free"}]',
      '#/0/key: the value must be a text that matches ^[A-Za-z0-9._~+/-]+=*$, not what is there. A keys file is an array of { "name", "key", "plan" }, with "credentials", "allowances", "revoked", "scopes" or "readOnly" where needed.',
    ],
  ])('%s %s end with their place and the status 2', async (option, text, message) => {
    const file = writeFile('json', text);
    expect(await runCommand([`--${option}`, file])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${file}${message}\n`,
    });
  });

  test('a document with a fault, read strictly, ends with its place and the status 2', async () => {
    const file = editedDocument((draft) => {
      delete draft.paths['/pets/{petId}'].get.parameters;
    });
    const { code, stderr } = await runCommand(['--strict', '--document', file]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `error: ${file}#/paths/~1pets~1{petId}/get: the path names {petId}, but no parameter describes it. ` +
        'Add a parameter with name: petId, in: path, required: true and a schema.\n',
    );
  });

  test('a port that is taken is named in one line', async () => {
    const mock = await startCommand([]);
    const { port } = new URL(mock.baseUrl);
    const { code, stderr } = await runCommand(['--port', port]);
    expect(code).toBe(2);
    expect(stderr).toBe(`error: port ${port} of 127.0.0.1 is taken; name another with --port, or 0 for a free one\n`);
    await mock.stop();
  });

  test('--version and --help answer, and end with 0', async () => {
    const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string };
    expect(await runCommand(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    const { code, stdout } = await runCommand(['--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('Examples:');
  });
});

describe('the admin token', () => {
  const TOKEN = 'a-token.that_nobody-may~see';
  const VARIABLE = 'ANIMAL_STORE_ADMIN_TOKEN';
  const state = (baseUrl: string, token?: string) =>
    fetch(new URL('/__admin/state', baseUrl), {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
  afterEach(() => {
    delete process.env[VARIABLE];
  });

  test.each(['flag', 'variable'])('by %s is required on a loopback address too, and written nowhere', async (by) => {
    if (by === 'variable') process.env[VARIABLE] = TOKEN;
    const mock = await startCommand(['--log', 'requests', ...(by === 'flag' ? ['--admin-token', TOKEN] : [])]);
    expect([(await state(mock.baseUrl)).status, (await state(mock.baseUrl, 'wrong')).status]).toEqual([401, 401]);
    const letIn = await state(mock.baseUrl, TOKEN);
    expect([letIn.status, (await letIn.text()).includes(TOKEN)]).toEqual([200, false]);
    await list(mock.baseUrl, TOKEN);
    const { code, stdout, stderr } = await mock.stop();
    expect(code).toBe(0);
    expect(stdout).toContain(`Console: ${new URL(mock.baseUrl).origin}/__admin/, with the admin token\n`);
    expect(stderr).toContain(' 401 ');
    expect(stdout + stderr).not.toContain(TOKEN);
  });

  test('is not shown by --help, which names the variable', async () => {
    process.env[VARIABLE] = TOKEN;
    const { code, stdout, stderr } = await runCommand(['--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`env:\\s+${VARIABLE}`));
    expect(stdout + stderr).not.toContain(TOKEN);
  });

  test('is not required if the control plane is off', async () => {
    const mock = await startCommand(['--admin', 'off', '--admin-token', TOKEN]);
    expect([(await state(mock.baseUrl)).status, (await state(mock.baseUrl, TOKEN)).status]).toEqual([404, 404]);
    expect((await mock.stop()).stderr).toMatch(/^The admin token has no effect, since the Admin API is off\.\n/);
  });
});
