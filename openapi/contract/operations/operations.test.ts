import { readOperations } from './operations';

const OK = { '200': { description: 'Fine' } };

/** The only operation of a document: GET /things/{id}. */
function operationOf(operation: object, rest: { item?: object; security?: unknown; schemes?: object } = {}) {
  const document = {
    security: rest.security,
    paths: { '/things/{id}': { ...rest.item, get: { responses: OK, ...operation } } },
    components: { securitySchemes: rest.schemes },
  };
  const [found] = readOperations(document);
  if (found === undefined) throw new Error('expected an operation');
  return found;
}

describe('the operations of a document', () => {
  test('are those of its paths, in their order, and nothing else', () => {
    const paths = {
      '/b': { summary: 'B', parameters: [], post: { responses: OK }, get: { responses: OK } },
      '/a': { delete: { operationId: 'dropA', summary: 'Drops', responses: OK }, servers: [] },
    };
    expect(readOperations({ paths }).map(({ id, method, path, pointer }) => [id, method, path, pointer])).toStrictEqual(
      [
        ['GET /b', 'GET', '/b', '/paths/~1b/get'],
        ['POST /b', 'POST', '/b', '/paths/~1b/post'],
        ['dropA', 'DELETE', '/a', '/paths/~1a/delete'],
      ],
    );
    expect(readOperations({})).toStrictEqual([]);
  });

  test('have a body, whose examples are named and placed', () => {
    const { body } = operationOf({
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'integer' },
            examples: { one: { value: 1 }, far: { externalValue: 'x' } },
          },
          'text/plain': { example: 'two' },
        },
      },
    });
    const pointer = '/paths/~1things~1{id}/get/requestBody';
    expect(body).toMatchObject({ required: true, pointer });
    expect(body?.content.map(({ type, schema, examples }) => [type, schema, examples])).toStrictEqual([
      [
        'application/json',
        { type: 'integer' },
        [{ name: 'one', value: 1, pointer: `${pointer}/content/application~1json/examples/one/value` }],
      ],
      ['text/plain', undefined, [{ name: '', value: 'two', pointer: `${pointer}/content/text~1plain/example` }]],
    ]);
    expect(operationOf({}).body).toBeUndefined();
  });

  test('have replies by status, range and default, with headers and links', () => {
    const { replies } = operationOf({
      responses: {
        '201': {
          description: 'Made',
          headers: {
            Location: { required: true, schema: { type: 'string', example: '/things/1' }, 'x-allowance': 'limit' },
          },
          links: {
            read: { operationId: 'readThing', parameters: { id: '$response.body#/id', fixed: 3 } },
            byReference: { operationRef: '#/paths/~1things/get' },
          },
        },
        '4XX': { description: 'No' },
        default: { description: 'Else' },
        'x-note': {},
      },
    });
    const pointer = '/paths/~1things~1{id}/get/responses/201';
    expect(replies.map(({ status }) => status)).toStrictEqual([201, '4XX', 'default']);
    expect(replies[0]?.headers).toStrictEqual([
      {
        name: 'Location',
        description: '',
        required: true,
        schema: { type: 'string', example: '/things/1' },
        examples: [{ name: '', value: '/things/1', pointer: `${pointer}/headers/Location/schema/example` }],
        allowance: 'limit',
        pointer: `${pointer}/headers/Location`,
      },
    ]);
    expect(replies[0]?.links).toStrictEqual([
      {
        name: 'read',
        operationId: 'readThing',
        parameters: { id: '$response.body#/id' },
        pointer: `${pointer}/links/read`,
      },
    ]);
  });
});

