import type { Contract } from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import { createJudge } from '../judge/judge';
import { createExchangeReader } from '../judge/recorded-exchange';
import { createResults } from '../judge/results';
import { ORACLES } from '../rules/oracles';
import { arrives } from '../rules/oracles/reply';
import { RELATIONS } from '../rules/relations';
import { concludeLearning, type LearningOptions, learningFor } from '../run/learning';
import type { RunResult } from '../verdict/finding';
import { type Share, unlessMostlyUnjudged } from '../verdict/finding';
import type { BrokenRule } from '../verdict/rule';
import { createEvidenceList } from './evidence-list';
import type { Batch, Observed, Unjudged } from './observed';
import { createOrder } from './order';
import { toExchange, type Unread } from './to-exchange';

/** Why exchanges were not judged. */
export type Reason = Unjudged | Unread;

export interface JudgingOptions extends LearningOptions {
  /** The server, with the prefix of its paths. */
  readonly baseUrl: string;
  /** Whether no client changes the server's records but those that come through the proxy. */
  readonly isAlone: boolean;
}

/** Judges what goes through the proxy, beside it. */
export interface Judging {
  take(batch: Batch): void;
  /** Judges what waits for others that are in flight. */
  flush(): void;
  /** What nobody may read. */
  secrets(): readonly string[];
  unjudged(): ReadonlyMap<Reason, number>;
  result(): RunResult;
}

const EVERYTHING = { checks: [], excludedChecks: [], operations: [], excludeDeprecated: false };

/**
 * @param onBroken is called with what an exchange breaks, each time
 * @param onHeld is called for each reply that is held, once nothing more will be said of it
 */
export function createJudging(
  contract: Contract,
  options: JudgingOptions,
  onBroken: (exchange: Exchange, broken: readonly BrokenRule[]) => void,
  onHeld: (held: number, broken: readonly BrokenRule[]) => void = () => {},
): Judging {
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
    take({ observed, unjudged, gap }) {
      if (gap !== undefined) order.leaveGap(gap);
      for (const one of observed) takeOne(one);
      // The type of `unjudged` has these names and no others.
      for (const [reason, more] of Object.entries(unjudged)) count(reason as Unjudged, more);
    },
    flush: order.flush,
    secrets: reader.secrets,
    unjudged: () => reasons,
    result() {
      order.flush();
      // A server that is started anew closes its connections: whether it was that, nobody can try again.
      for (const finding of results.findings())
        if (finding.check === arrives.id && finding.outcome === 'fail')
          results.settle(finding, { came: 'untried', isAccident: true, reason: ACCIDENT });
      const learnt = concludeLearning(learning, contract, results, options);
      return {
        startedAt,
        milliseconds: performance.now() - clock,
        requests: evidence.count,
        cells: results.cells().map((cell) => unlessMostlyUnjudged(cell, shareOf(reasons, evidence.count), 'exchanges')),
        findings: results.findings(),
        exchanges: evidence.all(),
        created: [],
        isInterrupted: false,
        removed: [],
        ...learnt,
      };
    },
  };
}

/** What the judge was too slow for: of all else that was not judged the contract has nothing to say, or nobody knows it. */
function shareOf(reasons: ReadonlyMap<Reason, number>, judged: number): Share {
  const unjudged = reasons.get('faster than they could be judged') ?? 0;
  return { unjudged, all: unjudged + judged };
}

const ACCIDENT = 'the server may have been stopped at that moment';
