import { clearInterval, setInterval } from 'node:timers';
import type { Connection } from './connection/connection';
import { script } from './connection/script';
import { PARTS } from './records/record-steps';
import { STAGED_MS, STATE_PARTS, type WorldKeys } from './state/keys';

/** The numbers that the keys of a state and its record stores have. None is given twice. */
export interface PresentNumbers {
  readonly state: number;
  readonly records: number;
  readonly aside: number;
}

/**
 * `eachKey(world, kind, number, act)` calls `act` with each key that a number may have, by what it is the number of: `state`,
 * `records` or `aside`. It gives whether there is anything of that number.
 */
export const EACH_KEY = `
local STATE_PARTS, RECORD_PARTS = {${STATE_PARTS.map((part) => `'${part}'`)}}, ${PARTS}
local function eachKey(world, kind, number, act)
  if kind == 'state' then
    for _, part in ipairs(STATE_PARTS) do act(world .. ':s' .. number .. ':' .. part, part) end
    return redis.call('EXISTS', world .. ':s' .. number .. ':counters') == 1
  end
  local meta = world .. ':r' .. number .. ':store'
  local generation = redis.call('HGET', meta, 'generation')
  if not generation then return false end
  act(meta, 'store')
  for _, part in ipairs(RECORD_PARTS) do act(meta .. ':' .. generation .. ':' .. part, part) end
  return true
end
`;

/**
 * Does some work on what is made aside, which goes by itself once nobody says any more that it is still being made: a process
 * may end at any time.
 */
export async function whileAside<T>(
  connection: Connection,
  { world }: WorldKeys,
  numbers: Partial<PresentNumbers>,
  work: () => Promise<T>,
): Promise<T> {
  const named = Object.entries(numbers).flatMap(([kind, number]) => [kind, String(number)]);
  // What can't be told now is told the next time: there are several of them.
  const keep = (): void => void connection.run(KEEP, [world], [String(STAGED_MS), ...named]).catch(() => {});
  const timer = setInterval(keep, STAGED_MS / 4).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Arguments: for how long, then kinds and numbers. What has been put in place meanwhile has no end, and gets none. */
const KEEP = script(`${EACH_KEY}
for place = 2, #ARGV, 2 do
  eachKey(KEYS[1], ARGV[place], ARGV[place + 1], function(key)
    if redis.call('PTTL', key) >= 0 then redis.call('PEXPIRE', key, ARGV[1]) end
  end)
end
`);
