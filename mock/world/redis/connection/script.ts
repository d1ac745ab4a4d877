import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers';
import { ErrorReply } from '@redis/client';
import { type Reply, refusalOf } from './replies';

/** What is sent: texts in UTF-8, or bytes. */
export type Argument = string | Buffer;

/** A step on the server, which nothing else comes between. It is sent once, and called by its digest from then on. */
export interface Script {
  readonly lua: string;
  /** SHA-1 of the source, by which EVALSHA calls it. */
  readonly digest: string;
  /** The same step for several callers: takes the number of arguments of each and these, and gives a list of replies and errors. */
  readonly together?: Script;
  /** About how long a step of these arguments takes Redis, in microseconds. */
  readonly costOf?: CostOf;
}

type CostOf = (args: readonly Argument[]) => number;

export interface ScriptRunner {
  /** @throws StoreUnavailable within the deadline, StoreFull where Redis has no memory left, and Error where the script fails */
  run(script: Script, keys: readonly string[], args: readonly Argument[]): Promise<Reply>;
}

/**
 * To add a step: write its script beside the function that runs it, and take the names of keys from
 * `mock/world/redis/state/state.ts`. If no script has used one of its commands so far, add that command to the rights of
 * the Redis user in `docs/replicas.md`; the test of that sample prints which is missing.
 *
 * @param lua its keys are in `KEYS`, and all of one world: further keys may be made up from them
 */
export const script = (lua: string): Script => ({ lua, digest: hash('sha1', lua) });

/** So many microseconds of one command most steps take Redis. */
const USUAL_COST = 20;

/**
 * A script that many requests call: `inBatches` sends the calls of one turn of the event loop as one command.
 *
 * @param begin what stands before the step and is done once for all steps of a command: functions, and what is read that no
 *   step changes. It knows no arguments, and an error that it returns is that of every step
 */
export const frequentScript = (lua: string, begin = '', costOf: CostOf = () => USUAL_COST): Script => ({
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

/** Calls of one script on the same keys, which go as one. */
interface Batch {
  readonly script: Script;
  readonly keys: readonly string[];
  readonly calls: Call[];
  /** About how long all of them take Redis, in microseconds. */
  cost: number;
}

interface Call {
  readonly args: readonly Argument[];
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

/** Redis serves no other client meanwhile: so long a command may take it, in microseconds, unless one step alone takes longer. */
const MOST_COST = 5000;
const MOST_CALLS = 32;

/**
 * The same connection. What is asked in one turn of the event loop, by one script on the same keys, goes as one command, which
 * takes client and server as long as most steps. Each step fails alone.
 */
export function inBatches<Connection extends ScriptRunner>(connection: Connection): Connection {
  let batches: Batch[] = [];
  const send = (): void => {
    const all = batches;
    batches = [];
    for (const batch of all) void sendBatch(connection, batch);
  };
  return {
    ...connection,
    run(script, keys, args) {
      const { together, costOf } = script;
      if (together === undefined || costOf === undefined) return connection.run(script, keys, args);
      return new Promise((resolve, reject) => {
        const call = { args, resolve, reject };
        const cost = costOf(args);
        const batch = batches.find(
          (one) =>
            one.script === script &&
            isSame(one.keys, keys) &&
            one.calls.length < MOST_CALLS &&
            one.cost + cost <= MOST_COST,
        );
        if (batch !== undefined) {
          batch.calls.push(call);
          batch.cost += cost;
        } else {
          if (batches.length === 0) setImmediate(send);
          batches.push({ script, keys, calls: [call], cost });
        }
      });
    },
  };
}

async function sendBatch(connection: ScriptRunner, { script, keys, calls }: Batch): Promise<void> {
  const [first] = calls;
  if (first === undefined || script.together === undefined) return;
  if (calls.length === 1) {
    connection.run(script, keys, first.args).then(first.resolve, first.reject);
    return;
  }
  // One list, added to: to make one of many takes longer than all the rest.
  const args: Argument[] = [];
  for (const call of calls) {
    args.push(String(call.args.length));
    for (const argument of call.args) args.push(argument);
  }
  try {
    const replies = await connection.run(script.together, keys, args);
    for (const [place, { resolve, reject }] of calls.entries()) {
      const reply: unknown = Array.isArray(replies) ? replies[place] : null;
      if (reply instanceof ErrorReply) reject(refusalOf(reply));
      else resolve(reply as Reply);
    }
  } catch (error) {
    for (const { reject } of calls) reject(error);
  }
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some === others || (some.length === others.length && some.every((key, place) => key === others[place]));
