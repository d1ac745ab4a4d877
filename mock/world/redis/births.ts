import { type Births, MOST_BIRTHS } from '../stores/records';
import type { Connection } from './connection/connection';
import { listIn, textsIn } from './connection/replies';
import { script } from './connection/script';
import { idOfOrderKey, orderKeyOf, startOf } from './records/record-keys';
import type { StateKeys } from './state/state';
import { LIFETIME, runInState } from './state/state';

/**
 * All of a state are in one sorted set whose scores are 0: `collection NUL number : instant : id`. The number counts up, so
 * that Redis sorts those of a collection by it; until the instant, by the time of Redis, lists do not show the record.
 */
export function createRedisBirths(connection: Connection, { counters, births }: StateKeys): Births {
  const keys = [counters, births];
  return {
    async note(collection, id, hiddenMs) {
      const args = [startOf(collection), String(hiddenMs), orderKeyOf(id), String(MOST_BIRTHS)];
      await runInState(connection, NOTE, keys, args);
    },
    async of(collection) {
      const start = startOf(collection);
      const [now, members] = listIn(await runInState(connection, READ, keys, [start]));
      return textsIn(members).map((member) => {
        const [number = '', instant = ''] = member.slice(start.length).split(':', 2);
        const key = member.slice(start.length + number.length + instant.length + 2);
        return { id: idOfOrderKey(key), isHidden: Number(now) < Number(instant) };
      });
    },
  };
}

/** Digits come before the colon. */
const BEGIN = `
${LIFETIME}
local counters, births = unpack(KEYS)
local life = lifeOf(counters)
local from, to = '[' .. ARGV[1], '(' .. ARGV[1] .. ':'
local seconds, microseconds = unpack(redis.call('TIME'))
local now = math.floor(seconds * 1000 + microseconds / 1000)
`;

/** Arguments: what members of the collection begin with, for how long it is hidden, the key of its id, how many are kept. */
const NOTE = script(`
${BEGIN}
local number = redis.call('HINCRBY', counters, 'born', 1)
local member = string.format('%016.0f:%.0f:', number, now + tonumber(ARGV[2])) .. ARGV[3]
redis.call('ZADD', births, 0, ARGV[1] .. member)
if redis.call('ZLEXCOUNT', births, from, to) > tonumber(ARGV[4]) then
  redis.call('ZREM', births, redis.call('ZRANGEBYLEX', births, from, to, 'LIMIT', 0, 1)[1])
end
liveFor(life, births)
`);

const READ = script(`
${BEGIN}
return {tostring(now), redis.call('ZRANGEBYLEX', births, from, to)}
`);
