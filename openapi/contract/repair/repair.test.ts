import { contractOf, faultOf } from '../testing/documents';
import { warningLines } from '../warning-lines';
import { readablePattern } from './patterns';

const GET = '/paths/~1things~1{id}/get';
const SCHEMA = '/components/schemas/Thing';

/** As many faults as fit into one document, each of which published documents have. */
const DOCUMENT = {
  openapi: '3.0.3',
  info: { title: 'Things', version: 1.5, description: null },
  servers: [{ url: "http://['" }],
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        tags: 'things',
        'x-internal': { $ref: '../not/ours.yaml' },
        parameters: [
          { name: 'page', in: 'query', type: 'integer', minimum: 1 },
          { name: 'body', in: 'body', schema: {} },
          { $ref: '#/components/parameters/Nowhere' },
        ],
        responses: {
          '200': {
            description: 'A thing',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          '4xx': { description: 'Wrong', schema: { type: 'object' } },
          '404': null,
        },
      },
    },
    '/things/{thing}': { delete: { operationId: 'getThing', responses: { '204': { description: 'Gone' } } } },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'String', required: true, minLength: '3', pattern: '^\\@[a-z\\-]+$', example: 7 },
          file: { type: 'file' },
          kind: { type: 'whatever', enum: [] },
          code: { type: 'string', pattern: '(' },
          other: { $ref: '#/components/schemas/Missing' },
          old: { $ref: '#/definitions/Old' },
          pair: { type: 'array', items: [{ type: 'string' }] },
          empty: null,
        },
      },
    },
    securitySchemes: { basic: { type: 'http', scheme: 'basic', bearerFormat: 'JWT' } },
  },
};

test('a document with many faults is read, and each is told with its place and what is done about it', async () => {
  const { warnings, operations, prefix, version } = await contractOf(DOCUMENT);
  expect([version, prefix]).toEqual(['1.5', '']);
  expect(operations.map(({ id, method, path }) => [id, method, path])).toEqual([
    ['getThing', 'GET', '/things/{id}'],
    ['DELETE /things/{thing}', 'DELETE', '/things/{id}'],
  ]);
  const [get] = operations;
  expect(get?.parameters.map(({ name, in: place, schema }) => [place, name, schema])).toEqual([
    ['query', 'page', { type: 'integer', minimum: 1 }],
    ['path', 'id', { type: 'string' }],
  ]);
  expect(get?.replies.map(({ status, content }) => [status, content.map(({ type }) => type)])).toEqual([
    [200, ['application/json']],
    [404, []],
    ['4XX', ['application/json']],
  ]);
  expect(get?.replies[0]?.content[0]?.schema?.properties).toEqual({
    name: { type: 'string', minLength: 3, pattern: '^@[a-z\\-]+$' },
    file: { type: 'string', format: 'binary' },
    kind: {},
    code: { type: 'string' },
    other: {},
    old: {},
    pair: { type: 'array', prefixItems: [{ type: 'string' }] },
    empty: {},
  });
  const told = new Map(warnings.map(({ pointer, remedy }) => [pointer, remedy]));
  expect(Object.fromEntries(told)).toMatchObject({
    '/info/version': 'It is read as "1.5".',
    '/info/description': 'It is left out.',
    '/servers/0/url': 'The paths are taken without a prefix.',
    [`${GET}/tags`]: 'It is read as a list.',
    [`${GET}/parameters/0`]: 'They are read as its schema.',
    [`${GET}/parameters/1/in`]: 'It is left out.',
    [`${GET}/parameters/2/$ref`]: 'It is left out.',
    [`${GET}/responses/4xx`]: 'It is read as 4XX.',
    [`${GET}/responses/404`]: 'The reply is read as one without a body.',
    [GET]: 'It takes any text.',
    '/paths/~1things~1{thing}': 'They are served as one, /things/{id}.',
    '/paths/~1things~1{thing}/delete/operationId': 'The operation is called "DELETE /things/{thing}".',
    [`${SCHEMA}/properties/name/type`]: 'It is read as string.',
    [`${SCHEMA}/properties/name/required`]: 'It is left out.',
    [`${SCHEMA}/properties/name/minLength`]: 'It is read as 3.',
    [`${SCHEMA}/properties/name/example`]: 'It is left out, and a value is made up where one is needed.',
    [`${SCHEMA}/properties/file/type`]: 'It is read as string, in the format binary.',
    [`${SCHEMA}/properties/kind/type`]: 'Values of any type are taken there.',
    [`${SCHEMA}/properties/code/pattern`]: 'Texts are not judged by it.',
    [`${SCHEMA}/properties/other/$ref`]: 'Any value is taken there.',
    [`${SCHEMA}/properties/empty`]: 'Any value is taken there.',
    '/components/securitySchemes/basic/bearerFormat': 'The field is ignored.',
  });
});

