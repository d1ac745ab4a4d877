import { packageFile } from '../../openapi/package/package-file';
import { type StartedMock, startMock } from '../index';
import { type ControlClient, createControlClient } from '../testing/control';
import { startOwn } from '../testing/started';

const NOON = '2026-11-19T12:00:00.000Z';

let mock: StartedMock;
let control: ControlClient;
beforeAll(async () => {
  mock = await startMock();
  control = await createControlClient(mock);
});
afterAll(() => mock.close());
beforeEach(async () => {
  await mock.reset();
  mock.clock.freeze();
  mock.clock.set(NOON);
});

const put = (name: string, change: unknown) => control('PUT', `/allowances/${encodeURIComponent(name)}`, change);
const figures = ({ status, headers }: Response) => ({
  status,
  limit: headers.get('x-ratelimit-limit'),
  remaining: headers.get('x-ratelimit-remaining'),
  reset: Number(headers.get('x-ratelimit-reset')) - Date.parse(NOON) / 1000,
  retryAfter: headers.get('retry-after'),
});
const get = async (key?: string) =>
  figures(
    await fetch(`${mock.baseUrl}/pets`, key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }),
  );

test('are listed for each key, and for each address that sent requests without one', async () => {
  await get();
  await get('demo-free');
  const { json } = await control('GET', '/allowances');
  const of = (name: string, plan: string, [minute, day]: readonly [number, number], used = 0, revoked = false) => {
    const window = (word: string, limit: number, resetAt: string) => ({
      ...{ window: word, limit, used, left: limit - used },
      resetAt: used === 0 ? null : resetAt,
    });
    return {
      ...{ name, plan, revoked, refusals: 0, bannedUntil: null },
      ...(name.startsWith('address') ? {} : { demoValue: `demo-${name}` }),
      windows: [window('minute', minute, '2026-11-19T12:01:00.000Z'), window('day', day, '2026-11-20T12:00:00.000Z')],
    };
  };
  expect(json).toEqual([
    of('free', 'Free', [60, 1000], 1),
    of('pro', 'Pro', [300, 10_000]),
    of('business', 'Business', [1000, 100_000]),
    of('enterprise', 'Enterprise', [5000, 1_000_000]),
    of('revoked', 'Free', [60, 1000], 0, true),
    of('address 127.0.0.1', 'Free', [60, 1000], 1),
  ]);
});

test('tell the value of a shipped demo key, and of no other', async () => {
  const own = await startOwn({ keys: packageFile('fixtures/api-keys.json') });
  const session = await mock.session();
  const shown = await (await createControlClient(own))('GET', '/allowances');
  const ofSession = await control('GET', `/sessions/${session.id}/allowances`);
  expect((await control('GET', '/allowances')).text).toContain('"demoValue":"demo-pro"');
  expect(shown.text + ofSession.text).not.toContain('demoValue');
  expect(shown.text).not.toContain('demo-');
});

test('two left in this minute serve two requests', async () => {
  const { json } = await put('free', { left: { minute: 2 } });
  expect(json).toMatchObject({ windows: [{ used: 58, left: 2, resetAt: '2026-11-19T12:01:00.000Z' }, { used: 0 }] });
  const minute = { limit: '60', reset: 60 };
  expect(await get('demo-free')).toEqual({ status: 200, remaining: '1', retryAfter: null, ...minute });
  expect(await get('demo-free')).toEqual({ status: 200, remaining: '0', retryAfter: null, ...minute });
  expect(await get('demo-free')).toEqual({ status: 429, remaining: '0', retryAfter: '60', ...minute });
  expect((await control('GET', '/allowances')).json).toMatchObject([{ name: 'free', refusals: 1 }, {}, {}, {}, {}]);
});

test('a day that is used up stays so for a day', async () => {
  await put('free', { used: { day: 1000 } });
  expect(await get('demo-free')).toEqual({
    status: 429,
    limit: '1000',
    remaining: '0',
    reset: 86_400,
    retryAfter: '86400',
  });
  await control('PUT', '/clock', { action: 'advance', seconds: 86_399 });
  expect((await get('demo-free')).status).toBe(429);
  await control('PUT', '/clock', { action: 'advance', seconds: 1 });
  expect((await get('demo-free')).status).toBe(200);
});

test('more used than the limit leaves nothing, and is shown', async () => {
  const { json } = await put('free', { used: { minute: 100 } });
  expect(json).toMatchObject({ windows: [{ limit: 60, used: 100, left: 0 }, {}] });
});

test('a ban for 30 seconds lasts 30 seconds, and 0 lifts it', async () => {
  const { json } = await put('free', { bannedSeconds: 30 });
  expect(json).toMatchObject({ bannedUntil: '2026-11-19T12:00:30.000Z' });
  expect(await get('demo-free')).toMatchObject({ status: 429, retryAfter: '30', remaining: '0' });
  mock.clock.advance(29);
  expect(await get('demo-free')).toMatchObject({ status: 429, retryAfter: '1' });
  mock.clock.advance(1);
  expect(await get('demo-free')).toMatchObject({ status: 200 });

  await put('free', { bannedSeconds: 30 });
  expect((await put('free', { bannedSeconds: 0 })).json).toMatchObject({ bannedUntil: null });
  expect(await get('demo-free')).toMatchObject({ status: 200 });
});

