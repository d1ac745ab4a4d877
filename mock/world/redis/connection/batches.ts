import { setImmediate } from 'node:timers';
import { ErrorReply } from '@redis/client';
import type { Argument, Connection, Reply } from './connection';
import { refusalOf } from './refusals';
import type { Script } from './script';

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

/** So many microseconds of one command most steps take Redis. */
const USUAL_COST = 20;
/** Redis serves nobody else meanwhile: so long a command may take it, in microseconds, unless one step alone takes longer. */
const MOST_COST = 5000;
const MOST_CALLS = 32;

/**
 * The same connection. Steps that are asked for in one turn of the event loop, by one script on the same keys, are sent as one
 * command: what client and server do for a command takes as long as most steps. Each step remains one of its own, and fails alone.
 */
export function inBatches(connection: Connection): Connection {
  let batches: Batch[] = [];
  const send = (): void => {
    const all = batches;
    batches = [];
    for (const batch of all) void sendBatch(connection, batch);
  };
  return {
    ...connection,
    run(script, keys, args) {
      if (script.together === undefined) return connection.run(script, keys, args);
      return new Promise((resolve, reject) => {
        const call = { args, resolve, reject };
        const cost = script.costOf?.(args) ?? USUAL_COST;
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

async function sendBatch(connection: Connection, { script, keys, calls }: Batch): Promise<void> {
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
