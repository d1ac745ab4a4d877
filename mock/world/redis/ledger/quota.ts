import { memoized } from '../../../../openapi/contract';
import type { BanPolicy, Decision, RunningAllowance } from '../../stores/ledger';

/** What decides on accounts besides their allowances. */
export interface LedgerPolicy {
  readonly bans: BanPolicy;
  /** So many addresses are known at most. */
  readonly knownAddresses: number;
  /** From so many accounts on, those whose windows have all closed are forgotten. */
  readonly sweepAt: number;
}

/** The first arguments of a script that changes an account. */
export const policyArguments = ({ bans, knownAddresses, sweepAt }: LedgerPolicy): readonly string[] =>
  [bans.after, bans.seconds, knownAddresses, sweepAt].map(String);

/** Allowances as `statesOf` reads them: name, requests, and seconds, with a letter behind them for how the window runs. */
export const argumentsOf = memoized((allowances: readonly RunningAllowance[]): readonly string[] =>
  allowances.flatMap(({ window, requests, seconds, runs }) => [
    window,
    String(requests),
    `${seconds}${runs === undefined ? '' : LETTER[runs]}`,
  ]),
);

const LETTER = { calendar: 'c', sliding: 's' } as const;

/** A decision of `consume`, whose text was divided at its spaces. */
export function decisionIn(parts: readonly string[], allowances: readonly RunningAllowance[]): Decision {
  const [outcome = '', place = '', remaining = '', resetAt = '', retryAt = ''] = parts;
  const allowance = allowances[Number(place) - 1];
  return {
    outcome: outcome === 'served' || outcome === 'banned' ? outcome : 'exhausted',
    window: allowance && {
      name: allowance.window,
      limit: allowance.requests,
      remaining: Number(remaining),
      resetAt: Number(resetAt),
    },
    retryAt: Number(retryAt),
  };
}

/**
 * The quota arithmetic of `mock/world/rules/` in Lua: Redis runs no JavaScript, and a step is indivisible only as a script. A
 * law holds both together (`ledger.test.ts`). Functions change the table that `accountOf` has read an account into; its text
 * is that of an `AccountState` in JSON. All times are Unix seconds.
 *
 * - `statesOf(account, first, count, now)`: the states of so many allowances, the arguments of which begin at `ARGV[first]`
 * - `consume(account, states, after, seconds, now)`: takes a request, and gives the decision as a text of outcome, place of the
 *   window among the allowances (0: none), what remains of it, when it ends, when to try again
 * - `setUsed`, `ban`, `giveBack`: what the control plane changes, and a request that is not counted after all
 */
