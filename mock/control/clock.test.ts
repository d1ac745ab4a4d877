import { type StartedMock, startMock } from '../index';
import { type ControlClient, createControlClient } from '../testing/control';

let mock: StartedMock;
let control: ControlClient;
beforeAll(async () => {
  mock = await startMock();
  control = await createControlClient(mock);
});
afterAll(() => mock.close());
beforeEach(() => mock.reset());

const NOON = '2026-11-19T12:00:00.000Z';
const put = async (change: unknown) => (await control('PUT', '/clock', change)).json;
const frozenAt = async (instant: string) => {
  await put({ action: 'freeze' });
  return put({ action: 'set', instant });
};
const get = (key = 'demo-free') => fetch(`${mock.baseUrl}/pets`, { headers: { authorization: `Bearer ${key}` } });

test('it shows real time until it is moved', async () => {
  const { json } = await control('GET', '/clock');
  expect(json).toEqual({ now: expect.any(String), frozen: false, offsetSeconds: expect.closeTo(0, 1) });
  expect(Date.parse((json as { now: string }).now)).toBeCloseTo(Date.now(), -4);
});

test('it is frozen, set, advanced, run and reset', async () => {
  expect(await frozenAt(NOON)).toMatchObject({ now: NOON, frozen: true });
  expect(await put({ action: 'advance', seconds: 61.5 })).toMatchObject({
    now: '2026-11-19T12:01:01.500Z',
    frozen: true,
  });
  expect(await put({ action: 'advance', seconds: 0 })).toMatchObject({ now: '2026-11-19T12:01:01.500Z' });
  expect(await put({ action: 'freeze' })).toMatchObject({ now: '2026-11-19T12:01:01.500Z' });
  expect(await put({ action: 'run' })).toMatchObject({
    frozen: false,
    now: expect.stringMatching(/^2026-11-19T12:01:0/),
  });
  expect(await put({ action: 'reset' })).toMatchObject({ frozen: false, offsetSeconds: expect.closeTo(0, 1) });
});

test('it drives the date, the windows and the bans of the API', async () => {
  await frozenAt(NOON);
  const first = await get();
  expect(first.headers.get('date')).toBe('Thu, 19 Nov 2026 12:00:00 GMT');
  expect(first.headers.get('x-ratelimit-remaining')).toBe('59');
  await get();
  await put({ action: 'advance', seconds: 59 });
  expect((await get()).headers.get('x-ratelimit-remaining')).toBe('57');
  await put({ action: 'advance', seconds: 1 });
  expect((await get()).headers.get('x-ratelimit-remaining')).toBe('59');
  await put({ action: 'advance', seconds: 86_400 });
  expect((await control('GET', '/allowances')).json).toMatchObject([
    { windows: [{ used: 0 }, { used: 0 }] },
    {},
    {},
    {},
    {},
  ]);

  await control('PUT', '/allowances/pro', { bannedSeconds: 30 });
  await put({ action: 'advance', seconds: 29 });
  expect((await get('demo-pro')).status).toBe(429);
  await put({ action: 'advance', seconds: 1 });
  expect((await get('demo-pro')).status).toBe(200);
});

test('each session has its own', async () => {
  const session = await mock.session();
  await control('PUT', `/sessions/${session.id}/clock`, { action: 'set', instant: '2031-01-01T00:00:00Z' });
  expect((await control('GET', `/sessions/${session.id}/clock`)).json).toMatchObject({
    now: expect.stringMatching(/^2031/),
  });
  expect((await control('GET', '/clock')).json).toMatchObject({ offsetSeconds: expect.closeTo(0, 1) });
  expect((await get(session.apiKeys.free)).headers.get('date')).toMatch(/2031/);
});

test.each([
  ['2026-01-01T00:00:00.123456789Z', '2026-01-01T00:00:00.123Z'],
  ['2026-01-01T00:00:00+05:30', '2025-12-31T18:30:00.000Z'],
  ['2024-02-29t23:59:59z', '2024-02-29T23:59:59.000Z'],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['1900-01-01T00:00:00Z', '1900-01-01T00:00:00.000Z'],
])('it can be set to %s', async (instant, now) => {
  expect(await frozenAt(instant)).toMatchObject({ now });
});

test('at the end of the year 9999, later instants are shown as the last one', async () => {
  await frozenAt('9999-12-31T23:59:59.999Z');
  expect((await get()).status).toBe(200);
  const end = '9999-12-31T23:59:59.999Z';
  const { json } = await control('PUT', '/allowances/free', { bannedSeconds: 30 });
  expect(json).toMatchObject({ bannedUntil: end, windows: [{ resetAt: end }, { resetAt: end }] });
  expect((await control('GET', '/state')).json).toMatchObject({ allowances: { free: { bannedUntil: end } } });
  expect((await control('GET', '/requests')).json).toMatchObject([{ at: end }]);
  await mock.reset();
  await put({ action: 'set', instant: end });
  expect(await put({ action: 'run' })).toMatchObject({ now: end });
});

const ACTIONS = '"advance", "set", "freeze", "run", "reset"';
test.each<readonly [unknown, string]>([
  [{}, '/action is missing.'],
  [{ action: 'stop' }, `/action must be one of ${ACTIONS}, not "stop".`],
  [{ action: 'advance' }, '/seconds is missing.'],
  [{ action: 'advance', seconds: -1 }, '/seconds must be at least 0, not -1.'],
  [{ action: 'advance', seconds: '61' }, '/seconds must be a number, not "61".'],
  [{ action: 'advance', seconds: 1e12 }, '/seconds leads beyond the year 9999.'],
  [{ action: 'advance', seconds: 61, instant: NOON }, '/instant is unknown; there may be action, seconds.'],
  [{ action: 'freeze', seconds: 61 }, '/seconds is unknown; there may be action.'],
  [{ action: 'set' }, '/instant is missing.'],
  [{ action: 'set', instant: 'tomorrow' }, '/instant must be a text in the format date-time, not "tomorrow".'],
  [
    { action: 'set', instant: '2026-02-30T00:00:00Z' },
    '/instant must be a text in the format date-time, not "2026-02-30T00:00:00Z".',
  ],
  [
    { action: 'set', instant: '2026-01-01T00:00:00' },
    '/instant must be a text in the format date-time, not "2026-01-01T00:00:00".',
  ],
  // A leap second, and two instants whose year in UTC has five digits or a sign.
  ...['2016-12-31T23:59:60Z', '9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00+01:00'].map(
    (instant) =>
      [{ action: 'set', instant }, `/instant must be an instant that the clock can show, not "${instant}".`] as const,
  ),
])('it refuses %j', async (change, message) => {
  await frozenAt(NOON);
  const { status, json } = await control('PUT', '/clock', change);
  expect(status).toBe(400);
  expect(json).toEqual({ code: 'invalid_body', message, status: 400 });
  expect((await control('GET', '/clock')).json).toMatchObject({ now: NOON, frozen: true });
});

test('it does not advance beyond the year 9999', async () => {
  await frozenAt('9950-01-01T00:00:00Z');
  const { status, json } = await control('PUT', '/clock', { action: 'advance', seconds: 3155760000 });
  expect({ status, json }).toMatchObject({ status: 400, json: { message: '/seconds leads beyond the year 9999.' } });
});
