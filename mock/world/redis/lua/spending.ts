import { ACCOUNT } from './account';
import { WINDOWS } from './windows';

/**
 * `spend` of `rules/spending.ts`, for scripts: it changes the account, and gives what became of the request as a text of
 * outcome, place of the window among the allowances (0: none), what remains of it, when it ends, when to try again.
 */
export const SPENDING = `
${ACCOUNT}
${WINDOWS}
local function told(outcome, window, remaining, resetAt, retryAt)
  if not window then return string.format('%s 0 0 0 %.17g', outcome, retryAt) end
  return string.format('%s %d %.17g %.17g %.17g', outcome, window.place, remaining, resetAt, retryAt)
end

local function whileBanned(ends, states)
  local refused = refusing(states)
  local window = refused or scarcest(states)
  local retryAt = refused and math.max(ends, refused.resetAt) or ends
  return told('banned', window, 0, retryAt, retryAt)
end

local function spend(account, states, after, seconds, now)
  settle(account, now)
  local ends = banEnd(account, now)
  if now < ends then return whileBanned(ends, states) end
  local refused = refusing(states)
  if not refused then
    for _, state in ipairs(states) do addUsed(account, state, 1, now) end
    ban(account, 0, now)
    local window = scarcest(states)
    return told('served', window, window and window.remaining, window and window.resetAt, 0)
  end
  account.refusals = account.refusals + 1
  if after > 0 and seconds > 0 and account.refusals >= after then
    ban(account, seconds, now)
    return whileBanned(now + seconds, states)
  end
  return told('exhausted', refused, 0, refused.resetAt, refused.resetAt)
end
`;
