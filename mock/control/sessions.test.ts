import { setTimeout as pause } from 'node:timers/promises';
import { type SessionOptions, type StartedMock, type StartOptions, startMock } from '../index';
import type { Answered } from '../testing/client';
import { type ControlClient, createControlClient } from '../testing/control';
import { sessionName } from './sessions';

interface Opened {
  readonly id: string;
  readonly name: string | null;
  readonly apiKeys: Readonly<Record<'free' | 'pro' | 'business' | 'enterprise', string>>;
  readonly openedAt: string;
  readonly expiresAt: string;
}

let shared: StartedMock;
let mock: StartedMock;
let control: ControlClient;
beforeAll(async () => {
  shared = await startMock();
});
afterAll(() => shared.close());

/** The shared mock, reset to its start; a new one for a test with options. */
async function start(options?: StartOptions): Promise<void> {
  mock = options === undefined ? shared : await startMock(options);
  control = await createControlClient(mock);
}
afterEach(async () => {
  if (mock !== shared) await mock.close();
  else await mock.reset();
  for (const { id } of mock === shared ? await opened() : []) await control('DELETE', `/sessions/${id}`);
});

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

  it('has records of its own', async () => {
    const [one, other] = [await open(), await open()];
    const made = await ask(one.apiKeys.free, 'POST', '/pets', PET);
    const path = `/pets/${(made.json as { id: number }).id}`;
    const found = async (key: string) => (await ask(key, 'GET', path)).status;
    expect([await found(one.apiKeys.pro), await found(other.apiKeys.free), await found('demo-free')]).toEqual([
      200, 404, 404,
    ]);
    // Each world has its own ids.
    expect((await ask(other.apiKeys.free, 'POST', '/pets', PET)).json).toEqual(made.json);
  });

  it('has allowances of its own', async () => {
    const [one, other] = [await open(), await open()];
    await control('PUT', `/sessions/${one.id}/allowances/free`, { left: { minute: 0 } });
    const statuses = [one.apiKeys.free, one.apiKeys.pro, other.apiKeys.free, 'demo-free'].map(
      async (key) => (await ask(key)).status,
    );
    expect(await Promise.all(statuses)).toEqual([429, 200, 200, 200]);
  });

  it('has a clock of its own', async () => {
    const [one, other] = [await open(), await open()];
    await control('PUT', `/sessions/${one.id}/clock`, { action: 'set', instant: '2031-05-05T00:00:00Z' });
    const yearOf = async (key: string) => new Date((await ask(key)).headers.get('date') ?? '').getUTCFullYear();
    const now = new Date().getUTCFullYear();
    expect(await yearOf(one.apiKeys.free)).toBe(2031);
    expect([await yearOf(other.apiKeys.free), await yearOf('demo-free')].every((year) => year - now <= 1)).toBe(true);
  });

  it('has faults and a journal of its own', async () => {
    const [one, other] = [await open(), await open()];
    await control('POST', `/sessions/${one.id}/faults`, { status: 503 });
    const keys = [one.apiKeys.free, other.apiKeys.free, 'demo-free'];
    const statuses: number[] = [];
    for (const key of keys) statuses.push((await ask(key)).status);
    expect(statuses).toEqual([503, 200, 200]);
    for (const [path, status] of [
      [`/sessions/${one.id}`, 503],
      [`/sessions/${other.id}`, 200],
      ['', 200],
    ] as const) {
      expect((await control('GET', `${path}/requests`)).json).toEqual([expect.objectContaining({ id: 1, status })]);
    }
  });

  it('does not see the default world, and is not reset with it', async () => {
    const session = await open();
    const statusOf = async (key: string) => (await ask(key, 'GET', '/pets/1')).status;
    await control('PUT', `/sessions/${session.id}/state`, { records: {} });
    expect([await statusOf(session.apiKeys.free), await statusOf('demo-free')]).toEqual([404, 200]);
    await control('POST', '/reset');
    expect(await statusOf(session.apiKeys.free)).toBe(404);
    await control('POST', `/sessions/${session.id}/reset`);
    expect(await statusOf(session.apiKeys.free)).toBe(200);
  });

  it('repeats itself by its seed', async () => {
    const chances = async (seed?: number): Promise<string> => {
      const { id, apiKeys } = await open(seed === undefined ? { plans: 'unlimited' } : { seed, plans: 'unlimited' });
      await control('POST', `/sessions/${id}/faults`, { status: 503, probability: 0.5 });
      let statuses = '';
      for (let sent = 0; sent < 24; sent += 1) statuses += (await ask(apiKeys.free)).status === 503 ? 'x' : '.';
      return statuses;
    };
    const seven = await chances(7);
    expect(await chances(7)).toBe(seven);
    expect(await chances(8)).not.toBe(seven);
    // The mock's own seed is 1.
    expect(await chances()).toBe(await chances(1));
  });

  it('that is closed is gone: its keys, its paths, itself', async () => {
    const [one, other] = [await open(), await open()];
    expect((await control('DELETE', `/sessions/${one.id}`)).status).toBe(204);
    for (const key of Object.values(one.apiKeys)) expect((await ask(key)).status).toBe(401);
    for (const [method, path] of [
      ['DELETE', ''],
      ['GET', '/state'],
      ['POST', '/reset'],
      ['GET', '/requests'],
      ['GET', '/health'],
    ] as const) {
      const { status, json } = await control(method, `/sessions/${one.id}${path}`);
      expect([status, json]).toEqual([404, expect.objectContaining({ code: 'no_such_session' })]);
    }
    expect((await ask(other.apiKeys.free)).status).toBe(200);
    expect((await control('GET', '/sessions')).json).toEqual([expect.objectContaining({ id: other.id })]);
  });

  it.each(['default', 'nobody', '__proto__', 'constructor', '%00', 'a%2Fb'])('does not exist as %j', async (id) => {
    expect((await control('GET', `/sessions/${id}/clock`)).status).toBe(404);
    expect((await control('DELETE', `/sessions/${id}`)).status).toBe(404);
  });

  it("shows the values of its keys only once, and those of the mock's keys only if they are demo keys, to the default world", async () => {
    const session = await open();
    await ask(session.apiKeys.free, 'POST', '/pets', PET);
    await fetch(`${mock.baseUrl}/pets?api_key=${session.apiKeys.free}`, {
      headers: { authorization: `bearer ${session.apiKeys.free}`, cookie: `key=${session.apiKeys.free}` },
    });
    await ask('demo-enterprise');
    await ask('demo-free');
    const stream = await fetch(`${new URL(mock.baseUrl).origin}/__admin/sessions/${session.id}/requests/stream`, {
      headers: { 'last-event-id': '0' },
    });
    const { text: allowances } = await control('GET', '/allowances');
    expect(allowances).toContain('"demoValue":"demo-free"');
    const replies: (Answered | { readonly text: string })[] = [
      await control('GET', '/sessions'),
      { text: allowances.replaceAll(/"demoValue":"demo-\w+"/g, '') },
    ];
    for (const world of ['', `/sessions/${session.id}`]) {
      for (const path of ['health', 'state', 'records', 'clock', 'requests', 'faults'])
        replies.push(await control('GET', `${world}/${path}`));
      replies.push(await control('PUT', `${world}/allowances/nobody`, { left: { minute: 1 } }));
      replies.push(await control('POST', `${world}/faults`, { key: 'nobody', status: 500 }));
      replies.push(await control('PUT', `${world}/state`, { allowances: { nobody: { windows: {} } } }));
    }
    replies.push(await control('GET', `/sessions/${session.id}/allowances`));
    const events = new TextDecoder().decode((await stream.body?.getReader().read())?.value);
    const all = [...replies.map(({ text }) => text), events].join('\n');
    expect(events).toContain('retry: 1000');
    const secrets = [...Object.values(session.apiKeys), 'demo-free', 'demo-pro', 'demo-business', 'demo-enterprise'];
    // A key of another mock in a place that is not meant for keys can't be recognized.
    const shown = all
      .replaceAll(`api_key=${session.apiKeys.free}`, '')
      .replaceAll(`"query":"${session.apiKeys.free}"`, '');
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
    expect((await open()).apiKeys.free).not.toBe(session.apiKeys.free);
  });
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
    expect(await namesFound('?name=nobody')).toEqual([]);
    expect((await control('GET', `/sessions/${named.id}/health`)).json).toMatchObject({
      session: { id: named.id, name: named.name },
    });
    expect((await control('GET', '/health')).json).toMatchObject({ session: null });
  });

  it('may be any text, which is kept on one line of 200 characters', async () => {
    const long = 'x'.repeat(201);
    const [lines, cut, empty] = [
      await open({ name: 'two\r\nlines' }),
      await open({ name: long }),
      await open({ name: '' }),
    ];
    const kept = ['two lines', `${long.slice(2)}…`, null];
    expect([lines, cut, empty].map(({ name }) => name)).toEqual(kept);
    expect(await namesFound('')).toEqual(kept);
  });
});