test('read strictly it is refused, and all its faults are told in one run', async () => {
  const { message, more } = await faultOf(contractOf(DOCUMENT, { strict: true }));
  expect([message, ...more].length).toBeGreaterThan(20);
  expect(more.join('\n')).toContain('#/info/description: expected a text, found null. See the OpenAPI specification');
});

test('a few lines tell of many faults that are alike', async () => {
  const examples = Array.from({ length: 50 }, (_, at) => [`p${at}`, { type: 'string', example: at }]);
  const schema = { type: 'object', properties: Object.fromEntries(examples) };
  const get = { responses: { '200': { description: '', content: { 'application/json': { schema } } } } };
  const { warnings, source } = await contractOf({
    openapi: '3.0.3',
    info: { title: '', version: '1' },
    paths: { '/a': { get: { ...get, deprecated: 'true' } } },
  });
  expect(warnings).toHaveLength(51);
  const lines = warningLines({ warnings, source }, 'few');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/ has 51 faults, and is read all the same; --strict refuses it:$/);
  expect(lines[2]).toMatch(/\(and 49 others like it\)$/);
  expect(warningLines({ warnings, source }, 'all')).toHaveLength(52);
  expect(warningLines({ warnings, source }, 'none')).toEqual([]);
  const long = {
    pointer: `/paths/~1${'a'.repeat(24_000)}`,
    problem: 'expected an object, found 7.',
    remedy: 'It is left out.',
  };
  const told = warningLines({ warnings: Array.from({ length: 20_000 }, () => long), source }, 'few');
  expect(told[0]).toContain(' has 20000 faults, ');
  expect(told[1]).toMatch(
    /^ {2}#\/paths\/~1a{191}…a{200}: expected an object, found 7\. It is left out\. \(and 19999 others like it\)$/,
  );
  const most = warningLines({ warnings: Array.from({ length: 100_000 }, () => long), source }, 'few');
  expect(most[0]).toContain(' has at least 100000 faults, ');
});

test.each([
  ['^[a-z]+$', '^[a-z]+$'],
  ['^[\\w\\-\\:]+\\-\\@$', '^[\\w\\-:]+-@$'],
  ['\\Aab\\z', '^ab$'],
  ['/^[a-z]+$/', '^[a-z]+$'],
  ['/^[\\w\\:]+\\/$/g', '^[\\w:]+\\/$'],
  ['/api/[a-z]+/', '/api/[a-z]+/'],
  ['/[a-z]+/', '/[a-z]+/'],
  ['^/[a-z]+/$', '^/[a-z]+/$'],
  ['/[a-z]+\\$/', '/[a-z]+\\$/'],
])('the pattern %s is read as %s', (pattern, read) => {
  expect(readablePattern(pattern)).toMatchObject({ pattern: read });
});

test('a pattern between slashes whose flags say more than a pattern can judges nothing', () => {
  expect(readablePattern('/^[a-z]+$/i')).toEqual({ error: 'the flags "i" have no place in a pattern' });
});
