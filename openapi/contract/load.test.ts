import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { CONTROL_DOCUMENT, loadContract, SHIPPED_DOCUMENT } from './load';
import { contractOf, faultOf, SHIPPED_TEXT, shippedWith, withFiles, withServer } from './testing/documents';

describe('the shipped document', () => {
  test('reads as the contract that it describes', async () => {
    const contract = await loadContract(SHIPPED_DOCUMENT);
    expect(contract).toMatchObject({ title: 'Animal Store API', version: '1.0.0', prefix: '/v1' });
    expect(contract.servers).toStrictEqual([
      { url: 'https://api.animal-store.example/v1', description: 'Production' },
      { url: 'https://staging.animal-store.example/v1', description: 'Staging' },
    ]);
    expect(contract.operations.map(({ id, method, path }) => [id, method, path])).toStrictEqual([
      ['listPets', 'GET', '/pets'],
      ['createPet', 'POST', '/pets'],
      ['getPet', 'GET', '/pets/{petId}'],
    ]);
    expect(contract.operations.map(({ security }) => security.map((all) => all.map(({ kind }) => kind)))).toStrictEqual(
      [[['bearer']], [['bearer']], [['bearer']]],
    );
    expect(contract.resources.map(({ name }) => name)).toStrictEqual(['pets']);
    expect(contract.allowanceHeaders).toStrictEqual({
      limit: 'X-RateLimit-Limit',
      remaining: 'X-RateLimit-Remaining',
      reset: 'X-RateLimit-Reset',
    });
    expect(contract.plans.map(({ name }) => name)).toStrictEqual(['Free', 'Pro', 'Business', 'Enterprise']);
    expect(contract.envelope?.roles).toStrictEqual({ status: ['status'], code: ['code'], message: ['message'] });
  });

  test('keeps its text, its digest and its references as the author wrote them', async () => {
    const { source } = await loadContract(SHIPPED_DOCUMENT);
    expect(source.name).toBe(SHIPPED_DOCUMENT);
    expect(source.text).toBe(SHIPPED_TEXT);
    expect(source.sha256).toBe(createHash('sha256').update(SHIPPED_TEXT).digest('hex'));
    expect(source.json).toMatchObject({
      components: { schemas: { Pet: { allOf: [{ $ref: '#/components/schemas/NewPet' }, {}] } } },
    });
  });
});

test.each([SHIPPED_DOCUMENT, CONTROL_DOCUMENT])(
  '%s passes every check, whatever the build has validated',
  async (name) => {
    const contract = await contractOf(`${readFileSync(name, 'utf8')}\n# one byte more`, { strict: true });
    expect(contract.operations).toStrictEqual((await loadContract(name)).operations);
  },
);

test('a reference that stands in several places becomes the same object in each', async () => {
  const [list, create, read] = (await contractOf(shippedWith({}))).operations;
  const created = create?.replies[0]?.content[0]?.schema;
  expect(created).toBeDefined();
  expect(list?.replies[0]?.content[0]?.schema?.items).toBe(created);
  expect(read?.replies[0]?.content[0]?.schema).toBe(created);
});

describe('the document of the control plane', () => {
  test('reads as the contract that it describes', async () => {
    const contract = await loadContract(CONTROL_DOCUMENT);
    expect(contract).toMatchObject({ title: 'Animal Store mock, Admin API', prefix: '/__admin', plans: [] });
    expect(contract.envelope?.roles).toStrictEqual({ status: ['status'], code: ['code'], message: ['message'] });
  });

  test('offers for a session what it offers for the default world', async () => {
    const { operations } = await loadContract(CONTROL_DOCUMENT);
    // Whether the process lives, and serves, is the same for all worlds.
    const ofProcess = ['/health/live', '/health/ready'];
    const offered = (paths: RegExp, below: string) =>
      operations
        .filter(({ path }) => paths.test(path) && !ofProcess.includes(path))
        .map(({ method, path }) => `${method} ${path.slice(below.length)}`)
        .sort();
    expect(offered(/^\/sessions\/\{sessionId\}\/./, '/sessions/{sessionId}')).toStrictEqual(
      offered(/^\/(?!sessions)/, ''),
    );
  });
});

