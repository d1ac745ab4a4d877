import { execFileSync } from 'node:child_process';
import { type Contract, createMatcher, loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { contractOf, type Edits, shippedWith } from '../../openapi/contract/testing/documents';
import { accessOf } from '../control/access';
import { OWN_MEMORY } from '../world/stores/store';
import { welcome } from './welcome';

const LOOPBACK = accessOf({ admin: true, adminToken: undefined, host: '127.0.0.1' });
const MEMORY = { mostBytes: 256 * 2 ** 20 - 1, parts: [] };
const ORIGIN = 'http://127.0.0.1:4010';

/** The lines that are printed under an edited contract. */
async function linesWith(edits: Edits): Promise<readonly string[]> {
  return textOf(await contractOf(shippedWith(edits)), 'demo-free').split('\n');
}

/** What is printed under the shipped contract. */
const textWith = async (demoKey: string | undefined, access = LOOPBACK): Promise<string> =>
  textOf(await loadContract(SHIPPED_DOCUMENT), demoKey, access);

const textOf = (contract: Contract, demoKey: string | undefined, access = LOOPBACK, recordsFrom?: 'document'): string =>
  welcome(
    {
      contract,
      match: createMatcher(contract),
      demoKey,
      access,
      memory: MEMORY,
      recordsFrom,
      makeUp: undefined,
      store: OWN_MEMORY,
    },
    ORIGIN,
  );

/** The arguments that a shell passes to curl, with the user's key in the environment. */
const wordsOf = (command: string, key: string): readonly string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], { env: { API_KEY: key }, encoding: 'utf8' })
    .trimEnd()
    .split('\n');

const POST = '/paths/~1pets/post/requestBody/content/application~1json/examples';

