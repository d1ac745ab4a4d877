import { mockAtNoon, NOON } from '../testing/control';

const given = mockAtNoon({ checkReplies: true });
const { control } = given;

const get = (path = '/pets?limit=1', key = 'demo-free') =>
  fetch(given.mock.baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
const add = async (rule: unknown): Promise<string> =>
  ((await control('POST', '/faults', rule)).json as { id: string }).id;

test('a status is answered in the envelope, with what is left of the allowance, and is in the journal with the fault', async () => {
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

test('a status for an operation changes no record, and applies to no other operation', async () => {
  await add({ status: 500, operationId: 'createPet' });
  const headers = { authorization: 'Bearer demo-free', 'content-type': 'application/json' };
  const body = '{"name":"Unstored","categoryId":1}';
  expect((await fetch(`${given.mock.baseUrl}/pets`, { method: 'POST', headers, body })).status).toBe(500);
  expect((await control('GET', '/records?contains=unstored')).json).toMatchObject({ total: 0 });
  expect((await get()).status).toBe(200);
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

test('a rule does not apply to a request over its allowance, nor to the control plane', async () => {
  await control('PUT', '/allowances/free', { left: { minute: 0 } });
  await add({ abort: 'CONNECTION_RESET_BY_PEER' });
  expect((await get()).status).toBe(429);
  expect((await control('GET', '/faults')).json).toMatchObject([{ struck: 0 }]);
});

test('a rule with an unknown id is not removed: the refusal has the known ones', async () => {
  const ids = [await add({ delayMs: 0 }), await add({ delayMs: 0 })];
  const { status, json } = await control('DELETE', '/faults/x');
  const message = `There is no fault "x"; there is ${ids.join(', ')}.`;
  expect({ status, json }).toEqual({ status: 404, json: { code: 'not_found', message, status: 404 } });
  await control('DELETE', '/faults');
  expect((await control('DELETE', `/faults/${'x'.repeat(200)}`)).json).toMatchObject({
    message: `There is no fault "${'x'.repeat(99)}…".`,
  });
});