describe('the records of a session', () => {
  beforeEach(() => start());
  const pets = async ({ apiKeys }: Opened) => (await ask(apiKeys.free, 'GET', '/pets?limit=100')).json;

  it('are those of the mock, none, or its own', async () => {
    const given = [{ id: 7, ...PET }];
    expect(await pets(await open({ fixtures: 'none' }))).toEqual([]);
    expect(await pets(await open({ fixtures: {} }))).toEqual([]);
    expect(await pets(await open({ fixtures: { pets: given } }))).toEqual(given);
    expect(await pets(await open())).toEqual((await ask('demo-free', 'GET', '/pets?limit=100')).json);
  });

  it('come back with a reset', async () => {
    const given = [{ id: 7, ...PET }];
    const session = await open({ fixtures: { pets: given } });
    await ask(session.apiKeys.free, 'POST', '/pets', PET);
    expect(await pets(session)).toEqual([...given, { id: 8, ...PET }]);
    await control('POST', `/sessions/${session.id}/reset`);
    expect(await pets(session)).toEqual(given);
  });

  it.each([
    [
      {
        fixtures: {
          pets: [
            { id: 1, ...PET },
            { id: 2, name: 5, categoryId: 1 },
          ],
        },
      },
      '/fixtures/pets/1/name',
    ],
    [
      {
        fixtures: {
          pets: [
            { id: 1, ...PET },
            { id: 1, ...PET },
          ],
        },
      },
      '/fixtures/pets/1',
    ],
    [{ fixtures: { pets: [PET] } }, '/fixtures/pets/0'],
    [{ fixtures: { cats: [] } }, '/fixtures/cats'],
    [{ fixtures: { pets: {} } }, '/fixtures/pets'],
    [{ fixtures: 'some' }, '/fixtures'],
    [{ fixtures: null }, '/fixtures'],
    [{ plans: { Gratis: 'unlimited' } }, '/plans/Gratis'],
    [{ plans: { __proto__x: { minute: 1 } } }, '/plans/__proto__x'],
    [{ plans: { Free: {} } }, '/plans/Free'],
    [{ plans: { Free: { week: 1 } } }, '/plans/Free/week'],
    [{ plans: { Free: { minute: -1 } } }, '/plans/Free/minute'],
    [{ plans: { Free: { minute: 1.5 } } }, '/plans/Free/minute'],
    [{ plans: 'none' }, '/plans'],
    [{ name: 5 }, '/name'],
    [{ name: null }, '/name'],
    [{ seed: -1 }, '/seed'],
    [{ seed: 4294967296 }, '/seed'],
    [{ timeToLive: 0 }, '/timeToLive'],
    [{ timeToLive: 86401 }, '/timeToLive'],
    [{ ttl: 5 }, '/ttl'],
  ])(
    'or another option that does not fit is refused with its place, and no session is left: %j',
    async (body, place) => {
      const { status, json } = await control('POST', '/sessions', body);
      expect([status, json]).toEqual([
        400,
        { code: 'invalid_body', message: expect.stringContaining(place), status: 400 },
      ]);
      expect((await control('GET', '/sessions')).json).toEqual([]);
    },
  );
});

