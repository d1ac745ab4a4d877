import { script } from '../connection/script';
import { GRACE_MS } from '../state/keys';
import { LEAVE, PARTS } from './records-lua';
import type { RunOnRecords } from './records-run';

/** Where there are more records, Redis would serve nobody else while it frees what they take: a million take it a second. */
const MANY = 10_000;
/** So long before the end of many records they are freed, in milliseconds, which Redis then does beside other work. */
const BEFORE_END = 1000;

/** Gives a store an end, see `LEAVE`. */
export async function leaveRecords(run: RunOnRecords): Promise<void> {
  const count = Number(await run(LEAVING, []));
  if (count < MANY) return;
  // Whatever fails here, their end comes all the same.
  const free = (): void => void freeEnding(run).catch(() => {});
  setTimeout(free, GRACE_MS - BEFORE_END).unref();
}

/** Frees what ends soon: nobody has asked for it lately. */
export async function freeEnding(run: RunOnRecords): Promise<void> {
  await run(FREE, []);
}

const LEAVING = script(`${LEAVE}return leaveRecords(KEYS[1])`);

const FREE = script(`
local generation = redis.call('HGET', KEYS[1], 'generation')
if not generation then return 0 end
for _, part in ipairs(${PARTS}) do
  local key = KEYS[1] .. ':' .. generation .. ':' .. part
  local left = redis.call('PTTL', key)
  if left >= 0 and left <= ${2 * BEFORE_END} then redis.call('UNLINK', key) end
end
return 1
`);
