import type { Contract } from '../../openapi/contract';
import { evidenceOf } from '../exchange/evidence';
import type { Exchange } from '../exchange/exchange';
import { createJudge } from '../judge/judge';
import { createExchangeReader } from '../judge/recorded-exchange';
import { createResults } from '../judge/results';
import { ORACLES } from '../rules/oracles';
import { arrives } from '../rules/oracles/reply';
import { RELATIONS } from '../rules/relations';
import { concludeLearning, type LearningOptions, learningFor } from '../run/plan/learning';
import { type RunResult, unlessMostlyUnjudged } from '../verdict/result';
import type { BrokenRule } from '../verdict/verdict';
import type { Batch, Observed, Unjudged } from './observed';
import { createOrder } from './order';
import { toExchange, type Unread } from './to-exchange';

/** Why exchanges were not judged. */
type Reason = Unjudged | Unread;

export interface JudgingOptions extends LearningOptions {
  /** The server, with the prefix of its paths. */
  readonly baseUrl: string;
  /** Whether no client changes the server's records but those that come through the proxy. */
  readonly isAlone: boolean;
}

export type Judging = ReturnType<typeof createJudging>;

const EVERYTHING = { checks: [], excludedChecks: [], operations: [], excludeDeprecated: false };

/**
 * Judges what goes through the proxy, beside it.
 *
 * @param onBroken is called with what an exchange breaks, each time
 * @param onHeld is called for each reply that is held, once it is judged as far as it can be
 */
export function createJudging(
  contract: Contract,
  options: JudgingOptions,
  onBroken: (exchange: Exchange, broken: readonly BrokenRule[]) => void,
  onHeld: (held: number, broken: readonly BrokenRule[]) => void = () => {},
) {
  const { baseUrl, isAlone } = options;
  const startedAt = Date.now();
  const clock = performance.now();
  const { origin } = new URL(baseUrl);
  const target = { baseUrl, plan: undefined, limitPlan: undefined, exclusive: false };
  const results = createResults([...new Set([...ORACLES, ...RELATIONS].map(({ id }) => id))]);
  const learning = learningFor(contract, options);
  const judge = createJudge(contract, target, EVERYTHING, results, undefined, learning);
  const reader = createExchangeReader(contract, baseUrl, isAlone);
  const evidence = createEvidenceList();
  const reasons = new Map<Reason, number>();
  /** The replies that are held, by the numbers of their exchanges. */
  const held = new Map<number, number>();
  const order = createOrder(judge, (exchange) => {
    evidence.note(exchange);
    const broken = judge.brokenBy(exchange);
    if (broken.length > 0) onBroken(exchange, broken);
    const number = held.get(exchange.number);
    held.delete(exchange.number);
    if (number !== undefined) onHeld(number, broken);
  });

  const count = (reason: Reason, more: number): void => void reasons.set(reason, (reasons.get(reason) ?? 0) + more);

  const takeOne = (observed: Observed): void => {
    const read = toExchange(observed, reader, origin);
    if (typeof read !== 'string') {
      if (observed.held !== undefined) held.set(read.number, observed.held);
      order.add(observed, read, observed.requestBody.bytes.length === observed.requestBody.length);
      return;
    }
    count(read, 1);
    if (observed.held !== undefined) onHeld(observed.held, []);
    if (observed.isSafe) order.add(observed, undefined, true);
    else order.skip(observed);
  };

  return {
    take({ observed, unjudged, gap }: Batch): void {
      if (gap !== undefined) order.leaveGap(gap);
      for (const one of observed) takeOne(one);
      // The type of `unjudged` has these names and no others.
      for (const [reason, more] of Object.entries(unjudged)) count(reason as Unjudged, more);
    },
    /** Judges what waits for others that are in flight. */
    flush: order.flush,
    /** What no report may show. */
    secrets: reader.secrets,
    unjudged: (): ReadonlyMap<Reason, number> => reasons,
    result(): RunResult {
      order.flush();
      // A server that is started anew closes its connections: whether it was that, can't be tried again.
      for (const finding of results.findings())
        if (finding.check === arrives.id && finding.outcome === 'fail')
          results.settle(finding, { came: 'untried', isAccident: true, reason: ACCIDENT });
      // Of all else that was not judged the contract has nothing to say, or the client had not waited for it.
      const unjudged = reasons.get('faster than they could be judged') ?? 0;
      const share = { unjudged, all: unjudged + evidence.count };
      return {
        startedAt,
        milliseconds: performance.now() - clock,
        requests: evidence.count,
        cells: results.cells().map((cell) => unlessMostlyUnjudged(cell, share, 'exchanges')),
        findings: results.findings(),
        exchanges: evidence.all(),
        created: [],
        isInterrupted: false,
        removed: [],
        ...concludeLearning(learning, contract, results, options),
      };
    },
  };
}

const ACCIDENT = 'not again, since the server may have been stopped at that moment';

/** About how many bytes the exchanges may take that reports show, and how many they may be. */
const MOST_BYTES = 32 * 2 ** 20;
const MOST_EXCHANGES = 5000;
/** What an exchange takes beside its texts. */
const BESIDE = 1000;

/** The exchanges of hours of traffic as far as reports show them, and how many there were. */
function createEvidenceList() {
  const kept: Exchange[] = [];
  const seen = new Set<string>();
  let count = 0;
  let bytes = 0;
  return {
    get count(): number {
      return count;
    },
    note(exchange: Exchange): void {
      count += 1;
      const { request, response } = exchange;
      const kind = `${request.operation.id} ${request.method} ${response?.status}`;
      const isFull = bytes > MOST_BYTES || kept.length >= MOST_EXCHANGES;
      if (isFull && seen.has(kind)) return;
      seen.add(kind);
      const evidence = evidenceOf(exchange);
      bytes +=
        BESIDE + request.target.length + (request.body?.length ?? 0) + (evidence.response?.body.text?.length ?? 0);
      kept.push(evidence);
    },
    /** The first ones, and of later ones those whose operation had not given such a status before. */
    all: (): readonly Exchange[] => kept,
  };
}

/** Lines of what went through and was not judged, or is not shown. */
export function tally(unjudged: ReadonlyMap<Reason, number>, { requests, exchanges }: RunResult): readonly string[] {
  const counts = [...unjudged].sort(([, one], [, other]) => other - one).map(([reason, count]) => `${count} ${reason}`);
  return [
    ...(counts.length === 0 ? [] : [`Forwarded and not judged: ${counts.join(', ')}.`]),
    ...(exchanges.length < requests ? [`The reports show the first ${exchanges.length} of these exchanges.`] : []),
  ];
}
