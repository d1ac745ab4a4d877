import { parseJson, stringifyJson } from '../../../../openapi/contract';
import type { StoredRecord } from '../../stores/records';
import type { Session, SessionStart, SessionTerms } from '../../stores/sessions';
import { script } from '../connection/script';

/** What is stored of a session: a list that begins with the times, as `USE` reads them. */
export const writeDetails = (openedAt: number, { timeToLiveMs, name }: SessionStart): string =>
  JSON.stringify([openedAt, timeToLiveMs, name]);

export function readDetails(id: string, details: string): SessionStart & Pick<Session, 'openedAt'> {
  // It has written nothing else.
  const [openedAt, timeToLiveMs, name] = JSON.parse(details) as [number, number, string | null];
  return { id, openedAt, timeToLiveMs, name: name ?? undefined };
}

type Entries<Of> = Of extends ReadonlyMap<infer Key, infer Value> ? readonly (readonly [Key, Value])[] : never;

/** Maps are lists of their entries. */
interface WrittenTerms extends Omit<SessionTerms, 'fixtures' | 'plans'> {
  readonly fixtures?:
    | number
    | readonly (readonly [string, Entries<ReadonlyMap<string | number | bigint, StoredRecord>>])[];
  readonly plans?: Entries<NonNullable<SessionTerms['plans']>>;
}

/** JSON, exact in every integer, from which any process can make what is missing of the session's world. */
export function writeTerms({ fixtures, plans, ...others }: SessionTerms): string {
  const written: WrittenTerms = {
    ...others,
    ...(typeof fixtures === 'number' && { fixtures }),
    ...(typeof fixtures === 'object' && {
      fixtures: [...fixtures].map(([name, records]) => [name, [...records]] as const),
    }),
    ...(plans && { plans: [...plans] }),
  };
  return stringifyJson(written);
}

export function readTerms(text: string): SessionTerms {
  // It has written nothing else.
  const { fixtures, plans, ...others } = parseJson(text) as WrittenTerms;
  return {
    ...others,
    ...(typeof fixtures === 'number' && { fixtures }),
    ...(typeof fixtures === 'object' && {
      fixtures: new Map(fixtures.map(([name, records]) => [name, new Map(records)])),
    }),
    ...(plans && { plans: new Map(plans) }),
  };
}

/** What a message begins with that announces the id of a session that has ended. */
export const ENDED = 'ended ';

/**
 * What the scripts of sessions begin with. `KEYS[1]` is a sorted set of the ids of those that are open, in the order in
 * which they were opened; the names of the others begin with it: `expiry` (a sorted set of them, by when they end, in Unix
 * milliseconds), `details` and `terms` (hashes of texts), `leaving` (a sorted set of those that have ended and whose worlds
 * are still to be removed, by when another process may take that up). The first arguments are the channel on which each end
 * is announced, the time, and when another process may take up what the caller has to remove.
 */
const SESSIONS = `
local open = KEYS[1]
local expiry, details, terms, leaving = open .. ':expiry', open .. ':details', open .. ':terms', open .. ':leaving'
local channel, now, later = ARGV[1], ARGV[2], ARGV[3]
local function close(id)
  if redis.call('ZREM', open, id) == 0 then return 0 end
  redis.call('ZREM', expiry, id)
  redis.call('HDEL', details, id)
  redis.call('HDEL', terms, id)
  redis.call('ZADD', leaving, later, id)
  redis.call('PUBLISH', channel, '${ENDED}' .. id)
  return 1
end
local function closeIdle()
  local idle = redis.call('ZRANGEBYSCORE', expiry, '-inf', now)
  for _, id in ipairs(idle) do close(id) end
  return idle
end
`;

/**
 * Arguments: the id, how many may be open at most, the idle milliseconds, details, terms (may be empty). Answers those that
 * have ended, and when the session ends or, where it has no room, nothing and when the next one ends.
 */
export const OPEN = script(`${SESSIONS}
local id, most, timeToLive = ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[6])
local idle = closeIdle()
if redis.call('ZCARD', open) >= most then return {idle, false, redis.call('ZRANGE', expiry, 0, 0, 'WITHSCORES')[2] or ''} end
local last = redis.call('ZRANGE', open, -1, -1, 'WITHSCORES')[2] or '0'
local till = string.format('%.17g', tonumber(now) + timeToLive)
redis.call('ZADD', open, tonumber(last) + 1, id)
redis.call('ZADD', expiry, till, id)
redis.call('HSET', details, id, ARGV[7])
if ARGV[8] ~= '' then redis.call('HSET', terms, id, ARGV[8]) end
return {idle, till}
`);

/**
 * Arguments: the id, whether the terms are asked for. Answers those that have ended, and of one that is open its details,
 * when it ends and its terms.
 */
export const USE = script(`${SESSIONS}
local id = ARGV[4]
local till = redis.call('ZSCORE', expiry, id)
if not till then return {{}} end
if tonumber(till) <= tonumber(now) then
  close(id)
  return {{id}}
end
local text = redis.call('HGET', details, id)
-- They are a list that begins with when it was opened, and its idle time.
local next = tonumber(now) + tonumber(string.match(text, '^%[[^,]+,([^,]+)'))
if next > tonumber(till) then
  till = string.format('%.17g', next)
  redis.call('ZADD', expiry, till, id)
end
return {{}, text, till, ARGV[5] ~= '' and redis.call('HGET', terms, id)}
`);

/** Argument: the id. Answers 1 where its world is the caller's to remove, and 1 where it was open: its time may be over. */
export const END = script(`${SESSIONS}
local till = redis.call('ZSCORE', expiry, ARGV[4])
local isClosed = close(ARGV[4])
return {isClosed, till and tonumber(till) > tonumber(now) and isClosed or 0}
`);

/** Answers those that have ended, and for each that is open, oldest first: its id, details, and when it ends. */
export const LIST = script(`${SESSIONS}
local found = {closeIdle()}
for _, id in ipairs(redis.call('ZRANGE', open, 0, -1)) do
  found[#found + 1] = {id, redis.call('HGET', details, id), redis.call('ZSCORE', expiry, id)}
end
return found
`);

/** Answers those whose worlds the caller is to remove, when the next session ends, and the ids of all that are open. */
export const SWEEP = script(`${SESSIONS}
local found = redis.call('ZRANGEBYSCORE', leaving, '-inf', now)
for _, id in ipairs(found) do redis.call('ZADD', leaving, later, id) end
for _, id in ipairs(closeIdle()) do found[#found + 1] = id end
return {found, redis.call('ZRANGE', expiry, 0, 0, 'WITHSCORES')[2] or '', redis.call('ZRANGE', open, 0, -1)}
`);
