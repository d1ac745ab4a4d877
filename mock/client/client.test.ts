/** @modules own: it replaces one of them. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { packageFile } from '../../openapi/package/package-file';
import { type SessionClient, type StartedMock, startMock } from '../index';
import { startOwn } from '../testing/started';
import { describeSessionClients } from './sessions.behaviour';
import { describeWorld } from './world.behaviour';

// A test here moves the real time, which the mock takes from `Date` when it is loaded.
jest.mock('../world/memory/clock', () => ({
  ...jest.requireActual('../world/memory/clock'),
  realTime: () => Date.now(),
}));

const NOON = '2026-11-19T12:00:00.000Z';
const PET = { id: 1, name: 'Rex', categoryId: 1 };
const DEMO_KEYS = Object.fromEntries(
  ['free', 'pro', 'business', 'enterprise', 'revoked'].map((name) => [name, `demo-${name}`]),
);

let mock: StartedMock;
let session: SessionClient;
beforeAll(async () => {
  mock = await startMock();
  session = await mock.session();
});
afterAll(() => mock.close());

const get = (key = 'demo-free') =>
  fetch(`${mock.baseUrl}/pets?limit=1`, { headers: { authorization: `Bearer ${key}` } });

describeWorld('a program that the mock runs in', () => ({
  world: mock,
  caller: 'mock',
  keys: DEMO_KEYS,
  baseUrl: mock.baseUrl,
}));
describeWorld('a session of it', () => ({
  world: session,
  caller: 'session',
  keys: session.apiKeys,
  baseUrl: mock.baseUrl,
}));
describeSessionClients('sessions in process', startOwn);

test('the clock moves at once, and refuses at once', () => {
  const { clock } = mock;
  clock.freeze();
  clock.set(NOON);
  clock.advance(61);
  expect([clock.now(), clock.frozen]).toEqual([Date.parse(NOON) + 61_000, true]);
  expect(() => clock.advance(-1)).toThrow(new TypeError('mock.clock.advance: the number must be at least 0, not -1.'));
});

test('the stack of a refusal begins where the call is, of a call that returns a promise, too', async () => {
  const errors: unknown[] = [];
  try {
    mock.clock.advance(-1);
  } catch (error) {
    errors.push(error);
  }
  // @ts-expect-error No rule is a number.
  await mock.faults.add(7).catch((error: unknown) => errors.push(error));
  await session.faults.add({ status: 7 }).catch((error: unknown) => errors.push(error));
  const stacks = errors.map((error) => (error instanceof Error ? error.stack : ''));
  expect(stacks).toHaveLength(3);
  for (const stack of stacks)
    expect(stack).toMatch(/^TypeError: .+\n(?: +at .*node:internal.*\n)? +at .*client\.test\.ts/);
});

test('a session is kept by the use of its methods, and has ended once it was idle for too long', async () => {
  const start = Date.now();
  const now = jest.spyOn(Date, 'now');
  try {
    const { faults, clock, state } = await (await startOwn({})).session({ timeToLive: 60 });
    for (const seconds of [50, 100]) {
      now.mockReturnValue(start + seconds * 1000);
      expect(await faults.list()).toEqual([]);
    }
    now.mockReturnValue(start + 161_000);
    expect(() => clock.now()).toThrow(/^session\.clock\.now: there is no session .+ it may have ended\.$/);
    await expect(state()).rejects.toThrow('it may have ended');
  } finally {
    now.mockRestore();
  }
});

test('a program ends though it has not closed its mock, unless it says keepAlive', async () => {
  const program = `
    const { startMock } = require(${JSON.stringify(packageFile('dist/lib/index.js'))});
    const isKept = () => process.getActiveResourcesInfo().includes('TCPServerWrap');
    (async () => {
      const first = await startMock();
      const { port } = new URL(first.baseUrl);
      const reply = await fetch(first.baseUrl + '/pets');
      await reply.text();
      const found = [isKept()];
      await first.close();
      for (const options of [{ port: Number(port) }, { keepAlive: true }]) {
        const mock = await startMock(options);
        found.push(isKept());
        await mock.close();
      }
      await (await startMock({ port: Number(port), keepAlive: false })).session();
      console.log(JSON.stringify([...found, isKept()]));
    })();
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program]);
  expect(JSON.parse(stdout)).toEqual([false, false, true, false]);
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
