import {
  body,
  expectValidReplies,
  INTEGER,
  inQuery,
  mockOf,
  object,
  replies,
  reply,
  resourceAt,
  TEXT,
} from './testing/asking';
import type { Draft } from './testing/edited';

// Edits of the document, common and rare.
expectValidReplies();

const readOnly = true;
const NAMED = object({ id: { ...INTEGER, readOnly }, name: TEXT }, 'id', 'name');
const namedWith = (properties: object, required: readonly string[] = ['id', 'name']) =>
  object({ ...NAMED.properties, ...properties }, ...required);
const A_IS_1 = '<?xml version="1.0" encoding="UTF-8"?>\n<root><a>1</a></root>';
const content = (type: string, schema: object, more: object = {}) => ({
  200: { description: 'Done.', content: { [type]: { schema, ...more } } },
});

const NEW = { name: 'Rex', categoryId: 1 };

describe('the mock follows the document:', () => {
  test('another prefix', async () => {
    const ask = await mockOf((document) => {
      document.servers = [{ url: 'https://api.example/shop/v2/' }];
    });
    expect((await ask('get', '/shop/v2/pets')).status).toBe(200);
    expect((await ask('get', '/v1/pets')).body.message).toBe(
      'There is nothing at /v1/pets. Paths here begin with /shop/v2.',
    );
  });

  test('a page size of another name', async () => {
    const ask = await mockOf((document) => {
      document.paths['/pets'].get.parameters[0].name = 'pageSize';
    });
    expect((await ask('get', '/v1/pets?pageSize=4')).body).toHaveLength(4);
  });

  test('a new field, with a filter', async () => {
    const ask = await mockOf((document) => {
      document.components.schemas.NewPet.properties.legs = { ...INTEGER, format: 'int32', minimum: 0 };
      document.paths['/pets'].get.parameters.push(inQuery('legs', { ...INTEGER, format: 'int32' }));
    });
    expect((await ask('post', '/v1/pets', { ...NEW, legs: -1 })).body.message).toBe(
      'The field "legs" must be at least 0, not -1.',
    );
    expect((await ask('post', '/v1/pets', { ...NEW, legs: 3 })).body).toEqual({ id: 127, ...NEW, legs: 3 });
    expect((await ask('get', '/v1/pets?legs=3')).body).toEqual([{ id: 127, ...NEW, legs: 3 }]);
    expect((await ask('get', '/v1/pets?legs=3&status=sold')).body).toEqual([]);
  });

  test('another envelope, with nested parts of other names', async () => {
    const ask = await mockOf((document) => {
      const error = object(
        {
          http: { ...INTEGER, 'x-error': 'status' },
          id: { ...TEXT, 'x-error': 'code' },
          text: { ...TEXT, 'x-error': 'message' },
        },
        ...['http', 'id', 'text'],
      );
      document.components.schemas.Error = object(
        { requestId: { ...TEXT, format: 'uuid' }, error },
        ...['error', 'requestId'],
      );
      for (const shared of Object.values<Draft>(document.components.responses))
        delete shared.content['application/json'].example;
    });
    expect((await ask('get', '/v1/pets/0')).body).toEqual({
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      error: { http: 404, id: 'not_found', text: 'There is no record 0 in pets.' },
    });
  });

  test('other plans and other names of the headers', async () => {
    const ask = await mockOf((document) => {
      document['x-plans'][2].allowances = { hour: 2 };
      document.components.headers['X-RateLimit-Limit']['x-allowance'] = 'remaining';
      document.components.headers['X-RateLimit-Remaining']['x-allowance'] = 'limit';
    });
    await ask('get', '/v1/pets');
    const second = await ask('get', '/v1/pets');
    expect([second.headers['x-ratelimit-remaining'], second.headers['x-ratelimit-limit']]).toEqual(['2', '0']);
    expect((await ask('get', '/v1/pets')).body.message).toMatch(
      /^The allowance of 2 requests an hour is used up\. Try again in 3\d\d\d s\.$/,
    );
  });

  test('operations that belong to no resource answer from their example, else from their schema', async () => {
    const ask = await mockOf((document) => {
      document.paths['/ping'] = {
        get: { responses: content('application/json', { type: 'object' }, { example: { alive: true } }) },
      };
      const mood = { mood: { ...TEXT, enum: ['calm', 'wild'] }, level: { ...INTEGER, minimum: 3 } };
      document.paths['/mood'] = { get: { responses: replies(200, object(mood, 'mood', 'level')) } };
    });
    expect((await ask('get', '/v1/ping')).body).toEqual({ alive: true });
    expect((await ask('get', '/v1/mood')).body).toEqual({ mood: 'calm', level: expect.any(Number) });
  });

  test('another success status', async () => {
    const ask = await mockOf((document) => {
      const { responses } = document.paths['/pets'].post;
      responses['202'] = responses['201'];
      delete responses['201'];
    });
    expect((await ask('post', '/v1/pets', NEW)).status).toBe(202);
  });
});

