/**
 * What `rules/account.ts` says of an account, for scripts, which change the table that they have read it into. Its text is
 * that of an `AccountState` in JSON. All times are Unix seconds.
 */
export const ACCOUNT = `
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
`;
