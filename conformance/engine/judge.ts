import type { Contract } from '../../openapi/contract';
import type { Breach } from '../model/breach';
import { type Choice, isChosen, isChosenOperation } from '../model/choice';
import type { Clause } from '../model/clause';
import { type Exchange, isOfOperation } from '../model/exchange';
import type { Cell, Finding } from '../model/finding';
import type { Known } from '../model/known';
import { isRemoved } from '../model/removal';
import { shownBy } from '../model/shown';
import type { Target } from '../model/target';
import { ORACLES } from '../oracles';
import { RELATIONS } from '../relations';
import { createKnown, type KnownStore } from './known';
import { createResults, type Judgement, type Results } from './results';
import { createViews } from './views';

/** Judges exchanges, whoever sent them. */
export interface Judge {
  /** What the exchanges so far have shown of the server's records to requests of the usual form. */
  readonly known: Known;
  /**
   * Judges an exchange by every chosen oracle and relation, and learns from it; not that of an operation whose removal is
   * over. Exchanges come in the order in which they took place, and none begins before the one before it has ended.
   */
  observe(exchange: Exchange): void;
  cells(): readonly Cell[];
  findings(): readonly Finding[];
}

/** @param results collects the outcomes; a run adds those of its checks */
export function createJudge(
  contract: Contract,
  target: Target,
  choice: Choice,
  results: Results = createResults([...ORACLES, ...RELATIONS].map(({ id }) => id)),
  known: KnownStore = createKnown(contract),
): Judge {
  const views = createViews(contract, known);
  const previous = new Map<string, Exchange>();
  const oracles = ORACLES.filter(({ id }) => isChosen(id, choice));
  const relations = RELATIONS.filter(({ id }) => isChosen(id, choice));

  const askOracles = (exchange: Exchange): void => {
    const { operation, credential } = exchange.request;
    const history = { contract, target, previous: previous.get(JSON.stringify(credential)) };
    for (const oracle of oracles) {
      const breaches = oracle.judge(exchange, history);
      if (breaches === undefined) continue;
      const clause = oracle.clause(exchange, contract);
      const placed = breaches.map(({ pointer = clause.pointer, ...breach }) => ({
        ...breach,
        clause: { ...clause, pointer },
      }));
      results.add(oracle, operation, judgementOf(exchange, placed), () => clause);
    }
  };

  const askRelations = (exchange: Exchange): void => {
    const purpose = known.purposeOf(exchange.request.operation);
    const seenBefore = views.of(exchange.request);
    if (purpose === undefined || seenBefore === undefined || !isOfOperation(exchange)) return;
    const shown = shownBy(exchange, purpose, seenBefore);
    for (const relation of relations) {
      const role = relation.reportedFor === 'exchanged' ? purpose.role : relation.reportedFor;
      const operation = purpose.resource.operations[role];
      // What only prepares for a chosen operation is not what somebody asked to have judged.
      if (operation === undefined || !isChosenOperation(operation, choice)) continue;
      const subject = { contract, operation, purpose: { ...purpose, role } };
      if (!relation.applies(subject)) continue;
      const breaches = relation.judge(shown);
      if (breaches !== undefined)
        results.add(relation, operation, judgementOf(exchange, breaches), () => relation.clause(subject));
    }
  };

  return {
    known,
    observe(exchange) {
      results.countExchange();
      const isOver = isRemoved(exchange);
      if (!isOver) {
        askOracles(exchange);
        askRelations(exchange);
      }
      views.learn(exchange);
      const credential = JSON.stringify(exchange.request.credential);
      if (exchange.failure === undefined && !isOver) previous.set(credential, exchange);
      else previous.delete(credential);
    },
    cells: results.cells,
    findings: results.findings,
  };
}

const judgementOf = (exchange: Exchange, breaches: readonly (Breach & { readonly clause?: Clause })[]): Judgement => ({
  outcome: breaches.length === 0 ? 'pass' : 'fail',
  observations: breaches.map(({ earlier, ...breach }) => ({
    ...breach,
    exchanges: earlier === undefined ? [exchange] : [earlier, exchange],
  })),
});
