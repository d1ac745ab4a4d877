import { createRandom, dayOf, momentAt } from '../rules/random';
import type { AdmissionRequest, Admit, Admitted, Moment } from '../stores/admission';
import type { Random } from '../stores/clock';
import { StoreFull, StoreUnavailable } from '../stores/store';
import type { Stores } from '../stores/stores';
import { TIME } from './clock';
import type { Connection } from './connection/connection';
import type { Deadlines } from './connection/line';
import { listIn } from './connection/replies';
import { frequentScript } from './connection/script';
import { APPLYING, effectIn, type RedisFaults, triedBy } from './faults/faults';
import { KEEPING } from './ledger/ledger';
import { argumentsOf, decisionIn, type LedgerPolicy, policyArguments, QUOTA } from './ledger/quota';
import type { StateKeys } from './state/state';

/** The state of a world that was asked is not the present one, and nothing has been done: the request begins anew with that one. */
export class StaleState extends Error {
  override readonly name = 'StaleState';
}

/** Where a world changes so often while a request comes in that it is never seen as it is, the request is turned away. */
const MOST_TRIES = 10;

/** Does the work of a request by the state that is present once it is admitted, within its deadline. */
export const createTransact =
  (withDeadline: Deadlines['withDeadline']): Stores['transact'] =>
  (work) =>
    withDeadline(async (deadline) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await work(deadline);
        } catch (error) {
          if (!(error instanceof StaleState)) throw error;
          deadline.throwIfOver();
          if (tries === MOST_TRIES) throw new StoreUnavailable('What this mock has stored is changed all the time.');
        }
      }
    });

interface AdmitOptions {
  readonly connection: Connection;
  readonly keys: StateKeys;
  readonly policy: LedgerPolicy;
  /** Decides on the values that are made up for a request, with its turn. */
  readonly seed: number;
  readonly faults: RedisFaults;
  /** Of the world's metadata, as they are known here. */
  readonly version: () => number;
  /** Reads them again. */
  readonly refresh: () => Promise<void>;
}

/**
 * Admits a request with one round trip.
 *
 * @throws StaleState where the state or its rules are not the present ones any more; by then these are known
 */
export function createRedisAdmit({ connection, keys, policy, seed, faults, version, refresh }: AdmitOptions): Admit {
  const all = [keys.world, keys.counters, keys.ledger, keys.addresses, keys['fault-counts']];
  const given = policyArguments(policy);
  return speculative(async ({ account, allowances, facts }) => {
    const { rules } = faults;
    const asked = [...given, String(version()), String(rules.version), account, String(allowances?.length ?? -1)];
    if (allowances !== undefined) asked.push(...argumentsOf(allowances));
    if (facts !== undefined) asked.push(...triedBy(rules, facts));
    const reply = await connection.run(ADMIT, all, asked).catch(refuse);
    if (reply === null || reply === 0) {
      await (reply === null ? refresh() : faults.refresh());
      throw new StaleState();
    }
    const [figures, ...effect] = listIn(reply);
    const [now = '', turn = '', ...decision] = String(figures).split(' ');
    return {
      now: Number(now),
      decision: allowances && decisionIn(decision, allowances),
      effect: effect.length === 0 ? undefined : effectIn(rules, effect),
      random: randomOf(seed, Number(turn)),
    };
  });
}

/** A request that can't be counted is not served, whether it would have stored anything or not. */
function refuse(error: unknown): never {
  throw error instanceof StoreFull ? new StoreUnavailable(error.message, { cause: error }) : error;
}

/** Each turn has numbers of its own: an odd factor takes no two of 2^32 turns to the same place. */
function randomOf(seed: number, turn: number): Random {
  let random: Random | undefined;
  // Few requests draw anything.
  return () => {
    random ??= createRandom(seed ^ Math.imul(turn, 0x9e3779b1));
    return random();
  };
}

/**
 * All that a request does to a world before its operation. `KEYS` are the world, the counters, the ledger, the addresses and
 * the faults' counts. `ARGV` has the policy (see `policyArguments`), the version of the world and that of the fault rules as
 * they are known, the account, the number of its allowances (-1: they are not enforced), these, and the faults that match.
 *
 * It does nothing, and gives nothing where the version of the world is another one, 0 where that of the rules is. Else it
 * gives a list: time, turn and decision in one text, then what `apply` gives. Faults apply to nothing that the
 * allowance refuses. A state of that version is the present one, so that nothing has to be known of its life.
 */
