import { hash } from 'node:crypto';
import { clearTimeout, setTimeout } from 'node:timers';
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
 * What is stored of a key beside its digest. Of values that were added Redis shows how they begin, how long they are,
 * and 32 bits of them: they were drawn at random, 96 bits each, so that no search finds them. Of values that were put in the place
 * of others, which people have chosen, there is the digest alone: every process is given them itself.
 */
interface StoredKey extends KeyEntry {
  readonly hint?: ValueHint | undefined;
}

/** What distinguishes a value from most other texts, without a digest of each. */
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

/** The keys of a shared keyring as this process knows them, so that most are found with no question to Redis. */
function createKeyringCopy() {
  // By their digests, which say nothing of how much of a value is right: to look for one takes the same time for all.
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
    digests: (): readonly string[] => [...keys.keys()],
    has: (value: string): boolean => marks.has(markOf(value)) && keys.has(digestOf(value)),
    lengthsFrom: lengths.from,
  };
}

const digestOf = (value: string): string => hash('sha256', value, 'base64url');

/** A change of the keyring, as it is announced. */
interface Change {
  readonly version: number;
  /** Digests and stored keys, by turns. */
  readonly put: readonly string[];
  /** Digests. */
  readonly drop: readonly string[];
}

/** So long a change may be missing that others were announced after, in milliseconds, until all is read again. */
const MISSING_MS = 200;

/** @throws StoreUnavailable */
export async function createSharedKeyring(
  connection: Connection,
  { keyring: key, channel }: SharedKeys,
): Promise<SharedKeyring> {
  const copy = createKeyringCopy();
  /** Those that this process was given itself: they are hidden in what it shows whether Redis still has them or not. */
  const given = createKeyringCopy();
  const known = eitherOf(copy, given);
  /** All changes up to this one are in the copy. */
  let version = 0;
  /** Those that are in it, too, while one before them is missing. */
  const ahead = new Map<number, Change>();
  /** How often the copy has changed. */
  let changes = 0;
  let timer: NodeJS.Timeout | undefined;
  /** What was found last; forgotten at every change. */
  let presentedBy = new WeakMap<object, { readonly value: string; readonly entry: KeyEntry }>();

  const apply = ({ put, drop }: Change): void => {
    changes += 1;
    presentedBy = new WeakMap();
    for (const digest of drop) copy.drop(digest);
    for (let place = 0; place < put.length; place += 2) keep(put[place] ?? '', put[place + 1] ?? '');
  };
  const keep = (digest: string, text: string): void => {
    const { hint, ...entry } = readKey(text);
    copy.put(digest, entry, hint);
  };
  const take = (change: Change): void => {
    if (change.version <= version || ahead.has(change.version)) return;
    apply(change);
    ahead.set(change.version, change);
    // What came after it counts.
    if (ahead.size > 1) for (const later of [...ahead.values()].filter(isAfter(change)).sort(byVersion)) apply(later);
    while (ahead.delete(version + 1)) version += 1;
    if (ahead.size > 0) timer ??= setTimeout(() => void refresh().catch(() => {}), MISSING_MS).unref();
  };

  const refresh = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const before = version;
    const found = new Map(hashIn(await connection.send(key, ['HGETALL', key])));
    const now = Number(found.get(VERSION) ?? 0);
    // What was announced meanwhile is newer.
    if (version > now && version > before) return;
    found.delete(VERSION);
    changes += 1;
    presentedBy = new WeakMap();
    for (const digest of copy.digests()) if (!found.has(digest)) copy.drop(digest);
    for (const [digest, text] of found) keep(digest, text);
    version = now;
    const later = [...ahead.values()].filter((change) => change.version > now);
    ahead.clear();
    for (const change of later) take(change);
  };

  const stop = await connection.subscribe(channel, (message) => {
    if (message.startsWith(ANNOUNCED)) take(changeOf(message.slice(ANNOUNCED.length)));
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
    const announced = await connection.run(CHANGE, [key], [channel, ANNOUNCED, worldId, mode, based, ...keys]);
    if (announced === null) return false;
    if (announced !== '') take(changeOf(String(announced)));
    return true;
  };

  /** Redis has lost all keys, and they are stored again: a key that leads to nothing now may be one of those. */
  const findGiven = (digest: string): KeyEntry | undefined => {
    const entry = given.find(digest);
    if (entry === undefined && given.digests().length > 0) throw new StoreUnavailable(EMPTIED);
    return entry;
  };
  const findElsewhere = async (value: string, digest: string): Promise<KeyEntry | undefined> => {
    const before = changes;
    const [text, present] = listIn(await connection.send(key, ['HMGET', key, digest, VERSION]));
    if (typeof text !== 'string') {
      if (typeof present !== 'string') return findGiven(digest);
      return undefined;
    }
    const { hint: _, ...entry } = readKey(text);
    // It may be gone by now.
    if (changes === before) copy.put(digest, entry, hintOf(value));
    else copy.learn(digest, hintOf(value));
    return entry;
  };

  return {
    refresh,
    close() {
      clearTimeout(timer);
      stop();
    },
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
      // Another process has stored the same, which was not announced here yet.
      if (keys.some(({ digest }) => copy.find(digest) === undefined)) await refresh();
      for (const { digest, hint } of keys) copy.learn(digest, hint);
    },
    async revise(worldId, revised) {
      for (;;) {
        const [based = '0', ...texts] = textsIn(await connection.run(READ, [key], [worldId]));
        const keys = texts.map((text, place) => {
          if (place % 2 === 0) return text;
          const before = readKey(text);
          return stored({ ...before, key: revised(before.key) });
        });
        if (await change(worldId, 'replace', keys, based)) return;
      }
    },
    async remove(worldId) {
      await change(worldId, 'replace', []);
    },
    find(value, by) {
      const before = presentedBy.get(by);
      if (before?.value === value) return before.entry;
      const digest = digestOf(value);
      const entry = copy.find(digest);
      if (entry !== undefined) {
        presentedBy.set(by, { value, entry });
        return entry;
      }
      return findElsewhere(value, digest);
    },
  };
}

