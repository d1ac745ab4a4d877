import { StoreUnavailable } from '../../stores/store';
import type { Connection } from '../connection/connection';
import type { Reply } from '../connection/replies';
import { type Argument, type Script, script } from '../connection/script';
import { GRACE_MS, STAGED_MS, type StateKeys } from './keys';

/**
 * Begins a state, unless it is there or was there: its counters say that it lives. It is staged, and goes by itself unless it
 * becomes the present one.
 *
 * @param number the state's
 * @param chances where those of its faults begin, an integer from 0 to 2^32-1
 */
export async function beginState(
  connection: Connection,
  { world, counters }: StateKeys,
  number: number,
  chances: number,
): Promise<void> {
  await connection.run(BEGIN, [world, counters], [String(number), String(chances), String(STAGED_MS)]);
}

/** A state was replaced where that of a higher number is present. */
const BEGIN = script(`
  if redis.call('EXISTS', KEYS[2]) == 1 then return end
  local present = tonumber(redis.call('HGET', KEYS[1], 'state') or 0)
  if present > tonumber(ARGV[1]) then return end
  redis.call('HSET', KEYS[2], 'turn', 0, 'rules', 0, 'chances', ARGV[2])
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
`);

/** Lets what a state consists of end soon: requests that began before it was replaced go on with it. */
export async function leaveState(connection: Connection, state: StateKeys): Promise<void> {
  const { world: _, ...keys } = state;
  await connection.run(LEAVE, Object.values(keys), [String(GRACE_MS)]);
}

const LEAVE = script(`
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[1], 'LT') end
`);

/**
 * `lifeOf(counters)` gives how long a state lives yet, in milliseconds; -1 for one that is present. One that was replaced
 * lives on for a while, so that requests that began before end as they would have, and leave nothing: `liveFor(life, ...)`
 * gives keys that were written no longer than that. What is written to a state that is gone fails by `GONE`.
 */
export const LIFETIME = `
local function lifeOf(counters)
  local life = redis.call('PTTL', counters)
  if life == -2 then error({err = 'GONE'}) end
  return life
end

local function liveFor(life, ...)
  if life == -1 then return end
  for _, key in ipairs({...}) do redis.call('PEXPIRE', key, life) end
end
`;

/** Whether a script failed since what it was to change is gone. */
export const isGone = (error: unknown): boolean => error instanceof Error && error.message.startsWith('GONE');

/** @throws StoreUnavailable with this message where what a script was to change is gone */
export async function unlessGone(running: Promise<Reply>, message: string): Promise<Reply> {
  try {
    return await running;
  } catch (error) {
    throw isGone(error) ? new StoreUnavailable(message, { cause: error }) : error;
  }
}

/**
 * Runs a script on a state which may be gone.
 *
 * @throws StoreUnavailable where it is
 */
export const runInState = (
  connection: Connection,
  script: Script,
  keys: readonly string[],
  args: readonly Argument[],
): Promise<Reply> => unlessGone(connection.run(script, keys, args), 'The world was reset meanwhile.');
