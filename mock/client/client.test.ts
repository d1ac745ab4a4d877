import { type Mock, type StartedMock, startMock } from '../index';
import { startOwn } from '../testing/started';
import type { FaultRule } from '../world/stores/faults';

const NOON = '2026-11-19T12:00:00.000Z';
const PET = { id: 1, name: 'Rex', categoryId: 1 };
const KEYS = 'free, pro, business, enterprise, revoked';

let mock: StartedMock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());
beforeEach(async () => {
  await mock.reset();
  mock.clock.freeze();
  mock.clock.set(NOON);
});

const get = (key = 'demo-free', path = '/pets?limit=1') =>
  fetch(mock.baseUrl + path, { headers: { authorization: `Bearer ${key}` } });

/** What a program without types may hand over. */
const untyped = (value: unknown) => value as never;

describe('a program that the mock runs in', () => {
  test('moves the clock between two lines', async () => {
    await mock.allowances.set('free', { left: { minute: 0 } });
    expect((await get()).status).toBe(429);
    mock.clock.advance(61);
    expect(mock.clock.now()).toBe(Date.parse(NOON) + 61_000);
    expect((await get()).status).toBe(200);
    mock.clock.set(new Date('2031-01-01T00:00:00Z'));
    expect((await get()).headers.get('date')).toBe('Wed, 01 Jan 2031 00:00:00 GMT');
    mock.clock.set(0);
    expect([mock.clock.now(), mock.clock.frozen]).toEqual([0, true]);
    mock.clock.run();
    expect(mock.clock.frozen).toBe(false);
    mock.clock.reset();
    expect(mock.clock.now() - mock.clock.real()).toBeCloseTo(0, -2);
  });

  test('switches faults on and off', async () => {
    const fault = await mock.faults.add({ status: 503, operationId: 'listPets' });
    expect(fault).toEqual({ id: expect.any(String), rule: { status: 503, operationId: 'listPets' }, struck: 0 });
    expect((await get()).status).toBe(503);
    expect(await mock.faults.list()).toEqual([{ ...fault, struck: 1 }]);
    expect([await mock.faults.remove(fault.id), await mock.faults.remove(fault.id)]).toEqual([true, false]);
    await mock.faults.add({ delayMs: 0 });
    await mock.faults.clear();
    expect(await mock.faults.list()).toEqual([]);
  });

  test('sees the requests that match', async () => {
    await get();
    await get('demo-pro', '/pets/1');
    expect(await mock.requests()).toMatchObject([{ operationId: 'getPet' }, { operationId: 'listPets', key: 'free' }]);
    expect(await mock.requests({ key: 'pro', status: '2XX', since: NOON })).toMatchObject([{ path: '/v1/pets/1' }]);
    expect(await mock.requests({ body: {} })).toEqual([]);
    await mock.clearRequests();
    expect(await mock.requests()).toEqual([]);
  });

  test('finds a body by an int64, to the last digit', async () => {
    const headers = { authorization: 'Bearer demo-free', 'content-type': 'application/json' };
    await fetch(`${mock.baseUrl}/pets`, {
      method: 'POST',
      headers,
      body: '{"name":"x","categoryId":9007199254740993}',
    });
    expect(await mock.requests({ body: { categoryId: 9007199254740993n } })).toHaveLength(1);
    expect(await mock.requests({ body: { categoryId: 9007199254740992n } })).toEqual([]);
  });

  test('takes a world and puts it back', async () => {
    await mock.restore({ records: { pets: [{ ...PET, id: 9007199254740993n }] } });
    const state = await mock.state();
    expect(state).toMatchObject({ records: { pets: [{ id: 9007199254740993n }] }, clock: { now: NOON, frozen: true } });
    await mock.reset();
    expect((await mock.state()).records.pets).toHaveLength(126);
    expect(await mock.restore(state)).toBeUndefined();
    const again = await mock.state();
    expect({ ...again, clock: null }).toEqual({ ...state, clock: null });
    expect(again.clock).toMatchObject({ now: NOON, frozen: true });
  });

  test('opens a session, and closes it', async () => {
    const session = await mock.session({ fixtures: 'none', plans: { Free: { minute: 3 } }, seed: 7 });
    expect(Object.keys(session.apiKeys)).toEqual(['free', 'pro', 'business', 'enterprise']);
    expect(await (await get(session.apiKeys.free)).json()).toEqual([]);
    expect(await session.requests()).toHaveLength(1);
    expect(await mock.requests()).toEqual([]);
    session.clock.set('2040-01-01T00:00:00Z');
    expect(mock.clock.now()).toBe(Date.parse(NOON));
    session.close();
    session.close();
    expect((await get(session.apiKeys.free)).status).toBe(401);
  });
});