describe('a reply keeps the contract', () => {
  test('if it has no place for a record', async () => {
    const ask = await mockOf((document) => {
      resourceAt(document, '/shelves', NAMED);
      document.paths['/shelves'].post.responses = replies(201, { type: 'integer', minimum: 7 });
      document.paths['/shelves/{id}'].put.responses = content('text/plain', { type: 'string', example: 'Done.' });
      document.paths['/shelves/{id}'].delete.responses = replies(200, { type: 'boolean' });
    });
    expect((await ask('post', '/v1/shelves', { name: 'A' })).body).toBeGreaterThanOrEqual(7);
    expect((await ask('put', '/v1/shelves/1', { name: 'B' })).text).toBe('Done.');
    expect((await ask('get', '/v1/shelves/1')).body).toEqual({ id: 1, name: 'B' });
    expect((await ask('delete', '/v1/shelves/1')).body).toBe(true);
    expect((await ask('get', '/v1/shelves/1')).status).toBe(404);
  });

  test.each<[string, object, number]>([
    ['default', { default: reply('Done.', { type: 'object' }) }, 200],
    ['a redirection', { 404: reply('Gone.'), 302: reply('There.') }, 302],
    ['a range', { '3XX': reply('There.') }, 300],
    ['a refusal', { 500: reply('Broken.'), 410: reply('Gone.') }, 410],
    ['a failure of the server', { 500: reply('Broken.') }, 200],
  ])('if it documents nothing but %s', async (_, responses, status) => {
    const ask = await mockOf((document) => {
      document.paths['/odd'] = { get: { responses } };
    });
    expect((await ask('get', '/v1/odd').redirects(0)).status).toBe(status);
  });

  test.each<[string, object, object, string, string]>([
    ['*/*', { type: 'object' }, { example: { a: 1 } }, 'application/json', '{"a":1}'],
    ['application/*', { type: 'boolean' }, {}, 'application/json', 'true'],
    ['text/*', { type: 'string' }, {}, 'text/plain; charset=utf-8', 'text'],
    ['application/xml', { type: 'object' }, { example: { a: 1 } }, 'application/xml', A_IS_1],
  ])('of the media type %s', async (type, schema, more, sent, text) => {
    const ask = await mockOf((document) => {
      document.paths['/odd'] = { get: { responses: content(type, schema, more) } };
    });
    const { headers, text: found } = await ask('get', '/v1/odd').buffer(true);
    expect([headers['content-type'], found]).toEqual([sent, text]);
  });

  test('with headers that are generated for each reply', async () => {
    const ask = await mockOf((document) => {
      document.paths['/pets'].get.responses['200'].headers['X-Request-Id'] = {
        required: true,
        schema: { type: 'string', format: 'uuid' },
      };
    });
    const ids = [await ask('get', '/v1/pets'), await ask('get', '/v1/pets')].map(
      ({ headers }) => headers['x-request-id'],
    );
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(ids[0]).not.toBe(ids[1]);
  });
});

