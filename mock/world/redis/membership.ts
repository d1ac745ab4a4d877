import { randomBytes } from 'node:crypto';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as passed } from 'node:timers/promises';
import type { Connection } from './connection/connection';

import { hashIn, type Reply } from './connection/replies';
import { script } from './connection/script';
import type { SharedKeys } from './state/state';
import type { Terms } from './terms';

/** What a mock finds that asks whether it may use a store. */
export type Found =
  /** It counts among those that run; `stored`: the terms of what is there, undefined where nothing is. */
  | { readonly outcome: 'joined'; readonly isAlone: boolean; readonly stored: Terms | undefined }
  /** Others run, with these terms. */
  | { readonly outcome: 'others'; readonly terms: Terms }
  /** What is there was stored by a mock of another document or version. */
  | { readonly outcome: 'stored'; readonly terms: Terms }
  /** Another one removes what is there, and has not started yet. */
  | { readonly outcome: 'resetting' };

/** `lapsed`: others ran with these terms, have not ended, and have not been heard of for long. */
type Claimed = Found | { readonly outcome: 'lapsed'; readonly terms: Terms };

/** A mock among those that run on one store. All of them have the same terms. */
export interface Membership {
  /**
   * Counts among those that run until it leaves. What is stored keeps its terms until `settle`. Waits for a mock that
   * removes what is there, and for those of other terms that may only have been out of touch.
   *
   * @param isAnew whether all that others have agreed on counts no longer; then it does not wait
   * @throws StoreUnavailable
   */
  join(isAnew: boolean): Promise<Found>;
  /**
   * Says that the start has succeeded: from now on these are the terms of what is stored.
   *
   * @throws StoreUnavailable; then it is said again later
   */
  settle(): Promise<void>;
  /** Says again that this one runs, and hears whether it still may. */
  renew(): Promise<void>;
  /** From now on this one does not count any more. The last one leaves what is stored with its terms. */
  leave(): void;
}

interface MembershipOptions {
  readonly connection: Connection;
  readonly keys: SharedKeys;
  readonly terms: Terms;
  /** Called where the terms are gone that were stored, and so everything else. They are stored again by then. */
  readonly onEmptied: () => void;
  /** Called where others have agreed on other terms. */
  readonly onOthers: (terms: Terms) => void;
  /** Called where others with these terms have not been heard of for long, before it is waited for them. */
  readonly onLapsed: (terms: Terms) => void;
  /** So long a mock counts as running that says so no more, in milliseconds. */
  readonly lease?: number;
}

/** A mock that says no more that it runs has died, or Redis can't be reached from there. */
export const LEASE_MS = 6000;
/** So often in the time of a lease one that runs says so, and one that waits looks for others. */
const RENEWALS = 3;
const LOOKS = 12;

export function createMembership({
  connection,
  keys,
  terms,
  onEmptied,
  onOthers,
  onLapsed,
  lease = LEASE_MS,
}: MembershipOptions): Membership {
  const all = [keys.terms, keys.running, keys.replicas, keys.resetting];
  const id = randomBytes(9).toString('base64url');
  const { contract, title, version, options } = terms;
  const fields = Object.entries({ contract, title, version, ...options }).flat();
  let timer: NodeJS.Timeout | undefined;
  let hasBegun = false;
  /** Whether the terms have been stored. */
  let isSettled = false;

  const claim = async (mode: 'anew' | 'starts' | 'waited' | 'runs'): Promise<Claimed> => {
    const args = [id, mode, String(lease), contract, version, ...fields];
    return foundIn(await connection.run(CLAIM, all, args));
  };
  /**
   * After a time without Redis none of those that run has been heard of: they are given the time to say so. Others are looked for
   * all the while, so that it fails where Redis is lost again.
   */
  const claimInTurn = async (): Promise<Found> => {
    for (let lapsed = 0; ; ) {
      const found = await claim(lapsed < LOOKS ? 'starts' : 'waited');
      if (found.outcome !== 'lapsed' && found.outcome !== 'resetting') return found;
      if (found.outcome === 'lapsed') {
        if (lapsed === 0) onLapsed(found.terms);
        lapsed += 1;
      }
      await passed(lease / LOOKS);
    }
  };
  const renew = async (): Promise<void> => {
    const found = await claim(hasBegun ? 'runs' : 'starts');
    if (found.outcome === 'others' || found.outcome === 'stored') return onOthers(found.terms);
    if (found.outcome !== 'joined') return;
    const isEmptied = isSettled && found.stored === undefined;
    isSettled = hasBegun;
    if (isEmptied) onEmptied();
  };
  return {
    async join(isAnew) {
      // Nothing is lapsed where it begins anew.
      const found = isAnew ? ((await claim('anew')) as Found) : await claimInTurn();
      // What fails is said the next time.
      if (found.outcome === 'joined') timer = setInterval(() => void renew().catch(() => {}), lease / RENEWALS).unref();
      return found;
    },
    settle() {
      hasBegun = true;
      return renew();
    },
    renew,
    leave() {
      clearInterval(timer);
      // Where it fails, this one counts for as long as one that has died.
      if (timer !== undefined)
        void connection.run(LEAVE, [keys.running, keys.replicas, keys.resetting], [id]).catch(() => {});
    },
  };
}

