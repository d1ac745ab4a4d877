import { hash } from 'node:crypto';
import type { Argument } from './reply';

/** A step on the server, which nothing else comes between. It is sent once, and called by its digest from then on. */
export interface Script {
  readonly lua: string;
  /** SHA-1 of the source, by which EVALSHA calls it. */
  readonly digest: string;
  /**
   * The same step for several callers, one after the other. Its arguments are the number of arguments of each step and these;
   * it gives a list of what the steps give, errors included.
   */
  readonly together?: Script;
  /** About how long a step of these arguments takes Redis, in microseconds; left out: as long as most. */
  readonly costOf?: CostOf | undefined;
}

/** @param args as they are sent */
type CostOf = (args: readonly Argument[]) => number;

/** @param lua its keys are in `KEYS`, and all of one world: further keys may be made up from them */
export const script = (lua: string): Script => ({ lua, digest: hash('sha1', lua) });

/**
 * A script that many requests call: those of one turn of the event loop go as one command (`batches.ts`).
 *
 * @param begin what stands before the step and is done once for all steps of a command: functions, and what is read that no
 *   step changes. It knows no arguments, and an error that it returns is that of every step
 */
export const frequentScript = (lua: string, begin = '', costOf?: CostOf): Script => ({
  ...script(begin + lua),
  costOf,
  together: script(`
local all, ARGV = ARGV, nil
${begin}
local function step()
${lua}
end
local replies, at = {}, 1
while all[at] do
  local count = tonumber(all[at])
  ARGV = {}
  for nth = 1, count do ARGV[nth] = all[at + nth] end
  at = at + count + 1
  local isDone, reply = pcall(step)
  if not isDone and type(reply) ~= 'table' then reply = {err = 'ERR ' .. tostring(reply)} end
  -- Nothing would be a gap in the list.
  if reply == nil then reply = false end
  replies[#replies + 1] = reply
end
return replies
`),
});
