import { dayOf, momentAt } from '../rules/random';
import type { AdmissionRequest, Admit, Admitted, Deadline, Moment } from '../stores/admission';
import type { Random } from '../stores/clock';
import { StoreUnavailable } from '../stores/store';
import type { Stores } from '../stores/stores';

/** The state of a world that was asked is not the present one, and nothing has been done: the request begins anew with that one. */
export class StaleState extends Error {
  override readonly name = 'StaleState';
}

/** Does work that is given up where Redis keeps it waiting for too long. */
export type WithDeadline = <T>(work: (deadline: Deadline) => Promise<T>) => Promise<T>;

/** Where a world changes so often while a request comes in that it is never seen as it is, the request is turned away. */
const MOST_TRIES = 10;

/** Does the work of a request by the state that is present once it is admitted, within its deadline. */
export const createTransact =
  (withDeadline: WithDeadline): Stores['transact'] =>
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

/** An operation that was begun while its request is not admitted yet. */
interface Speculation<Result> {
  /** What it has come to now that its request is admitted; undefined where it has to be carried out from its beginning. */
  outcomeAt(admitted: Moment): Promise<Result> | undefined;
  /** Leaves all as it was: the request is refused, or a fault applied to it. */
  drop(): void;
}

/**
 * Admits by a step that takes a round trip. The operation is begun meanwhile: what it reads is asked for together with the
 * admission, and what it changes waits for that.
 *
 * @param take admits by the time that all who share the world agree on
 */
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

/**
 * The moment of a request that is not admitted yet: it is known only then. A class, since each request has one: an object with
 * getters of its own takes 1 µs.
 */
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