describe('the parameters of an operation', () => {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

  test("are its path's and its own, which replace those of the same name and place", () => {
    const own = [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'id', in: 'query', schema: { type: 'boolean' } },
    ];
    const { parameters } = operationOf(
      { parameters: own },
      { item: { parameters: [id, { name: 'page', in: 'query' }] } },
    );
    expect(
      parameters.map(({ name, in: place, required, schema, pointer }) => [name, place, required, schema, pointer]),
    ).toStrictEqual([
      ['id', 'path', true, { type: 'integer' }, '/paths/~1things~1{id}/get/parameters/0'],
      ['page', 'query', false, {}, '/paths/~1things~1{id}/parameters/1'],
      ['id', 'query', false, { type: 'boolean' }, '/paths/~1things~1{id}/get/parameters/1'],
    ]);
  });

  test('are none that whatever carries a request sets', () => {
    const names = ['Content-Length', 'host', 'X-Length', 'Accept'];
    const { parameters } = operationOf({ parameters: names.map((name) => ({ name, in: 'header', required: true })) });
    expect(parameters.map(({ name }) => name)).toStrictEqual(['X-Length', 'Accept']);
  });

  test.each([
    [{ in: 'query' }, undefined],
    [{ in: 'query', explode: true }, undefined],
    [{ in: 'query', explode: false }, ','],
    [{ in: 'query', style: 'spaceDelimited', explode: false }, ' '],
    [{ in: 'query', style: 'pipeDelimited', explode: false }, '|'],
    [{ in: 'cookie' }, undefined],
    [{ in: 'path' }, ','],
    [{ in: 'header' }, ','],
  ])('%j has arrays split at %j', (style, separator) => {
    const { parameters } = operationOf({ parameters: [{ name: 'tags', ...style }] });
    expect(parameters[0]?.separator).toBe(separator);
  });
});

describe('the credentials of an operation', () => {
  const schemes = {
    token: { type: 'http', scheme: 'Bearer' },
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    session: { type: 'apiKey', in: 'cookie', name: 'sid' },
    flow: { type: 'oauth2', flows: {} },
    login: { type: 'openIdConnect', openIdConnectUrl: 'https://login.example' },
    user: { type: 'http', scheme: 'Basic' },
    digest: { type: 'http', scheme: 'digest' },
    client: { type: 'mutualTLS' },
  };
  const namesOf = (own: unknown, everywhere?: unknown) =>
    operationOf({ security: own }, { security: everywhere, schemes }).security.map((all) =>
      all.map(({ name }) => name).join(' and '),
    );

  test("are the document's where it names none of its own", () => {
    expect(namesOf(undefined, [{ token: [] }])).toStrictEqual(['token']);
    expect(namesOf([{ key: [] }], [{ token: [] }])).toStrictEqual(['key']);
    expect(namesOf(undefined)).toStrictEqual([]);
  });

  test('are asked for all at once where one requirement names several; those that are not known count for nothing', () => {
    expect(namesOf([{ client: [] }, { key: [], session: [] }, { client: [], token: [] }])).toStrictEqual([
      'key and session',
      'token',
    ]);
    expect(namesOf([{ client: [] }])).toStrictEqual([]);
  });

  test('are any of those that go into one header, since no request can carry several there', () => {
    expect(namesOf([{ key: [], token: [], user: [] }])).toStrictEqual(['key and token', 'key and user']);
  });

  test('are none where it asks for none, or where they are optional', () => {
    expect(namesOf([], [{ token: [] }])).toStrictEqual([]);
    expect(namesOf([{ token: [] }, {}])).toStrictEqual([]);
  });

  test('are carried as their scheme says, HTTP Basic among them; OAuth 2 and OpenID Connect as bearer tokens', () => {
    const { security } = operationOf(
      { security: [{ key: [] }, { session: [] }, { flow: ['read'] }, { login: [] }, { user: [] }, { digest: [] }] },
      { schemes },
    );
    const pointer = (name: string) => `/components/securitySchemes/${name}`;
    expect(security).toStrictEqual([
      [{ name: 'key', kind: 'apiKey', in: 'header', parameter: 'X-Key', pointer: pointer('key') }],
      [{ name: 'session', kind: 'apiKey', in: 'cookie', parameter: 'sid', pointer: pointer('session') }],
      [{ name: 'flow', kind: 'bearer', pointer: pointer('flow') }],
      [{ name: 'login', kind: 'bearer', pointer: pointer('login') }],
      [{ name: 'user', kind: 'basic', pointer: pointer('user') }],
      [{ name: 'digest', kind: 'http', scheme: 'digest', pointer: pointer('digest') }],
    ]);
  });
});
