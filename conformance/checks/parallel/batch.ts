import { documents, type Resource } from '../../../openapi/contract';
import { type Exchange, isRefusal, isSuccess, outcomeOf, type Request } from '../../exchange/exchange';
import type { Subject } from '../../exchange/subject';
import { toRequest } from '../../requests/request';
import type { Case, CaseContext, Check } from '../../steps/check';
import { pathTo } from '../../steps/records';
import {
  type Breach,
  CannotJudge,
  type Clause,
  fail,
  inconclusive,
  PASS,
  type Verdict,
  verdictsOf,
  warn,
} from '../../verdict/verdict';

/** The context of a case that sends requests at once. */
export interface BatchContext extends CaseContext {
  /** What has come of its batches so far. */
  readonly found: Verdict[];
  /** How many requests it may still send again by themselves. */
  readonly alone: { left: number };
}

/** What comes of it goes with what is found in its batches. */
type BatchStory = (context: BatchContext) => Promise<Verdict | undefined>;

/** What a check of requests at once has of its own. */
interface AtOnce extends Pick<Check, 'id' | 'title' | 'applies' | 'clause'> {
  /** By their names. */
  readonly stories: (subject: Subject) => Readonly<Record<string, BatchStory>>;
}

/** A check that sends requests at once: only where more than one may be. */
export const checkAtOnce = ({ stories, ...rest }: AtOnce): Check => ({
  ...rest,
  level: 'MUST',
  isOfRequestsAtOnce: true,
  isShownByFew: true,
  cases: (subject, { parallel }) =>
    parallel < 2
      ? []
      : Object.entries(stories(subject)).map(
          ([name, story]): Case => ({ name, tier: 2, run: (context) => judge(context, story) }),
        ),
});

async function* judge(context: CaseContext, story: BatchStory): AsyncGenerator<Verdict> {
  if (context.notes.isStalled) throw new CannotJudge('requests at once went without a reply before');
  const found: Verdict[] = [];
  let end: readonly Verdict[] = [];
  try {
    end = await verdictsOf(() => story({ ...context, found, alone: { left: MOST_ALONE } }));
  } finally {
    yield* found;
  }
  yield* found.length + end.length === 0 ? [PASS] : end;
}

/** How many requests a case sends again by themselves, at the most. */
const MOST_ALONE = 2;

/** A request that is sent at once with others, and what it has to get, beside what oracles and relations know of. */
export interface Sending {
  readonly request: Request;
  readonly expect?: Expect;
}

/** What is wrong with a reply. */
export type Expect = (exchange: Exchange) => Breach | undefined;

/** Why a server may refuse a good request that others hinder: it may be sent again (RFC 9110 §15.5, RFC 4918 §11.3, RFC 8470). */
const HINDERED: readonly number[] = [408, 409, 412, 423, 425, 429];

/** A good request is not refused, unless it would be without the others, too. */
export function served(exchange: Exchange): Breach | undefined {
  if (!isRefusal(exchange) || HINDERED.includes(exchange.response?.status ?? 0)) return undefined;
  return { expected: 'what the request gets alone', actual: outcomeOf(exchange), key: 'refused' };
}

/** Requests for records by their ids; none where the resource has no read. */
export function readsOf(resource: Resource, records: readonly { readonly id: unknown }[]): readonly Request[] {
  const { operations, idParameter } = resource;
  const { read } = operations;
  return read === undefined || idParameter === undefined
    ? []
    : records.map(({ id }) => toRequest(read, { path: pathTo(resource, id) }));
}

/**
 * Sends requests at once, and judges the replies. What is wrong with one is tried again with the request alone: what
 * is wrong then, too, is for the oracles and relations to report.
 */
export async function sendBatch<One extends Sending>(
  context: BatchContext,
  sendings: readonly One[],
): Promise<readonly (One & { readonly exchange: Exchange })[]> {
  const exchanges = await context.sendTogether(sendings.map(({ request }) => request));
  const sent = exchanges.flatMap((exchange, index) =>
    sendings.slice(index, index + 1).map((one) => ({ ...one, exchange })),
  );
  const suspicions = sent.flatMap((one) => suspicionsOf(context, one));
  const distinct = new Map(suspicions.map((one) => [`${one.exchange.request.operation.id} ${one.key}`, one]));
  for (const suspicion of distinct.values()) {
    if (suspicion.exchange.failure?.kind === 'timeout') context.notes.isStalled = true;
    // That a record that was made at once with others is gone, or another, shows alone as well.
    if (suspicion.breach.earlier?.together !== undefined) context.found.push(toVerdict(suspicion, ''));
    else if (context.alone.left > 0) {
      context.alone.left -= 1;
      context.found.push(...(await tryAlone(context, suspicion, exchanges)));
    }
  }
  return sent;
}

