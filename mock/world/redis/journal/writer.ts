import { isUtf8 } from 'node:buffer';
import { nextTick } from 'node:process';
import { setTimeout } from 'node:timers';
import { type KeptEntry, withKeptBodies } from '../../rules/journal-entry';
import type { Entry, NewEntry } from '../../stores/journal';
import { type ScriptRunner, script } from '../connection/script';
import { isGone, LIFETIME, type StateKeys } from '../state/state';

/** What a journal in Redis keeps, and how. */
export interface JournalPolicy {
  /** How many entries; it may be 0. */
  readonly capacity: number;
  /** How many bytes they take at most. */
  readonly mostBytes: number;
  /** What is stored of an entry: no value of a key is. */
  readonly hide: (entry: KeptEntry) => KeptEntry;
  /** How much may be under way, of all journals of this process. */
  readonly room: JournalRoom;
}

/** So many entries, or bytes, are sent in one piece. */
const PIECE = 100;
const PIECE_BYTES = 2 ** 20;

/** Writes entries without waiting, those that are added at once together; steps that are asked for after `send` find them there. */
export function createJournalWriter(
  connection: ScriptRunner,
  state: StateKeys,
  { capacity, mostBytes, hide, room }: JournalPolicy,
) {
  const keys = [state.counters, state.journal, state['journal-sizes'], state['journal-heard']];
  const bounds = [String(capacity), String(mostBytes)];
  let waiting: string[] = [];
  let waitingBytes = 0;

  const send = (): void => {
    const [texts, bytes] = [waiting, waitingBytes];
    if (texts.length === 0) return;
    waiting = [];
    waitingBytes = 0;
    connection
      .run(ADD, keys, [...bounds, ...texts])
      // What is added to a state that is gone counts no longer.
      .catch((error: unknown) => isGone(error) || room.drop(texts.length))
      .finally(() => {
        room.giveBack(texts.length, bytes);
      });
  };
  return {
    add(entry: NewEntry): void {
      const text = packEntry(hide(withKeptBodies(entry)));
      const bytes = Buffer.byteLength(text);
      if (!room.take(bytes)) return;
      waiting.push(text);
      waitingBytes += bytes;
      if (waiting.length === PIECE || waitingBytes > PIECE_BYTES) send();
      // Several replies are made of what comes from Redis at once: their entries go together.
      else if (waiting.length === 1) nextTick(send);
    },
    send,
  };
}

/** What may be under way to the journals of a process: no reply waits for them. */
interface JournalRoom {
  /** Whether there was room for so many bytes; else the entry counts as dropped. */
  take(bytes: number): boolean;
  /** Gives room back: so many entries are not under way any more. */
  giveBack(entries: number, bytes: number): void;
  /** Counts entries that Redis has not taken. */
  drop(entries: number): void;
  /** How many were dropped, since the start. */
  dropped(): number;
  /** How many bytes are under way. */
  used(): number;
}

/** So many entries of all worlds may be under way. */
const MOST_ENTRIES = 10_000;
/** How long dropped entries are counted for one line, in milliseconds. */
const COUNTED_MS = 3000;

/**
 * @param mostBytes of entries under way, in UTF-8; in memory they take twice as much at most
 * @param notice called with a sentence on how many entries were dropped, every few seconds at most
 */
export function createJournalRoom(mostBytes: number, notice: (text: string) => void): JournalRoom {
  let [entries, bytes, dropped, unreported] = [0, 0, 0, 0];
  const report = (): void => {
    const what = unreported === 1 ? '1 request is' : `${unreported.toLocaleString('en')} requests are`;
    unreported = 0;
    notice(`${what} missing in the request log: the store was slow, full, or out of reach.`);
  };
  const drop = (count: number): void => {
    if (unreported === 0) setTimeout(report, COUNTED_MS).unref();
    dropped += count;
    unreported += count;
  };
  return {
    take(size) {
      if (entries === MOST_ENTRIES || bytes + size > mostBytes) {
        drop(1);
        return false;
      }
      entries += 1;
      bytes += size;
      return true;
    },
    giveBack(count, size) {
      entries -= count;
      bytes -= size;
    },
    drop,
    dropped: () => dropped,
    used: () => bytes,
  };
}

/** So long a listener counts, in milliseconds, unless it renews that. */
export const HEARD_MS = 30_000;
/** While there are listeners, so many entries are there, if they may take as many bytes: listeners may be that late. */
const HEARD_LATE = 10_000;
/** What an entry takes in Redis beside its text, in bytes, about. */
const BESIDE = 64;

/** `counted(...)` gives the numbers in these fields of the counters, 0 for one that is not there. */
export const COUNTED = `
local function counted(...)
  local counts = redis.call('HMGET', KEYS[1], ...)
  for place, text in ipairs(counts) do counts[place] = tonumber(text or '0') end
  return unpack(counts)
end
`;

