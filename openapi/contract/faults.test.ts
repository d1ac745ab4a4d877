import { readablePattern } from './repair/patterns';
import { contractOf, type Edits, faultOf, shippedWith } from './testing/documents';
import { warningLines } from './warning-lines';

const LIST = '/paths/~1pets/get';
const CREATE = '/paths/~1pets/post';
const READ = '/paths/~1pets~1{petId}/get';
const SCHEMAS = '/components/schemas';
const JSON_BODY = 'content/application~1json';
const EXAMPLES = `${CREATE}/requestBody/${JSON_BODY}/examples`;

const cats = { get: { responses: { '200': { description: 'Cats' } } } };
const catId = { name: 'catId', in: 'path', required: true, schema: { type: 'string' } };

/** What is done to the shipped document, and how a line about it begins: a place, what is wrong, what its author is to do. */
const FAULTS: readonly (readonly [edits: Edits, line: string])[] = [
  // What OpenAPI's own schema asks for.
  [{ [`${LIST}/sumary`]: 'Lists' }, `${LIST}: "sumary" is not a field that OpenAPI has here. See the OpenAPI`],
  [{ '/paths/~1dogs': { get: {} } }, '/paths/~1dogs/get: "responses" is missing.'],
  [
    { '/paths/~1birds': { get: { ...cats.get, parameters: [{ name: 'a', in: 'body', schema: {} }] } } },
    '/paths/~1birds/get/parameters/0/in: expected one of path, query, header, cookie for "in", found "body".',
  ],
  [{ '/paths/fish': {} }, '/paths/fish: a path must begin with a slash.'],
  // References.
  [
    { [`${SCHEMAS}/NewPet/properties/status`]: { $ref: '#/components/schemas/PetStatuses' } },
    `${SCHEMAS}/NewPet/properties/status/$ref: the reference "#/components/schemas/PetStatuses" leads nowhere: "PetStatuses" does not exist. Correct`,
  ],
  [
    { [`${SCHEMAS}/Other`]: { $ref: './none.yaml#/A' } },
    `${SCHEMAS}/Other/$ref: the reference "./none.yaml" leads to file:`,
  ],
  // Parts that disagree.
  [
    { [`${CREATE}/operationId`]: 'listPets' },
    `${CREATE}/operationId: the operationId "listPets" is taken by GET /pets. Give each`,
  ],
  [
    { '/paths/~1pets~1{catId}': { ...cats, parameters: [catId] } },
    '/paths/~1pets~1{catId}: the path /pets/{catId} is the same as /pets/{petId}. Put their',
  ],
  [
    { '/paths/~1cats~1{catId}': cats },
    '/paths/~1cats~1{catId}/get: the path names {catId}, but no parameter describes it. Add a parameter with name: catId, in: path',
  ],
  [
    { '/paths/~1cats': { ...cats, parameters: [catId] } },
    '/paths/~1cats/parameters/0: the path /cats has no {catId}. Remove',
  ],
  [
    { '/x-plans/1/name': 'Free' },
    '/x-plans/1/name: the plan "Free" is already described at /x-plans/0. Give each plan',
  ],
  [
    { [`${CREATE}/responses/201/links/readCreated/operationId`]: 'getCat' },
    `${CREATE}/responses/201/links/readCreated/operationId: there is no operation "getCat". Name one of listPets, POST /pets,`,
  ],
  [
    { [`${READ}/x-deprecation/replacement`]: 'findPets' },
    `${READ}/x-deprecation/replacement: there is no operation "findPets". Name one of listPets,`,
  ],
  // Security.
  [
    { '/security': [{ apiKei: [] }] },
    '/security/0/apiKei: there is no security scheme "apiKei". Describe it in components.securitySchemes, which has apiKey, user, client.',
  ],
  [
    {
      '/components/securitySchemes/user': { type: 'http', scheme: 'basic' },
      [`${LIST}/security`]: [{ apiKey: [], user: [] }, { other: [] }],
    },
    `${LIST}/security/0: no request can carry the credentials of apiKey and user at once: some of them go into one header. Name one of them in`,
  ],
  [{}, `${LIST}/security/1/other: there is no security scheme "other".`],
  [
    { '/components/securitySchemes/client': { type: 'mutualTLS' }, [`${READ}/security`]: [{ client: [] }] },
    '/components/securitySchemes/client/type: mutual TLS takes place before any request, and is not judged. Use bearer',
  ],
  // Schemas that can't judge, and values that break their schemas.
  [
    { [`${SCHEMAS}/NewPet/properties/name/pattern`]: '[' },
    `${SCHEMAS}/NewPet/properties/name/pattern: Invalid regular expression`,
  ],
  [
    { [`${LIST}/parameters/0/schema/multipleOf`]: 0 },
    `${LIST}/parameters/0/schema/multipleOf: multipleOf must be more than 0, not 0.`,
  ],
  [
    { [`${EXAMPLES}/required/value`]: { name: 'Marmalade' } },
    `${EXAMPLES}/required/value/categoryId: the value does not fit its schema: the field "categoryId" is missing. Correct the value or the schema.`,
  ],
  [
    { [`${EXAMPLES}/everything/value/categoryId`]: 9223372036854775808n },
    `${EXAMPLES}/everything/value/categoryId: the value does not fit its schema: the field "categoryId" must be an integer of 64 bits, not 9223372036854775808.`,
  ],
  [
    { [`${LIST}/parameters/0/schema/default`]: 101 },
    `${LIST}/parameters/0/schema/default: the value does not fit its schema: it must be at most 100, not 101.`,
  ],
  [
    { [`${LIST}/parameters/1/example`]: 'asleep' },
    `${LIST}/parameters/1/example: the value does not fit its schema: it must be one of "available", "pending", "sold", not "asleep".`,
  ],
  [
    { '/components/headers/Retry-After/example': 3 },
    `${LIST}/responses/429/headers/Retry-After/example: the value does not fit its schema: it must be a string, not 3.`,
  ],
  [
    { [`${SCHEMAS}/NewPet/properties/name/example`]: 7 },
    `${LIST}/responses/200/${JSON_BODY}/schema/items/allOf/0/properties/name/example: the value does not fit its schema: it must be a string, not 7.`,
  ],
  [
    { '/components/responses/Unauthorized/content/application~1json/example/status': '401' },
    `${LIST}/responses/401/${JSON_BODY}/example/status: the value does not fit its schema: the field "status" must be an integer, not "401".`,
  ],
];

