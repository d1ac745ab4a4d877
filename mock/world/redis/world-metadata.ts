import { clearInterval, setInterval } from 'node:timers';
import { isDeepStrictEqual } from 'node:util';
import type { Chosen } from '../../../openapi/behaviours/chosen';
import { latest } from '../../../openapi/contract';
import type { ClockPlace } from '../memory/clock';
import type { ChoiceStore } from '../stores/model';
import { placeInClockText } from './clock';
import type { Connection } from './connection/connection';
import { listIn, type Reply } from './connection/replies';
import { script } from './connection/script';
import { PARTS } from './records/record-layout';
import { GRACE_MS, STAGED_MS, STATE_PARTS, stateKeys, unlessGone, type WorldKeys } from './state/state';

/** The numbers that the keys of a state have, also those of what is aside, and those of its records. None is given twice. */
export interface PresentNumbers {
  readonly state: number;
  readonly records: number;
}

/** What seldom changes of a world, a hash of which each process holds a copy. */
export interface WorldMetadata {
  /** Raised by every change: a copy of a lower one is old. */
  readonly version: number;
  /** Tells the world apart from one of its name that a Redis had before it was emptied. */
  readonly born: string;
  /** The numbers of what is present; undefined where no process has made it yet, or it has ended. */
  readonly present: PresentNumbers | undefined;
  readonly clock: ClockPlace;
  /** What was chosen where the document leaves things open, see `choicesText`. */
  readonly choices: string;
  /** The same of those that the world's state began with. */
  readonly begunWith: string;
}

const FIELDS = ['version', 'state', 'records', 'clock', 'born', 'choices', 'begunWith'];

/** @throws StoreUnavailable */
export async function readMetadata(connection: Connection, { world }: WorldKeys): Promise<WorldMetadata> {
  const reply = listIn(await connection.send(world, ['HMGET', world, ...FIELDS]));
  const [version, state, records, clock, born, choices, begunWith] = reply;
  return {
    version: Number(version ?? 0),
    born: String(born ?? ''),
    present: numbersIn([state, records]),
    clock: placeInClockText(String(clock ?? '0')),
    choices: String(choices ?? ''),
    begunWith: String(begunWith ?? ''),
  };
}

const numbersIn = ([state, records]: readonly (Reply | undefined)[]): PresentNumbers | undefined =>
  state === null || state === undefined ? undefined : { state: Number(state), records: Number(records) };

interface Changed {
  /** From now on. */
  readonly version: number;
  /** The numbers of what was present until then; undefined where nothing was. */
  readonly replaced: PresentNumbers | undefined;
}

/**
 * Sets fields of a world's metadata, unless it has changed meanwhile or is gone. Numbers among them that were staged stay from
 * now on, and those that they replace end soon: what a lost answer would have been followed by is done already.
 *
 * @param version the one that is known here
 * @returns what has come of it; undefined where another process has changed something before: then nothing is set
 * @throws StoreUnavailable; then it may have been set nevertheless
 */
export async function changeMetadata(
  connection: Connection,
  { world, channel }: WorldKeys,
  version: number,
  fields: Readonly<Record<string, string>>,
): Promise<Changed | undefined> {
  const args = [String(version), channel, ...Object.entries(fields).flat()];
  const reply = await unlessGone(connection.run(CHANGE, [world], args), 'What was staged is gone: it took too long.');
  if (reply === null) return undefined;
  const [changed, ...numbers] = listIn(reply);
  return { version: Number(changed), replaced: numbersIn(numbers) };
}

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

