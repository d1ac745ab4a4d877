import fc from 'fast-check';
import { parseJson, stringifyJson } from '../../openapi/contract';
import { type StartedMock, startMock } from '../index';
import { type ControlClient, createControlClient } from '../testing/control';

const NOON = '2026-11-19T12:00:00.000Z';
const BIG = '{"id":9007199254740993,"name":"Big","categoryId":-9223372036854775808}';

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

  test('gives the same world in a session', async () => {
    const session = await other.session();
    const state = await get();
    const written = await elsewhere('PUT', `/sessions/${session.id}/state`, state);
    expect(comparable(written.text)).toBe(comparable(state));
    expect((await elsewhere('GET', '/records')).json).toMatchObject({ collections: [{ name: 'pets', count: 0 }] });
  });

  test('keeps a running clock running', async () => {
    const { json } = await put({ clock: { now: NOON, frozen: false } });
    expect(json).toMatchObject({ clock: { now: expect.stringMatching(/^2026-11-19T12:00:0/), frozen: false } });
  });

  test('keeps every digit of an int64', async () => {
    await put(`{"records":{"pets":[${BIG}]}}`);
    const state = await get();
    expect(state).toContain(`"records":{"pets":[${BIG}]}`);
    await put(state, elsewhere);
    expect(await get(elsewhere)).toContain(BIG);
    const response = await fetch(`${other.baseUrl}/pets/9007199254740993`, {
      headers: { authorization: 'Bearer demo-free' },
    });
    expect(await response.text()).toBe(BIG);
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

test('in an empty store nothing is found, and ids start again', async () => {
  await put({ records: {} });
  const headers = { authorization: 'Bearer demo-free', 'content-type': 'application/json' };
  const list = async () => (await fetch(`${mock.baseUrl}/pets`, { headers })).json();
  expect(await list()).toEqual([]);
  const body = '{"name":"First","categoryId":1}';
  expect(await (await fetch(`${mock.baseUrl}/pets`, { method: 'POST', headers, body })).json()).toMatchObject({
    id: 1,
  });
  expect(await list()).toHaveLength(1);
});

test('a restored fault strikes as often as it still may, and a new one gets a new id', async () => {
  await put({ faults: [{ id: '900', rule: { status: 418, times: 3 }, struck: 2 }] });
  const status = async () =>
    (await fetch(`${mock.baseUrl}/pets`, { headers: { authorization: 'Bearer demo-free' } })).status;
  expect([await status(), await status()]).toEqual([418, 200]);
  expect((await control('POST', '/faults', { status: 503 })).json).toMatchObject({ id: '901' });
});

test('chances go on as they would have, here and in a session of another mock', async () => {
  await mock.faults.add({ status: 418, probability: 0.5 });
  await mock.faults.add({ status: 503, probability: 0.3, after: 3 });
  const next = async (key: string, at = mock.baseUrl): Promise<readonly number[]> => {
    const statuses: number[] = [];
    const headers = { authorization: `Bearer ${key}` };
    for (let asked = 0; asked < 12; asked += 1) statuses.push((await fetch(`${at}/pets`, { headers })).status);
    return statuses;
  };
  await next('demo-business');
  const state = await get();
  const expected = await next('demo-business');
  expect(new Set(expected).size).toBeGreaterThan(1);
  await put(state);
  expect(await next('demo-business')).toEqual(expected);
  const session = await other.session({ seed: 99 });
  await elsewhere('PUT', `/sessions/${session.id}/state`, state);
  expect(await next(session.apiKeys.business ?? '', other.baseUrl)).toEqual(expected);
  // A state of before says nothing of them.
  const { chances: _, ...without } = parseJson(state) as { chances: number };
  await put(stringifyJson(without));
  expect(parseJson(await get())).toMatchObject({ chances: (await mock.state()).chances });
});

const PET = { id: 1, name: 'Rex', categoryId: 1 };
const MINUTE = { minute: { used: 1, openedAt: NOON } };
const KEYS = 'free, pro, business, enterprise, revoked';
const RESOURCES = 'Give an array of records for each resource; the contract has pets.';
const LEAP = '2016-12-31T23:59:60Z';
const SHOWN = 'must be an instant that the clock can show, not';

test.each<readonly [unknown, string]>([
  [{ record: {} }, '/record is unknown; there may be records, allowances, clock, faults, chances.'],
  [{ records: [] }, '/records must be an object, not [].'],
  [{ records: { nope: [] } }, `/records/nope: the contract has no resource "nope". ${RESOURCES}`],
  [{ records: { pets: {} } }, '/records/pets must be an array, not {}.'],
  [{ records: { pets: [1] } }, '/records/pets/0 must be an object, not 1.'],
  [
    { records: { pets: [PET, { ...PET, id: 2, name: 3 }] } },
    '/records/pets/1/name: record 2 of pets does not fit the contract: /name must be a string, not 3. Correct the record.',
  ],
  [
    { records: { pets: [PET, PET] } },
    '/records/pets/1: record 2 of pets has the id 1 of another. Give each an id of its own.',
  ],
  [{ allowances: { nobody: { windows: {} } } }, `/allowances/nobody is no key of this world; it has ${KEYS}.`],
  [{ allowances: { 'address ': { windows: {} } } }, `/allowances/address  is no key of this world; it has ${KEYS}.`],
  [{ allowances: { free: {} } }, '/allowances/free/windows is missing.'],
  [
    { allowances: { free: { windows: { hour: MINUTE.minute } } } },
    '/allowances/free/windows/hour is no window of the plan Free; it has minute, day.',
  ],
  [
    { allowances: { 'address ::1': { windows: { hour: MINUTE.minute } } } },
    '/allowances/address ::1/windows/hour is no window of the plan Free; it has minute, day.',
  ],
  [
    { allowances: { free: { windows: { minute: { used: -1, openedAt: NOON } } } } },
    '/allowances/free/windows/minute/used must be at least 0, not -1.',
  ],
  [
    { allowances: { free: { windows: { minute: { used: 1, openedAt: LEAP } } } } },
    `/allowances/free/windows/minute/openedAt ${SHOWN} "${LEAP}".`,
  ],
  [
    { allowances: { free: { windows: MINUTE, bannedUntil: LEAP } } },
    `/allowances/free/bannedUntil ${SHOWN} "${LEAP}".`,
  ],
  [{ clock: { now: NOON } }, '/clock/frozen is missing.'],
  [{ chances: 2 ** 32 }, '/chances must be at most 4294967295, not 4294967296.'],
  [{ clock: { now: LEAP, frozen: false } }, `/clock/now ${SHOWN} "${LEAP}".`],
  [
    { faults: [{ id: '1', rule: {}, struck: 0 }] },
    '/faults/0/rule must be an object with status, body, text, delayMs or abort, not {}.',
  ],
  [
    { faults: [{ id: '1', rule: { status: 503, operationId: 'nope' }, struck: 0 }] },
    '/faults/0/rule/operationId must be one of listPets, createPet, getPet, not "nope".',
  ],
  [
    { faults: [{ id: '1', rule: { status: 503, key: 'nobody' }, struck: 0 }] },
    `/faults/0/rule/key must be the name of a key: one of ${KEYS}, not "nobody".`,
  ],
  [
    {
      faults: [
        { id: '1', rule: { delayMs: 0 }, struck: 0 },
        { id: '1', rule: { delayMs: 1 }, struck: 0 },
      ],
    },
    '/faults/1/id is "1", the id of another.',
  ],
])('%j is refused with its place, and nothing is changed, not even by its valid parts', async (change, message) => {
  const before = await get();
  const fitting = {
    records: { pets: [PET] },
    allowances: { free: { windows: MINUTE } },
    clock: { now: '2031-01-01T00:00:00Z', frozen: false },
    faults: [{ id: '7', rule: { delayMs: 0 }, struck: 0 }],
  };
  for (const body of [change, { ...fitting, ...(change as object) }]) {
    const { status, json } = await put(body);
    expect({ status, json }).toEqual({ status: 400, json: { code: 'invalid_body', message, status: 400 } });
  }
  expect({ ...(parseJson(await get()) as object), clock: null }).toEqual({
    ...(parseJson(before) as object),
    clock: null,
  });
  expect((await control('GET', '/clock')).json).toMatchObject({ now: NOON, frozen: true });
});