/** What is wrong with one reply of a batch, and how to see whether it is without the others. */
interface Suspicion {
  readonly exchange: Exchange;
  readonly breach: Breach;
  readonly clause?: Clause;
  /** The id of the rule that says the same of requests one after the other. */
  readonly rule: string | undefined;
  /** Another one of the same operation with the same key is the same; of another operation it is the same finding. */
  readonly key: string;
  readonly isIn: (alone: Exchange) => boolean;
}

function suspicionsOf(
  { brokenBy }: CaseContext,
  { expect = () => undefined, exchange }: Sending & { readonly exchange: Exchange },
): readonly Suspicion[] {
  if (exchange.together === undefined || isTooBusy(exchange)) return [];
  const { id } = exchange.request.operation;
  // Where `default` alone stands for a 503, too many at once are warned of.
  const broken = brokenBy(exchange).filter(
    ({ breach }) => breach.isExcusable !== true || exchange.response?.status === 503,
  );
  const known = broken.map(
    ({ rule, breach, clause }): Suspicion => ({
      ...{ exchange, breach, clause },
      rule: rule.id,
      key: `${rule.id} ${id} ${breach.key}`,
      isIn: (alone) => brokenBy(alone).some((other) => other.rule.id === rule.id),
    }),
  );
  const breach = expect(exchange);
  if (breach === undefined) return known;
  // Which of the requests at once shows it is chance.
  const isIn = (alone: Exchange): boolean => expect(alone) !== undefined;
  return [...known, { exchange, breach, rule: breach.topic?.inTurn, key: breach.key, isIn }];
}

/** 503 is for a server that can't take more at the moment (RFC 9110 §15.6.4), where the contract has it. */
const isTooBusy = (exchange: Exchange): boolean =>
  exchange.response?.status === 503 && documents(exchange.request.operation, 503);

async function tryAlone(
  context: CaseContext,
  suspicion: Suspicion,
  exchanges: readonly Exchange[],
): Promise<readonly Verdict[]> {
  const { exchange, isIn } = suspicion;
  const alone = await context.send(exchange.request);
  if (isIn(alone)) return [];
  // What was made at once stands in the way: the request by itself may have been done as well.
  if (isSuccess(exchange) && alone.response?.status === 409)
    return [inconclusive('what was made at once conflicts with the same request alone')];
  if (exchange.failure?.kind === 'timeout' && mayBeSlow(exchange, alone, exchanges))
    return [inconclusive('the server is too slow to tell whether it hangs')];
  return [toVerdict(suspicion, `; alone: ${outcomeOf(alone)}`)];
}

/** Whether a server that answers one request after the other, each as slowly, could have come to this one in time. */
function mayBeSlow({ milliseconds }: Exchange, alone: Exchange, exchanges: readonly Exchange[]): boolean {
  const answered = exchanges.filter(({ response }) => response !== undefined);
  return (
    alone.milliseconds * exchanges.length * 2 > milliseconds ||
    answered.some((other) => other.milliseconds * 4 > milliseconds)
  );
}

function toVerdict({ exchange, breach, clause, key, rule }: Suspicion, alone: string): Verdict {
  const { expected, earlier } = breach;
  const count = (earlier?.together ?? exchange.together)?.requests.length ?? 1;
  const what = earlier?.together === undefined ? '' : ', of what was sent before';
  return (breach.isExcusable === true ? warn : fail)({
    expected,
    actual: `${breach.actual}, with ${count} requests at once${what}${alone}`,
    exchanges: earlier === undefined ? [exchange] : [earlier, exchange],
    key,
    ...(clause === undefined ? {} : { clause }),
    ...(rule === undefined ? {} : { topic: { inTurn: rule } }),
  });
}
