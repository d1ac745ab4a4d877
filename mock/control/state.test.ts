import fc from 'fast-check';
import { parseJson } from '../../openapi/contract';
import { type StartedMock, startMock } from '../index';
import { type ControlClient, createControlClient } from '../testing/control';

const NOON = '2026-11-19T12:00:00.000Z';

let mock: StartedMock;
let control: ControlClient;
let other: StartedMock;
let elsewhere: ControlClient;
beforeAll(async () => {
  [mock, other] = await Promise.all([startMock({ banAfter: 2 }), startMock({ fixtures: 'none' })]);
  [control, elsewhere] = [await createControlClient(mock), await createControlClient(other)];
});
afterAll(() => Promise.all([mock.close(), other.close()]));
beforeEach(() => restart());

async function restart(): Promise<void> {
  for (const each of [mock, other]) {
    await each.reset();
    each.clock.freeze();
    each.clock.set(NOON);
  }
}

const get = async (ask: ControlClient = control): Promise<string> => (await ask('GET', '/state')).text;
const put = (body: unknown, ask: ControlClient = control) => ask('PUT', '/state', body);

test('shows records, allowances, clock and faults', async () => {
  await put({ records: {} });
  await mock.faults.add({ status: 503, times: 2 });
  await fetch(`${mock.baseUrl}/pets`, { headers: { authorization: 'Bearer demo-free' } });
  await control('PUT', '/allowances/pro', { bannedSeconds: 30 });
  expect(parseJson(await get())).toEqual({
    records: {},
    allowances: {
      free: {
        windows: { minute: { used: 1, openedAt: NOON }, day: { used: 1, openedAt: NOON } },
        refusals: 0,
        bannedUntil: null,
      },
      pro: { windows: {}, refusals: 0, bannedUntil: '2026-11-19T12:00:30.000Z', banSeconds: 30 },
    },
    clock: { now: NOON, frozen: true, offsetSeconds: expect.any(Number) },
    faults: [{ id: expect.any(String), rule: { status: 503, times: 2 }, struck: 1 }],
    chances: expect.any(Number),
  });
});

describe('written to another mock', () => {
  /** The state without what depends on real time. */
  const comparable = (text: string): string => text.replace(/"offsetSeconds":[^,}]+/, '');

  const step = fc.oneof(
    fc.record({ kind: fc.constant('get' as const), key: fc.constantFrom('free', 'pro', 'revoked') }),
    fc.record({ kind: fc.constant('post' as const), name: fc.string({ maxLength: 5 }) }),
    fc.record({ kind: fc.constant('advance' as const), seconds: fc.integer({ min: 0, max: 100_000 }) }),
    fc.record({ kind: fc.constant('back' as const), seconds: fc.integer({ min: 1, max: 100_000 }) }),
    fc.record({ kind: fc.constant('leave' as const), left: fc.integer({ min: 0, max: 60 }) }),
    fc.record({ kind: fc.constant('ban' as const), seconds: fc.integer({ min: 0, max: 1000 }) }),
    fc.record({
      kind: fc.constant('fault' as const),
      delayMs: fc.constant(0),
      probability: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  );

  async function live(
    history: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[],
  ): Promise<void> {
    for (const each of history) {
      if (each.kind === 'get')
        await fetch(`${mock.baseUrl}/pets`, { headers: { authorization: `Bearer demo-${each.key}` } });
      else if (each.kind === 'post') await post(mock, each.name);
      else if (each.kind === 'advance') mock.clock.advance(each.seconds);
      else if (each.kind === 'back') mock.clock.set(mock.clock.now() - each.seconds * 1000);
      else if (each.kind === 'leave') await mock.allowances.set('free', { left: { minute: each.left } });
      else if (each.kind === 'ban') await mock.allowances.set('pro', { bannedSeconds: each.seconds });
      else await mock.faults.add({ delayMs: each.delayMs, probability: each.probability });
    }
  }

  const post = async ({ baseUrl }: StartedMock, name: string): Promise<string> => {
    const headers = { authorization: 'Bearer demo-business', 'content-type': 'application/json' };
    const body = JSON.stringify({ name, categoryId: 1 });
    return (await fetch(`${baseUrl}/pets`, { method: 'POST', headers, body })).text();
  };

  test('gives the same world there, whatever has happened', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (history) => {
        await restart();
        await live(history);
        const state = await get();
        const written = await put(state, elsewhere);
        expect(written.status).toBe(200);
        expect(comparable(written.text)).toBe(comparable(state));
        expect(comparable(await get(elsewhere))).toBe(comparable(state));
        // Both also behave the same from here on.
        expect(await other.allowances.list()).toEqual(await mock.allowances.list());
        expect(await post(other, 'next')).toBe(await post(mock, 'next'));
        mock.clock.set(NOON);
        other.clock.set(NOON);
        expect(await other.allowances.list()).toEqual(await mock.allowances.list());
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  test('keeps a running clock running', async () => {
    const { json } = await put({ clock: { now: NOON, frozen: false } });
    expect(json).toMatchObject({ clock: { now: expect.stringMatching(/^2026-11-19T12:00:0/), frozen: false } });
  });

  test('takes a ban that was over before, and one without its length', async () => {
    for (const bannedUntil of ['2000-01-01T00:00:00.000Z', '9000-01-01T00:00:00.000Z']) {
      await put({ allowances: { free: { windows: {}, bannedUntil } } });
      const state = await get();
      expect(parseJson(state)).toMatchObject({ allowances: { free: { bannedUntil } } });
      expect(comparable((await put(state, elsewhere)).text)).toContain(bannedUntil);
    }
  });
});

test.each([['{}'], ['{"records":{"pets":[]}}'], ['{"allowances":{}}'], ['{"faults":[]}']])(
  '%s replaces that and nothing else',
  async (change) => {
    await mock.faults.add({ delayMs: 0 });
    await control('PUT', '/allowances/free', { left: { minute: 7 } });
    const before = parseJson(await get()) as object;
    const after = parseJson(await put(change).then(({ text }) => text)) as { clock: object };
    expect({ ...after, clock: { ...after.clock, offsetSeconds: 0 } }).toEqual({
      ...before,
      ...(parseJson(change) as object),
      clock: { now: NOON, frozen: true, offsetSeconds: 0 },
    });
  },
);
