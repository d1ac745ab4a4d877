/**
 * What `rules/windows.ts` says of an account's windows, for scripts: the states of allowances that stand in `ARGV` as name,
 * requests, and seconds, behind which the letter `c` stands of a window by the calendar and `s` of a sliding one.
 */
export const WINDOWS = `
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
local function giveBack(account, first, count, spentAt)
  for allowance = 1, count do
    local at = first + 3 * (allowance - 1)
    local seconds, runs = lengthIn(ARGV[at + 2])
    local length = runs == 's' and partLength(seconds) or seconds
    for place, window in ipairs(account.windows) do
      local isMeant = window.name == ARGV[at] and window.openedAt <= spentAt and spentAt < window.openedAt + length
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
`;