/**
 * Adds entries, the ids of which go on from the last one, and forgets the oldest. `KEYS` are the counters, the journal (a
 * stream), a list of what each entry in the stream takes, and what is there while a process listens; `ARGV` has how many
 * entries the journal keeps, how many bytes they take at most, and the texts of the new ones. Those that it has forgotten
 * stay in the stream for listeners, who hear on the channel of the journal's name that there are others.
 */
const ADD = script(`
${LIFETIME}
${COUNTED}
local life = lifeOf(KEYS[1])
local capacity, most = tonumber(ARGV[1]), tonumber(ARGV[2])
local entry, forgotten, removed, bytes = counted('entry', 'forgotten', 'removed', 'bytes')
if capacity == 0 and redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('DEL', KEYS[3])
  removed, bytes = entry, 0
end
local sizes = {}
for place = 3, #ARGV do
  entry = entry + 1
  redis.call('XADD', KEYS[2], entry .. '-0', 'e', ARGV[place])
  sizes[#sizes + 1] = #ARGV[place] + ${BESIDE}
  bytes = bytes + sizes[#sizes]
end
redis.call('RPUSH', KEYS[3], unpack(sizes))
local function remove(count)
  removed = removed + count
  for _, size in ipairs(redis.call('LPOP', KEYS[3], count)) do bytes = bytes - tonumber(size) end
end
local isHeard = redis.call('EXISTS', KEYS[4]) == 1
local over = entry - removed - (isHeard and math.max(capacity, ${HEARD_LATE}) or capacity)
if over > 0 then remove(over) end
while bytes > most do remove(1) end
redis.call('XTRIM', KEYS[2], 'MINID', '=', (removed + 1) .. '-0')
forgotten = math.max(forgotten, removed, entry - capacity)
redis.call('HSET', KEYS[1], 'entry', entry, 'forgotten', forgotten, 'removed', removed, 'bytes', bytes)
if isHeard then redis.call('PUBLISH', KEYS[2], entry) end
-- A journal that keeps nothing has nothing for long.
if isHeard and capacity == 0 then
  for place = 2, 3 do redis.call('PEXPIRE', KEYS[place], ${HEARD_MS}) end
end
liveFor(life, KEYS[2], KEYS[3])
`);

/** What stands before the bodies, as a list in JSON: names would take a third of most entries. */
const FIELDS = [
  ...(['at', 'milliseconds', 'method', 'path', 'query', 'operationId', 'keyName', 'status', 'faultId'] as const),
  ...(['requestHeaders', 'responseHeaders', 'requestTruncated', 'responseTruncated'] as const),
];

/** How the body of the request is written, in how many characters, and the response's body where it does not stand behind that. */
type Bodies = readonly ['utf8' | 'base64' | null, number, string | null];

/** An entry as one text, from which `unpackEntry` makes it again exactly. Bodies stand in it as they are, which takes less time than JSON. */
export function packEntry(entry: KeptEntry): string {
  const { responseBody } = entry;
  const [encoding, body] = textOf(entry.requestBody);
  // UTF-8 can't write half a character.
  const isBroken = /\p{Surrogate}/u.test(responseBody);
  const bodies: Bodies = [encoding, body.length, isBroken ? responseBody : null];
  const head = JSON.stringify([...bodies, ...FIELDS.map((field) => entry[field])]);
  return `${head}\n${body}${isBroken ? '' : responseBody}`;
}

function textOf(body: KeptEntry['requestBody']): readonly [Bodies[0], string] {
  if (body === undefined) return [null, ''];
  // One of a character for each byte, see `requestBodyOf`, is its own text where all of them are ASCII.
  if (typeof body === 'string' && Buffer.byteLength(body) === body.length) return ['utf8', body];
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
  return isUtf8(bytes) ? ['utf8', bytes.toString()] : ['base64', bytes.toString('base64')];
}

/** @param text of `packEntry` */
export function unpackEntry(id: number, text: string): Entry {
  const begin = text.indexOf('\n') + 1;
  // Nothing else is written by any mock that shares this store: another version is refused at its start.
  const [encoding, length, broken, ...values] = JSON.parse(text.slice(0, begin)) as [...Bodies, ...unknown[]];
  const end = begin + length;
  const known = Object.fromEntries(FIELDS.map((field, place) => [field, values[place] ?? undefined]));
  const { requestTruncated = false, responseTruncated = false, ...others } = known as unknown as KeptEntry;
  return {
    ...{ id, ...others, requestTruncated, responseTruncated },
    requestBody: encoding === null ? undefined : Buffer.from(text.slice(begin, end), encoding),
    responseBody: broken ?? text.slice(end),
  };
}
