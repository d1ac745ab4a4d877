import { packageFile } from '../../openapi/package/package-file';
import { createMock, type Mock } from '../index';
import { type Adapted, ALL_ADAPTERS } from '../testing/adapters';
import { editedDocument } from '../testing/edited';

const REMOVAL = '2030-12-05T00:00:00.000Z';
const KEY = { authorization: 'Bearer demo-free' };
const REASON = 'GET /v1/pets/{petId} was removed on 2030-12-05; use GET /v1/pets instead.';

describe.each(ALL_ADAPTERS)('a deprecated operation, asked for %s,', (_, adapt) => {
  let adapted: Adapted;
  let mock: Adapted['mock'];
  beforeAll(async () => {
    adapted = await adapt();
    ({ mock } = adapted);
  });
  afterAll(() => adapted.close());
  beforeEach(async () => {
    await mock.reset();
    await mock.clock.freeze();
    await mock.clock.set(REMOVAL);
  });

  const ask = (path: string, init: RequestInit = {}) => adapted.ask(adapted.baseUrl + path, { headers: KEY, ...init });

  it('is served up to the last millisecond before the day of its removal, and announces it', async () => {
    await mock.clock.set(new Date(Date.parse(REMOVAL) - 1));
    const { status, headers } = await ask('/pets/1');
    expect([status, headers.get('sunset')]).toEqual([200, 'Thu, 05 Dec 2030 00:00:00 GMT']);
  });

  it('is not there from then on; the error names the day and the replacement, which is served', async () => {
    const gone = await ask('/pets/1');
    expect(await gone.json()).toEqual({
      code: 'unknown_path',
      message: `There is nothing at /v1/pets/1. ${REASON}`,
      status: 404,
    });
    for (const name of ['deprecation', 'sunset', 'link', 'allow']) expect(gone.headers.get(name)).toBeNull();
    expect((await ask('/pets')).status).toBe(200);
    expect(
      (await ask('/pets', { method: 'POST', body: '{"name":"Rex","categoryId":1}', headers: JSON_KEY })).status,
    ).toBe(201);
  });

  it('is answered as a path that never was: cost, headers, journal, preflight, and whatever the request prefers', async () => {
    const preflight = { origin: 'http://a.example', 'access-control-request-method': 'GET' };
    const shown = async (path: string, init: RequestInit) => {
      await mock.reset();
      await mock.clock.freeze();
      await mock.clock.set(REMOVAL);
      const { status, headers } = await ask(path, init);
      const [entry] = await mock.requests();
      const { 'content-length': length, ...others } = Object.fromEntries(headers);
      return { status, headers: others, hasLength: length !== undefined, operationId: entry?.operationId };
    };
    const requests: readonly RequestInit[] = [
      {},
      { headers: {} },
      { method: 'HEAD' },
      { method: 'PUT', body: '{}' },
      { method: 'OPTIONS' },
      { method: 'OPTIONS', headers: preflight },
      { headers: { ...KEY, prefer: 'code=200' } },
    ];
    for (const init of requests) expect(await shown('/pets/1', init)).toEqual(await shown('/never/1', init));
    expect(await shown('/pets/1?__code=200', {})).toMatchObject({ status: 404, operationId: null });
  });

  it('meets no fault that is meant for it, which applies again once the clock is back', async () => {
    await mock.faults.add({ operationId: 'getPet', status: 503 });
    expect((await ask('/pets/1')).status).toBe(404);
    await mock.clock.set('2030-01-01T00:00:00Z');
    expect((await ask('/pets/1')).status).toBe(503);
  });

  it('is there in another world, whose clock is before that day', async () => {
    const session = await mock.session();
    await session.clock.set('2030-12-04T12:00:00Z');
    const headers = { authorization: `Bearer ${session.apiKeys.free}` };
    expect((await ask('/pets/1', { headers })).status).toBe(200);
    await session.clock.advance(86_400);
    expect((await ask('/pets/1', { headers })).status).toBe(404);
  });
});

const JSON_KEY = { ...KEY, 'content-type': 'application/json' };

