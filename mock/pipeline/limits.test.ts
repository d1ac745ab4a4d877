import request from 'supertest';
import { createMock } from '../index';
import { type Adapted, ALL_ADAPTERS } from '../testing/adapters';
import { type Answered, type Client, createClient } from '../testing/client';
import { editedDocument } from '../testing/edited';
import { prismJudge } from '../testing/prism';

/** A Thursday, at noon. */
const NOON = Date.parse('2026-11-19T12:00:00Z');

describe.each(ALL_ADAPTERS)('allowances, %s,', (_, adapt) => {
  let adapted: Adapted;
  let mock: Adapted['mock'];
  let call: Client;
  const list = (key?: string): Promise<Answered> => call('GET', '/pets?limit=1', key === undefined ? {} : { key });
  const consume = async (times: number, key?: string): Promise<Answered[]> => {
    const answers: Answered[] = [];
    for (let sent = 0; sent < times; sent += 1) answers.push(await list(key));
    return answers;
  };
  /** The day's requests of the smallest plan but for some, of which each minute's allowance is sent in the first two. */
  const useUpDayBut = async (left: number): Promise<void> => {
    for (const day of [940, 880]) {
      await consume(60, 'demo-free');
      const [free] = await mock.allowances.list();
      expect(free?.windows).toMatchObject([
        { window: 'minute', left: 0 },
        { window: 'day', left: day },
      ]);
      await mock.clock.advance(60);
    }
    await mock.allowances.set('free', { left: { day: left } });
    await mock.clock.advance(14 * 60);
  };
  const allowance = ({ headers }: Answered) => [
    Number(headers['x-ratelimit-limit']),
    Number(headers['x-ratelimit-remaining']),
    Number(headers['x-ratelimit-reset']) - Date.parse(headers.date ?? '') / 1000,
  ];

  beforeAll(async () => {
    adapted = await adapt();
    ({ mock } = adapted);
    call = createClient(adapted.baseUrl, await prismJudge(), adapted.ask);
  });
  afterAll(() => adapted.close());
  beforeEach(async () => {
    await mock.reset();
    await mock.clock.freeze();
    await mock.clock.set(NOON);
  });

  test("are those of the key's plan, and every request takes one, whatever its outcome", async () => {
    expect(allowance(await list('demo-free'))).toEqual([60, 59, 60]);
    expect(allowance(await list('demo-pro'))).toEqual([300, 299, 60]);
    expect(allowance(await list('demo-business'))).toEqual([1000, 999, 60]);
    expect(allowance(await list('demo-enterprise'))).toEqual([5000, 4999, 60]);
    expect(allowance(await call('POST', '/pets', { key: 'demo-free', body: {} }))).toEqual([60, 58, 60]);
    expect(allowance(await call('GET', '/pets/0', { key: 'demo-free' }))).toEqual([60, 57, 60]);
    expect(allowance(await call('DELETE', '/nothing', { key: 'demo-free' }))).toEqual([60, 56, 60]);
  });

  test('serve exactly 60 requests in a minute, then 429 with Retry-After, then 60 again', async () => {
    const served = await consume(60, 'demo-free');
    expect(served.map(({ status }) => status)).toEqual(Array(60).fill(200));
    await mock.clock.advance(17.5);
    const refused = await list('demo-free');
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('43');
    expect(refused.json).toEqual({
      code: 'rate_limit_exceeded',
      message: 'The allowance of 60 requests a minute is used up. Try again in 43 s.',
      status: 429,
    });
    expect(Date.parse(refused.headers.date ?? '') / 1000 + 43).toBe(Number(refused.headers['x-ratelimit-reset']));
    await mock.clock.advance(42.4);
    expect((await list('demo-free')).status).toBe(429);
    await mock.clock.advance(0.1);
    expect(allowance(await list('demo-free'))).toEqual([60, 59, 60]);
  });

  test('of the day are shown when they run out first, and last until the day is over', async () => {
    await useUpDayBut(40);
    const rest = await consume(40, 'demo-free');
    expect(allowance(rest[0] as Answered)).toEqual([1000, 39, 86_400 - 16 * 60]);
    expect(allowance(rest[39] as Answered)).toEqual([1000, 0, 86_400 - 16 * 60]);
    await mock.clock.advance(60);
    const refused = await list('demo-free');
    expect(refused.status).toBe(429);
    expect(allowance(refused)).toEqual([1000, 0, 86_400 - 17 * 60]);
    expect(refused.headers['retry-after']).toBe(String(86_400 - 17 * 60));
    await mock.clock.advance(86_400 - 17 * 60);
    expect(allowance(await list('demo-free'))).toEqual([60, 59, 60]);
  });

  test('ten refusals in a row ban the key for a minute, as the reply says', async () => {
    await consume(60, 'demo-free');
    await mock.clock.advance(50);
    const refused = await consume(10, 'demo-free');
    expect(refused.map(({ json }) => (json as { code: string }).code)).toEqual([
      ...Array(9).fill('rate_limit_exceeded'),
      'temporarily_banned',
    ]);
    // The allowance is complete again, but the ban is not over.
    await mock.clock.advance(30);
    const banned = await list('demo-free');
    expect(banned.status).toBe(429);
    expect(banned.headers['retry-after']).toBe('30');
    expect(allowance(banned)).toEqual([60, 0, 30]);
    expect(banned.json).toHaveProperty('code', 'temporarily_banned');
    expect((await list('demo-pro')).status).toBe(200);
    await mock.clock.advance(30);
    expect((await list('demo-free')).status).toBe(200);
  });

  test('a ban that comes with the last request of the day ends with the day', async () => {
    await useUpDayBut(40);
    const answers = await consume(50, 'demo-free');
    const banned = answers.at(-1);
    expect(banned?.json).toHaveProperty('code', 'temporarily_banned');
    expect(banned?.headers['retry-after']).toBe(String(86_400 - 16 * 60));
    expect(allowance(banned as Answered)).toEqual([1000, 0, 86_400 - 16 * 60]);
  });

  test('callers without a valid key share the smallest plan by their address', async () => {
    expect(allowance(await list())).toEqual([60, 59, 60]);
    expect(allowance(await list('demo-wrong'))).toEqual([60, 58, 60]);
    const unauthorized = await consume(58);
    expect(new Set(unauthorized.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await list()).status).toBe(429);
    expect((await list('demo-free')).status).toBe(200);
  });

  test('are complete again after a reset', async () => {
    await consume(75, 'demo-free');
    await mock.reset();
    expect((await list('demo-free')).headers['x-ratelimit-remaining']).toBe('59');
  });
});

