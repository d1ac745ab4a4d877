import { documents } from '../../../openapi/contract';
import { type Exchange, isRefusal, isSuccess, outcomeOf, type Request } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import type { CaseContext } from '../../steps/check';
import { type Breach, type Clause, fail, inconclusive, type Verdict } from '../../verdict/verdict';

/** A request that is sent at once with others, and what it has to get, beside what oracles and relations know of. */
export interface Sending {
  readonly request: Request;
  readonly expect: (exchange: Exchange) => Breach | undefined;
}

/** Why a server may refuse a good request that others hinder: it may be sent again (RFC 9110 §15.5, RFC 4918 §11.3, RFC 8470). */
const HINDERED: readonly number[] = [408, 409, 412, 423, 425, 429];

/** A good request is not refused, unless it would be without the others, too. */
export function served(exchange: Exchange): Breach | undefined {
  if (!isRefusal(exchange) || HINDERED.includes(exchange.response?.status ?? 0)) return undefined;
  return { expected: 'what the request gets alone', actual: outcomeOf(exchange), key: 'refused' };
}

/** The subject's resource as one of its creates sees it; undefined where nothing can be created. */
export function creating({ subject }: Pick<CaseContext, 'subject'>): Subject | undefined {
  const { purpose } = subject;
  const operation = purpose?.resource.operations.create;
  return purpose === undefined || operation === undefined
    ? undefined
    : { ...subject, operation, purpose: { ...purpose, role: 'create' } };
}

/** How many requests a case sends again by themselves, at the most. */
export const MOST_ALONE = 2;

/** How many of them are left. */
export interface Alone {
  left: number;
}

/** What is wrong with one reply of a batch, and how to see whether it is without the others. */
interface Suspicion {
  readonly exchange: Exchange;
  readonly breach: Breach;
  readonly clause: Clause | undefined;
  /** The id of the rule that says the same of requests one after the other. */
  readonly rule: string | undefined;
  /** Another one of the same operation with the same key is the same; of another operation it is the same finding. */
  readonly key: string;
  readonly isIn: (alone: Exchange) => boolean;
}

/**
 * Judges the replies to requests that were sent at once. What is wrong with one is tried again with the request alone: what
 * is wrong then, too, is for the oracles and relations to report.
 *
 * @param exchanges those of the sendings, in their order
 * @param alone is counted down
 */
export async function judgeBatch(
  context: CaseContext,
  sendings: readonly Sending[],
  exchanges: readonly Exchange[],
  alone: Alone,
): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  const all = sendings.flatMap((sending, index) => suspicionsOf(context, sending, exchanges[index]));
  const distinct = [...new Map(all.map((one) => [nameOf(one), one])).values()];
  for (const suspicion of distinct) {
    const { exchange } = suspicion;
    if (exchange.failure?.kind === 'timeout') context.notes.isStalled = true;
    if (hasGone(suspicion.breach)) verdicts.push(toFail(suspicion, ''));
    if (hasGone(suspicion.breach) || alone.left === 0) continue;
    alone.left -= 1;
    const verdict = await tryAlone(context, suspicion, exchanges);
    if (verdict !== undefined) verdicts.push(verdict);
  }
  return verdicts;
}

function suspicionsOf(
  { brokenBy }: CaseContext,
  { expect }: Sending,
  exchange: Exchange | undefined,
): readonly Suspicion[] {
  if (exchange?.together === undefined || isTooBusy(exchange)) return [];
  const { id } = exchange.request.operation;
  const known = brokenBy(exchange).map(
    ({ rule, breach, clause }): Suspicion => ({
      exchange,
      breach,
      clause,
      rule: rule.id,
      key: `${rule.id} ${id} ${breach.key}`,
      isIn: (alone) => brokenBy(alone).some((other) => other.rule.id === rule.id),
    }),
  );
  const breach = expect(exchange);
  const own = {
    exchange,
    clause: undefined,
    rule: breach?.topic?.inTurn,
    isIn: (alone: Exchange) => expect(alone) !== undefined,
  };
  // Which of the requests at once shows it is chance.
  return breach === undefined ? known : [...known, { ...own, breach, key: breach.key }];
}

const nameOf = ({ exchange, key }: Suspicion): string => `${exchange.request.operation.id} ${key}`;

/** 503 is for a server that can't take more at the moment (RFC 9110 §15.6.4), where the contract has it. */
const isTooBusy = ({ request: { operation }, response }: Exchange): boolean =>
  response?.status === 503 && documents(operation, 503);

/** Whether it is about a record that was made at once with others: that it is gone, or another, shows alone as well. */
const hasGone = ({ earlier }: Breach): boolean => earlier?.together !== undefined;

async function tryAlone(
  context: CaseContext,
  suspicion: Suspicion,
  exchanges: readonly Exchange[],
): Promise<Verdict | undefined> {
  const { exchange } = suspicion;
  const alone = await context.send(exchange.request);
  if (suspicion.isIn(alone)) return undefined;
  // What was made at once stands in the way: the request by itself may have been done as well.
  if (isSuccess(exchange) && alone.response?.status === 409)
    return inconclusive('what was made at once conflicts with the same request alone');
  if (exchange.failure?.kind === 'timeout' && mayBeSlow(exchange, alone, exchanges))
    return inconclusive('the server is too slow to tell whether it hangs');
  return toFail(suspicion, `; alone: ${outcomeOf(alone)}`);
}

/** Whether a server that answers one request after the other, each as slowly, could have come to this one in time. */
function mayBeSlow({ milliseconds }: Exchange, alone: Exchange, exchanges: readonly Exchange[]): boolean {
  const answered = exchanges.filter(({ response }) => response !== undefined);
  return (
    alone.milliseconds * exchanges.length * 2 > milliseconds ||
    answered.some((other) => other.milliseconds * 4 > milliseconds)
  );
}

function toFail({ exchange, breach, clause, key, rule }: Suspicion, alone: string): Verdict {
  const { expected, earlier } = breach;
  const count = (earlier?.together ?? exchange.together)?.requests.length ?? 1;
  const what = earlier?.together === undefined ? '' : ', of what was sent before';
  return fail({
    expected,
    actual: `${breach.actual}, with ${count} requests at once${what}${alone}`,
    exchanges: earlier === undefined ? [exchange] : [earlier, exchange],
    key,
    ...(clause === undefined ? {} : { clause }),
    ...(rule === undefined ? {} : { topic: { inTurn: rule } }),
  });
}