test('several windows are set at once, each by what is left or used', async () => {
  const { json } = await put('pro', { left: { minute: 1 }, used: { day: 7 }, bannedSeconds: 5 });
  expect(json).toMatchObject({ windows: [{ left: 1 }, { used: 7 }], bannedUntil: '2026-11-19T12:00:05.000Z' });
});

test('an address that sent requests without a key can be set as a key can', async () => {
  await get();
  expect((await put('address 127.0.0.1', { left: { minute: 1 } })).json).toMatchObject({ windows: [{ left: 1 }, {}] });
  expect((await get()).status).toBe(401);
  expect((await get()).status).toBe(429);
});

test('each session has its own', async () => {
  const session = await mock.session({ plans: { Free: { minute: 3 } } });
  const path = `/sessions/${session.id}/allowances`;
  expect((await control('PUT', `${path}/free`, { left: { minute: 0 } })).json).toMatchObject({
    windows: [{ limit: 3 }],
  });
  expect((await get(session.apiKeys.free)).status).toBe(429);
  expect((await get('demo-free')).status).toBe(200);
  const { json } = await control('PUT', `${path}/free`, { left: { day: 1 } });
  expect(json).toMatchObject({ message: '/left/day is no window of the plan Free; it has minute.' });
});

const WINDOWS = 'is no window of the plan Free; it has minute, day.';
test.each([
  [{}, 'The request body must be an object of 1 or more properties, not {}.'],
  [{ left: { minute: 61 } }, '/left/minute must be at most 60, not 61.'],
  [{ left: { minute: -1 } }, '/left/minute must be at least 0, not -1.'],
  [{ left: { minute: 1.5 } }, '/left/minute must be an integer, not 1.5.'],
  [{ left: { hour: 1 } }, `/left/hour ${WINDOWS}`],
  [{ used: { hour: 1 } }, `/used/hour ${WINDOWS}`],
  [{ used: { constructor: 1 } }, `/used/constructor ${WINDOWS}`],
  ['{"left":{"__proto__":1}}', `/left/__proto__ ${WINDOWS}`],
  [{ left: { minute: 1 }, used: { minute: 3 } }, '/left/minute must be absent, since /used has it.'],
  [{ left: { minute: 1 }, used: { hour: 3 } }, `/used/hour ${WINDOWS}`],
  [{ bannedSeconds: 1.5 }, '/bannedSeconds must be an integer, not 1.5.'],
  [{ bannedSeconds: -1 }, '/bannedSeconds must be at least 0, not -1.'],
  [{ left: { minute: 1 }, ban: 1 }, '/ban is unknown; there may be left, used, bannedSeconds.'],
])('%j is refused, and sets nothing', async (change, message) => {
  const before = (await mock.state()).allowances;
  const { status, json } = await put('free', change);
  expect({ status, json }).toEqual({ status: 400, json: { code: 'invalid_body', message, status: 400 } });
  expect((await mock.state()).allowances).toEqual(before);
});

test('an unknown name is refused with the known ones', async () => {
  const { status, json } = await put('nobody', { left: { minute: 1 } });
  const message = 'There is no key "nobody"; there is free, pro, business, enterprise, revoked.';
  expect({ status, json }).toEqual({ status: 404, json: { code: 'not_found', message, status: 404 } });
  expect(await put('address 10.0.0.1', { left: { minute: 1 } })).toMatchObject({ status: 404 });
  const long = (await put('x'.repeat(5000), { left: { minute: 1 } })).json as { message: string };
  expect(long.message.length).toBeLessThan(200);
});

test('nothing can be set if plan limits are off', async () => {
  const unmetered = await startOwn({ planLimits: false });
  const ask = await createControlClient(unmetered);
  expect((await ask('GET', '/allowances')).json).toMatchObject([
    { name: 'free', windows: [{ used: 0 }, { used: 0 }] },
    {},
    {},
    {},
    {},
  ]);
  const { status, json } = await ask('PUT', '/allowances/free', { left: { minute: 1 } });
  expect({ status, json }).toEqual({
    status: 409,
    json: {
      code: 'plan_limits_off',
      message: 'Nothing is metered here: start the mock with --plan-limits on.',
      status: 409,
    },
  });
});

test('a plan without limits has no windows to set', async () => {
  const session = await mock.session({ plans: 'unlimited' });
  const { json } = await control('PUT', `/sessions/${session.id}/allowances/free`, { left: { minute: 1 } });
  expect(json).toMatchObject({
    message: '/left/minute is no window of the plan Free; it has none, since nothing limits it.',
  });
  const { json: banned } = await control('PUT', `/sessions/${session.id}/allowances/free`, { bannedSeconds: 9 });
  expect(banned).toMatchObject({ windows: [], bannedUntil: expect.any(String) });
});