describe('the plans of a session', () => {
  const limitOf = async (key: string) => {
    const { status, headers } = await ask(key);
    return [status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
  };

  it('are those of the mock, except for those that it names', async () => {
    await start();
    const { apiKeys } = await open({ plans: { Free: { minute: 3, day: 10 }, Pro: 'unlimited' } });
    expect(await limitOf(apiKeys.free)).toEqual([200, '3', '2']);
    expect((await limitOf(apiKeys.business)).slice(0, 2)).toEqual(
      await limitOf('demo-business').then((l) => l.slice(0, 2)),
    );
    for (let sent = 0; sent < 400; sent += 100)
      expect(
        new Set(await Promise.all(Array.from({ length: 100 }, async () => (await ask(apiKeys.pro)).status))),
      ).toEqual(new Set([200]));
    const statuses: number[] = [];
    for (let sent = 0; sent < 3; sent += 1) statuses.push((await ask(apiKeys.free)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('may all be unlimited, or allow nothing', async () => {
    await start();
    const [free, none] = [await open({ plans: 'unlimited' }), await open({ plans: { Free: { minute: 0 } } })];
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await ask(free.apiKeys.free)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await ask(none.apiKeys.free)).status).toBe(429);
    expect((await ask(none.apiKeys.pro)).status).toBe(200);
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
  const idsOpen = async () => (await opened()).map(({ id }) => id);

  it('ends after its time to live, in real time', async () => {
    await start();
    const [short, moved, long] = [await open({ timeToLive: 1 }), await open({ timeToLive: 1 }), await open()];
    const stream = await fetch(`${new URL(mock.baseUrl).origin}/__admin/sessions/${short.id}/requests/stream`);
    await control('PUT', `/sessions/${moved.id}/clock`, { action: 'freeze' });
    await control('PUT', `/sessions/${long.id}/clock`, { action: 'advance', seconds: 86_400 });
    // Its stream ends with it, without any further request.
    expect(await stream.text()).toBe('retry: 1000\n\n');
    while ((await idsOpen()).length > 1) await pause(20);
    expect(await idsOpen()).toEqual([long.id]);
    expect((await ask(short.apiKeys.free)).status).toBe(401);
    expect((await ask(moved.apiKeys.free)).status).toBe(401);
    expect((await control('GET', `/sessions/${moved.id}/clock`)).status).toBe(404);
    expect((await ask(long.apiKeys.free)).status).toBe(200);
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

describe('the most sessions', () => {
  it.each([0, 1, 10])('are %d, even if all are opened at once', async (maxSessions) => {
    await start({ maxSessions });
    const answers = await Promise.all(Array.from({ length: 50 }, () => control('POST', '/sessions')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxSessions);
    expect(refused).toHaveLength(50 - maxSessions);
    for (const { json, headers } of refused) {
      expect(json).toEqual({
        code: 'too_many_sessions',
        message: expect.stringMatching(/^(1 session is|\d+ sessions are) open, which is the most\. .*--max-sessions/),
        status: 429,
      });
      expect(headers['retry-after']).toMatch(/^\d+$/);
    }
    expect((await control('GET', '/sessions')).json).toHaveLength(maxSessions);
  });

  it('leave room again when one is closed or ends, and the refusal says when that is', async () => {
    await start({ maxSessions: 2 });
    await open({ timeToLive: 60 });
    const { id } = await open({ timeToLive: 600 });
    const { status, headers } = await control('POST', '/sessions');
    expect([status, ['59', '60'].includes(headers['retry-after'] ?? '')]).toEqual([429, true]);
    await control('DELETE', `/sessions/${id}`);
    const { id: short } = await open({ timeToLive: 1 });
    while ((await control('POST', '/sessions')).status === 429) await pause(50);
    expect((await control('GET', `/sessions/${short}/clock`)).status).toBe(404);
  });

  it('are not used up by what is refused', async () => {
    await start({ maxSessions: 1 });
    for (let sent = 0; sent < 3; sent += 1)
      expect((await control('POST', '/sessions', { plans: { Gratis: 'unlimited' } })).status).toBe(400);
    await open();
  });
});

test('200 sessions used at once each see only their own', async () => {
  await start();
  const use = async (number: number): Promise<readonly string[]> => {
    const { id, apiKeys } = await open({ fixtures: 'none', seed: number });
    const name = `of ${number}`;
    const { status: created } = await ask(apiKeys.free, 'POST', '/pets', { ...PET, name });
    const { json: listed } = await ask(apiKeys.free);
    await control('PUT', `/sessions/${id}/clock`, { action: 'set', instant: `${2100 + number}-01-01T00:00:00Z` });
    await control('POST', `/sessions/${id}/faults`, { status: 500 + (number % 100), times: 1 });
    const struck = await ask(apiKeys.free);
    const { json: count } = await control('POST', `/sessions/${id}/requests/count`, {});
    expect({ created, listed, struck: struck.status, count }).toEqual({
      created: 201,
      listed: [{ id: 1, ...PET, name }],
      struck: 500 + (number % 100),
      count: { count: 3, forgotten: 0 },
    });
    expect(new Date(struck.headers.get('date') ?? '').getUTCFullYear()).toBe(2100 + number);
    return [id, ...Object.values(apiKeys)];
  };
  const events = await Promise.all(Array.from({ length: 200 }, (_, number) => use(number)));
  expect(new Set(events.flat()).size).toBe(200 * 5);
  expect((await control('GET', '/sessions')).json).toHaveLength(200);
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
