import { MAIN_WORLD } from '../stores/stores';
import type { Connection, LastingConnection, Send } from './connection/connection';
import { listIn, textsIn } from './connection/replies';
import { script } from './connection/script';
import { PARTS } from './records/record-steps';
import { sharedKeys, stateKeys, type WorldKeys, worldKeys } from './state/keys';

/** So many states and record stores are removed at once. */
const PIECE = 100;

/**
 * Removes all that is stored of a world which has ended. Its stores refuse what still reads or changes it, and a process that is
 * about to put another state in its place finds that it is gone.
 *
 * @throws StoreUnavailable; it may be called again then
 */
export async function removeWorld(connection: Connection, keys: WorldKeys): Promise<void> {
  const last = Number(await connection.run(END, [keys.world], [keys.channel]));
  for (let from = 1; from <= last; from += PIECE) {
    const numbers = Array.from({ length: Math.min(PIECE, last - from + 1) }, (_, nth) => from + nth);
    await Promise.all(numbers.map((number) => removeNumber(connection, keys, number)));
  }
  // The numbers are in it: it goes last, so that another process can go on where one has died.
  if (last > 0) await connection.send(keys.world, ['UNLINK', keys.world]);
}

/** A number is that of a state or of a record store. */
async function removeNumber(connection: Connection, keys: WorldKeys, number: number): Promise<void> {
  const { world: _, ...state } = stateKeys(keys, number);
  await connection.run(REMOVE, [keys.ofRecords(number, 'store'), ...Object.values(state)], []);
}

/** From now on the world has no present state. Answers the last number that was given in it, 0 where it is gone already. */
const END = script(`
  if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
  if redis.call('HDEL', KEYS[1], 'state') == 1 then
    local version = redis.call('HINCRBY', KEYS[1], 'version', 1)
    redis.call('PUBLISH', ARGV[1], 'version ' .. version)
  end
  return tonumber(redis.call('HGET', KEYS[1], 'made'))
`);

/** The first key is that of a record store: see `record-steps.ts` for its others. */
const REMOVE = script(`
  local meta = KEYS[1]
  local made, snapshots = unpack(redis.call('HMGET', meta, 'made', 'snapshots'))
  for generation = 0, tonumber(made or '0') do
    for _, part in ipairs(${PARTS}) do redis.call('UNLINK', meta .. ':' .. generation .. ':' .. part) end
  end
  for snapshot in string.gmatch(snapshots or '', '%d+') do
    local before = meta .. ':snapshot:' .. snapshot
    redis.call('UNLINK', before, before .. ':order')
  end
  for _, key in ipairs(KEYS) do redis.call('UNLINK', key) end
`);

/** Keys that are looked at in one step; Redis serves other clients between two. */
const PAGE = 1000;

/**
 * Removes everything with a prefix but what its mocks have agreed on. The world that other processes may be serving goes last, by
 * one key: a process that finds it gone may begin it anew, and nothing of that is removed.
 *
 * @throws StoreUnavailable
 */
export async function removeAll(connection: LastingConnection, prefix: string): Promise<void> {
  const { world } = worldKeys(prefix, MAIN_WORLD);
  const { terms, running, replicas, resetting } = sharedKeys(prefix);
  const kept = new Set([terms, running, replicas, resetting, world]);
  await connection.atEach((send) => removeAt(send, prefix, kept));
  await connection.send(world, ['UNLINK', world]);
}

async function removeAt(send: Send, prefix: string, kept: ReadonlySet<string>): Promise<void> {
  let cursor = '0';
  do {
    // A prefix has no character that means something in a pattern.
    const pattern = `${prefix}{${prefix}[:}]*`;
    const [next = '0', keys] = listIn(await send(['SCAN', cursor, 'MATCH', pattern, 'COUNT', String(PAGE)]));
    // One command for each, since those of different worlds may be in different slots of a cluster.
    const found = textsIn(keys).filter((key) => !kept.has(key));
    await Promise.all(found.map((key) => send(['UNLINK', key])));
    cursor = String(next);
  } while (cursor !== '0');
}
