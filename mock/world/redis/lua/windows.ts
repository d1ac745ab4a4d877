/**
 * What `rules/windows.ts` says of an account's windows, for scripts: the states of allowances that stand in `ARGV` as name,
 * requests, seconds.
 */
export const WINDOWS = `
local function statesOf(account, first, count, now)
  local states = {}
  for place = 1, count do
    local at = first + 3 * (place - 1)
    local seconds = tonumber(ARGV[at + 2])
    local state = {place = place, name = ARGV[at], limit = tonumber(ARGV[at + 1]), openedAt = now, used = 0}
    for _, window in ipairs(account.windows) do
      if window.name == state.name then
        state.window = window
        if now < window.openedAt + seconds then
          state.openedAt, state.used = math.min(window.openedAt, now), window.used
        end
        break
      end
    end
    state.remaining = math.max(0, state.limit - state.used)
    state.resetAt = state.openedAt + seconds
    states[place] = state
  end
  return states
end

local function setUsed(account, state, used)
  if not state.window then
    state.window = {name = state.name}
    table.insert(account.windows, state.window)
  end
  state.window.openedAt, state.window.used = state.openedAt, used
  state.remaining = math.max(0, state.limit - used)
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
