import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

describe('where the contract has security schemes of many kinds', () => {
  const SCHEMES = {
    user: { type: 'http', scheme: 'basic' },
    app: { type: 'apiKey', in: 'header', name: 'X-App' },
    token: { type: 'apiKey', in: 'query', name: 'token' },
    own: { type: 'apiKey', in: 'header', name: 'Authorization' },
    word: { type: 'http', scheme: 'Token' },
    bearer: { type: 'oauth2', flows: {} },
    client: { type: 'mutualTLS' },
  };
  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
  const KEYS = [
    {
      name: 'ann',
      plan: 'Free',
      key: 'ann-1',
      credentials: { user: 'ann:secret: 1', app: 'app-of-ann', token: 'app-of-ann' },
    },
    { name: 'ben', plan: 'Free', credentials: { app: 'app-of-ben', token: 'token-of-ben' } },
    { name: 'eve', plan: 'Free', key: 'eve-1', revoked: true },
  ];
  let keysFile: string;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keys-'));
    keysFile = join(folder, 'keys.json');
    await writeFile(keysFile, JSON.stringify(KEYS));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const asker = async (security: readonly object[]) => {
    const document = editedDocument((draft) => {
      draft.openapi = '3.1.0';
      draft.components.securitySchemes = { ...SCHEMES };
      draft.security = security;
      draft.paths['/pets'].post.security = Object.keys(SCHEMES).map((name) => ({ [name]: [] }));
    });
    const mock = await createMock({ document, keys: keysFile, planLimits: false });
    return async (headers: Record<string, string>, query = '') => {
      const { status, body } = await request(mock.app).get(`/v1/pets${query}`).set(headers);
      return status === 200 ? 200 : `${status} ${body.message}`;
    };
  };
  const WRONG = '401 The API key is not valid.';

  test('a key is a user of HTTP Basic without a password, or with the same; a user with a password needs it', async () => {
    const ask = await asker([{ user: [] }]);
    const asked = [
      'ann-1:',
      'ann-1:ann-1',
      'ann:secret: 1',
      'ann-1:x',
      'x:ann-1',
      'ann:',
      'ann:ann',
      'eve-1:',
      'app-of-ann:',
    ];
    const all = await Promise.all(asked.map((pair) => ask({ Authorization: basic(pair) })));
    expect(all).toEqual([200, 200, 200, WRONG, WRONG, WRONG, WRONG, WRONG, WRONG]);
  });

  test('what is asked for at once has to be there, all of it, and of one caller', async () => {
    const ask = await asker([{ app: [], token: [] }, { bearer: [] }]);
    expect(await ask({ 'X-App': 'app-of-ben' }, '?token=token-of-ben')).toBe(200);
    expect(await ask({ 'X-App': 'app-of-ann' }, '?token=app-of-ann')).toBe(200);
    expect(await ask({ 'X-App': 'ann-1' }, '?token=app-of-ann')).toBe(200);
    expect(await ask({ 'X-App': 'app-of-ann' }, '?token=token-of-ben')).toBe(WRONG);
    expect(await ask({ 'X-App': 'token-of-ben' }, '?token=app-of-ben')).toBe(WRONG);
    expect(await ask({ 'X-App': 'app-of-ben', Authorization: 'Bearer ann-1' })).toBe(200);
    expect(await ask({ Authorization: 'Bearer app-of-ben' })).toBe(WRONG);
    expect(await ask({ 'X-App': 'app-of-ben' })).toBe(
      '401 An API key is missing: send it as the header "X-App" and the query parameter "token" or "Authorization: Bearer <API key>".',
    );
  });

  test('in the header Authorization a key stands alone or behind a word, and so does that of an unknown scheme', async () => {
    for (const scheme of ['own', 'word']) {
      const ask = await asker([{ [scheme]: [] }]);
      const forms = ['ann-1', 'Bearer ann-1', 'Token ann-1', 'Token ann-2'];
      const all = await Promise.all(forms.map((Authorization) => ask({ Authorization })));
      expect(all).toEqual([200, 200, 200, WRONG]);
    }
  });

  test('mutual TLS is not judged: alone it lets every client in, beside others those count', async () => {
    expect(await (await asker([{ client: [] }]))({})).toBe(200);
    const ask = await asker([{ client: [], app: [] }]);
    expect(await ask({ 'X-App': 'app-of-ben' })).toBe(200);
    expect(await ask({})).toBe('401 An API key is missing: send it as the header "X-App".');
  });

  test('what is optional is not asked for, and counts where it comes', async () => {
    const document = editedDocument((draft) => {
      draft.components.securitySchemes = { app: SCHEMES.app };
      draft.security = [{ app: [] }, {}];
    });
    const mock = await createMock({ document });
    const limitOf = async (headers: Record<string, string>) =>
      (await request(mock.app).get('/v1/pets').set(headers)).headers['x-ratelimit-limit'];
    expect(await limitOf({})).toBe('60');
    expect(await limitOf({ 'X-App': 'demo-pro' })).not.toBe('60');
  });
});
