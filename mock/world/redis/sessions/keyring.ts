import { hash } from 'node:crypto';
import { createValueLengths, eitherOf, markOf } from '../../rules/secret-values';
import type { KeyEntry, Keyring } from '../../stores/keys';
import { StoreUnavailable } from '../../stores/store';
import type { Connection } from '../connection/connection';
import { hashIn, listIn, textsIn } from '../connection/replies';
import { script } from '../connection/script';
import type { SharedKeys } from '../state/state';

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

/** What tells a value from most other texts without a digest of each. */
interface ValueHint {
  /** Its first two UTF-16 units, as far as it has them. */
  readonly start: string;
  readonly length: number;
  /** 32 bits of it. */
  readonly mark: number;
}

const hintOf = (value: string): ValueHint => ({
  start: value.slice(0, 2),
  length: value.length,
  mark: markOf(value),
});

/** The keys as this process knows them, so that most are found with no question to Redis. */
function createKeyringCopy() {
  // By their digests: to look for one takes the same time however much of a value is right.
  const keys = new Map<string, { readonly entry: KeyEntry; readonly mark: number | undefined }>();
  /** How many keys have a mark. */
  const marks = new Map<number, number>();
  /** Of every value that was ever seen; there are few. */
  const lengths = createValueLengths();

  const count = (mark: number | undefined, by: number): void => {
    if (mark === undefined) return;
    const now = (marks.get(mark) ?? 0) + by;
    if (now === 0) marks.delete(mark);
    else marks.set(mark, now);
  };
  const drop = (digest: string): void => {
    count(keys.get(digest)?.mark, -1);
    keys.delete(digest);
  };
  /** @param hint left out: as it was before */
  const put = (digest: string, entry: KeyEntry, hint?: ValueHint): void => {
    const mark = hint?.mark ?? keys.get(digest)?.mark;
    drop(digest);
    keys.set(digest, { entry, mark });
    count(mark, 1);
    if (hint !== undefined) lengths.add(hint.start, hint.length);
  };
  return {
    find: (digest: string): KeyEntry | undefined => keys.get(digest)?.entry,
    put,
    drop,
    /** Notes what is known of the value of a key, if it is there. */
    learn(digest: string, hint: ValueHint): void {
      const kept = keys.get(digest);
      if (kept !== undefined) put(digest, kept.entry, hint);
    },
    /** Those of a world; left out: of all. */
    digests: (worldId?: string): readonly string[] =>
      [...keys].flatMap(([digest, { entry }]) => (worldId === undefined || entry.worldId === worldId ? [digest] : [])),
    has: (value: string): boolean => marks.has(markOf(value)) && keys.has(digestOf(value)),
    lengthsFrom: lengths.from,
  };
}

const digestOf = (value: string): string => hash('sha256', value, 'base64url');

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
  // Answers come in the order of the questions: what is taken last is the newest.
  const refresh = async (): Promise<void> => {
    const found = new Map(hashIn(await connection.send(key, ['HGETALL', key])));
    found.delete(VERSION);
    take(found);
  };
  /** Reads the keys of a world again. */
  const readWorld = async (worldId: string) => {
    const [version = '0', ...texts] = textsIn(await connection.run(READ, [key], [worldId]));
    const found = hashIn(texts);
    take(found, worldId);
    return { version, found };
  };

  const stop = await connection.subscribe(channel, (message) => {
    // What is out of reach now is read when it is back.
    if (message.startsWith(ANNOUNCED)) readWorld(message.slice(ANNOUNCED.length)).catch(() => {});
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
    const isDone = (await connection.run(CHANGE, [key], [channel, ANNOUNCED, worldId, mode, based, ...keys])) === 1;
    if (isDone) await readWorld(worldId);
    return isDone;
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
      return copy.find(digest) ?? findElsewhere(value, digest);
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

/**
 * Adds keys to a world, or puts them in place of its keys, and announces the world if that changes anything. The digests of a
 * world's keys are in a set beside the keyring. Answers 0 where the version is another one by now, else 1.
 */
const CHANGE = script(`
  local keyring, channel, announced, worldId, mode, based = KEYS[1], unpack(ARGV, 1, 5)
  local ofWorld = keyring .. ':' .. worldId
  if based ~= '' and based ~= (redis.call('HGET', keyring, 'version') or '0') then return 0 end
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
  return 1
`);

/** The version, and the digests and stored keys of a world, by turns. */
const READ = script(`
  local found = {redis.call('HGET', KEYS[1], 'version') or '0'}
  for _, digest in ipairs(redis.call('SMEMBERS', KEYS[1] .. ':' .. ARGV[1])) do
    found[#found + 1] = digest
    found[#found + 1] = redis.call('HGET', KEYS[1], digest)
  end
  return found
`);
