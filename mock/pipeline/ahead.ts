import type { Operation } from '../../openapi/contract';
import type { Outcome } from '../http/reply';
import { dayOf, type Source } from '../values/source';
import type { Awaitable } from '../world/stores/awaitable';
import type { WorldState } from '../world/stores/model';
import type { RecordStore } from '../world/stores/records';
import { isQuestion } from './act';
import { lateSource } from './late-source';
import type { Call, Caller, Engine } from './model';
import { mayPrefer } from './prefer';
import { isSmall } from './receive';

/** An operation that was begun while the stores were asked whether its request is admitted. */
export interface Begun {
  /**
   * What comes of it now that the request is admitted; undefined where it has to be carried out from its beginning.
   *
   * @param source of the admitted request
   * @throws what the operation throws
   */
  outcomeBy(source: Source): Promise<Outcome> | undefined;
  /** Leaves all as it was: the request is refused, or a fault has struck it. */
  drop(): void;
}

/**
 * Begins an operation before its request is admitted, for stores whose steps take a round trip: what it reads is asked for
 * together with that, and what it changes waits. Undefined where the request is refused all the same, or prefers a documented reply,
 * or has a body that is not read before.
 *
 * @param carryOut does the operation
 */
export function beginAhead(
  { makeUp }: Engine,
  call: Call,
  caller: Caller,
  carryOut: (caller: Caller, operation: Operation) => Awaitable<Outcome>,
): Begun | undefined {
  const { operation, request } = call;
  const { state, source } = caller;
  if (operation === undefined || (call.refusal ?? caller.refusal) !== undefined || mayPrefer(call)) return undefined;
  if ((request.hasBody && !isSmall(call)) || state.records.heldUntil === undefined) return undefined;

  const permission = permissionToCome();
  const records = state.records.heldUntil(permission.promise);
  // What questions draw depends on the day alone.
  const isByDay = makeUp !== undefined && isQuestion(operation);
  const late = isByDay ? undefined : lateSource(source, makeUp);
  const early = callerWith(caller, late ?? source, stateWith(state, records));
  const outcome = (async () => carryOut(early, operation))();
  // Nobody asks for it where the request is refused.
  outcome.catch(() => {});
  return {
    outcomeBy(admitted) {
      if (late === undefined ? dayOf(admitted.now) !== dayOf(source.now) : late.isDrawn) {
        permission.refuse();
        return undefined;
      }
      late?.become(admitted);
      permission.give();
      return outcome;
    },
    drop: permission.refuse,
  };
}

// Each member by its name: to spread an object takes ten times as long, and each request would spread three.

/** The same caller with another source, or another state. */
export const callerWith = (
  { world, state, account, allowances, keyName, refusal, choices }: Caller,
  source: Source,
  present = state,
): Caller => ({ world, state: present, source, account, allowances, keyName, refusal, choices });

const stateWith = (
  { clock, aside, ledger, journal, faults, random, choices, births, admit }: WorldState,
  records: RecordStore,
): WorldState => ({ clock, records, aside, ledger, journal, faults, random, choices, births, admit });

/** The request was not admitted, so that nobody waits for this. */
class NotAdmitted extends Error {
  override readonly name = 'NotAdmitted';
}

function permissionToCome(): { readonly promise: Promise<void>; give(): void; refuse(): void } {
  let [give, refuse] = [(): void => {}, (_: Error): void => {}];
  const promise = new Promise<void>((resolve, reject) => {
    [give, refuse] = [resolve, reject];
  });
  promise.catch(() => {});
  return { promise, give, refuse: () => refuse(new NotAdmitted()) };
}