test('a document is refused that is read strictly, with a line about each of its faults', async () => {
  const document = shippedWith(Object.assign({}, ...FAULTS.map(([edits]) => edits)));
  const { message, more } = await faultOf(contractOf(document, { strict: true }));
  const lines = [message, ...more].map((line) => line.slice(line.indexOf('#') + 1));
  expect(FAULTS.map(([, begin]) => begin).filter((begin) => !lines.some((line) => line.startsWith(begin)))).toEqual([]);
});

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

test('an example of XML is written as such, and is no fault beside the schema of what it stands for', async () => {
  const schema = { type: 'object', properties: { url: { type: 'string' } } };
  const content = (example: unknown) => ({ 'application/xml': { schema, example } });
  const post = (example: unknown) => ({
    post: { requestBody: { content: content(example) }, responses: { '204': { description: '' } } },
  });
  const { warnings, operations } = await contractOf({
    openapi: '3.0.3',
    info: { title: '', version: '1' },
    paths: { '/a': post('<a><url>b</url></a>'), '/b': post('none') },
  });
  expect(warnings.map(({ pointer }) => pointer)).toEqual([
    '/paths/~1b/post/requestBody/content/application~1xml/example',
  ]);
  const examples = operations.map(({ body }) => body?.content[0]?.examples.map(({ value }) => value));
  expect(examples).toEqual([['<a><url>b</url></a>'], []]);
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

const SCHEMES = '/components/securitySchemes';

/** The warnings of a document with these schemes and requirements. */
async function warningsOf(
  schemes: Readonly<Record<string, object>>,
  security: readonly object[],
): Promise<readonly string[]> {
  const changes = { '/openapi': '3.1.0', [SCHEMES]: schemes, '/security': security };
  const { warnings } = await contractOf(shippedWith(changes));
  return warnings.map(({ pointer, problem, remedy }) => `${pointer}: ${problem} ${remedy}`);
}

const KEY = { type: 'apiKey', in: 'header', name: 'X-Key' };
const OTHERS_COUNT = 'It counts for nothing: the other schemes alone are asked for.';
const OPEN = 'It counts for nothing, so what asks for nothing else is open to everybody.';

describe('a warning says what of security is not judged, and what is done instead:', () => {
  test('mutual TLS, by itself and beside others', async () => {
    const of = (security: readonly object[]) => warningsOf({ client: { type: 'mutualTLS' }, key: KEY }, security);
    const problem = `${SCHEMES}/client/type: mutual TLS takes place before any request, and is not judged.`;
    expect(await of([{ client: [] }])).toEqual([`${problem} ${OPEN}`]);
    expect(await of([{ client: [], key: [] }])).toEqual([`${problem} ${OTHERS_COUNT}`]);
    expect(await of([{ client: [] }, { key: [] }])).toEqual([`${problem} ${OTHERS_COUNT}`]);
    expect(await of([{ key: [] }])).toEqual([]);
  });

  test('a scheme that nobody describes, wherever it is named', async () => {
    const [warning, ...others] = await warningsOf({ key: KEY }, [{ kay: [] }, { kay: [] }]);
    expect([warning, others]).toEqual([`/security/0/kay: there is no security scheme "kay". ${OPEN}`, []]);
  });

  test('an HTTP scheme of another name, unless a caller is let in otherwise', async () => {
    const schemes = { odd: { type: 'http', scheme: 'Token' }, key: KEY };
    const told = `${SCHEMES}/odd/scheme: how a credential is sent by the scheme "Token" is not known here. A key is sent and taken as it is, in "Authorization: Token <key>".`;
    expect(await warningsOf(schemes, [{ odd: [] }])).toEqual([told]);
    expect(await warningsOf(schemes, [{ odd: [] }, { key: [] }])).toEqual([]);
  });
});