/** Removes the keys of a world from a shared keyring. */
export async function removeKeys(
  connection: Connection,
  { keyring, channel }: SharedKeys,
  worldId: string,
): Promise<void> {
  await connection.run(CHANGE, [keyring], [channel, ANNOUNCED, worldId, 'replace', '']);
}

const EMPTIED = 'Redis, where this mock stores everything, has lost the API keys. They are being stored again.';

const ANNOUNCED = 'keys ';
/** The field of the hash that has no digest's length. */
const VERSION = 'version';

const isAfter =
  (one: Change) =>
  (other: Change): boolean =>
    other.version > one.version;
const byVersion = (one: Change, other: Change): number => one.version - other.version;

/** The value of a demo key may be shown, but is not stored either: every process is given it itself. */
const stored = ({ worldId, key: { demoValue: _, ...key }, schemes, hint }: StoredKey): string =>
  JSON.stringify({ worldId, key, schemes, hint });

// `stored` has made it.
const readKey = (text: string): StoredKey => JSON.parse(text) as StoredKey;

function changeOf(text: string): Change {
  // `CHANGE` has made it; Lua knows no empty list.
  const { version, put, drop } = JSON.parse(text) as Record<keyof Change, unknown>;
  return { version: Number(version), put: textList(put), drop: textList(drop) };
}

const textList = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : []);

/**
 * Adds keys to a world, or puts them in place of its keys, and announces what has changed. The digests of a world's keys
 * are in a set beside the keyring. Answers nothing where another process has changed it before, an empty text where
 * everything is as it was, or else what was announced.
 */
const CHANGE = script(`
  local keyring, channel, announced, mode, based = KEYS[1], ARGV[1], ARGV[2], ARGV[4], ARGV[5]
  local ofWorld = keyring .. ':' .. ARGV[3]
  local version = redis.call('HGET', keyring, 'version') or '0'
  if based ~= '' and based ~= version then return false end
  local put, drop, stays = {}, {}, {}
  for place = 6, #ARGV, 2 do
    stays[ARGV[place]] = true
    if redis.call('HGET', keyring, ARGV[place]) ~= ARGV[place + 1] then
      redis.call('HSET', keyring, ARGV[place], ARGV[place + 1])
      redis.call('SADD', ofWorld, ARGV[place])
      put[#put + 1] = ARGV[place]
      put[#put + 1] = ARGV[place + 1]
    end
  end
  if mode == 'replace' then
    for _, digest in ipairs(redis.call('SMEMBERS', ofWorld)) do
      if not stays[digest] then
        redis.call('HDEL', keyring, digest)
        redis.call('SREM', ofWorld, digest)
        drop[#drop + 1] = digest
      end
    end
  end
  if #put + #drop == 0 then return '' end
  version = redis.call('HINCRBY', keyring, 'version', 1)
  local change = cjson.encode({version = version, put = put, drop = drop})
  redis.call('PUBLISH', channel, announced .. change)
  return change
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