/** Keeps what is staged under these numbers while some work goes on: it goes by itself where the process ends. */
export async function whileStaged<T>(
  connection: Connection,
  { world }: WorldKeys,
  numbers: Partial<PresentNumbers>,
  work: () => Promise<T>,
): Promise<T> {
  const kinds = Object.entries(numbers).flatMap(([kind, number]) => [kind, String(number)]);
  // Where it fails, the next one keeps it: there are several within the time.
  const keep = (): void => void connection.run(KEEP, [world], [String(STAGED_MS), ...kinds]).catch(() => {});
  const timer = setInterval(keep, STAGED_MS / 4).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** @param present the text of the choices as it is known here, see `choicesText` */
export function createSharedChoices(present: () => string, announce: (text: string) => Promise<void>): ChoiceStore {
  const chosenIn = latest((text: string) => (text === '' ? undefined : (JSON.parse(text) as Chosen)));
  let turns = 0;
  return {
    get chosen() {
      return chosenIn(present());
    },
    choose: (wanted) => announce(choicesText(wanted)),
    nextTurn: () => turns++,
  };
}

/** Empty where nothing was chosen. */
export const choicesText = (chosen: Chosen | undefined): string => (chosen === undefined ? '' : JSON.stringify(chosen));

/** Whether two texts of choices mean the same. */
export const isSameText = (one: string, other: string): boolean =>
  one === other || (one !== '' && other !== '' && isDeepStrictEqual(JSON.parse(one), JSON.parse(other)));

/**
 * `eachKey(world, kind, number, act)` calls `act` with each key of a number of this kind, `state` or `records`. It gives whether
 * there is anything of that number.
 */
const EACH_KEY = `
local STATE_PARTS, RECORD_PARTS = {${STATE_PARTS.map((part) => `'${part}'`)}}, ${PARTS}
local function eachKey(world, kind, number, act)
  local meta = world .. ':r' .. number .. ':store'
  local generation = redis.call('HGET', meta, 'generation')
  if not generation then return false end
  act(meta, 'store')
  for _, part in ipairs(RECORD_PARTS) do act(meta .. ':' .. generation .. ':' .. part, part) end
  if kind == 'records' then return true end
  for _, part in ipairs(STATE_PARTS) do act(world .. ':s' .. number .. ':' .. part, part) end
  return redis.call('EXISTS', world .. ':s' .. number .. ':counters') == 1
end
`;

const CHANGE = script(`${EACH_KEY}
  local version = tonumber(redis.call('HGET', KEYS[1], 'version') or '0')
  if version ~= tonumber(ARGV[1]) or redis.call('HEXISTS', KEYS[1], 'made') == 0 then return false end
  local kinds = {'state', 'records'}
  local replaced = redis.call('HMGET', KEYS[1], unpack(kinds))
  local wanted = {}
  for place = 3, #ARGV, 2 do wanted[ARGV[place]] = ARGV[place + 1] end
  for _, kind in ipairs(kinds) do
    if wanted[kind] and not eachKey(KEYS[1], kind, wanted[kind], function() end) then
      return redis.error_reply('GONE staged')
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

/** Arguments: for how long, then kinds and numbers. What is present by now has no end, and gets none. */
const KEEP = script(`${EACH_KEY}
for place = 2, #ARGV, 2 do
  eachKey(KEYS[1], ARGV[place], ARGV[place + 1], function(key)
    if redis.call('PTTL', key) >= 0 then redis.call('PEXPIRE', key, ARGV[1]) end
  end)
end
`);

const NUMBERS = script(`
  if ARGV[1] ~= '0' and redis.call('HEXISTS', KEYS[1], 'state') == 0 then return false end
  local time = redis.call('TIME')
  redis.call('HSETNX', KEYS[1], 'born', time[1] .. '.' .. time[2])
  return redis.call('HINCRBY', KEYS[1], 'made', ARGV[2])
`);

/** So many states and record stores are removed at once. */
const REMOVED_AT_ONCE = 100;

/**
 * Removes all that is stored of a world which has ended. Its stores refuse what still reads or changes it, and a process that is
 * about to put another state in its place finds that it is gone.
 *
 * @throws StoreUnavailable; it may be called again then
 */
export async function removeWorld(connection: Connection, keys: WorldKeys): Promise<void> {
  const last = Number(await connection.run(END, [keys.world], [keys.channel]));
  for (let from = 1; from <= last; from += REMOVED_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(REMOVED_AT_ONCE, last - from + 1) }, (_, nth) => from + nth);
    await Promise.all(numbers.map((number) => removeNumber(connection, keys, number)));
  }
  // The numbers are in it: it goes last, so that another process can go on where one has died.
  if (last > 0) await connection.send(keys.world, ['UNLINK', keys.world]);
}

/** A number is that of a state or of a record store. */
async function removeNumber(connection: Connection, keys: WorldKeys, number: number): Promise<void> {
  const { world: _, ...state } = stateKeys(keys, number);
  await connection.run(REMOVE, [keys.ofRecords(number, 'store'), ...Object.values(state)], []);
}

/** From now on the world has no present state. Answers the last number that was given in it, 0 where it is gone already. */
const END = script(`
  if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
  if redis.call('HDEL', KEYS[1], 'state') == 1 then
    local version = redis.call('HINCRBY', KEYS[1], 'version', 1)
    redis.call('PUBLISH', ARGV[1], 'version ' .. version)
  end
  return tonumber(redis.call('HGET', KEYS[1], 'made'))
`);

/** The first key is that of a record store: see `record-layout.ts` for its others. */
const REMOVE = script(`
  local meta = KEYS[1]
  local made, snapshots = unpack(redis.call('HMGET', meta, 'made', 'snapshots'))
  for generation = 0, tonumber(made or '0') do
    for _, part in ipairs(${PARTS}) do redis.call('UNLINK', meta .. ':' .. generation .. ':' .. part) end
  end
  for snapshot in string.gmatch(snapshots or '', '%d+') do
    local before = meta .. ':snapshot:' .. snapshot
    redis.call('UNLINK', before, before .. ':order')
  end
  for _, key in ipairs(KEYS) do redis.call('UNLINK', key) end
`);
