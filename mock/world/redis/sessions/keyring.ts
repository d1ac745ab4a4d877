import { randomUUID } from 'node:crypto';
import { eitherOf } from '../../rules/secret-values';
import type { KeyEntry, Keyring } from '../../stores/keys';
import { StoreUnavailable } from '../../stores/store';
import type { Connection } from '../connection/connection';
import { hashIn, listIn, type Reply, textsIn } from '../connection/replies';
import { script } from '../connection/script';
import type { SharedKeys } from '../state/state';
import { createKeyringCopy, digestOf, hintOf, type ValueHint } from './keyring-copy';

/** A keyring of which each process holds a copy. */
export interface SharedKeyring extends Keyring {
  /** Reads all keys again; to be called where messages of other processes may have been missed. */
  refresh(): Promise<void>;
  close(): void;
}

/**
 * What is stored of a key beside its digest. A hint only of values that were added: these were drawn at random, 96 bits each,
 * so that no search finds them by 32 of them. Of those that people have chosen there is the digest alone: every process is
 * given them itself.
 */
interface StoredKey extends KeyEntry {
  readonly hint?: ValueHint | undefined;
}

/** @throws StoreUnavailable */
export async function createSharedKeyring(
  connection: Connection,
  { keyring: key, channel }: SharedKeys,
): Promise<SharedKeyring> {
  const copy = createKeyringCopy();
  /** Those that this process was given itself: they are hidden in what it shows whether Redis still has them or not. */
  const given = createKeyringCopy();
  const known = eitherOf(copy, given);

  /** @param found stored keys by their digests: all of a world or, where that is left out, of all worlds */
  const take = (found: ReadonlyMap<string, string>, worldId?: string): void => {
    for (const digest of copy.digests(worldId)) if (!found.has(digest)) copy.drop(digest);
    for (const [digest, text] of found) {
      const { hint, ...entry } = readKey(text);
      copy.put(digest, entry, hint);
    }
  };
  /** The worlds that have changed since their keys were asked for last, each by the number of its last change. */
  const outdated = new Map<string, number>();
  let changes = 0;
  const outdate = (worldId: string): void => {
    changes += 1;
    outdated.set(worldId, changes);
  };
  /** @param asked what was outdated when Redis was asked: what has changed since then still is */
  const isRead = (asked: ReadonlyMap<string, number>): void => {
    for (const [worldId, number] of asked) if (outdated.get(worldId) === number) outdated.delete(worldId);
  };

  // Answers come in the order of the questions: what is taken last is the newest.
  const refresh = async (): Promise<void> => {
    const asked = new Map(outdated);
    const found = new Map(hashIn(await connection.send(key, ['HGETALL', key])));
    found.delete(VERSION);
    take(found);
    isRead(asked);
  };
  /** @param reply what `READ` answers */
  const takeWorld = (worldId: string, reply: Reply) => {
    const [version = '0', ...texts] = textsIn(reply);
    const found = hashIn(texts);
    take(found, worldId);
    return { version, found };
  };
  /** Reads the keys of a world again. */
  const readWorld = async (worldId: string) => {
    const number = outdated.get(worldId);
    const read = takeWorld(worldId, await connection.run(READ, [key], [worldId]));
    if (number !== undefined) isRead(new Map([[worldId, number]]));
    return read;
  };

  /** Tells the changes of this process from those of others. */
  const by = randomUUID();
  const stop = await connection.subscribe(channel, (message) => {
    if (!message.startsWith(ANNOUNCED)) return;
    const [changedBy = ''] = message.slice(ANNOUNCED.length).split(' ', 1);
    if (changedBy === by) return;
    const worldId = message.slice(ANNOUNCED.length + changedBy.length + 1);
    outdate(worldId);
    // Where that fails, the next request with one of its keys reads them.
    readWorld(worldId).catch(() => {});
  });
  await refresh();

  /**
   * @param keys digests and stored keys, by turns
   * @param based on which version they are: nothing is done where it is another by now
   */
  const change = async (
    worldId: string,
    mode: 'add' | 'replace',
    keys: readonly string[],
    based = '',
  ): Promise<boolean> => {
    const args = [channel, `${ANNOUNCED}${by} `, worldId, mode, based, ...keys];
    try {
      const reply = await connection.run(CHANGE, [key], args);
      if (reply !== null) takeWorld(worldId, reply);
      return reply !== null;
    } catch (error) {
      // It may be done all the same.
      outdate(worldId);
      throw error;
    }
  };

  /** Redis has lost all keys, and they are stored again: a key that leads to nothing now may be one of those. */
  const findGiven = (digest: string): KeyEntry | undefined => {
    const entry = given.find(digest);
    if (entry === undefined && given.digests().length > 0) throw new StoreUnavailable(EMPTIED);
    return entry;
  };
  const findElsewhere = async (value: string, digest: string): Promise<KeyEntry | undefined> => {
    const [text, version] = listIn(await connection.send(key, ['HMGET', key, digest, VERSION]));
    if (typeof text !== 'string') return typeof version === 'string' ? undefined : findGiven(digest);
    const { hint: _, ...entry } = readKey(text);
    copy.put(digest, entry, hintOf(value));
    return entry;
  };

  const findAgain = async (value: string, digest: string, { worldId }: KeyEntry): Promise<KeyEntry | undefined> => {
    await readWorld(worldId);
    return copy.find(digest) ?? findElsewhere(value, digest);
  };

  return {
    refresh,
    close: stop,
    has: known.has,
    lengthsFrom: known.lengthsFrom,
    async add(value, entry) {
      await change(entry.worldId, 'add', [digestOf(value), stored({ ...entry, hint: hintOf(value) })]);
    },
    async replace(worldId, issued) {
      const keys = issued.map(({ value, key: apiKey, schemes }) => {
        const entry = { worldId, key: apiKey, schemes };
        return { digest: digestOf(value), entry, hint: hintOf(value) };
      });
      for (const { digest, entry, hint } of keys) given.put(digest, entry, hint);
      const wanted = keys.flatMap(({ digest, entry }) => [digest, stored(entry)]);
      await change(worldId, 'replace', wanted);
      for (const { digest, hint } of keys) copy.learn(digest, hint);
    },
    async revise(worldId, revised) {
      for (;;) {
        const { version, found } = await readWorld(worldId);
        const keys = [...found].flatMap(([digest, text]) => {
          const before = readKey(text);
          return [digest, stored({ ...before, key: revised(before.key) })];
        });
        if (await change(worldId, 'replace', keys, version)) return;
      }
    },
    async remove(worldId) {
      await change(worldId, 'replace', []);
    },
    find(value) {
      const digest = digestOf(value);
      const entry = copy.find(digest);
      if (entry === undefined) return findElsewhere(value, digest);
      return outdated.has(entry.worldId) ? findAgain(value, digest, entry) : entry;
    },
  };
}

