import request from 'supertest';
import { createMock } from './index';
import { body, mockOf, replies, reply } from './testing/asking';
import { type Draft, editedDocument } from './testing/edited';

const NEW = { name: 'Rex', categoryId: 1 };

/** Every reply is valid if `checkReplies` writes nothing to standard error. */
let complaints: jest.SpyInstance;
beforeEach(() => {
  complaints = jest.spyOn(process.stderr, 'write').mockImplementation(() => true);
});
afterEach(() => {
  expect(complaints.mock.calls).toEqual([]);
  complaints.mockRestore();
});

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

  test('another page size', async () => {
    const ask = await mockOf((document) => {
      document.paths['/pets'].get.parameters[0].schema = { type: 'integer', minimum: 2, maximum: 7, default: 3 };
    });
    expect((await ask('get', '/v1/pets')).body).toHaveLength(3);
    expect((await ask('get', '/v1/pets?limit=8')).status).toBe(400);
    expect((await ask('get', '/v1/pets?limit=1')).status).toBe(400);
  });

  test('a page size of another name', async () => {
    const ask = await mockOf((document) => {
      document.paths['/pets'].get.parameters[0].name = 'pageSize';
    });
    expect((await ask('get', '/v1/pets?pageSize=4')).body).toHaveLength(4);
  });

  test('a default for a field', async () => {
    const ask = await mockOf((document) => {
      document.components.schemas.NewPet.properties.status = {
        type: 'string',
        enum: ['available', 'pending', 'sold'],
        default: 'pending',
      };
    });
    expect((await ask('post', '/v1/pets', NEW)).body).toEqual({ id: 127, ...NEW, status: 'pending' });
  });

  test('a new field, with a filter', async () => {
    const ask = await mockOf((document) => {
      document.components.schemas.NewPet.properties.legs = { type: 'integer', format: 'int32', minimum: 0 };
      document.paths['/pets'].get.parameters.push({
        name: 'legs',
        in: 'query',
        schema: { type: 'integer', format: 'int32' },
      });
    });
    expect((await ask('post', '/v1/pets', { ...NEW, legs: -1 })).body.message).toBe(
      '/legs must be at least 0, not -1.',
    );
    expect((await ask('post', '/v1/pets', { ...NEW, legs: 3 })).body).toEqual({ id: 127, ...NEW, legs: 3 });
    expect((await ask('get', '/v1/pets?legs=3')).body).toEqual([{ id: 127, ...NEW, legs: 3 }]);
    expect((await ask('get', '/v1/pets?legs=3&status=sold')).body).toEqual([]);
  });

  test('a field that the service sets', async () => {
    const ask = await mockOf(
      (document) => {
        document.components.schemas.Pet.allOf[1].properties.addedAt = {
          type: 'string',
          format: 'date-time',
          readOnly: true,
        };
        document.components.schemas.Pet.allOf[1].required.push('addedAt');
        // The examples have no such field, and would be invalid.
        for (const [path, method, status] of [
          ['/pets', 'get', 200],
          ['/pets', 'post', 201],
          ['/pets/{petId}', 'get', 200],
        ] as const) {
          delete document.paths[path][method].responses[status].content['application/json'].examples;
        }
      },
      { fixtures: 'none' },
    );
    const { status, body: added } = await ask('post', '/v1/pets', { ...NEW, addedAt: 'yesterday' });
    expect(status).toBe(201);
    expect(added.addedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  test('another envelope, with nested parts of other names', async () => {
    const ask = await mockOf((document) => {
      document.components.schemas.Error = {
        type: 'object',
        required: ['error', 'requestId'],
        properties: {
          requestId: { type: 'string', format: 'uuid' },
          error: {
            type: 'object',
            required: ['http', 'id', 'text'],
            properties: {
              http: { type: 'integer', 'x-error': 'status' },
              id: { type: 'string', 'x-error': 'code' },
              text: { type: 'string', 'x-error': 'message' },
            },
          },
        },
      };
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
      document['x-plans'][2].allowances = { second: 2 };
      document.components.headers['X-RateLimit-Limit']['x-allowance'] = 'remaining';
      document.components.headers['X-RateLimit-Remaining']['x-allowance'] = 'limit';
    });
    await ask('get', '/v1/pets');
    const second = await ask('get', '/v1/pets');
    expect([second.headers['x-ratelimit-remaining'], second.headers['x-ratelimit-limit']]).toEqual(['2', '0']);
    expect((await ask('get', '/v1/pets')).body.message).toBe(
      'The allowance of 2 requests a second is used up. Try again in 1 s.',
    );
  });

  test('a header that every reply must have', async () => {
    const ask = await mockOf((document) => {
      document.paths['/pets'].get.responses['200'].headers['X-Region'] = {
        required: true,
        schema: { type: 'string', enum: ['eu', 'us'] },
      };
    });
    expect((await ask('get', '/v1/pets')).headers['x-region']).toBe('eu');
  });

  test('an operation without security', async () => {
    const mock = await createMock({
      document: editedDocument((document) => {
        document.paths['/pets'].get.security = [];
      }),
    });
    expect((await request(mock.app).get('/v1/pets')).status).toBe(200);
    expect((await request(mock.app).post('/v1/pets').send(NEW)).status).toBe(401);
  });

  test('keys in a header of their own', async () => {
    const mock = await createMock({
      document: editedDocument((document) => {
        document.components.securitySchemes.apiKey = { type: 'apiKey', in: 'header', name: 'X-Api-Key' };
      }),
    });
    expect((await request(mock.app).get('/v1/pets').set('X-Api-Key', 'demo-free')).status).toBe(200);
    expect((await request(mock.app).get('/v1/pets').auth('demo-free', { type: 'bearer' })).status).toBe(401);
  });

  test('keys in the query, which no log repeats', async () => {
    const document = editedDocument((draft) => {
      draft.components.securitySchemes.apiKey = { type: 'apiKey', in: 'query', name: 'key' };
    });
    const mock = await createMock({ document, log: 'requests' });
    expect((await request(mock.app).get('/v1/pets?key=demo-free&limit=1')).status).toBe(200);
    await request(mock.app).get('/v1/nothing?key=demo-free');
    const logged = complaints.mock.calls.map(([text]) => String(text));
    complaints.mockClear();
    expect(logged[0]).toMatch(/^GET \/v1\/pets\?key=hidden&limit=1 200 /);
    expect(logged.join()).not.toContain('demo-free');
  });

  test('another day of removal, and of deprecation', async () => {
    const ask = await mockOf((document) => {
      document.paths['/pets/{petId}'].get['x-deprecation'] = { since: '2026-01-01', removal: '2027-01-01' };
      document.paths['/pets/{petId}'].get.externalDocs = { url: 'https://docs.example/removal' };
    });
    const { headers } = await ask('get', '/v1/pets/1');
    expect(headers).toMatchObject({
      deprecation: '@1767225600',
      sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
      link: '<https://docs.example/removal>; rel="deprecation", <https://docs.example/removal>; rel="sunset"',
    });
  });

  test('a new resource, with every operation and string ids', async () => {
    const shelf = {
      type: 'object',
      required: ['id', 'label'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        label: { type: 'string', minLength: 1 },
        note: { type: 'string' },
      },
    };
    const parameters = [{ name: 'shelfId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }];
    const ask = await mockOf((document) => {
      const newShelf = { ...shelf, required: ['label'] };
      document.paths['/shelves'] = {
        get: {
          operationId: 'listShelves',
          parameters: [{ name: 'label', in: 'query', schema: { type: 'string' } }],
          responses: replies(200, { type: 'array', items: shelf }),
        },
        post: { operationId: 'addShelf', requestBody: body(newShelf), responses: replies(201, shelf) },
      };
      document.paths['/shelves/{shelfId}'] = {
        parameters,
        get: { operationId: 'getShelf', responses: replies(200, shelf) },
        put: { operationId: 'putShelf', requestBody: body(newShelf), responses: replies(200, shelf) },
        patch: {
          operationId: 'patchShelf',
          requestBody: body({ type: 'object', properties: shelf.properties }),
          responses: replies(200, shelf),
        },
        delete: { operationId: 'deleteShelf', responses: replies(204) },
      };
    });
    const { body: added } = await ask('post', '/v1/shelves', { label: 'A', note: 'low' });
    expect(added).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), label: 'A', note: 'low' });
    const path = `/v1/shelves/${added.id}`;
    expect((await ask('get', path)).body).toEqual(added);
    expect((await ask('patch', path, { label: 'B' })).body).toEqual({ ...added, label: 'B' });
    expect((await ask('put', path, { label: 'C' })).body).toEqual({ id: added.id, label: 'C' });
    expect((await ask('put', path, { label: '' })).status).toBe(400);
    expect((await ask('get', '/v1/shelves?label=C')).body).toEqual([{ id: added.id, label: 'C' }]);
    expect((await ask('delete', path)).status).toBe(204);
    expect((await ask('delete', path)).status).toBe(404);
    expect((await ask('get', '/v1/shelves')).body).toEqual([]);
  });

  test('a resource below another one', async () => {
    const visit = {
      type: 'object',
      required: ['id', 'petId'],
      properties: { id: { type: 'integer' }, petId: { type: 'integer', format: 'int64' }, why: { type: 'string' } },
    };
    const parameters = [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer', format: 'int64' } }];
    const ask = await mockOf((document) => {
      document.paths['/pets/{petId}/visits'] = {
        parameters,
        get: { operationId: 'listVisits', responses: replies(200, { type: 'array', items: visit }) },
        post: {
          operationId: 'addVisit',
          requestBody: body({ type: 'object', properties: { why: { type: 'string' } } }),
          responses: replies(201, visit),
        },
      };
    });
    expect((await ask('post', '/v1/pets/1/visits', { why: 'a cough' })).body).toEqual({
      id: 1,
      petId: 1,
      why: 'a cough',
    });
    expect((await ask('post', '/v1/pets/2/visits', {})).body).toEqual({ id: 2, petId: 2 });
    expect((await ask('get', '/v1/pets/2/visits')).body).toEqual([{ id: 2, petId: 2 }]);
    expect((await ask('get', '/v1/pets/999/visits')).status).toBe(404);
  });

  test('a list that is wrapped', async () => {
    const ask = await mockOf((document) => {
      const media = document.paths['/pets'].get.responses['200'].content['application/json'];
      delete media.examples;
      media.schema = {
        type: 'object',
        required: ['data', 'more'],
        properties: { data: media.schema, more: { type: 'boolean' } },
      };
    });
    const { body: page } = await ask('get', '/v1/pets?limit=1');
    expect(page).toEqual({ data: [{ id: 1, name: 'Biscuit', categoryId: 1, status: 'available' }], more: true });
  });

  test('operations that belong to no resource answer from their example, else from their schema', async () => {
    const ask = await mockOf((document) => {
      document.paths['/ping'] = {
        get: {
          operationId: 'ping',
          responses: {
            200: {
              description: 'Alive.',
              content: { 'application/json': { schema: { type: 'object' }, example: { alive: true } } },
            },
          },
        },
      };
      document.paths['/mood'] = {
        get: {
          operationId: 'mood',
          responses: replies(200, {
            type: 'object',
            required: ['mood', 'level'],
            properties: { mood: { type: 'string', enum: ['calm', 'wild'] }, level: { type: 'integer', minimum: 3 } },
          }),
        },
      };
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

  test('another API altogether', async () => {
    const ask = await mockOf(
      (document) => {
        document.paths = {
          '/planets': {
            get: {
              operationId: 'planets',
              responses: {
                200: reply('All.', {
                  type: 'array',
                  items: { type: 'object', required: ['n'], properties: { n: { type: 'string' } } },
                }),
              },
            },
          },
        };
        document['x-plans'] = [];
      },
      { fixtures: 'none' },
    );
    expect((await ask('get', '/v1/planets')).body).toEqual([]);
  });
});
