import { once, parseJson } from '../../../../openapi/contract';
import type { Fault, FaultRule } from '../../../../openapi/types/control';
import { createFaultTest, endOf, lookAtOf } from '../../rules/faults';
import type { Test } from '../../rules/patterns';
import type { FaultEffect, Faults } from '../../stores/faults';
import type { RequestFacts } from '../../stores/journal';
import { type Reply, textsIn } from '../connection/replies';

/** The rules of a state's faults as a process knows them. */
export interface FaultRules {
  /** Raised by each change: where Redis has a higher one, these are not the present ones. */
  readonly version: number;
  readonly lookAt: Faults['lookAt'];
  /** By their ids, in the order of their making. */
  readonly byId: ReadonlyMap<string, KnownFault>;
  /** The ids of those that are used up, as far as scripts have answered: they stay so while the rules are the same. */
  readonly usedUp: Set<string>;
}

/** A fault without its counts. */
interface KnownFault extends Pick<Fault, 'id' | 'rule'> {
  /** The version that it came with, and its rule in JSON. */
  readonly stored: string;
  readonly isFor: Test<RequestFacts>;
  /** As `STRIKING` reads it. */
  readonly args: readonly string[];
  /** Whether it ends each request that it is for: none after it is tried. */
  readonly isSureEnd: boolean;
}

export const rulesOf = (version: number, faults: readonly KnownFault[], usedUp = new Set<string>()): FaultRules => ({
  version,
  lookAt: lookAtOf(faults),
  byId: new Map(faults.map((fault) => [fault.id, fault])),
  usedUp,
});

/**
 * Reads the rules that Redis has, by their ids.
 *
 * @param before those that are known: what is the same is not read again
 */
export function readRules(
  version: number,
  stored: ReadonlyMap<string, string>,
  before: FaultRules,
  prefix: string,
): FaultRules {
  const faults = [...stored].map(([id, text]) => {
    const known = before.byId.get(id);
    return known?.stored === text ? known : knownFault(id, text, prefix);
  });
  return rulesOf(
    version,
    faults.sort((one, other) => placeOf(one) - placeOf(other)),
  );
}

/** @param stored a version, a space, and JSON that `stringifyJson` has written of a rule */
export function knownFault(id: string, stored: string, prefix: string): KnownFault {
  // Nothing else is written there.
  const rule = parseJson(stored.slice(stored.indexOf(' ') + 1)) as FaultRule;
  const { after = 0, times = -1, probability = 1, delayMs = 0 } = rule;
  const { from, to } = typeof delayMs === 'number' ? { from: delayMs, to: delayMs } : delayMs;
  const ends = endOf({ id, rule }) !== undefined;
  const test = once(() => createFaultTest(rule, prefix));
  return {
    id,
    rule,
    stored,
    isFor: (request) => test()(request),
    args: [id, ...[after, times, probability, from, to, Number(ends)].map(String)],
    isSureEnd: ends && probability >= 1 && after === 0 && times === -1,
  };
}

const placeOf = ({ stored }: KnownFault): number => Number.parseInt(stored, 10);

/** Those that a request matches, as `STRIKING` reads them. */
export function triedBy({ lookAt, byId, usedUp }: FaultRules, request: RequestFacts | undefined): readonly string[] {
  const args: string[] = [];
  if (lookAt === 'nothing' || request === undefined) return args;
  for (const fault of byId.values()) {
    if (usedUp.has(fault.id) || !fault.isFor(request)) continue;
    args.push(...fault.args);
    if (fault.isSureEnd) break;
  }
  return args;
}

/** What `STRIKING` has answered, by the rules that it was asked with. */
export function effectIn({ byId, usedUp }: FaultRules, answer: readonly Reply[]): FaultEffect | undefined {
  const [delay, ends, struck, found] = answer;
  for (const id of textsIn(found)) usedUp.add(id);
  const ids = textsIn(struck);
  const last = byId.get(ids.at(-1) ?? '');
  if (last === undefined) return undefined;
  return { delayMs: Number(delay), end: ends === 1 ? endOf(last) : undefined, ids };
}

/**
 * The generator of `mock/world/rules/` in Lua, exactly: `draw(place)` gives the place after it, and a number in [0, 1). All numbers
 * are integers from 0 to 2^32-1; a product of two of them would be rounded, so it is taken in halves.
 */
export const RANDOM = `
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
 * What `createStrike` of `mock/world/rules/` does, in Lua, with the faults that match a request; a law holds both together. They stand in `ARGV` from `first` on, in
 * their order, as id, after, times (-1: no limit), probability, delay from, delay to, 1 where it ends the request.
 * `strike(counters, counts, first)` gives nothing where none strikes; else the delay, whether it ended, the ids of those that
 * struck, and of those that are used up.
 */
export const STRIKING = `
${RANDOM}
local function strike(counters, counts, first)
  local place
  local function chance()
    local number
    place, number = draw(place or tonumber(redis.call('HGET', counters, 'chances')))
    return number
  end

  local ids, usedUp, delay, ends = {}, {}, 0, 0
  for at = first, #ARGV, 7 do
    local id, times, probability = ARGV[at], tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3])
    local struck, passed = unpack(redis.call('HMGET', counts, 'struck ' .. id, 'passed ' .. id))
    if times >= 0 and tonumber(struck or 0) >= times then
      table.insert(usedUp, id)
    elseif tonumber(passed or 0) < tonumber(ARGV[at + 1]) then
      redis.call('HINCRBY', counts, 'passed ' .. id, 1)
    elseif probability >= 1 or (probability > 0 and chance() < probability) then
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
  if #ids == 0 and #usedUp == 0 then return nil end
  return {string.format('%.17g', delay), ends, ids, usedUp}
end
`;
