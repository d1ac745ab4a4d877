import { stringifyJson } from '../../../../openapi/contract';
import { faultNumberOf, tooManyFaults } from '../../rules/faults';
import { type Faults, type FaultsMemory, MOST_FAULTS } from '../../stores/faults';
import type { Connection } from '../connection/connection';
import { hashIn, listIn, type Reply } from '../connection/replies';
import { type Script, script } from '../connection/script';
import type { StateKeys } from '../state/keys';
import { LIFETIME, leaveState, runInState } from '../state/life';
import { type FaultRules, knownFault, readRules, rulesOf } from './striking';

/** Faults that several processes share: each has a copy of the rules, and Redis counts. */
export interface RedisFaults extends Faults {
  /** The copy: of a new state, or as it was last read or changed here. */
  readonly rules: FaultRules;
  /** Reads the rules again. */
  refresh(): Promise<void>;
}

/** @param prefix what every path of the contract begins with; a pattern may leave it out */
export function createRedisFaults(connection: Connection, state: StateKeys, prefix: string): RedisFaults {
  const keys = [state.counters, state.faults, state['fault-counts']];
  let rules = rulesOf(0, []);
  let reading: Promise<unknown> | undefined;
  /** How many changes this process has made. */
  let changes = 0;

  const run = (script: Script, args: readonly string[]): Promise<Reply> => runInState(connection, script, keys, args);

  const read = async (): Promise<FaultsMemory> => {
    const before = changes;
    const [version, chances, stored, counted] = listIn(await run(READ, []));
    const counts = hashIn(counted);
    const found = readRules(Number(version), hashIn(stored), rules, prefix);
    // An answer that was on its way while this process made a change may be older than the copy. Else it is newer whatever
    // its version is: a Redis may have come back with less than it had.
    if (before === changes || found.version > rules.version) rules = found.version === rules.version ? rules : found;
    const faults = [...found.byId.values()].map(({ id, rule }) => {
      const [struck, passed] = [`struck ${id}`, `passed ${id}`].map((field) => Number(counts.get(field) ?? 0));
      return { id, rule, struck: struck ?? 0, ...(passed === 0 ? {} : { passed }) };
    });
    return { faults, chances: Number(chances) };
  };

  /** Goes on with the rules that a change by this process has made; they are read where others have made changes before. */
  const changed = async (version: number, made?: () => FaultRules): Promise<void> => {
    changes += 1;
    if (made !== undefined && rules.version === version - 1) rules = made();
    else if (rules.version < version) await read();
  };

  return {
    get rules() {
      return rules;
    },
    get lookAt() {
      return rules.lookAt;
    },
    async refresh() {
      // Many requests find at once that the rules are old.
      reading ??= read().finally(() => {
        reading = undefined;
      });
      await reading;
    },
    async add(wanted) {
      const text = stringifyJson(wanted);
      const added = await run(ADD, [text, String(MOST_FAULTS)]);
      if (added === null) throw tooManyFaults();
      const [version = 0, number] = listIn(added).map(Number);
      const fault = knownFault(String(number), `${version} ${text}`, prefix);
      await changed(version, () => rulesOf(version, [...rules.byId.values(), fault], rules.usedUp));
      return { id: fault.id, rule: fault.rule, struck: 0 };
    },
    list: async () => (await read()).faults,
    async remove(id) {
      const version = await run(REMOVE, [id]);
      if (version === null) return false;
      const others = () => [...rules.byId.values()].filter((fault) => fault.id !== id);
      await changed(Number(version), () => rulesOf(Number(version), others(), rules.usedUp));
      return true;
    },
    async clear() {
      const version = Number(await run(CLEAR, []));
      await changed(version, () => rulesOf(version, []));
    },
    dump: read,
    async restore({ faults, chances = '' }) {
      if ((faults ?? []).length > MOST_FAULTS) throw tooManyFaults();
      const last = Math.max(0, ...(faults ?? []).map(({ id }) => faultNumberOf(id)));
      const texts = (faults ?? []).flatMap(({ id, rule, struck, passed = 0 }) => [
        id,
        stringifyJson(rule),
        String(struck),
        String(passed),
      ]);
      const version = await run(RESTORE, [faults === undefined ? '0' : '1', String(chances), String(last), ...texts]);
      if (version !== null) await changed(Number(version));
    },
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

/** Adds the rule `ARGV[1]`, unless there are `ARGV[2]`: then it gives nothing, else version and id. */
const ADD = script(`
${BEGIN}
if redis.call('HLEN', faults) >= tonumber(ARGV[2]) then return nil end
local version = redis.call('HINCRBY', counters, 'rules', 1)
local id = redis.call('HINCRBY', counters, 'fault', 1)
redis.call('HSET', faults, id, version .. ' ' .. ARGV[1])
liveFor(life, faults, counts)
return {version, id}
`);

/** Removes the fault `ARGV[1]`, and gives the version; nothing where there is none. */
const REMOVE = script(`
${BEGIN}
if redis.call('HDEL', faults, ARGV[1]) == 0 then return nil end
redis.call('HDEL', counts, 'struck ' .. ARGV[1], 'passed ' .. ARGV[1])
return redis.call('HINCRBY', counters, 'rules', 1)
`);

/** Removes all, and gives the version. */
const CLEAR = script(`
${BEGIN}
redis.call('DEL', faults, counts)
return redis.call('HINCRBY', counters, 'rules', 1)
`);

/**
 * Puts faults in place of all where `ARGV[1]` is 1: `ARGV[3]` is the highest number among their ids, and after that stand id,
 * rule, struck, passed of each; it gives the version. The generator goes to `ARGV[2]`, unless that is empty.
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
return version
`);
