import { Agent, get } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadContract, SHIPPED_DOCUMENT } from '../../openapi/contract';
import { type Listening, listen } from '../server/server';
import { mockOnStores } from '../testing/on-stores';
import { memoryStores } from '../world/memory/stores';
import type { Worlds } from '../world/model';
import type { IssuedKey } from '../world/stores/keys';
import type { World } from '../world/stores/model';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const SESSIONS = 40;
/** How many requests each session gets; its journal keeps them. */
const BODY = 'x'.repeat(2 ** 16);
const BODIES = 4;

const ISSUED: IssuedKey = {
  value: 'value-of-free',
  key: { name: 'free', plan: 'Free', allowances: [], revoked: false },
};

let mock: Listening;
let worlds: Worlds;
/** The time by which sessions end. */
let now = 0;
beforeAll(async () => {
  const contract = await loadContract(SHIPPED_DOCUMENT);
  const options = { keys: [ISSUED], journalSize: 10, maxSessions: 1000 };
  const made = await mockOnStores(
    contract,
    memoryStores(() => now),
    options,
  );
  worlds = made.worlds;
  mock = await listen(made.served, { host: '127.0.0.1', port: 0 });
});
afterAll(() => mock.close());

/** Opens a session, fills its journal, adds a fault, and reads it. Only weak references to it are kept. */
async function use(): Promise<{ readonly id: string; readonly world: WeakRef<World> }> {
  const { id, apiKeys, world } = await worlds.open();
  for (let sent = 0; sent < BODIES; sent += 1) {
    const response = await fetch(`${mock.origin}/v1/pets`, {
      method: 'POST',
      // Node keeps the last request of an open connection.
      headers: { authorization: `Bearer ${apiKeys.free}`, 'content-type': 'application/json', connection: 'close' },
      body: BODY,
    });
    await response.arrayBuffer();
  }
  await world.state.faults.add({ status: 503 });
  await (await fetch(`${mock.origin}/__admin/sessions/${id}/state`)).arrayBuffer();
  return { id, world: new WeakRef(world) };
}

/** Bytes of the bodies that a world's journal holds. */
async function bytesOf(world: World | undefined): Promise<number> {
  const entries = (await world?.state.journal.after(0)) ?? [];
  return entries.reduce((sum, { requestBody }) => sum + (requestBody?.length ?? 0), 0);
}

/** Bytes in use after a garbage collection. */
async function inUse(): Promise<number> {
  await pause(10);
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Waits until that holds after a garbage collection: what is freed by one may be needed by what only the next one frees. */
async function isOnceFreed(holds: (bytes: number) => boolean): Promise<boolean> {
  for (let turn = 0; turn < 5; turn += 1) if (holds(await inUse())) return true;
  return false;
}

it.each<[string, (ids: readonly string[]) => Promise<unknown>]>([
  [
    'closed',
    (ids) => Promise.all(ids.map((id) => fetch(`${mock.origin}/__admin/sessions/${id}`, { method: 'DELETE' }))),
  ],
  [
    'idle for too long',
    async () => {
      now += 3_600_000;
      await fetch(`${mock.origin}/__admin/sessions`);
    },
  ],
])('sessions that were %s take no memory any more', async (_, end) => {
  const first = await Promise.all(Array.from({ length: SESSIONS / 4 }, use));
  await end(first.map(({ id }) => id));
  const before = await inUse();
  const sessions = await Promise.all(Array.from({ length: SESSIONS }, use));
  let kept = 0;
  for (const { world } of sessions) kept += await bytesOf(world.deref());
  // Otherwise the next check would prove nothing.
  expect(kept).toBe(SESSIONS * BODIES * BODY.length);
  await end(sessions.map(({ id }) => id));
  expect(await isOnceFreed((bytes) => bytes - before < kept / 3)).toBe(true);
  expect(await isOnceFreed(() => sessions.every(({ world }) => world.deref() === undefined))).toBe(true);
});

it('a closed session is not kept in memory by a connection that stays open', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (key: string) =>
    new Promise<Socket>((resolve, reject) => {
      get(`${mock.origin}/v1/pets`, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
        const { socket } = response;
        response.resume().once('end', () => resolve(socket));
      }).once('error', reject);
    });
  const visit = async () => {
    const { id, apiKeys, world } = await worlds.open();
    const socket = await ask(apiKeys.free ?? '');
    await worlds.close(id);
    return { socket, world: new WeakRef(world) };
  };
  const { socket, world } = await visit();
  expect(await isOnceFreed(() => world.deref() === undefined)).toBe(true);
  expect(socket.destroyed).toBe(false);
  agent.destroy();
});
