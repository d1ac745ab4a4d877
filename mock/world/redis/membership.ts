import { randomBytes } from 'node:crypto';
import { clearInterval, setInterval } from 'node:timers';
import type { Connection, Reply } from './connection/connection';
import { hashIn } from './connection/replies';
import { script } from './connection/script';
import type { SharedKeys } from './state/keys';
import type { Terms } from './terms';

/** What a mock finds that asks whether it may use a store. */
export type Found =
  /** It counts among those that run; `stored`: the terms of what is there, undefined where nothing is. */
  | { readonly outcome: 'joined'; readonly isAlone: boolean; readonly stored: Terms | undefined }
  /** Others run, with these terms. */
  | { readonly outcome: 'others'; readonly terms: Terms }
  /** What is there was stored by a mock of another document or version. */
  | { readonly outcome: 'stored'; readonly terms: Terms };

/** A mock among those that run on one store. All of them have the same terms. */
export interface Membership {
  /**
   * Begins to count, which others are told until it leaves. What is stored keeps its terms until `settle`.
   *
   * @param isAnew whether all that others have agreed on counts no longer
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
  /** Nobody is told any more that this one runs. Whoever is the last leaves what is stored with its terms. */
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
}

/** So long a mock counts as running that says so no more, in milliseconds: it has died, or Redis can't be reached from there. */
const LEASE_MS = 6000;
const RENEWED_EVERY_MS = 2000;

export function createMembership({ connection, keys, terms, onEmptied, onOthers }: MembershipOptions): Membership {
  const all = [keys.terms, keys.running, keys.replicas];
  const id = randomBytes(9).toString('base64url');
  const { contract, title, version, options } = terms;
  const fields = Object.entries({ contract, title, version, ...options }).flat();
  let timer: NodeJS.Timeout | undefined;
  let hasBegun = false;
  /** Whether the terms have been stored. */
  let isSettled = false;

  const claim = async (mode: 'anew' | 'starts' | 'runs'): Promise<Found> => {
    const args = [id, mode, String(LEASE_MS), contract, version, ...fields];
    return foundIn(await connection.run(CLAIM, all, args));
  };
  const renew = async (): Promise<void> => {
    const found = await claim(hasBegun ? 'runs' : 'starts');
    if (found.outcome !== 'joined') return onOthers(found.terms);
    const isEmptied = isSettled && found.stored === undefined;
    isSettled = hasBegun;
    if (isEmptied) onEmptied();
  };
  return {
    async join(isAnew) {
      const found = await claim(isAnew ? 'anew' : 'starts');
      // What fails is said the next time.
      if (found.outcome === 'joined') timer = setInterval(() => void renew().catch(() => {}), RENEWED_EVERY_MS).unref();
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
      if (timer !== undefined) void connection.run(LEAVE, [keys.running, keys.replicas], [id]).catch(() => {});
    },
  };
}

function foundIn(reply: Reply): Found {
  const [outcome, found, isAlone] = Array.isArray(reply) ? reply : [];
  const terms = termsIn(found);
  if (outcome === 'joined') return { outcome, isAlone: isAlone === 1, stored: terms };
  // `CLAIM` gives nothing else, and these only with terms.
  return { outcome: outcome as 'others' | 'stored', terms: terms as Terms };
}

function termsIn(reply: Reply | undefined): Terms | undefined {
  const { contract, title = '', version = '', ...options } = Object.fromEntries(hashIn(reply));
  return contract === undefined ? undefined : { contract, title, version, options };
}

/**
 * Of those that run, the first one decides on the terms. Their ids and terms stay for as long as one of them says that it
 * runs; the terms of what is stored stay with it.
 */
const CLAIM = script(`
  local terms, running, replicas = KEYS[1], KEYS[2], KEYS[3]
  local id, mode, lease = ARGV[1], ARGV[2], tonumber(ARGV[3])
  if mode == 'anew' then redis.call('DEL', terms, running, replicas) end
  local stored = redis.call('HGETALL', terms)
  local contract, version = unpack(redis.call('HMGET', terms, 'contract', 'version'))
  if #stored > 0 and (contract ~= ARGV[4] or version ~= ARGV[5]) then return {'stored', stored} end

  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  for _, gone in ipairs(redis.call('ZRANGEBYSCORE', replicas, '-inf', now)) do redis.call('ZREM', replicas, gone) end
  redis.call('ZREM', replicas, id)
  local isAlone = redis.call('ZCARD', replicas) == 0
  if isAlone then redis.call('DEL', running) end
  for place = 6, #ARGV, 2 do
    if not isAlone and redis.call('HGET', running, ARGV[place]) ~= ARGV[place + 1] then
      return {'others', redis.call('HGETALL', running)}
    end
  end

  for place = 6, #ARGV, 2 do
    redis.call('HSET', running, ARGV[place], ARGV[place + 1])
    if mode == 'runs' then redis.call('HSET', terms, ARGV[place], ARGV[place + 1]) end
  end
  redis.call('ZADD', replicas, now + lease, id)
  redis.call('PEXPIRE', running, lease)
  redis.call('PEXPIRE', replicas, lease)
  return {'joined', stored, isAlone and 1 or 0}
`);

const LEAVE = script(`
  redis.call('ZREM', KEYS[2], ARGV[1])
  if redis.call('ZCARD', KEYS[2]) == 0 then redis.call('DEL', KEYS[1]) end
`);