test('with the limits off every request is served, and each is told of an allowance that it would be the first to use', async () => {
  const { fetch, clock } = await createMock({ planLimits: false });
  clock.freeze();
  for (let sent = 0; sent < 70; sent += 1) {
    clock.advance(sent % 2);
    for (const [key, limit] of [
      ['free', 60],
      ['pro', 300],
    ] as const) {
      const { status, headers } = await fetch('/v1/pets?limit=1', { headers: { authorization: `Bearer demo-${key}` } });
      const figures = ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));
      expect([status, ...figures]).toEqual([200, limit, limit, Math.floor(clock.now() / 1000) + 60]);
    }
  }
});

test('bans can be switched off', async () => {
  const { app } = await createMock({ banAfter: 0 });
  const codes = new Set<unknown>();
  for (let sent = 0; sent < 80; sent += 1) {
    const { status, body } = await request(app).get('/v1/pets?limit=1').auth('demo-free', { type: 'bearer' });
    if (status === 429) codes.add(body.code);
  }
  expect([...codes]).toEqual(['rate_limit_exceeded']);
});

test('messages about an allowance are plain sentences', async () => {
  const document = editedDocument((draft) => {
    draft['x-plans'][0].allowances = { hour: 1 };
  });
  const { app } = await createMock({ document });
  const list = () => request(app).get('/v1/pets?limit=1').auth('demo-free', { type: 'bearer' });
  await list();
  expect((await list()).body.message).toMatch(/^The allowance of 1 request an hour is used up\. Try again in \d+ s\.$/);
});

test('with a contract that has the headers but no plans no client is limited, and the headers are sent', async () => {
  const document = editedDocument((draft) => {
    delete draft['x-plans'];
  });
  const { app, clock } = await createMock({ document });
  clock.freeze();
  const { status, headers } = await request(app).get('/v1/pets?limit=1').auth('demo-free', { type: 'bearer' });
  const allowance = ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`]);
  expect([status, ...allowance]).toEqual([200, '2147483647', '2147483647', String(Math.floor(clock.now() / 1000))]);
});
