import { parseJson, stringifyJson } from '../../../../openapi/contract';
import type { Fault, FaultRule } from '../../../../openapi/types/control';
import { createFaultTest, endOf, faultNumberOf, lookAtOf, tooManyFaults } from '../../rules/faults';
import type { Test } from '../../rules/patterns';
import { type FaultEffect, type Faults, type FaultsMemory, MOST_FAULTS } from '../../stores/faults';
import type { RequestFacts } from '../../stores/journal';
import type { Connection } from '../connection/connection';
import { hashIn, listIn, type Reply, textsIn } from '../connection/replies';
import { type Script, script } from '../connection/script';
import { LIFETIME, leaveState, runInState, type StateKeys } from '../state/state';

/** Faults that several processes share: each has a copy of the rules, and Redis counts. */
export interface RedisFaults extends Faults {
  /** The copy, as it was last read. */
  readonly rules: FaultRules;
  /** Reads the rules again. */
  refresh(): Promise<void>;
}

/** The rules of a state's faults as a process knows them. */
interface FaultRules {
  /** Raised by each change: where Redis has a higher one, these are not the present ones. */
  readonly version: number;
  /** In the order of their making. */
  readonly faults: readonly KnownFault[];
}

/** A fault without its counts. */
interface KnownFault extends Pick<Fault, 'id' | 'rule'> {
  readonly isFor: Test<RequestFacts>;
  /** As `APPLYING` reads it. */
  readonly args: readonly string[];
}

function knownFault(id: string, rule: FaultRule, prefix: string): KnownFault {
  const { after = 0, times = -1, probability = 1, delayMs = 0 } = rule;
  const { from, to } = typeof delayMs === 'number' ? { from: delayMs, to: delayMs } : delayMs;
  const ends = endOf({ id, rule }) !== undefined;
  const args = [id, ...[after, times, probability, from, to, Number(ends)].map(String)];
  return { id, rule, isFor: createFaultTest(rule, prefix), args };
}

/** Those that a request matches, as `APPLYING` reads them. */
export const triedBy = ({ faults }: FaultRules, request: RequestFacts): readonly string[] =>
  faults.flatMap(({ isFor, args }) => (isFor(request) ? args : []));

/** What `APPLYING` has answered, by the rules that it was asked with. */
export function effectIn({ faults }: FaultRules, [delay, ends, struck]: readonly Reply[]): FaultEffect | undefined {
  const ids = textsIn(struck);
  const last = faults.find(({ id }) => id === ids.at(-1));
  return last && { delayMs: Number(delay), end: ends === 1 ? endOf(last) : undefined, ids };
}

/** @param prefix what every path of the contract begins with; a pattern may leave it out */
export function createRedisFaults(connection: Connection, state: StateKeys, prefix: string): RedisFaults {
  const keys = [state.counters, state.faults, state['fault-counts']];
  let rules: FaultRules = { version: 0, faults: [] };
  let reading: Promise<unknown> | undefined;

  const run = (script: Script, args: readonly string[]): Promise<Reply> => runInState(connection, script, keys, args);

  const read = async (): Promise<FaultsMemory> => {
    const [version, chances, stored, counted] = listIn(await run(READ, []));
    const counts = hashIn(counted);
    const made = [...hashIn(stored)].sort(
      ([, one], [, other]) => Number.parseInt(one, 10) - Number.parseInt(other, 10),
    );
    // `ADD` and `RESTORE` write a version, a space, and the JSON of a rule.
    const found = made.map(([id, text]) => ({ id, rule: parseJson(text.slice(text.indexOf(' ') + 1)) as FaultRule }));
    // Answers come in the order of the questions, so that this one is never older than the copy.
    rules = { version: Number(version), faults: found.map(({ id, rule }) => knownFault(id, rule, prefix)) };
    const faults = found.map(({ id, rule }) => {
      const passed = Number(counts.get(`passed ${id}`) ?? 0);
      return { id, rule, struck: Number(counts.get(`struck ${id}`) ?? 0), ...(passed === 0 ? {} : { passed }) };
    });
    return { faults, chances: Number(chances) };
  };

  const restore = async ({ faults, chances }: Partial<FaultsMemory>): Promise<void> => {
    const all = faults ?? [];
    if (all.length > MOST_FAULTS) throw tooManyFaults();
    const last = Math.max(0, ...all.map(({ id }) => faultNumberOf(id)));
    const texts = all.flatMap(({ id, rule, struck, passed = 0 }) => [
      id,
      stringifyJson(rule),
      `${struck}`,
      `${passed}`,
    ]);
    await run(RESTORE, [faults === undefined ? '0' : '1', String(chances ?? ''), String(last), ...texts]);
    await read();
  };

  return {
    get rules() {
      return rules;
    },
    get lookAt() {
      return lookAtOf(rules.faults);
    },
    async refresh() {
      // Many requests find at once that the rules are old.
      reading ??= read().finally(() => {
        reading = undefined;
      });
      await reading;
    },
    async add(rule) {
      const number = await run(ADD, [stringifyJson(rule), String(MOST_FAULTS)]);
      if (number === null) throw tooManyFaults();
      await read();
      return { id: String(number), rule: structuredClone(rule), struck: 0 };
    },
    list: async () => (await read()).faults,
    async remove(id) {
      const isRemoved = (await run(REMOVE, [id])) !== null;
      if (isRemoved) await read();
      return isRemoved;
    },
    clear: () => restore({ faults: [] }),
    dump: read,
    restore,
    leave: () => leaveState(connection, state),
  };
}

