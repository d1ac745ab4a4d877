import type { ClockPlace } from '../memory/clock';
import { StoreUnavailable } from '../stores/failures';
import { EACH_KEY, type PresentNumbers } from './aside';
import type { Connection } from './connection/connection';
import type { Reply } from './connection/replies';
import { script } from './connection/script';
import { GRACE_MS, type WorldKeys } from './state/keys';
import { isGone } from './state/life';

/** What rarely changes of a world, of which each process holds a copy. */
export interface Rare {
  /** Raised by every change: a copy of a lower one is old. */
  readonly version: number;
  /** Tells the world apart from one of its name that a Redis had before it was emptied. */
  readonly born: string;
  /** The numbers of what is present; undefined where nobody has made it yet, or it has ended. */
  readonly present: PresentNumbers | undefined;
  readonly clock: ClockPlace;
  /** What was chosen where the document leaves things open, see `choicesText`. */
  readonly choices: string;
  /** The same of those that the world's state began with. */
  readonly begunWith: string;
}

/** @throws StoreUnavailable */
export async function readRare(connection: Connection, { world }: WorldKeys): Promise<Rare> {
  const told = await connection.send(world, [
    'HMGET',
    world,
    'version',
    'state',
    'records',
    'aside',
    'clock',
    'born',
    'choices',
    'begunWith',
  ]);
  const [version, state, records, aside, clock, born, choices, begunWith] = Array.isArray(told) ? told : [];
  return {
    version: Number(version ?? 0),
    born: String(born ?? ''),
    present: numbersIn([state, records, aside]),
    clock: placeOf(clock),
    choices: String(choices ?? ''),
    begunWith: String(begunWith ?? ''),
  };
}

const numbersIn = ([state, records, aside]: readonly (Reply | undefined)[]): PresentNumbers | undefined =>
  state === null || state === undefined
    ? undefined
    : { state: Number(state), records: Number(records), aside: Number(aside) };

/** `f` and an instant, or how far ahead. */
function placeOf(told: Reply | undefined): ClockPlace {
  const text = typeof told === 'string' ? told : '0';
  return text.startsWith('f') ? { frozenAt: Number(text.slice(1)) } : { ahead: Number(text) };
}

export const placeText = (place: ClockPlace): string =>
  'frozenAt' in place ? `f${place.frozenAt}` : String(place.ahead);

/**
 * Sets fields of a world's hash, unless it has changed meanwhile or is gone. Numbers among them that were made aside stay from
 * now on, and those that they replace end soon: what a lost answer would have been followed by is done already.
 *
 * @param version the one that is known here
 * @returns what has come of it; undefined where another process has changed something before: then nothing is set
 * @throws StoreUnavailable; then it may have been set nevertheless
 */
export async function changeRare(
  connection: Connection,
  { world, channel }: WorldKeys,
  version: number,
  fields: Readonly<Record<string, string>>,
): Promise<Changed | undefined> {
  const args = [String(version), channel, ...Object.entries(fields).flat()];
  const told = await connection.run(CHANGE, [world], args).catch((error: unknown) => {
    if (!isGone(error)) throw error;
    throw new StoreUnavailable('What was made aside is gone: it took too long.', { cause: error });
  });
  if (!Array.isArray(told)) return undefined;
  const [changed, ...numbers] = told;
  return { version: Number(changed), replaced: numbersIn(numbers) };
}

interface Changed {
  /** From now on. */
  readonly version: number;
  /** The numbers of what was present until then; undefined where nothing was. */
  readonly replaced: PresentNumbers | undefined;
}

const CHANGE = script(`${EACH_KEY}
  local version = tonumber(redis.call('HGET', KEYS[1], 'version') or '0')
  if version ~= tonumber(ARGV[1]) or redis.call('HEXISTS', KEYS[1], 'made') == 0 then return false end
  local kinds = {'state', 'records', 'aside'}
  local replaced = redis.call('HMGET', KEYS[1], unpack(kinds))
  local wanted = {}
  for place = 3, #ARGV, 2 do wanted[ARGV[place]] = ARGV[place + 1] end
  for _, kind in ipairs(kinds) do
    if wanted[kind] and not eachKey(KEYS[1], kind, wanted[kind], function() end) then
      return redis.error_reply('GONE aside')
    end
  end
  local function stay(key, part) if part ~= 'journal-heard' then redis.call('PERSIST', key) end end
  local function endSoon(key) redis.call('PEXPIRE', key, ${GRACE_MS}) end
  for place, kind in ipairs(kinds) do
    if wanted[kind] and wanted[kind] ~= replaced[place] then
      eachKey(KEYS[1], kind, wanted[kind], stay)
      if replaced[place] then eachKey(KEYS[1], kind, replaced[place], endSoon) end
    end
  end
  for field, value in pairs(wanted) do redis.call('HSET', KEYS[1], field, value) end
  redis.call('HSET', KEYS[1], 'version', version + 1)
  redis.call('PUBLISH', ARGV[2], 'version ' .. (version + 1))
  return {version + 1, unpack(replaced)}
`);

/**
 * @param version of what is known here: from 1 on, another process may have ended the world
 * @returns the first of so many numbers that no state and no record store of the world has had; undefined where it has ended
 */
export async function newNumbers(
  connection: Connection,
  { world }: WorldKeys,
  version: number,
  count: number,
): Promise<number | undefined> {
  const last = await connection.run(NUMBERS, [world], [String(version), String(count)]);
  return last === null ? undefined : Number(last) - count + 1;
}

const NUMBERS = script(`
  if ARGV[1] ~= '0' and redis.call('HEXISTS', KEYS[1], 'state') == 0 then return false end
  local time = redis.call('TIME')
  redis.call('HSETNX', KEYS[1], 'born', time[1] .. '.' .. time[2])
  return redis.call('HINCRBY', KEYS[1], 'made', ARGV[2])
`);