describe('what the control plane would refuse is a TypeError that says the same', () => {
  const SHOWN = 'must be an instant that the clock can show, not';
  const circular: Record<string, unknown> = {};
  circular.self = circular;

  test.each<readonly [string, (client: Mock) => unknown, string]>([
    [
      'faults.add({})',
      ({ faults }) => faults.add({}),
      'The argument must be an object with status, delayMs or abort, not {}.',
    ],
    ['faults.add()', ({ faults }) => faults.add(untyped(undefined)), 'The argument is missing.'],
    ['a status of 200', ({ faults }) => faults.add({ status: 200 }), '/status must be at least 400, not 200.'],
    ['NaN', ({ faults }) => faults.add({ delayMs: Number.NaN }), '/delayMs must be an integer, not null.'],
    [
      'an operation that there is not',
      ({ faults }) => faults.add({ status: 503, operationId: 'nope' }),
      '/operationId must be one of listPets, createPet, getPet, not "nope".',
    ],
    [
      'a rule that contains itself',
      ({ faults }) => faults.add(circular),
      "The argument can't be written as JSON: it contains itself, or JSON has no word for it.",
    ],
    [
      'a key that there is not',
      ({ allowances }) => allowances.set('nobody', { left: { minute: 1 } }),
      `There is no key "nobody"; there is ${KEYS}.`,
    ],
    [
      'more left than there is',
      ({ allowances }) => allowances.set('free', { left: { minute: 61 } }),
      '/left/minute must be at most 60, not 61.',
    ],
    [
      'no change',
      ({ allowances }) => allowances.set('free', {}),
      'The argument must be an object of 1 or more properties, not {}.',
    ],
    [
      'a pattern',
      ({ requests }) => requests({ status: '4' }),
      '/status must be a text that matches ^[1-5]([0-9][0-9]|XX)$, not "4".',
    ],
    [
      'a leap second',
      ({ requests }) => requests({ since: '2016-12-31T23:59:60Z' }),
      `/since ${SHOWN} "2016-12-31T23:59:60Z".`,
    ],
    [
      'a state',
      ({ restore }) => restore({ records: { pets: [PET, { ...PET, name: 3 }] } }),
      '/records/pets/1/name: record 2 of pets does not fit the contract: /name must be a string, not 3. Correct the record.',
    ],
    ['no state', ({ restore }) => restore(untyped(null)), 'The argument must be an object, not null.'],
    [
      'a word',
      ({ session }) => session(untyped({ ttl: 5 })),
      '/ttl is unknown; there may be name, plans, fixtures, seed, timeToLive.',
    ],
    ['a time to live', ({ session }) => session({ timeToLive: 0 }), '/timeToLive must be at least 1, not 0.'],
    ['no options', ({ session }) => session(untyped('none')), 'The argument must be an object, not "none".'],
  ])('%s', async (_, call, message) => {
    const before = { ...(await mock.state()), clock: null };
    await expect(async () => call(mock)).rejects.toThrow(new TypeError(message));
    expect({ ...(await mock.state()), clock: null }).toEqual(before);
  });

  test.each<readonly [string, (client: Mock) => void, string]>([
    ['back', ({ clock }) => clock.advance(-1), 'The argument must be at least 0, not -1.'],
    ['NaN', ({ clock }) => clock.advance(Number.NaN), 'The argument must be a number, not NaN.'],
    ['a text', ({ clock }) => clock.advance(untyped('61')), 'The argument must be a number, not "61".'],
    ['too far', ({ clock }) => clock.advance(1e12), 'The argument leads beyond the year 9999.'],
    ['endlessly', ({ clock }) => clock.advance(Number.POSITIVE_INFINITY), 'The argument leads beyond the year 9999.'],
    ['to a word', ({ clock }) => clock.set('tomorrow'), `The argument ${SHOWN} "tomorrow".`],
    ['to no date', ({ clock }) => clock.set(new Date(Number.NaN)), `The argument ${SHOWN} Invalid Date.`],
    ['to null', ({ clock }) => clock.set(untyped(null)), `The argument ${SHOWN} null.`],
    ['to the year 10000', ({ clock }) => clock.set(Date.UTC(10_000, 0)), `The argument ${SHOWN} 253402300800000.`],
  ])('the clock: %s', (_, move, message) => {
    expect(() => move(mock)).toThrow(new TypeError(message));
    expect([mock.clock.now(), mock.clock.frozen]).toEqual([Date.parse(NOON), true]);
  });

  test('an allowance where nothing is metered', async () => {
    const unmetered = await startOwn({ planLimits: false });
    const set = unmetered.allowances.set('free', { left: { minute: 1 } });
    await expect(set).rejects.toThrow(new TypeError('Nothing is metered here: start the mock with --plan-limits on.'));
  });
});