const EMPTIED = 'Redis, where this mock stores everything, has lost the API keys. They are being stored again.';

const ANNOUNCED = 'keys ';
/** The field of the hash that has no digest's length. */
const VERSION = 'version';

/** The value of a demo key may be shown, but is not stored either: every process is given it itself. */
const stored = ({ worldId, key: { demoValue: _, ...key }, schemes, hint }: StoredKey): string =>
  JSON.stringify({ worldId, key, schemes, hint });

// `stored` has made it.
const readKey = (text: string): StoredKey => JSON.parse(text) as StoredKey;

/** Ends a script with the version, and the digests and stored keys of a world, by turns. */
const ANSWER = `
  local found = {redis.call('HGET', keyring, 'version') or '0'}
  for _, digest in ipairs(redis.call('SMEMBERS', keyring .. ':' .. worldId)) do
    found[#found + 1] = digest
    found[#found + 1] = redis.call('HGET', keyring, digest)
  end
  return found
`;

/**
 * Adds keys to a world, or puts them in place of its keys, and announces the world if that changes anything. The digests of a
 * world's keys are in a set beside the keyring. Answers as `READ`, or nothing where the version is another one by now.
 */
const CHANGE = script(`
  local keyring, channel, announced, worldId, mode, based = KEYS[1], unpack(ARGV, 1, 5)
  local ofWorld = keyring .. ':' .. worldId
  if based ~= '' and based ~= (redis.call('HGET', keyring, 'version') or '0') then return false end
  local isChanged, stays = false, {}
  for place = 6, #ARGV, 2 do
    local digest, text = ARGV[place], ARGV[place + 1]
    stays[digest] = true
    if redis.call('HGET', keyring, digest) ~= text then
      redis.call('HSET', keyring, digest, text)
      redis.call('SADD', ofWorld, digest)
      isChanged = true
    end
  end
  for _, digest in ipairs(mode == 'replace' and redis.call('SMEMBERS', ofWorld) or {}) do
    if not stays[digest] then
      redis.call('HDEL', keyring, digest)
      redis.call('SREM', ofWorld, digest)
      isChanged = true
    end
  end
  if isChanged then
    redis.call('HINCRBY', keyring, 'version', 1)
    redis.call('PUBLISH', channel, announced .. worldId)
  end
  ${ANSWER}
`);

const READ = script(`
  local keyring, worldId = KEYS[1], ARGV[1]
  ${ANSWER}
`);
