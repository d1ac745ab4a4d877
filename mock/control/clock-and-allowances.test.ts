import { packageFile } from '../../openapi/package/package-file';
import { createControlClient, mockAtNoon } from '../testing/control';
import { startOwn } from '../testing/started';

const given = mockAtNoon();
const { control } = given;

const put = (name: string, change: unknown) => control('PUT', `/allowances/${encodeURIComponent(name)}`, change);
const ask = (key?: string) =>
  fetch(`${given.mock.baseUrl}/pets`, key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } });
const statusFor = async (key?: string) => (await ask(key)).status;

describe('allowances', () => {
  test('are listed for each key, and for each address that sent requests without one, where they can be set, too', async () => {
    await ask();
    await ask('demo-free');
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
    expect((await put('address 127.0.0.1', { left: { minute: 1 } })).json).toMatchObject({
      windows: [{ left: 1 }, {}],
    });
    expect([await statusFor(), await statusFor()]).toEqual([401, 429]);
  });

  test('show the value of a shipped demo key, and of no other', async () => {
    const own = await startOwn({ keys: packageFile('fixtures/api-keys.json') });
    const session = await given.mock.session();
    const shown = await (await createControlClient(own))('GET', '/allowances');
    const ofSession = await control('GET', `/sessions/${session.id}/allowances`);
    expect(shown.text + ofSession.text).not.toContain('demoValue');
    expect(shown.text).not.toContain('demo-');
  });

  test('several windows are set at once, each by what is left or used, and count from then on', async () => {
    const { json } = await put('pro', { left: { minute: 1 }, used: { day: 20_000 } });
    expect(json).toMatchObject({
      windows: [
        { used: 299, left: 1, resetAt: '2026-11-19T12:01:00.000Z' },
        { limit: 10_000, used: 20_000, left: 0 },
      ],
    });
    await put('pro', { used: { day: 7 } });
    expect([await statusFor('demo-pro'), await statusFor('demo-pro')]).toEqual([200, 429]);
    const [, pro] = (await control('GET', '/allowances')).json as readonly object[];
    expect(pro).toMatchObject({ refusals: 1, windows: [{ used: 300, left: 0 }, { used: 8 }] });
  });

  test('a plan without limits has no windows to set', async () => {
    const { id } = await given.mock.session({ plans: 'unlimited' });
    const set = async (change: object) => (await control('PUT', `/sessions/${id}/allowances/free`, change)).json;
    const message =
      'The field "left.minute" is no window of the plan Free; it has none: x-plans in the document gives it none, or its session is unlimited.';
    expect(await set({ left: { minute: 1 } })).toMatchObject({ message });
    expect(await set({ bannedSeconds: 9 })).toMatchObject({ windows: [], bannedUntil: expect.any(String) });
  });
});

describe('the clock', () => {
  const move = async (change: unknown) => (await control('PUT', '/clock', change)).json;

  test.each([
    ['2026-01-01T00:00:00.123456789Z', '2026-01-01T00:00:00.123Z'],
    ['2026-01-01T00:00:00+05:30', '2025-12-31T18:30:00.000Z'],
    ['2024-02-29t23:59:59z', '2024-02-29T23:59:59.000Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('can be set to %s', async (instant, now) => {
    expect(await move({ action: 'set', instant })).toMatchObject({ now });
  });

  test('shows instants after the year 9999 as the last one of it', async () => {
    const end = '9999-12-31T23:59:59.999Z';
    await move({ action: 'set', instant: end });
    expect(await statusFor('demo-free')).toBe(200);
    const { json } = await put('free', { bannedSeconds: 30 });
    expect(json).toMatchObject({ bannedUntil: end, windows: [{ resetAt: end }, { resetAt: end }] });
    expect((await control('GET', '/state')).json).toMatchObject({ allowances: { free: { bannedUntil: end } } });
    expect((await control('GET', '/requests')).json).toMatchObject([{ at: end }]);
    expect(await move({ action: 'run' })).toMatchObject({ now: end });
  });
});