const DONE = { description: 'Done.' };

/** The shipped document with two more operations at the path of the deprecated one, and a path that hides it. */
const document = editedDocument((draft) => {
  const item = draft.paths['/pets/{petId}'];
  item.parameters = item.get.parameters;
  item.delete = { operationId: 'endPet', responses: { 204: DONE, default: DONE } };
  item.patch = {
    operationId: 'oldPatch',
    deprecated: true,
    'x-deprecation': { removal: '2031-06-01' },
    requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
    responses: { 200: DONE, default: DONE },
  };
  draft.paths['/pets/7'] = {
    delete: {
      operationId: 'endSeven',
      deprecated: true,
      'x-deprecation': { removal: '2029-01-01' },
      security: [],
      responses: { 205: DONE },
    },
  };
});

describe('a path that lives on', () => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await createMock({ document, fixtures: packageFile('fixtures/animals.json') });
  });
  beforeEach(() => mock.reset());

  const at = async (instant: string, method: string, path = '/v1/pets/1', headers: Record<string, string> = KEY) => {
    mock.clock.set(instant);
    const { status, headers: sent } = await mock.fetch(path, { method, headers });
    return [status, sent.get('allow')];
  };

  it('answers 405, and its methods are those that are left, each until its day', async () => {
    expect(await at('2030-12-04', 'OPTIONS')).toEqual([204, 'GET, DELETE, PATCH, HEAD, OPTIONS']);
    expect(await at('2030-12-05', 'OPTIONS')).toEqual([204, 'DELETE, PATCH, OPTIONS']);
    expect(await at('2030-12-05', 'GET')).toEqual([405, 'DELETE, PATCH, OPTIONS']);
    expect(await at('2030-12-05', 'HEAD')).toEqual([405, 'DELETE, PATCH, OPTIONS']);
    expect(await at('2031-06-01', 'PATCH')).toEqual([405, 'DELETE, OPTIONS']);
    expect(await at('2031-06-01', 'DELETE')).toEqual([204, null]);
    expect(await (await mock.fetch('/v1/pets/1', { headers: KEY })).json()).toEqual({
      code: 'method_not_allowed',
      message: `/v1/pets/1 has no GET; it has DELETE, OPTIONS. ${REASON}`,
      status: 405,
    });
    const preflight = { origin: 'http://a.example', 'access-control-request-method': 'GET' };
    const { headers } = await mock.fetch('/v1/pets/1', { method: 'OPTIONS', headers: preflight });
    expect(headers.get('access-control-allow-methods')).toBe('DELETE, OPTIONS, GET');
  });

  it('of a more general template takes over, with the key that it asks for', async () => {
    const without = {};
    expect(await at('2028-12-31', 'DELETE', '/v1/pets/7', without)).toEqual([205, null]);
    expect(await at('2028-12-31', 'GET', '/v1/pets/7')).toEqual([405, 'DELETE, OPTIONS']);
    expect(await at('2029-01-01', 'DELETE', '/v1/pets/7', without)).toEqual([401, null]);
    expect(await at('2029-01-01', 'GET', '/v1/pets/7')).toEqual([200, null]);
    expect(await at('2029-01-01', 'DELETE', '/v1/pets/7')).toEqual([204, null]);
  });

  it('says of an operation without a replacement only when it was removed', async () => {
    mock.clock.set('2031-06-01');
    const gone = await mock.fetch('/v1/pets/1', { method: 'PATCH', headers: KEY });
    expect(await gone.json()).toMatchObject({
      message: expect.stringMatching(/DELETE, OPTIONS\. PATCH \/v1\/pets\/\{petId\} was removed on 2031-06-01\.$/),
    });
  });
});

it('is served for ever with keepRemoved, and goes on announcing the day', async () => {
  const mock = await createMock({ keepRemoved: true });
  mock.clock.set('2035-01-01T00:00:00Z');
  const { status, headers } = await mock.fetch('/v1/pets/1', { headers: KEY });
  expect([status, headers.get('sunset')]).toEqual([200, 'Thu, 05 Dec 2030 00:00:00 GMT']);
});
