import request from 'supertest';
import { createMock, type Mock } from '../index';
import { editedDocument } from '../testing/edited';

describe('a request is let in by its API key', () => {
  let mock: Mock;
  const ask = (authorization?: string) => {
    const sending = request(mock.app).get('/v1/pets?limit=1');
    return authorization === undefined ? sending : sending.set('Authorization', authorization);
  };

  beforeAll(async () => {
    mock = await createMock({ planLimits: false });
  });

  test.each(['Bearer demo-free', 'bearer demo-free', 'BEARER   demo-pro', 'Bearer demo-enterprise'])(
    '%s',
    async (value) => {
      expect((await ask(value)).status).toBe(200);
    },
  );

  test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic ZGVtbzpmcmVl', 'demo-free', 'Token demo-free'])(
    'and with %j gets the message that it is missing, without an error code',
    async (value) => {
      const { status, headers, body } = await ask(value);
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toBe('Bearer realm="Animal Store API"');
      expect(body).toMatchObject({ code: 'unauthorized', status: 401 });
      expect(body.message).toMatch(/^An API key is missing: send it as "Authorization: Bearer <API key>"/);
    },
  );

  test.each([
    'demo-fre',
    'demo-freee',
    'demo-frea',
    'DEMO-FREE',
    'demo-free demo-free',
    'demo-revoked',
    '__proto__',
    'constructor',
    'x'.repeat(8000),
  ])('and with Bearer %s gets the message that it is not valid', async (token) => {
    const { status, headers, body } = await ask(`Bearer ${token}`);
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe(
      'Bearer realm="Animal Store API", error="invalid_token", error_description="The API key is not valid."',
    );
    expect(body).toEqual({ code: 'unauthorized', message: 'The API key is not valid.', status: 401 });
  });

  test('for every operation alike', async () => {
    expect((await request(mock.app).post('/v1/pets').send({ name: 'Rex', categoryId: 1 })).status).toBe(401);
    expect((await request(mock.app).get('/v1/pets/1')).status).toBe(401);
  });

  test('before anything else in it is validated', async () => {
    expect((await request(mock.app).get('/v1/pets?limit=0')).status).toBe(401);
    expect((await request(mock.app).post('/v1/pets').set('Content-Type', 'text/plain').send('x')).status).toBe(401);
  });
});

describe('where the contract takes a key in a header of its own', () => {
  const mockWith = (...requirements: readonly object[]) =>
    createMock({
      document: editedDocument((document) => {
        document.components.securitySchemes.field = { type: 'apiKey', in: 'header', name: 'X-Api-Key' };
        document.security = requirements;
      }),
    });
  const FIELD = { field: [] };
  const BEARER = { apiKey: [] };

  test('the challenge is for such a key', async () => {
    const { app } = await mockWith(FIELD);
    const missing = await request(app).get('/v1/pets').auth('demo-free', { type: 'bearer' });
    expect(missing.headers['www-authenticate']).toBe('ApiKey realm="Animal Store API"');
    expect(missing.body.message).toBe('An API key is missing: send it as the header "X-Api-Key".');
    const wrong = await request(app).get('/v1/pets').set('X-Api-Key', 'demo-wrong');
    expect(wrong.headers['www-authenticate']).toBe('ApiKey realm="Animal Store API"');
    expect(wrong.body.message).toBe('The API key is not valid.');
  });

  test('or as a bearer token, either one is enough, whatever the other is', async () => {
    const { app } = await mockWith(BEARER, FIELD);
    const ask = (bearer: string, field: string) =>
      request(app).get('/v1/pets').set('Authorization', `Bearer ${bearer}`).set('X-Api-Key', field);
    expect((await ask('demo-wrong', 'demo-free')).status).toBe(200);
    expect((await ask('demo-revoked', 'demo-free')).status).toBe(200);
    expect((await ask('demo-free', 'demo-wrong')).status).toBe(200);
    const { status, headers } = await ask('demo-wrong', 'demo-wrong');
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toMatch(/^Bearer realm=".*", error="invalid_token", .*, ApiKey realm=".*"$/);
    expect((await request(app).get('/v1/pets')).headers['www-authenticate']).toBe(
      'Bearer realm="Animal Store API", ApiKey realm="Animal Store API"',
    );
  });
});
