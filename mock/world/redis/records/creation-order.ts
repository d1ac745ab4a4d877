import { type Created, MOST_CREATED } from '../../stores/records';
import { listIn, textsIn } from '../connection/replies';
import { script } from '../connection/script';
import { idOfOrderKey, startOf } from './record-keys';
import { READING, type RunOnRecords } from './record-steps';

/** The creation order of a collection, the oldest first. */
export async function createdIn(run: RunOnRecords, collection: string): Promise<readonly Created[]> {
  const start = startOf(collection);
  const [now, members] = listIn(await run(READ, [start]));
  return textsIn(members).map((member) => {
    const [number = '', until = ''] = member.slice(start.length).split(':', 2);
    const key = member.slice(start.length + number.length + until.length + 2);
    return { id: idOfOrderKey(key), isHidden: Number(now) < Number(until) };
  });
}

const NOW = `
local function realNow()
  local seconds, microseconds = unpack(redis.call('TIME'))
  return math.floor(seconds * 1000 + microseconds / 1000)
end
`;

/**
 * `create(collection, member, hiddenMs)` gives a record the next place in the creation order. The order of all collections is one
 * sorted set whose scores are 0: `collection NUL number : instant : id`. The number counts up, so that Redis sorts those of a
 * collection by it; until the instant, by the time of Redis, lists do not show the record.
 */
export const CREATING = `${NOW}
local function create(collection, member, hiddenMs)
  local number = redis.call('HINCRBY', ids, 'created:' .. collection, 1)
  local start, key = collection .. '\\0', string.sub(member, #collection + 2)
  redis.call('ZADD', at .. 'created', 0, start .. string.format('%016.0f:%.0f:', number, realNow() + hiddenMs) .. key)
  if number > ${MOST_CREATED} then
    redis.call('ZREM', at .. 'created', redis.call('ZRANGEBYLEX', at .. 'created', '[' .. start, '+', 'LIMIT', 0, 1)[1])
  end
end
`;

/** Digits come before the colon. */
const READ = script(`${READING}${NOW}
return {tostring(realNow()), redis.call('ZRANGEBYLEX', at .. 'created', '[' .. ARGV[1], '(' .. ARGV[1] .. ':')}
`);