describe('a parameter', () => {
  test('may have its type, bounds and default in parts', async () => {
    const ask = await mockOf((document) => {
      const limit = { allOf: [{ ...INTEGER, minimum: 1, maximum: 100 }], default: 3 };
      document.paths['/pets'].get.parameters = [inQuery('limit', limit), inQuery('offset', INTEGER)];
    });
    expect((await ask('get', '/v1/pets')).body).toHaveLength(3);
    expect((await ask('get', '/v1/pets?limit=2')).body).toHaveLength(2);
    expect((await ask('get', '/v1/pets?limit=0')).status).toBe(400);
  });

  test('for the page size bounds the usual size, which is 20', async () => {
    const ask = await mockOf((document) => {
      document.paths['/pets'].get.parameters[0].schema = { type: 'integer', maximum: 7 };
      document.paths['/pets'].get.parameters.push(inQuery('offset', INTEGER));
    });
    expect((await ask('get', '/v1/pets')).body).toHaveLength(7);
  });

  test('for the page size may be negative: such a page is empty', async () => {
    const ask = await mockOf((document) => {
      document.paths['/pets'].get.parameters[0].schema = { type: 'integer' };
    });
    expect((await ask('get', '/v1/pets?limit=-1')).body).toEqual([]);
  });
});

describe('a record', () => {
  const member = object(
    {
      id: { ...INTEGER, readOnly },
      name: TEXT,
      createdAt: { ...TEXT, format: 'date-time', readOnly },
      password: { ...TEXT, writeOnly: true },
      home: object({ town: TEXT, place: { ...TEXT, format: 'uuid', readOnly } }, 'town', 'place'),
    },
    ...['id', 'name', 'createdAt'],
  );

  test('has read-only fields from the service, keeps them, and never shows write-only ones', async () => {
    const ask = await mockOf((document) => resourceAt(document, '/members', member));
    const sent = { name: 'Ann', password: 'secret', home: { town: 'A', place: 'mine' } };
    expect((await ask('post', '/v1/members', sent)).body.message).toBe(
      'The field "home.place" must be a text in the format uuid, not "mine".',
    );
    const { body: added } = await ask('post', '/v1/members', { ...sent, home: { town: 'A' } });
    expect(added).toEqual({
      id: 1,
      name: 'Ann',
      createdAt: expect.stringMatching(/^2/),
      home: { town: 'A', place: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
    const later = { name: 'Eve', createdAt: '2001-01-01T00:00:00Z', home: { town: 'B' } };
    const { home } = added;
    expect((await ask('put', '/v1/members/1', later)).body).toEqual({
      ...added,
      name: 'Eve',
      home: { ...home, town: 'B' },
    });
    expect((await ask('patch', '/v1/members/1', { ...later, home: { place: 'x' } })).body.home.place).toBe(home.place);
    expect((await ask('get', '/v1/members/1')).body.createdAt).toBe(added.createdAt);
  });

  test('of the fixtures is shown as the mock would have stored it', async () => {
    const known = { name: 'Ann', id: 4, createdAt: '2001-01-01T00:00:00Z' };
    const fixtures = { members: [{ ...known, password: 'secret', unknown: 1 }] };
    const ask = await mockOf((document) => resourceAt(document, '/members', member), { fixtures });
    expect((await ask('get', '/v1/members')).body).toEqual([known]);
  });

  test('can lose its optional fields by a patch; null changes no others, where the request may have it', async () => {
    const ask = await mockOf((document) => resourceAt(document, '/members', member));
    const { body } = await ask('post', '/v1/members', { name: 'Ann', home: { town: 'A' } });
    expect((await ask('patch', '/v1/members/1', { name: null })).body).toEqual(body);
    expect((await ask('patch', '/v1/members/1', { home: { town: null } })).body).toEqual(body);
    expect((await ask('patch', '/v1/members/1', { home: null })).body).not.toHaveProperty('home');
  });

  test('has the defaults of its variant', async () => {
    const kind = (name: string, more: object) => ({
      ...object({ id: INTEGER, kind: { ...TEXT, enum: [name] }, ...more }, 'kind'),
      additionalProperties: false,
    });
    const toy = { oneOf: [kind('ball', { round: { type: 'boolean', default: true } }), kind('rope', {})] };
    const ask = await mockOf((document) => resourceAt(document, '/toys', toy));
    expect((await ask('post', '/v1/toys', { kind: 'rope' })).body).toEqual({ id: 1, kind: 'rope' });
    expect((await ask('post', '/v1/toys', { kind: 'ball' })).body).toEqual({ id: 2, kind: 'ball', round: true });
  });

  test.each([
    ['Puts another one in its place.', { id: 1, size: 7 }],
    [
      'Only the fields provided in the body are updated; any others will remain unchanged.',
      { id: 1, name: 'A', size: 7 },
    ],
    ['A partial update of the shelf.', { id: 1, name: 'A', size: 7 }],
  ])('is replaced as the document describes it: %s', async (description, expected) => {
    const ask = await mockOf((document) => {
      resourceAt(document, '/shelves', object({ id: { ...INTEGER, readOnly }, name: TEXT, size: INTEGER }, 'id'));
      document.paths['/shelves/{id}'].put.description = description;
    });
    await ask('post', '/v1/shelves', { name: 'A', size: 5 });
    expect((await ask('put', '/v1/shelves/1', { size: 7 })).body).toEqual(expected);
  });

  test('keeps what its create alone can set, though records show it as `readOnly`, when it is replaced', async () => {
    const ask = await mockOf((document) => {
      const shelf = object(
        { id: { ...INTEGER, readOnly }, room: { ...TEXT, readOnly }, size: INTEGER, name: TEXT },
        'id',
      );
      const bodyOf = (schema: object) => ({ content: { 'application/json': { schema } } });
      resourceAt(document, '/shelves', shelf);
      document.paths['/shelves'].post.requestBody = bodyOf(object({ room: TEXT, size: INTEGER, name: TEXT }));
      document.paths['/shelves/{id}'].put.requestBody = bodyOf(object({ name: TEXT, size: { ...INTEGER, readOnly } }));
    });
    const added = { id: 1, room: 'A', size: 5, name: 'left' };
    expect((await ask('post', '/v1/shelves', { room: 'A', size: 5, name: 'left' })).body).toEqual(added);
    const replaced = await ask('put', '/v1/shelves/1', { name: 'right', room: 'B', size: 7 });
    expect(replaced.body).toEqual({ ...added, name: 'right' });
    expect((await ask('put', '/v1/shelves/1', {})).body).toEqual({ id: 1, room: 'A', size: 5 });
  });

  test('is changed by operations that come as plain JSON, where these are what the document asks for', async () => {
    const ask = await mockOf((document) => {
      resourceAt(document, '/shelves', namedWith({ size: INTEGER }));
      const step = object({ op: TEXT, path: TEXT, value: {} }, 'op', 'path');
      document.paths['/shelves/{id}'].patch.requestBody = body({ type: 'array', items: step });
    });
    await ask('post', '/v1/shelves', { name: 'A', size: 5 });
    const { body: changed } = await ask('patch', '/v1/shelves/1', [{ op: 'replace', path: '/size', value: 7 }]);
    expect(changed).toEqual({ id: 1, name: 'A', size: 7 });
  });

  test('has what its request calls by another spelling, with the defaults there', async () => {
    const ask = await mockOf((document) => {
      resourceAt(document, '/shelves', object({ id: INTEGER, friendly_name: TEXT, shelf_size: INTEGER }, 'id'));
      const sent = object({ FriendlyName: TEXT, ShelfSize: { ...INTEGER, default: 3 } }, 'FriendlyName');
      document.paths['/shelves'].post.requestBody = body(sent);
    });
    const { body: made } = await ask('post', '/v1/shelves', { FriendlyName: 'A' });
    expect(made).toEqual({ id: 1, friendly_name: 'A', shelf_size: 3 });
  });

  test('has its own spelling of a choice, and a member of its own that alone is sent is not around it', async () => {
    const room = object({ id: INTEGER, kind: TEXT }, 'id');
    const ask = await mockOf((document) => {
      resourceAt(document, '/shelves', namedWith({ kind: { enum: ['wall', 'on_foot'] }, room }, ['id']));
      document.paths['/shelves'].post.requestBody = body(namedWith({ kind: TEXT }, []));
      document.paths['/shelves/{id}'].put.requestBody = body(object({ room }, 'room'));
    });
    expect((await ask('post', '/v1/shelves', { kind: 'on-foot' })).body).toEqual({ id: 1, kind: 'on_foot' });
    expect((await ask('post', '/v1/shelves', { kind: 'none' })).status).toBe(400);
    const { body: moved } = await ask('put', '/v1/shelves/1', { room: { id: 7, kind: 'cellar' } });
    expect(moved).toEqual({ id: 1, kind: 'on_foot', room: { id: 7, kind: 'cellar' } });
  });

  test('that may have any member has the id that it is sent, or else one of the service', async () => {
    const ask = await mockOf((document) => resourceAt(document, '/notes', { type: 'object' }, TEXT));
    expect((await ask('post', '/v1/notes', { id: 'a7', text: 'Hi' })).body).toEqual({ id: 'a7', text: 'Hi' });
    expect((await ask('get', '/v1/notes/a7')).body).toEqual({ id: 'a7', text: 'Hi' });
    expect((await ask('post', '/v1/notes', { text: 'Ho' })).body).toEqual({ id: expect.any(String), text: 'Ho' });
  });

  test('does not get a default that its schema does not allow', async () => {
    const ask = await mockOf((document) => {
      resourceAt(document, '/shelves', namedWith({ size: { ...INTEGER, maximum: 5 } }));
      document.paths['/shelves'].post.requestBody = body(namedWith({ size: { ...INTEGER, default: 9 } }));
    });
    expect((await ask('post', '/v1/shelves', { name: 'A' })).body).toEqual({ id: 1, name: 'A' });
    expect((await ask('post', '/v1/shelves', { name: 'A', size: 9 })).body.message).toBe(
      'The field "size" must be at most 5, not 9.',
    );
  });

  test('that its path would give an id which it may not have is not stored, and the reply is the documented one', async () => {
    const ask = await mockOf((document) => {
      resourceAt(document, '/shelves', namedWith({ id: { ...TEXT, pattern: '^[0-9]{4}$', readOnly } }), TEXT);
      document.paths['/shelves/{id}'].put.responses = { ...replies(200, NAMED), ...replies(201, { type: 'object' }) };
    });
    const { status } = await ask('put', '/v1/shelves/none', { name: 'A' });
    expect([status < 300, (await ask('get', '/v1/shelves')).body]).toEqual([true, []]);
  });

  test('has as a number what its request sends as a text, and something else where that is no number', async () => {
    const ask = await mockOf((document) => {
      resourceAt(document, '/shelves', namedWith({ size: INTEGER }, ['id', 'size']));
      document.paths['/shelves'].post.requestBody = body(namedWith({ size: TEXT }));
    });
    expect((await ask('post', '/v1/shelves', { name: 'A', size: '7' })).body).toEqual({ id: 1, name: 'A', size: 7 });
    const { status, body: made } = await ask('post', '/v1/shelves', { name: 'B', size: 'seven' });
    expect([status, made]).toEqual([201, { id: 2, name: 'B', size: expect.any(Number) }]);
  });
});

describe('ids fit their schema:', () => {
  test.each<[object, readonly unknown[]]>([
    [{ type: 'integer', multipleOf: 5 }, [5, 10]],
    [{ type: 'integer', minimum: 7, multipleOf: 5 }, [10, 15]],
    [{ type: 'integer', minimum: 10, exclusiveMinimum: true }, [11, 12]],
    [{ type: 'integer', maximum: -3, minimum: -9 }, [-9, -8]],
    [{ allOf: [{ type: 'integer' }, { minimum: 40 }] }, [40, 41]],
    [{ type: 'integer', enum: [3, 8] }, [3, 8]],
    [{ type: 'string', enum: ['a', 'b'] }, ['a', 'b']],
    [{ type: 'string', minLength: 4 }, ['0001', '0002']],
    [{ type: 'string', pattern: '^(?=.*a)[a-b]$' }, ['a']],
  ])('%j', async (schema, ids) => {
    const ask = await mockOf((document: Draft) => {
      resourceAt(document, '/shelves', namedWith({ id: { ...schema, readOnly } }), schema);
    });
    for (const id of ids) expect((await ask('post', '/v1/shelves', { name: 'A' })).body).toEqual({ id, name: 'A' });
    for (const id of ids) expect((await ask('get', `/v1/shelves/${id}`)).status).toBe(200);
  });

  test.each(['^a_[0-9a-z]{8}$', '^FW[0-9a-fA-F]{32}$'])('each of the pattern %s is another one', async (pattern) => {
    const id = { type: 'string', pattern };
    const ask = await mockOf((document: Draft) => {
      resourceAt(document, '/shelves', namedWith({ id: { ...id, readOnly } }), id);
    });
    const ids = new Set<string>();
    for (let nth = 0; nth < 3; nth += 1) ids.add((await ask('post', '/v1/shelves', { name: 'A' })).body.id);
    expect([...ids]).toEqual(Array(3).fill(expect.stringMatching(pattern)));
  });
});
