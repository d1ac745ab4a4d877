import { type AllowanceHeaders, own } from '../../openapi/contract';
import { evidenceOf } from '../exchange/evidence';
import { type Credential, type Exchange, isRefusal, isSafe, isSuccess } from '../exchange/exchange';
import { requestNameOf } from '../exchange/request-name';
import { risesByOne } from '../rules/oracles/allowance';
import type { History } from '../rules/rule';

/** What came before an exchange, as far as it depends on who sent it. */
type Before = Pick<History, 'previous' | 'first' | 'rises' | 'refused' | 'named'>;

/** Of an exchange before which nothing is known. */
export const NOTHING_BEFORE: Before = {
  ...{ previous: undefined, first: undefined, rises: 0 },
  ...{ refused: undefined, named: undefined },
};

/** Remembers of each key what its last replies were. */
interface Histories {
  before(exchange: Exchange): Before;
  /** What came before requests that were sent at once, of one key. */
  ahead(credential: Credential, keyNumber: number | undefined): Before;
  /** @param isComparable whether later exchanges may be held against this one */
  note(exchange: Exchange, isComparable: boolean): void;
  /** Nothing is known any more. */
  forget(): void;
}

/** The most keys of which anything is remembered: traffic may have any number. */
const MOST_KEYS = 1000;

/** The most requests with names that are remembered: those that came last. */
const MOST_NAMED = 500;

/** What an operation has replied to one key. */
interface Admission {
  isServed: boolean;
  /** The last 401, where a reply before had served the key. */
  refused: Exchange | undefined;
}

export function createHistories(names: AllowanceHeaders): Histories {
  const previous = new Map<string, Exchange>();
  const firsts = new Map<string, Exchange>();
  const rises = new Map<string, number>();
  const admissions = new Map<string, Map<string, Admission>>();
  /** Keys that went over their limit: they may have been banned for a while. */
  const limited = new Set<string>();

  /** Of each name the first success, and how many changes had been made by then. */
  const named = new Map<string, { readonly first: Exchange; readonly changes: number }>();
  let changes = 0;

  const forgetKey = (key: string): void => {
    for (const kept of [previous, firsts, rises, admissions, limited]) kept.delete(key);
  };

  const admissionOf = ({ request: { credential, operation }, keyNumber }: Exchange): Admission => {
    const key = callerOf(credential, keyNumber);
    const ofKey = admissions.get(key) ?? new Map<string, Admission>();
    const found = ofKey.get(operation.id) ?? { isServed: false, refused: undefined };
    admissions.set(key, ofKey.set(operation.id, found));
    return found;
  };

  const noteNamed = (exchange: Exchange): void => {
    const name = nameOf(exchange);
    if (name !== undefined && named.has(name)) return;
    if (!isSafe(exchange.request) && !isRefusal(exchange)) changes += 1;
    if (name === undefined || !isSuccess(exchange)) return;
    const [oldest] = named.keys();
    if (named.size >= MOST_NAMED && oldest !== undefined) named.delete(oldest);
    named.set(name, { first: evidenceOf(exchange), changes });
  };

  return {
    before(exchange) {
      const key = callerOf(exchange.request.credential, exchange.keyNumber);
      const first = firsts.get(key);
      const before = named.get(nameOf(exchange) ?? '');
      const again = before && { first: before.first, isLast: before.changes === changes };
      // Of requests that were sent at once none came before another.
      if (exchange.together !== undefined) return { ...NOTHING_BEFORE, first, named: again };
      const refused = limited.has(key) ? undefined : admissionOf(exchange).refused;
      return { previous: previous.get(key), first, rises: rises.get(key) ?? 0, refused, named: again };
    },
    ahead: (credential, keyNumber) => {
      const key = callerOf(credential, keyNumber);
      return { ...NOTHING_BEFORE, previous: previous.get(key), first: firsts.get(key) };
    },
    note(exchange, isComparable) {
      const key = callerOf(exchange.request.credential, exchange.keyNumber);
      const [oldest] = firsts.keys();
      if (firsts.size >= MOST_KEYS && !firsts.has(key) && oldest !== undefined) forgetKey(oldest);
      if (!firsts.has(key)) firsts.set(key, evidenceOf(exchange));
      const isRise = isComparable && risesByOne(previous.get(key)?.response, exchange.response, names);
      rises.set(key, isRise ? (rises.get(key) ?? 0) + 1 : 0);
      if (exchange.failure === undefined && isComparable) previous.set(key, evidenceOf(exchange));
      else previous.delete(key);
      const status = exchange.response?.status;
      if (status === 429) limited.add(key);
      const admission = admissionOf(exchange);
      if (isSuccess(exchange)) Object.assign(admission, { isServed: true, refused: undefined });
      else if (status === 401 && admission.isServed) admission.refused = evidenceOf(exchange);
      noteNamed(exchange);
    },
    forget() {
      for (const kept of [previous, firsts, rises, admissions, limited, named]) kept.clear();
    },
  };
}

/** Each key has an allowance of its own, and one that has expired says nothing of the next. */
const callerOf = (credential: Credential, keyNumber = 1): string => JSON.stringify([credential, keyNumber]);

/** By what an exchange is the same as one before: who asks for what, under which name. Undefined where it has none. */
function nameOf({ request: { operation, credential, headers } }: Exchange): string | undefined {
  const header = requestNameOf(operation);
  const name = header && own(headers, header.name.toLowerCase());
  return name === undefined ? undefined : JSON.stringify([credential, operation.id, name]);
}