const ADMIT = frequentScript(
  `
if version ~= ARGV[5] then return nil end
if rules ~= ARGV[6] then return 0 end

local name, number = ARGV[7], tonumber(ARGV[8])
local figures = string.format('%.0f %d', now, redis.call('HINCRBY', keys.counters, 'turn', 1))
local isServed = true

if number >= 0 then
  local second = math.floor(now / 1000)
  local text = redis.call('HGET', keys.ledger, name)
  local account = accountOf(text)
  local decision = consume(account, statesOf(account, 9, number, second), tonumber(ARGV[1]), tonumber(ARGV[2]), second)
  keep(keys, name, account, not text, second, tonumber(ARGV[3]), tonumber(ARGV[4]))
  figures = figures .. ' ' .. decision
  isServed = string.sub(decision, 1, 6) == 'served'
end

local first = 9 + 3 * math.max(0, number)
if not isServed or not ARGV[first] then return {figures} end
return {figures, unpack(apply(keys.counters, KEYS[5], first) or {})}
`,
  `${TIME}${QUOTA}${KEEPING}${APPLYING}
local version, clock = unpack(redis.call('HMGET', KEYS[1], 'version', 'clock'))
local rules = redis.call('HGET', KEYS[2], 'rules')
local keys = {counters = KEYS[2], ledger = KEYS[3], addresses = KEYS[4]}
local now = worldTime(clock)
`,
);

/** An operation that was begun while its request is not admitted yet. */
interface Speculation<Result> {
  /** What it has come to now that its request is admitted; undefined where it has to be carried out from its beginning. */
  outcomeAt(admitted: Moment): Promise<Result> | undefined;
  /** Leaves all as it was: the request is refused, or a fault applied to it. */
  drop(): void;
}

/** Admits by a step that takes a round trip. The operation begins meanwhile: what it reads is asked for with it, what it changes waits. */
export const speculative =
  (take: (request: AdmissionRequest<unknown>) => Promise<Taken>): Admit =>
  async <Result>(request: AdmissionRequest<Result>): Promise<Admitted<Result>> => {
    const taking = take(request);
    const speculation = speculate(request);
    try {
      const { now, random, decision, effect } = await taking;
      request.deadline.throwIfOver();
      const moment = momentAt(now, random);
      const isServed = decision === undefined || decision.outcome === 'served';
      if (isServed && effect === undefined)
        return { moment, decision, effect, outcome: () => speculation?.outcomeAt(moment) };
      speculation?.drop();
      return { moment, decision, effect };
    } catch (error) {
      speculation?.drop();
      throw error;
    }
  };

/** What became of a request. */
interface Taken extends Pick<Admitted<unknown>, 'decision' | 'effect'> {
  /** Unix milliseconds. */
  readonly now: number;
  readonly random: Random;
}

function speculate<Result>({ moment, records, begin }: AdmissionRequest<Result>): Speculation<Result> | undefined {
  const admission = gate();
  const early = new EarlyMoment(moment);
  const outcome = begin(records.gated(admission.opened), early);
  if (outcome === undefined) return undefined;
  // No caller awaits it where the request is refused.
  outcome.catch(() => {});
  return {
    outcomeAt(admitted) {
      if (!early.becomes(admitted)) {
        admission.refuse();
        return undefined;
      }
      admission.open();
      return outcome;
    },
    drop: admission.refuse,
  };
}

/** The moment of a request that is not admitted yet. A class, since each request has one: an object with getters takes 1 µs. */
class EarlyMoment implements Moment {
  #present: Moment;
  #isAdmitted = false;
  #isDrawn = false;
  #day: number | undefined;

  /** @param guess the moment by the clock as it is known here */
  constructor(guess: Moment) {
    this.#present = guess;
  }
  get now() {
    return this.#drawn().now;
  }
  get random() {
    return this.#drawn().random;
  }
  get day() {
    if (!this.#isAdmitted) this.#day = this.#present.day;
    return this.#present.day;
  }
  /** @returns whether what was made of the guess is what would have been made of this */
  becomes(admitted: Moment): boolean {
    this.#present = admitted;
    this.#isAdmitted = true;
    return !this.#isDrawn && (this.#day === undefined || this.#day === dayOf(admitted.now));
  }
  #drawn(): Moment {
    this.#isDrawn ||= !this.#isAdmitted;
    return this.#present;
  }
}

/** The request was not admitted: no caller waits for this. */
class NotAdmitted extends Error {
  override readonly name = 'NotAdmitted';
}

function gate(): { readonly opened: Promise<void>; readonly open: () => void; readonly refuse: () => void } {
  let [open, refuse] = [(): void => {}, (_: Error): void => {}];
  const opened = new Promise<void>((resolve, reject) => {
    [open, refuse] = [resolve, reject];
  });
  opened.catch(() => {});
  return { opened, open: () => open(), refuse: () => refuse(new NotAdmitted()) };
}
