import { MAIN_WORLD } from '../stores/stores';
import type { LastingConnection, Send } from './connection/connection';
import { textsIn } from './connection/replies';
import { sharedKeys, worldKeys } from './state/keys';

/** Keys that are looked at in one step; Redis serves others between two. */
const PAGE = 1000;

/**
 * Removes everything with a prefix but what its mocks have agreed on. The world that others may be serving goes last, by one key: whoever finds
 * it gone may begin it anew, and nothing of that is removed.
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
    const told = await send(['SCAN', cursor, 'MATCH', `${prefix}{${prefix}[:}]*`, 'COUNT', String(PAGE)]);
    const [next = '0', keys] = Array.isArray(told) ? told : [];
    // One command for each, since those of different worlds may be in different slots of a cluster.
    const found = textsIn(keys).filter((key) => !kept.has(key));
    await Promise.all(found.map((key) => send(['UNLINK', key])));
    cursor = String(next);
  } while (cursor !== '0');
}