/** `KEYS` are the counters, the faults (by id: the version that one came with, and its rule) and their counts. */
const BEGIN = `
${LIFETIME}
local counters, faults, counts = unpack(KEYS)
local life = lifeOf(counters)
`;

/** The version of the rules, where the generator stands, faults, counts. */
const READ = script(`
${BEGIN}
local version, chances = unpack(redis.call('HMGET', counters, 'rules', 'chances'))
return {version, chances, redis.call('HGETALL', faults), redis.call('HGETALL', counts)}
`);

/** Adds the rule `ARGV[1]`, unless there are `ARGV[2]`: then it gives nothing, else its id. */
const ADD = script(`
${BEGIN}
if redis.call('HLEN', faults) >= tonumber(ARGV[2]) then return nil end
local version = redis.call('HINCRBY', counters, 'rules', 1)
local id = redis.call('HINCRBY', counters, 'fault', 1)
redis.call('HSET', faults, id, version .. ' ' .. ARGV[1])
liveFor(life, faults, counts)
return id
`);

/** Removes the fault `ARGV[1]`; gives nothing where there is none. */
const REMOVE = script(`
${BEGIN}
if redis.call('HDEL', faults, ARGV[1]) == 0 then return nil end
redis.call('HDEL', counts, 'struck ' .. ARGV[1], 'passed ' .. ARGV[1])
return redis.call('HINCRBY', counters, 'rules', 1)
`);

/**
 * Puts faults in place of all where `ARGV[1]` is 1: `ARGV[3]` is the highest number among their ids, and after that stand id,
 * rule, struck, passed of each. The generator goes to `ARGV[2]`, unless that is empty.
 */
const RESTORE = script(`
${BEGIN}
if ARGV[2] ~= '' then redis.call('HSET', counters, 'chances', ARGV[2]) end
if ARGV[1] == '0' then return nil end
redis.call('DEL', faults, counts)
local number = (#ARGV - 3) / 4
local version = redis.call('HINCRBY', counters, 'rules', math.max(1, number))
for place = 1, number do
  local id, rule, struck, passed = unpack(ARGV, 4 * place, 4 * place + 3)
  redis.call('HSET', faults, id, string.format('%.0f', version - number + place) .. ' ' .. rule)
  redis.call('HSET', counts, 'struck ' .. id, struck, 'passed ' .. id, passed)
end
local last = tonumber(redis.call('HGET', counters, 'fault') or 0)
redis.call('HSET', counters, 'fault', string.format('%.0f', math.max(last, tonumber(ARGV[3]))))
liveFor(life, faults, counts)
`);

/**
 * The generator of `mock/world/rules/` in Lua, exactly: `draw(place)` gives the place after it, and a number in [0, 1). All numbers
 * are integers from 0 to 2^32-1; a product of two of them would be rounded, so it is taken in halves.
 */
const RANDOM = `
local function product(one, other)
  local low, otherLow = one % 65536, other % 65536
  local crossed = ((one - low) / 65536 * otherLow + low * ((other - otherLow) / 65536)) % 65536
  return (low * otherLow + crossed * 65536) % 2^32
end

-- The bit operations give integers from -2^31 on.
local function xor(one, other) return bit.bxor(one, other) % 2^32 end
local function either(one, other) return bit.bor(one, other) % 2^32 end

local function draw(place)
  place = (place + 0x6d2b79f5) % 2^32
  local mixed = product(xor(place, bit.rshift(place, 15)), either(place, 1))
  mixed = xor(mixed, (mixed + product(xor(mixed, bit.rshift(mixed, 7)), either(mixed, 61))) % 2^32)
  return place, xor(mixed, bit.rshift(mixed, 14)) / 2^32
end
`;

/**
 * What `createApply` of `mock/world/rules/` does, in Lua, with the faults that match a request; a law holds both together. They
 * stand in `ARGV` from `first` on, in their order, as id, after, times (-1: no limit), probability, delay from, delay to, 1
 * where it ends the request.
 * `apply(counters, counts, first)` gives nothing where none applies; else the delay, whether it ended, and the ids of those
 * that applied.
 */
export const APPLYING = `
${RANDOM}
local function apply(counters, counts, first)
  local place
  local function chance()
    local number
    place, number = draw(place or tonumber(redis.call('HGET', counters, 'chances')))
    return number
  end

  local ids, delay, ends = {}, 0, 0
  for at = first, #ARGV, 7 do
    local id, times, probability = ARGV[at], tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
    local struck, passed = unpack(redis.call('HMGET', counts, 'struck ' .. id, 'passed ' .. id))
    local isUsedUp = times >= 0 and tonumber(struck or 0) >= times
    if not isUsedUp and tonumber(passed or 0) < tonumber(ARGV[at + 1]) then
      redis.call('HINCRBY', counts, 'passed ' .. id, 1)
    elseif not isUsedUp and (probability >= 1 or (probability > 0 and chance() < probability)) then
      redis.call('HINCRBY', counts, 'struck ' .. id, 1)
      table.insert(ids, id)
      local from, to = tonumber(ARGV[at + 4]), tonumber(ARGV[at + 5])
      delay = delay + (from == to and from or from + math.floor(chance() * (to - from + 1)))
      if ARGV[at + 6] == '1' then
        ends = 1
        break
      end
    end
  end
  if place then redis.call('HSET', counters, 'chances', string.format('%.0f', place)) end
  if #ids == 0 then return nil end
  return {string.format('%.17g', delay), ends, ids}
end
`;
