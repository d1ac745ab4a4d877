import { setTimeout as pause } from 'node:timers/promises';
import { ENDED } from '../errors/problems';
import type { SessionOptions, StartedMock, StartOptions } from '../index';
import { type ControlClient, createControlClient } from '../testing/control';
import { type Draft, editedDocument } from '../testing/edited';
import { startOwn } from '../testing/started';
import { sessionName } from './sessions';

interface Opened {
  readonly id: string;
  readonly name: string | null;
  readonly apiKeys: Readonly<Record<'free' | 'pro' | 'business' | 'enterprise', string>>;
  readonly openedAt: string;
  readonly expiresAt: string;
}

let mock: StartedMock;
let control: ControlClient;
async function start(options: StartOptions = {}): Promise<void> {
  mock = await startOwn(options);
  control = await createControlClient(mock);
}

const opened = async () => (await control('GET', '/sessions')).json as readonly Omit<Opened, 'apiKeys'>[];

const open = async (options?: SessionOptions): Promise<Opened> => {
  const { status, json } = await control('POST', '/sessions', options);
  expect(status).toBe(201);
  return json as Opened;
};

/** A request to the API. */
async function ask(key: string, method = 'GET', path = '/pets', body?: unknown) {
  const response = await fetch(mock.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = (text === '' ? undefined : JSON.parse(text)) as unknown;
  return { status: response.status, headers: response.headers, json };
}

const PET = { name: 'Nova', categoryId: 1 };

describe('a session', () => {
  beforeEach(() => start());

  it("is returned with a key for each of the mock's keys, and the time of its end", async () => {
    const before = Date.now();
    const session = await open();
    expect(Object.keys(session)).toEqual(expect.arrayContaining(['id', 'apiKeys', 'openedAt', 'expiresAt']));
    expect(Object.keys(session.apiKeys)).toEqual(['free', 'pro', 'business', 'enterprise']);
    expect(new Set(Object.values(session.apiKeys)).size).toBe(4);
    expect(Date.parse(session.expiresAt) - Date.parse(session.openedAt)).toBe(3_600_000);
    expect(Date.parse(session.openedAt)).toBeGreaterThanOrEqual(before);
    expect((await ask(session.apiKeys.pro)).headers.get('x-ratelimit-limit')).toBe('300');
  });

  it('repeats itself by its seed, which is that of the mock where it has none', async () => {
    await start({ seed: 7 });
    const chances = async (options: SessionOptions): Promise<string> => {
      const { id, apiKeys } = await open({ ...options, plans: 'unlimited' });
      await control('POST', `/sessions/${id}/faults`, { status: 503, probability: 0.5 });
      let statuses = '';
      for (let sent = 0; sent < 24; sent += 1) statuses += (await ask(apiKeys.free)).status === 503 ? 'x' : '.';
      return statuses;
    };
    const seven = await chances({ seed: 7 });
    expect(await chances({})).toBe(seven);
    expect(await chances({ seed: 8 })).not.toBe(seven);
  });

  it('that is closed is gone: its keys, its paths, itself', async () => {
    const [one, other] = [await open(), await open()];
    expect((await control('DELETE', `/sessions/${one.id}`)).status).toBe(204);
    for (const key of Object.values(one.apiKeys)) {
      const refused = await ask(key);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toContain(`error_description="${ENDED}"`);
      expect(refused.json).toEqual({ code: 'unauthorized', message: ENDED, status: 401 });
    }
    for (const [method, path] of [
      ['DELETE', ''],
      ['GET', '/state'],
      ['POST', '/reset'],
      ['GET', '/requests/stream'],
      ['GET', '/health'],
    ] as const) {
      const { status, json } = await control(method, `/sessions/${one.id}${path}`);
      expect([status, json]).toEqual([404, expect.objectContaining({ code: 'no_such_session' })]);
    }
    expect((await ask(other.apiKeys.free)).status).toBe(200);
    expect((await control('GET', '/sessions')).json).toEqual([expect.objectContaining({ id: other.id })]);
  });

  it('that never was refuses a key in the form of its keys alike, and other keys as ever', async () => {
    const { apiKeys } = await open();
    const madeUp = apiKeys.free.replaceAll(/\d/g, '7');
    const saysTo = async (key: string) => ((await ask(key)).json as { message: string }).message;
    expect(await saysTo(madeUp)).toBe(ENDED);
    for (const key of [`${madeUp}0`, madeUp.slice(1), 'session-1']) {
      expect(await saysTo(key)).toBe('The API key is not valid.');
    }
    expect((await ask(apiKeys.free)).status).toBe(200);
  });

  it.each(['default', 'unknown', '__proto__', 'constructor', '%00', 'a%2Fb'])('does not exist as %j', async (id) => {
    expect((await control('GET', `/sessions/${id}/clock`)).status).toBe(404);
    expect((await control('DELETE', `/sessions/${id}`)).status).toBe(404);
  });
});

test.each<[string, (document: Draft) => void]>([
  ['operation', (document) => (document.paths['/pets'].get.security = [])],
  [
    'contract',
    (document) => {
      document.security = [];
      document.components.securitySchemes = {};
    },
  ],
])('a session is reached by its key even if the whole %s needs none', async (_, edit) => {
  await start({ document: editedDocument(edit) });
  const { apiKeys } = await open({ fixtures: 'none' });
  expect((await ask(apiKeys.free)).json).toEqual([]);
  expect(await (await fetch(`${mock.baseUrl}/pets?limit=1`)).json()).toHaveLength(1);
});

describe('the name of a session', () => {
  beforeEach(() => start());
  const namesFound = async (query: string) =>
    ((await control('GET', `/sessions${query}`)).json as readonly { name: string | null }[]).map(({ name }) => name);

  it('is shown when it is opened, in the list and in its health, and finds it', async () => {
    const named = await open({ name: 'Checkout: pays twice · 😀' });
    await open();
    await mock.session({ name: 'a cart, worker 2' });
    await open({ name: 'a cart, worker 2' });
    const CART = 'a cart, worker 2';
    expect(named).toMatchObject({ name: 'Checkout: pays twice · 😀' });
    expect(await namesFound('')).toEqual([named.name, null, CART, CART]);
    expect(await namesFound('?name=CART')).toEqual([CART, CART]);
    expect(await namesFound(`?name=${encodeURIComponent('twice · 😀')}`)).toEqual([named.name]);
    expect(await namesFound('?name=unknown')).toEqual([]);
    expect((await control('GET', `/sessions/${named.id}/health`)).json).toMatchObject({
      session: { id: named.id, name: named.name },
    });
    expect((await control('GET', '/health')).json).toMatchObject({ session: null });
  });
});

describe('the plans of a session', () => {
  const UNLIMITED = '2147483647';
  const limitOf = async (key: string) => {
    const { status, headers } = await ask(key);
    return [status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
  };

  it('are those of the mock, except for those that it names', async () => {
    await start();
    const { apiKeys } = await open({ plans: { Free: { minute: 3, day: 10 }, Pro: 'unlimited' } });
    expect(await limitOf(apiKeys.free)).toEqual([200, '3', '2']);
    expect(await limitOf(apiKeys.business)).toEqual([200, '1000', '999']);
    expect((await limitOf(apiKeys.pro))[1]).toBe(UNLIMITED);
    const statuses: number[] = [];
    for (let sent = 0; sent < 3; sent += 1) statuses.push((await ask(apiKeys.free)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('may all be unlimited, or allow nothing', async () => {
    await start();
    const [free, none] = [await open({ plans: 'unlimited' }), await open({ plans: { Free: { minute: 0 } } })];
    expect(await limitOf(free.apiKeys.free)).toEqual([200, UNLIMITED, UNLIMITED]);
    expect([(await ask(none.apiKeys.free)).status, (await ask(none.apiKeys.pro)).status]).toEqual([429, 200]);
  });

  it('are enforced if the session sets limits, even if the mock enforces none', async () => {
    await start({ planLimits: false });
    const [scarce, plain, empty] = [
      await open({ plans: { Free: { minute: 1 } } }),
      await open(),
      await open({ plans: {} }),
    ];
    const twice = async ({ apiKeys }: Opened) => [(await ask(apiKeys.free)).status, (await ask(apiKeys.free)).status];
    expect(await twice(scarce)).toEqual([200, 429]);
    for (const session of [plain, empty]) {
      const { status, json } = await control('PUT', `/sessions/${session.id}/allowances/free`, { left: { minute: 0 } });
      expect([status, json]).toEqual([409, expect.objectContaining({ code: 'plan_limits_off' })]);
      expect(await twice(session)).toEqual([200, 200]);
    }
  });
});

describe('an idle session', () => {
  it('ends after its time to live, in real time, and its stream with it', async () => {
    await start();
    const [short, long] = [await open({ timeToLive: 1 }), await open()];
    const stream = await fetch(`${new URL(mock.baseUrl).origin}/__admin/sessions/${short.id}/requests/stream`);
    await control('PUT', `/sessions/${long.id}/clock`, { action: 'advance', seconds: 86_400 });
    // Without any further request.
    expect(await stream.text()).toBe('retry: 1000\n\n');
    expect((await opened()).map(({ id }) => id)).toEqual([long.id]);
    expect([(await ask(short.apiKeys.free)).status, (await ask(long.apiKeys.free)).status]).toEqual([401, 200]);
  });

  it.each<[string, (session: Opened) => Promise<unknown>]>([
    ['a request to the API', ({ apiKeys }) => ask(apiKeys.free)],
    ['a request that is refused', ({ apiKeys }) => ask(apiKeys.pro, 'GET', '/nothing')],
    ['a look at it', ({ id }) => control('GET', `/sessions/${id}/clock`)],
    ['a change of it', ({ id }) => control('DELETE', `/sessions/${id}/faults`)],
  ])('is used by %s, and lasts for longer', async (_, use) => {
    await start();
    const session = await open();
    const events = async () => (await opened())[0];
    expect(await events()).toEqual({
      ...{ id: session.id, name: null },
      ...{ openedAt: session.openedAt, expiresAt: session.expiresAt },
    });
    await pause(5);
    await use(session);
    const after = await events();
    expect(after?.openedAt).toBe(session.openedAt);
    expect(Date.parse(after?.expiresAt ?? '')).toBeGreaterThan(Date.parse(session.expiresAt));
  });
});

test('a session too many is refused until one is closed, and the refusal says when there may be room', async () => {
  await start({ maxSessions: 2 });
  // What is refused takes no place.
  expect((await control('POST', '/sessions', { plans: { Gratis: 'unlimited' } })).status).toBe(400);
  await open({ timeToLive: 60 });
  const { id } = await open({ timeToLive: 600 });
  const { status, json, headers } = await control('POST', '/sessions');
  expect(json).toEqual({
    code: 'too_many_sessions',
    message: '2 sessions are open, which is the most. Close one, or start the mock with a higher --max-sessions.',
    status: 429,
  });
  expect([status, ['59', '60'].includes(headers['retry-after'] ?? '')]).toEqual([429, true]);
  await control('DELETE', `/sessions/${id}`);
  await open();
});

test('60 sessions used at once each see only their own', async () => {
  await start();
  const use = async (number: number): Promise<readonly string[]> => {
    const { id, apiKeys } = await open({ fixtures: 'none', seed: number });
    const name = `of ${number}`;
    const { status: created } = await ask(apiKeys.free, 'POST', '/pets', { ...PET, name });
    const { json: listed } = await ask(apiKeys.free);
    await control('PUT', `/sessions/${id}/clock`, { action: 'set', instant: `${2100 + number}-01-01T00:00:00Z` });
    await control('POST', `/sessions/${id}/faults`, { status: 500 + (number % 100), times: 1 });
    const struck = await ask(apiKeys.free);
    await control('PUT', `/sessions/${id}/allowances/pro`, { left: { minute: number + 1 } });
    expect((await ask(apiKeys.pro)).headers.get('x-ratelimit-remaining')).toBe(String(number));
    const { json: count } = await control('POST', `/sessions/${id}/requests/count`, {});
    expect({ created, listed, struck: struck.status, count }).toEqual({
      created: 201,
      listed: [{ id: 1, ...PET, name }],
      struck: 500 + (number % 100),
      count: { count: 4, forgotten: 0 },
    });
    expect(new Date(struck.headers.get('date') ?? '').getUTCFullYear()).toBe(2100 + number);
    return [id, ...Object.values(apiKeys)];
  };
  const events = await Promise.all(Array.from({ length: 60 }, (_, number) => use(number)));
  expect(new Set(events.flat()).size).toBe(60 * 5);
  expect((await control('GET', '/sessions')).json).toHaveLength(60);
  expect((await control('GET', '/requests')).json).toEqual([]);
});

test.each([
  ['checkout: pays twice · 😀', 'checkout: pays twice · 😀'],
  [' a\ttitle\u2028in\r\nlines\u0000', 'a title in lines'],
  ['𝄞'.repeat(200), '𝄞'.repeat(200)],
  ['𝄞'.repeat(201), `${'𝄞'.repeat(199)}…`],
  [`${'x'.repeat(200)}\n`, 'x'.repeat(200)],
  ['', undefined],
  [' \n\u0007 ', undefined],
])('of the text %j the name is %j', (given, name) => {
  expect(sessionName(given, (text) => text)).toBe(name);
});

test('what is to be hidden is hidden before the name is cut', () => {
  const hide = (text: string) => text.replaceAll('demo-pro', 'hidden');
  expect(sessionName(`${'x'.repeat(190)} demo-pro`, hide)).toBe(`${'x'.repeat(190)} hidden`);
  expect(sessionName(`${'x'.repeat(196)} demo-pro`, hide)).toBe(`${'x'.repeat(196)} hi…`);
});