describe('a document loads', () => {
  test('as JSON', async () => {
    const contract = await contractOf(JSON.stringify(shippedWith({}), null, '\t'));
    expect(contract.operations).toStrictEqual((await loadContract(SHIPPED_DOCUMENT)).operations);
  });

  test.each(['3.0.0', '3.0.4', '3.1.0', '3.1.1'])('in OpenAPI %s', async (openapi) => {
    const contract = await contractOf(shippedWith({ '/openapi': openapi }));
    expect(contract.resources.map(({ name, idProperty }) => [name, idProperty])).toStrictEqual([['pets', 'id']]);
    expect(contract.prefix).toBe('/v1');
  });

  test('from a URL, and what it refers to from there', async () => {
    const pages: Readonly<Record<string, string>> = {
      '/api/document.yaml': SHIPPED_TEXT.replaceAll('#/components/schemas/PetStatus', './status.yaml#/PetStatus'),
      '/api/status.yaml': 'PetStatus: { type: string, enum: [asleep, available] }',
    };
    const serve: RequestListener = ({ url = '' }, reply) => {
      reply.writeHead(pages[url] === undefined ? 404 : 200).end(pages[url]);
    };
    await withServer(serve, async (origin) => {
      const { source, operations } = await loadContract(`${origin}/api/document.yaml`);
      expect(source.name).toBe(`${origin}/api/document.yaml`);
      expect(operations[0]?.parameters[1]?.schema.enum).toStrictEqual(['asleep', 'available']);
      const fault = await faultOf(loadContract(`${origin}/elsewhere.yaml`));
      expect(fault.message).toBe(
        `${origin}/elsewhere.yaml: can't be read: the server answered 404. Name a file, a URL, or - for standard input.`,
      );
    });
  });

  test.each(['http://me:secretpw@127.0.0.1/x.yaml', 'https://secretpw@127.0.0.1/x.yaml', 'http://me:secret/pw@host/x'])(
    'not from %s, whose password no message shows',
    async (name) => {
      const { message } = await faultOf(loadContract(name));
      expect(message).toMatch(
        /^https?:\/\/(127\.0\.0\.1|host)\/x(\.yaml)?: was given with a user name or a password, which is not supported in a URL\. Download the document, and name the file/,
      );
    },
  );

  test.each(['ftp://a.example/x.yaml', 'javascript:1'])(
    'not from %s, which is no URL of http or https',
    async (name) => {
      expect((await faultOf(loadContract(name))).message).toBe(
        `${name}: can't be read: no such file, and no URL of http or https. Name a file, an http or https URL, or - for standard input.`,
      );
    },
  );

  test('with the files beside it, whose integers keep their digits', async () => {
    const files = {
      'a document #1.yaml': SHIPPED_TEXT.replaceAll('#/components/schemas/PetStatus', './status.yaml#/Status'),
      'status.yaml': 'Status: { type: integer, maximum: 9007199254740993 }',
    };
    const text = files['a document #1.yaml'].replaceAll('status: available', 'status: 9007199254740993');
    await withFiles({ ...files, 'a document #1.yaml': text }, async (folder) => {
      const { operations } = await loadContract(join(folder, 'a document #1.yaml'));
      expect(operations[0]?.parameters[1]?.schema.maximum).toBe(9007199254740993n);
    });
  });

  test('without servers, plans, allowance headers, errors or security', async () => {
    const paths = { '/ping': { get: { responses: { '204': { description: 'Pong' } } } } };
    const contract = await contractOf({ openapi: '3.0.3', info: { title: 'Ping', version: '1' }, paths });
    expect(contract).toMatchObject({ servers: [], prefix: '', plans: [], resources: [], envelope: undefined });
    expect(contract.allowanceHeaders).toStrictEqual({ limit: undefined, remaining: undefined, reset: undefined });
    expect(contract.operations.map(({ id, security }) => [id, security])).toStrictEqual([['GET /ping', []]]);
  });

  test.each([
    ['https://api.example/v2/', '/v2'],
    ['https://api.example', ''],
    ['/relative/v3', '/relative/v3'],
    ['/', ''],
  ])('and the prefix of the server %s is "%s"', async (url, prefix) => {
    expect((await contractOf(shippedWith({ '/servers': [{ url }] }))).prefix).toBe(prefix);
  });
});

describe('what is no document is refused', () => {
  test('where there is no such file, or it is a folder', async () => {
    await withFiles({}, async (folder) => {
      const missing = await faultOf(loadContract(join(folder, 'none.yaml')));
      expect(missing).toMatchObject({ source: join(folder, 'none.yaml'), pointer: '' });
      expect(missing.problem).toBe("can't be read: no such file.");
      expect((await faultOf(loadContract(folder))).problem).toBe("can't be read: it is a folder.");
    });
  });

  test.each([
    ['paths: [', '', 'is not YAML or JSON: '],
    ['', '', 'expected an OpenAPI document, found nothing.'],
    ['- a', '', 'expected an OpenAPI document, found an array.'],
    ['hello', '', 'expected an OpenAPI document, found a string.'],
    ['swagger: "2.0"', '/swagger', 'expected OpenAPI 3, found Swagger 2.0.'],
    ['title: Things', '/openapi', 'expected a version "3.0.x" or "3.1.x", found none.'],
    ['openapi: 4.0.0', '/openapi', 'expected a version "3.0.x" or "3.1.x", found "4.0.0".'],
    ['openapi: 3.0.3', '/paths', 'expected the paths, found nothing.'],
    ['openapi: 3.0.3\npaths: []', '/paths', 'expected the paths, found an array.'],
    ['openapi: 3.0.3\npaths: {}', '/paths', 'has no operation.'],
    [
      'openapi: 3.1.0\nwebhooks: { added: { post: { responses: {} } } }',
      '/paths',
      'expected the paths, found nothing.',
    ],
  ])('%j', async (text, pointer, excerpt) => {
    const fault = await faultOf(contractOf(text));
    expect(fault.pointer).toBe(pointer);
    expect(fault.problem).toContain(excerpt);
    expect(fault.message).not.toContain('reference');
  });
});

describe('what is hardly a document is read, and refused by who is strict', () => {
  const paths = 'paths: { /a: { get: { responses: { "200": { description: "" } } } } }';
  const title = 'info: { title: "", version: "1" }';
  test.each([
    [`openapi: 3.2.0\n${title}\n${paths}`, '/openapi', 'found "3.2.0".', 'It is read as 3.1.0.'],
    [`openapi: 3.0\n${title}\n${paths}`, '/openapi', 'found 3.', 'It is read as 3.0.3.'],
    [`openapi: 3.0.3\n${paths}`, '', '"info" is missing.', 'It is read without.'],
    [`openapi: 3.0.3\ninfo: { title: "", version: 1.5 }\n${paths}`, '/info/version', 'a text, found 1.5.', '"1.5"'],
  ])('%j', async (text, pointer, problem, remedy) => {
    const { warnings, operations } = await contractOf(text);
    expect(operations).toHaveLength(1);
    expect(warnings).toEqual([
      { pointer, problem: expect.stringContaining(problem), remedy: expect.stringContaining(remedy) },
    ]);
    expect(await faultOf(contractOf(text, { strict: true }))).toMatchObject({ pointer });
  });
});