describe('the welcome', () => {
  it('names the API and its address, and gives commands to try with the demo key', async () => {
    expect((await textWith('demo-free')).replace(/in use: [1-9]\d+ MiB$/m, 'in use: 9 MiB')).toBe(
      [
        'Animal Store API 1.0.0, mocked at http://127.0.0.1:4010/v1',
        'Try:',
        '  curl -H "Authorization: Bearer demo-free" http://127.0.0.1:4010/v1/pets',
        '  curl -H "Authorization: Bearer demo-free" -H "Content-Type: application/json"' +
          ' -d \'{"name":"Biscuit","categoryId":1,"status":"available"}\' http://127.0.0.1:4010/v1/pets',
        'Contract: http://127.0.0.1:4010/openapi.json, to read and try: http://127.0.0.1:4010/docs',
        'Console: http://127.0.0.1:4010/__admin/',
        'Memory limit: 256 MiB (--records-memory lowers it); in use: 9 MiB',
        'Stop with Ctrl+C.',
      ].join('\n'),
    );
  });

  it('names an API that its document does not', async () => {
    const [first] = await linesWith({ '/info/title': '', '/info/version': '' });
    expect(first).toBe('API without a title, mocked at http://127.0.0.1:4010/v1');
  });

  it('says where a document has nothing that could have records', async () => {
    const contract = await loadContract(SHIPPED_DOCUMENT);
    const text = textOf({ ...contract, resources: [] }, undefined, LOOPBACK, 'document');
    expect(text).toMatch(/^Records: none, since no path of the document is that of a list or of an item/m);
  });

  it('has nothing that a terminal would obey, and each command as it has to be', async () => {
    const example = { name: '\u009b2J\u202e!', categoryId: 1 };
    const [first, , , command = ''] = await linesWith({
      '/info/title': 'Animals\u001b[2J\n',
      [POST]: undefined,
      [`${POST.replace(/s$/, '')}`]: example,
    });
    expect(first).toBe('Animals\\u{1b}[2J\\u{a} 1.0.0, mocked at http://127.0.0.1:4010/v1');
    expect(command).toMatch(/^[\x20-\x7e]+$/);
    expect(wordsOf(command, '')).toContain(JSON.stringify(example));
  });

  it.each([
    [{ admin: true, adminToken: undefined, host: 'localhost' }, 'Console: http://127.0.0.1:4010/__admin/'],
    [
      { admin: true, adminToken: 'secret', host: '0.0.0.0' },
      'Console: http://127.0.0.1:4010/__admin/, with the admin token',
    ],
    [
      { admin: true, adminToken: 'secret', host: '127.0.0.1' },
      'Console: http://127.0.0.1:4010/__admin/, with the admin token',
    ],
    [
      { admin: true, adminToken: undefined, host: '0.0.0.0' },
      'Admin API: off, since 0.0.0.0 can be reached from other machines, and there is no --admin-token.',
    ],
    [{ admin: false, adminToken: undefined, host: '127.0.0.1' }, undefined],
    [{ admin: false, adminToken: 'secret', host: '0.0.0.0' }, undefined],
  ])('says of the control plane with %j: %s', async (options, line) => {
    const text = await textWith(undefined, accessOf(options));
    const lines = text.split('\n').filter((said) => /__admin|^Admin API/.test(said));
    expect(lines).toEqual(line === undefined ? [] : [line]);
    expect(text).not.toContain('secret');
  });

  it('leaves the key to the user if the keys are not the demo ones', async () => {
    const text = await textWith(undefined);
    expect(text).toContain('curl -H "Authorization: Bearer $API_KEY" http');
    expect(text).not.toContain('demo');
  });

  describe.each([
    ['header', 'X-Api-Key', ['-H', 'X-Api-Key: KEY', `${ORIGIN}/v1/pets`]],
    ['header', 'X!`$Key', ['-H', 'X!`$Key: KEY', `${ORIGIN}/v1/pets`]],
    ['query', 'api_key', [`${ORIGIN}/v1/pets?api_key=KEY`]],
    ['query', 'a&b', [`${ORIGIN}/v1/pets?a%26b=KEY`]],
    ['query', "it's", [`${ORIGIN}/v1/pets?it's=KEY`]],
    ['cookie', 'session', ['-b', 'session=KEY', `${ORIGIN}/v1/pets`]],
  ])('sends the key as the contract requires, in the %s %s', (place, name, words) => {
    const edits = { '/components/securitySchemes/apiKey': { type: 'apiKey', in: place, name } };

    it.each([
      ['demo-free', 'demo-free'],
      [undefined, "the reader's"],
    ])('with the demo key %s', async (demoKey, key) => {
      const text = textOf(await contractOf(shippedWith(edits)), demoKey);
      const [, , command = ''] = text.split('\n');
      expect(wordsOf(command, "the reader's")).toEqual(words.map((word) => word.replace('KEY', key)));
    });
  });

  it('writes an address with a key in it as one word', async () => {
    const scheme = { type: 'apiKey', in: 'query', name: 'api_key' };
    const lines = await linesWith({ '/components/securitySchemes/apiKey': scheme });
    expect(lines).toContain('  curl "http://127.0.0.1:4010/v1/pets?api_key=demo-free"');
  });

  it('sends the key as a user without a password by HTTP Basic', async () => {
    const lines = await linesWith({ '/components/securitySchemes/apiKey': { type: 'http', scheme: 'basic' } });
    expect(lines).toContain('  curl -u demo-free: http://127.0.0.1:4010/v1/pets');
  });

  it('sends no key if none is required', async () => {
    expect(await linesWith({ '/security': [] })).toContain('  curl http://127.0.0.1:4010/v1/pets');
  });

  it('makes up a body where the document has no example', async () => {
    const head = '  curl -H "Authorization: Bearer demo-free" -H "Content-Type: application/json" -d';
    expect((await linesWith({ [POST]: undefined }))[3]).toMatch(`${head} '{"name":"`);
  });

  it('leaves a command out where no body is found that fits', async () => {
    const schema = { type: 'object', required: ['a'], properties: { a: { type: 'integer', minimum: 2, maximum: 1 } } };
    const lines = await linesWith({ '/paths/~1pets/post/requestBody/content': { 'application/json': { schema } } });
    expect(lines.filter((line) => line.startsWith('  curl'))).toHaveLength(1);
  });

  it('quotes a body so that a shell reads it as it is, with every digit', async () => {
    const value = { name: "Bo's", categoryId: 9007199254740993n };
    const lines = await linesWith({ [POST]: { odd: { value } } });
    expect(lines[3]).toContain(` -d '{"name":"Bo'\\''s","categoryId":9007199254740993}' http`);
  });

  it.each([
    ['/openapi.json', []],
    ['/docs', ['Contract: http://127.0.0.1:4010/openapi.json']],
    ['/{any}', []],
  ])('names no page of its own if the contract has %s', async (path, said) => {
    const get = { operationId: 'own', responses: { 204: { description: 'Done.' } } };
    const parameters =
      path === '/{any}' ? [{ name: 'any', in: 'path', required: true, schema: { type: 'string' } }] : [];
    const lines = await linesWith({
      '/servers': [{ url: 'http://localhost' }],
      [`/paths/${path.replace('/', '~1')}`]: { get: { ...get, parameters } },
    });
    expect(lines.filter((line) => line.startsWith('Contract:'))).toEqual(said);
  });

  it('gives no command if the contract has nothing to list or create', async () => {
    const lines = await linesWith({
      '/paths/~1pets': undefined,
      '/paths/~1pets~1{petId}/get/x-deprecation': undefined,
    });
    expect(lines.slice(1)).toEqual([
      'Contract: http://127.0.0.1:4010/openapi.json, to read and try: http://127.0.0.1:4010/docs',
      'Console: http://127.0.0.1:4010/__admin/',
      expect.stringMatching(/^Memory limit: 256 MiB /),
      'Stop with Ctrl+C.',
    ]);
  });
});