export const QUOTA = `
local function accountOf(text)
  if not text then return {windows = {}, refusals = 0} end
  return cjson.decode(text)
end

-- The encoder of Redis rounds to 14 digits, and takes an empty list for an object.
local function textOf(account)
  local windows = {}
  for place, window in ipairs(account.windows) do
    local name = cjson.encode(window.name)
    windows[place] = string.format('{"name":%s,"openedAt":%.17g,"used":%.17g}', name, window.openedAt, window.used)
  end
  local ban = ''
  if account.bannedUntil then ban = string.format(',"bannedUntil":%.17g', account.bannedUntil) end
  if account.banSeconds then ban = ban .. string.format(',"banSeconds":%.17g', account.banSeconds) end
  return string.format('{"windows":[%s],"refusals":%.17g%s}', table.concat(windows, ','), account.refusals, ban)
end

local function banEnd(account, now)
  if not account.bannedUntil then return -math.huge end
  if not account.banSeconds then return account.bannedUntil end
  return math.min(account.bannedUntil, now + account.banSeconds)
end

local function ban(account, seconds, now)
  account.refusals, account.bannedUntil, account.banSeconds = 0, nil, nil
  if seconds ~= 0 then account.bannedUntil, account.banSeconds = now + seconds, seconds end
end

-- Makes permanent what a clock that was set back has changed.
local function settle(account, now)
  for _, window in ipairs(account.windows) do
    if window.openedAt > now then window.openedAt = now end
  end
  if not account.bannedUntil then return end
  local ends = banEnd(account, now)
  if now < ends then account.bannedUntil = ends
  else account.bannedUntil, account.banSeconds = nil, nil end
end

-- How long a part of a sliding window is.
local function partLength(seconds)
  return math.max(1, math.floor(seconds / 60))
end

-- The parts that count of a sliding window.
local function partsOf(account, state, now)
  local parts = {}
  for _, window in ipairs(account.windows) do
    if window.name == state.name and now < window.openedAt + state.seconds then
      state.used = state.used + window.used
      table.insert(parts, {name = state.name, openedAt = math.min(window.openedAt, now), used = window.used})
    end
  end
  if parts[1] then state.openedAt = parts[1].openedAt end
  return parts
end

-- The seconds of an allowance, and the letter behind them.
local function lengthIn(text)
  local seconds = tonumber(text)
  if seconds then return seconds, nil end
  return tonumber(string.sub(text, 1, -2)), string.sub(text, -1)
end

local function statesOf(account, first, count, now)
  local states = {}
  for place = 1, count do
    local at = first + 3 * (place - 1)
    local seconds, runs = lengthIn(ARGV[at + 2])
    local state = {place = place, name = ARGV[at], limit = tonumber(ARGV[at + 1]), openedAt = now, used = 0}
    state.seconds = seconds
    if runs == 's' then
      state.parts = partsOf(account, state, now)
    else
      if runs == 'c' then state.openedAt = now - now % seconds end
      local isOpen = false
      for _, window in ipairs(account.windows) do
        if window.name == state.name then
          if state.window then state.isSeveral = true else state.window = window end
          if now < window.openedAt + seconds then
            if not isOpen then state.openedAt = math.min(window.openedAt, now) end
            isOpen, state.used = true, state.used + window.used
          end
        end
      end
    end
    state.remaining = math.max(0, state.limit - state.used)
    state.resetAt = state.openedAt + seconds
    states[place] = state
  end
  return states
end

-- Puts the parts of a sliding window in the place of those of before.
local function putParts(account, state, now)
  local windows = {}
  state.used = 0
  for _, window in ipairs(account.windows) do
    if window.name ~= state.name then table.insert(windows, window) end
  end
  for _, part in ipairs(state.parts) do
    table.insert(windows, part)
    state.used = state.used + part.used
  end
  account.windows = windows
  state.openedAt = state.parts[1] and state.parts[1].openedAt or now
  state.resetAt = state.openedAt + state.seconds
  state.remaining = math.max(0, state.limit - state.used)
end

-- So many more requests. Of a sliding window they count for the part of now.
local function addUsed(account, state, more, now)
  if state.parts then
    local parts, present = state.parts, now - now % partLength(state.seconds)
    local last = parts[#parts]
    if not last or last.openedAt < present then
      last = {name = state.name, openedAt = present, used = 0}
      table.insert(parts, last)
    end
    last.used = last.used + more
    return putParts(account, state, now)
  end
  if not state.window then
    state.window = {name = state.name}
    table.insert(account.windows, state.window)
  end
  if state.isSeveral then
    for place = #account.windows, 1, -1 do
      local window = account.windows[place]
      if window.name == state.name and window ~= state.window then table.remove(account.windows, place) end
    end
  end
  state.used = state.used + more
  state.window.openedAt, state.window.used = state.openedAt, state.used
  state.remaining = math.max(0, state.limit - state.used)
end

-- One request that was taken then, from each window that still counts it.
local function giveBack(account, first, count, takenAt)
  for allowance = 1, count do
    local at = first + 3 * (allowance - 1)
    local seconds, runs = lengthIn(ARGV[at + 2])
    local length = runs == 's' and partLength(seconds) or seconds
    for place, window in ipairs(account.windows) do
      local isMeant = window.name == ARGV[at] and window.openedAt <= takenAt and takenAt < window.openedAt + length
      if isMeant and window.used > 0 then
        window.used = window.used - 1
        if runs == 's' and window.used == 0 then table.remove(account.windows, place) end
        break
      end
    end
  end
end

-- Exactly so many requests, all of them now where the window is a sliding one.
local function setUsed(account, state, used, now)
  if state.parts then
    state.parts = {}
    if used == 0 then return putParts(account, state, now) end
  end
  addUsed(account, state, state.parts and used or used - state.used, now)
end

-- Of those that are used up, the one that ends last.
local function refusing(states)
  local worst
  for _, state in ipairs(states) do
    if state.remaining == 0 and (not worst or state.resetAt >= worst.resetAt) then worst = state end
  end
  return worst
end

local function scarcest(states)
  local least
  for _, state in ipairs(states) do
    if not least or state.remaining <= least.remaining then least = state end
  end
  return least
end

local function decided(outcome, window, remaining, resetAt, retryAt)
  if not window then return string.format('%s 0 0 0 %.17g', outcome, retryAt) end
  return string.format('%s %d %.17g %.17g %.17g', outcome, window.place, remaining, resetAt, retryAt)
end

local function whileBanned(ends, states)
  local refused = refusing(states)
  local window = refused or scarcest(states)
  local retryAt = refused and math.max(ends, refused.resetAt) or ends
  return decided('banned', window, 0, retryAt, retryAt)
end

local function consume(account, states, after, seconds, now)
  settle(account, now)
  local ends = banEnd(account, now)
  if now < ends then return whileBanned(ends, states) end
  local refused = refusing(states)
  if not refused then
    for _, state in ipairs(states) do addUsed(account, state, 1, now) end
    ban(account, 0, now)
    local window = scarcest(states)
    return decided('served', window, window and window.remaining, window and window.resetAt, 0)
  end
  account.refusals = account.refusals + 1
  if after > 0 and seconds > 0 and account.refusals >= after then
    ban(account, seconds, now)
    return whileBanned(now + seconds, states)
  end
  return decided('exhausted', refused, 0, refused.resetAt, refused.resetAt)
end
`;
