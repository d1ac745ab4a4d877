import { requirementOf, takesCredential } from '../../../openapi/contract';
import { evidenceOf } from '../../exchange/evidence';
import { type Exchange, isSafe, type Request, wrongnessOf } from '../../exchange/exchange';
import { isNearMiss } from '../../exchange/keys/near-misses';
import { clauseOf, type Observation } from '../../verdict/verdict';

/**
 * A valid key that was refused for a while: many servers do so against guessing, because wrong ones were sent before, as the
 * key of a request or within a body.
 */
export interface Lockout {
  /** For how long, rounded up. */
  readonly seconds: number;
  /** The last request with a wrong key, else the last one that was served. */
  readonly after: Exchange;
  /** The valid key, refused where it had been served before. */
  readonly refused: Exchange;
}

/** Remembers which wrong keys may have locked the valid one out. */
export interface Lockouts {
  /** The first one that has ended. */
  readonly first: Lockout | undefined;
  /** The last request with a wrong key since the valid one was served. */
  readonly suspect: Exchange | undefined;
  note(exchange: Exchange): void;
  /** Whether to look now whether the valid key is served still: some servers lock a user out for good after several wrong passwords. */
  isDue(exchange: Exchange): boolean;
  /** The valid key is refused after the suspects. */
  begin(): void;
  /** It is served again. @param refused what was refused meanwhile @param last the last one that was served */
  end(refused: Exchange, last?: Exchange): void;
  /** Whether a request has a wrong key that locks out the valid one, or one like it, or is of an operation that does so. */
  isLocking(request: Request): boolean;
}

export function createLockouts(): Lockouts {
  /** The last request with each wrong key since the valid one was served. */
  const suspects = new Map<string, Exchange>();
  const locking = new Set<string>();
  const lockingOperations = new Set<string>();
  let isTried = false;
  let first: Lockout | undefined;
  const lastSuspect = (): Exchange | undefined => [...suspects.values()].at(-1);

  return {
    get first() {
      return first;
    },
    get suspect() {
      return lastSuspect();
    },
    note(exchange) {
      const { credential, operation } = exchange.request;
      const wrong = wrongnessOf(credential);
      if (wrong !== undefined) suspects.set(wrong, exchange);
      if (credential === 'main' && takesCredential(operation)) suspects.clear();
    },
    isDue({ request }) {
      if (isTried || !isWrongPassword(request)) return false;
      isTried = true;
      return true;
    },
    begin() {
      for (const wrong of suspects.keys()) locking.add(wrong);
    },
    end(refused, last = refused) {
      const wrong = lastSuspect();
      const after = wrong ?? last;
      if (wrong === undefined && !isSafe(after.request)) lockingOperations.add(after.request.operation.id);
      const seconds = Math.ceil((Date.now() - after.startedAt) / 1000);
      first ??= { seconds, after: evidenceOf(after), refused: evidenceOf(refused) };
      suspects.clear();
    },
    isLocking({ credential, operation }) {
      if (lockingOperations.has(operation.id)) return true;
      const wrong = wrongnessOf(credential) ?? '';
      return locking.has(wrong) || (isNearMiss(wrong) && [...locking].some(isNearMiss));
    },
  };
}

/** Servers count for each user how often the password is wrong. */
const isWrongPassword = ({ credential, operation }: Request): boolean =>
  isNearMiss(wrongnessOf(credential) ?? '') && requirementOf(operation).some(({ kind }) => kind === 'basic');

/** What is told of a lockout. */
export function lockoutObservation({ seconds, after, refused }: Lockout): Observation {
  const { method, target, credential } = after.request;
  const isWrong = wrongnessOf(credential) !== undefined;
  const what = isWrong
    ? 'a wrong key (such keys are'
    : `request ${after.number}, ${method} ${target} (such requests are`;
  return {
    key: 'lockout',
    expected: 'the key to be served, as it was before',
    actual: `the status 401 for up to ${seconds} s after ${what} not sent any more)`,
    exchanges: [after, refused],
    clause: clauseOf(refused.request, 401, 'A missing or invalid API key yields 401, and a valid one does not.'),
  };
}