function foundIn(reply: Reply): Claimed {
  const [outcome, found, isAlone] = Array.isArray(reply) ? reply : [];
  const terms = termsIn(found);
  if (outcome === 'joined') return { outcome, isAlone: isAlone === 1, stored: terms };
  if (outcome === 'resetting') return { outcome };
  // `CLAIM` gives nothing else, and these only with terms.
  return { outcome: outcome as 'others' | 'stored' | 'lapsed', terms: terms as Terms };
}

function termsIn(reply: Reply | undefined): Terms | undefined {
  const { contract, title = '', version = '', ...options } = Object.fromEntries(hashIn(reply));
  return contract === undefined ? undefined : { contract, title, version, options };
}

/**
 * Of those that run, the first one decides on the terms. These stay until the last one has left: where they are there and none
 * has been heard of, all have died or been out of touch. The terms of what is stored stay with it. A mock that removes that
 * is alone in doing so until it runs.
 */
const CLAIM = script(`
  local terms, running, replicas, resetting = unpack(KEYS)
  local id, mode, lease = ARGV[1], ARGV[2], tonumber(ARGV[3])
  local resetter = redis.call('HGET', resetting, 'by')
  if mode ~= 'runs' and resetter and resetter ~= id then return {'resetting'} end
  if mode == 'anew' then
    redis.call('DEL', terms, running, replicas)
    redis.call('HSET', resetting, 'by', id)
    resetter = id
  end
  if resetter == id then redis.call('PEXPIRE', resetting, mode == 'runs' and 0 or lease) end
  local stored = redis.call('HGETALL', terms)
  local contract, version = unpack(redis.call('HMGET', terms, 'contract', 'version'))
  if #stored > 0 and (contract ~= ARGV[4] or version ~= ARGV[5]) then return {'stored', stored} end

  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  for _, gone in ipairs(redis.call('ZRANGEBYSCORE', replicas, '-inf', now)) do redis.call('ZREM', replicas, gone) end
  redis.call('ZREM', replicas, id)
  local isAlone = redis.call('ZCARD', replicas) == 0
  local differs = false
  if redis.call('EXISTS', running) == 1 then
    for place = 6, #ARGV, 2 do
      differs = differs or redis.call('HGET', running, ARGV[place]) ~= ARGV[place + 1]
    end
  end
  if differs and (mode == 'runs' or not isAlone) then return {'others', redis.call('HGETALL', running)} end
  if differs and mode == 'starts' then return {'lapsed', redis.call('HGETALL', running)} end

  if isAlone then redis.call('DEL', running) end
  for place = 6, #ARGV, 2 do
    redis.call('HSET', running, ARGV[place], ARGV[place + 1])
    if mode == 'runs' then redis.call('HSET', terms, ARGV[place], ARGV[place + 1]) end
  end
  redis.call('ZADD', replicas, now + lease, id)
  return {'joined', stored, isAlone and 1 or 0}
`);

/** The last one leaves no terms of those that run. */
const LEAVE = script(`
  redis.call('ZREM', KEYS[2], ARGV[1])
  if redis.call('ZCARD', KEYS[2]) == 0 then redis.call('DEL', KEYS[1]) end
  if redis.call('HGET', KEYS[3], 'by') == ARGV[1] then redis.call('DEL', KEYS[3]) end
`);
