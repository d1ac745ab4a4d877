import { type StartedMock, startMock } from '../index';
import { type ControlClient, createControlClient } from '../testing/control';

const NOON = '2026-11-19T12:00:00.000Z';

let mock: StartedMock;
let control: ControlClient;
beforeAll(async () => {
  mock = await startMock({ checkReplies: true });
  control = await createControlClient(mock);
});
afterAll(() => mock.close());
beforeEach(async () => {
  await mock.reset();
  mock.clock.freeze();
  mock.clock.set(NOON);
});

const get = (path = '/pets?limit=1', key = 'demo-free') =>
  fetch(mock.baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
const add = async (rule: unknown): Promise<string> =>
  ((await control('POST', '/faults', rule)).json as { id: string }).id;
const statuses = async (times: number): Promise<readonly number[]> => {
  const found: number[] = [];
  for (let sent = 0; sent < times; sent += 1) found.push((await get()).status);
  return found;
};

describe('a status', () => {
  test('is answered in the envelope, with what is left of the allowance, and is in the journal with the fault', async () => {
    const { status, json } = await control('POST', '/faults', { status: 418 });
    const id = expect.any(String);
    expect({ status, json }).toEqual({ status: 201, json: { id, rule: { status: 418 }, struck: 0 } });
    const response = await get();
    expect(response.status).toBe(418);
    expect(response.headers.get('x-ratelimit-remaining')).toBe('59');
    const message = 'The mock was told to answer 418.';
    expect(await response.json()).toEqual({ code: 'im_a_teapot', message, status: 418 });
    const [fault] = (await control('GET', '/faults')).json as readonly { id: string; struck: number }[];
    expect(fault?.struck).toBe(1);
    expect((await control('GET', '/requests')).json).toMatchObject([{ status: 418, fault: fault?.id, key: 'free' }]);
  });

  test('changes no record', async () => {
    await add({ status: 500, operationId: 'createPet' });
    const headers = { authorization: 'Bearer demo-free', 'content-type': 'application/json' };
    const body = '{"name":"Nobody","categoryId":1}';
    expect((await fetch(`${mock.baseUrl}/pets`, { method: 'POST', headers, body })).status).toBe(500);
    expect((await control('GET', '/records?contains=nobody')).json).toMatchObject({ total: 0 });
  });
});

test.each([
  [{}, 200],
  [{ status: 503 }, 503],
])('a delay with %j comes first, even while the clock is frozen', async (more, status) => {
  const id = await add({ delayMs: 150, ...more });
  const startedAt = performance.now();
  expect((await get()).status).toBe(status);
  expect(performance.now() - startedAt).toBeGreaterThan(145);
  expect((await control('GET', '/requests')).json).toMatchObject([{ status, fault: id, at: NOON }]);
});

test('an abort is in the journal without a status, and takes a request from the allowance', async () => {
  const id = await add({ abort: 'EMPTY_RESPONSE' });
  await expect(get()).rejects.toThrow('fetch failed');
  expect((await control('GET', '/requests')).json).toMatchObject([
    { status: null, fault: id, key: 'free', response: { headers: [], body: null } },
  ]);
  expect((await control('GET', '/allowances')).json).toMatchObject([{ windows: [{ used: 1 }, {}] }, {}, {}, {}, {}]);
});

describe('a rule', () => {
  test('for an operation and a key applies to these alone', async () => {
    await add({ operationId: 'getPet', key: 'pro', status: 503 });
    const asked = [get('/pets', 'demo-pro'), get('/pets/1'), get('/pets/1', 'none'), get('/pets/1', 'demo-pro')];
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 401, 503]);
  });

  test('applies as before after a reset', async () => {
    const run = async () => {
      await add({ status: 503, probability: 0.5 });
      return statuses(20);
    };
    const first = await run();
    await control('POST', '/reset');
    expect(await run()).toEqual(first);
    expect(new Set(first)).toEqual(new Set([200, 503]));
  });

  test('does not apply to a request over its allowance, nor the control plane', async () => {
    await control('PUT', '/allowances/free', { left: { minute: 0 } });
    await add({ abort: 'CONNECTION_RESET_BY_PEER' });
    expect((await get()).status).toBe(429);
    expect((await control('GET', '/faults')).json).toMatchObject([{ struck: 0 }]);
  });

  test('is removed by its id, or all of them', async () => {
    const [first] = [await add({ status: 500 }), await add({ status: 503 }), await add({ status: 504 })];
    expect(await statuses(1)).toEqual([500]);
    expect(await control('DELETE', `/faults/${first}`)).toMatchObject({ status: 204, text: '' });
    expect(await statuses(1)).toEqual([503]);
    expect(await control('DELETE', '/faults')).toMatchObject({ status: 204, text: '' });
    expect((await control('GET', '/faults')).json).toEqual([]);
    expect(await statuses(1)).toEqual([200]);
  });

  test('with an unknown id is refused with the known ones', async () => {
    const ids = [await add({ delayMs: 0 }), await add({ delayMs: 0 })];
    const { status, json } = await control('DELETE', '/faults/x');
    const message = `There is no fault "x"; there is ${ids.join(', ')}.`;
    expect({ status, json }).toEqual({ status: 404, json: { code: 'not_found', message, status: 404 } });
    await control('DELETE', '/faults');
    expect((await control('DELETE', `/faults/${'x'.repeat(200)}`)).json).toMatchObject({
      message: `There is no fault "${'x'.repeat(99)}…".`,
    });
  });
});