test('one session too many is refused, though nothing is wrong with what was asked for', async () => {
  const small = await startOwn({ maxSessions: 1 });
  const session = await small.session();
  const refused = await small.session().catch((error: unknown) => (error instanceof Error ? error : undefined));
  expect(refused).toMatchObject({ name: 'Error', message: expect.stringMatching(/which is the most\. Close one/) });
  session.close();
  expect((await small.session()).id).not.toBe(session.id);
});

describe('nothing that is given or returned leads into the world', () => {
  /** Changes whatever of a value can be changed, to its depths. */
  function spoil(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const part of Object.values(value)) spoil(part);
    if (Object.isFrozen(value)) return;
    for (const name of Object.keys(value)) Reflect.deleteProperty(value, name);
    Object.assign(value, { spoiled: true });
  }

  test('what is returned', async () => {
    await get();
    const fault = await mock.faults.add({ delayMs: 0 });
    const look = async () => [
      await mock.faults.list(),
      await mock.allowances.list(),
      await mock.allowances.set('free', { used: { minute: 1 } }),
      await mock.requests(),
      { ...(await mock.state()), clock: null },
    ];
    const before = await look();
    const kept = structuredClone(before);
    spoil(before);
    spoil(fault);
    spoil(await mock.state());
    expect(await look()).toEqual(kept);
    expect((await get()).status).toBe(200);
  });

  test('the clock that is shown', async () => {
    const { clock, apiKeys } = await mock.session();
    clock.freeze();
    clock.set(NOON);
    Object.assign(clock, { now: () => 0 });
    expect((await get(apiKeys.free)).headers.get('date')).toBe('Thu, 19 Nov 2026 12:00:00 GMT');
  });

  test('what is given', async () => {
    const session = await mock.session();
    const rule: FaultRule = { status: 503 };
    const adding = session.faults.add(rule);
    Object.assign(rule, { status: 200 });
    expect((await adding).rule).toEqual({ status: 503 });
    expect(await session.faults.list()).toMatchObject([{ rule: { status: 503 } }]);

    const state = { records: { pets: [{ ...PET }] } };
    const restoring = session.restore(state);
    spoil(state);
    await restoring;
    expect((await session.state()).records).toEqual({ pets: [PET] });
    const change = { left: { minute: 2 } };
    const setting = session.allowances.set('free', change);
    spoil(change);
    expect(await setting).toMatchObject({ windows: [{ left: 2 }, {}] });
  });
});
