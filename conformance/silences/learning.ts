import { BEHAVIOUR_IDS } from '../../openapi/behaviours/options';
import type { Contract } from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import { isRemoved } from '../exchange/removal';
import type { Learnt } from '../verdict/finding';
import { LEARNERS } from './learners';

/** Learns what a server chooses where its document leaves things open, from exchanges alone, whoever sent them. */
export interface Learning {
  /** Exchanges come in the order of their replies, with the values of their bodies. */
  observe(exchange: Exchange): void;
  /** An exchange of which nobody knows what came before it. */
  observeApart(exchange: Exchange): void;
  /** Requests went by that nobody looked at. */
  forget(): void;
  learnt(): Learnt;
}

export function createLearning(contract: Contract): Learning {
  const learners = BEHAVIOUR_IDS.map((id) => [id, LEARNERS[id](contract)] as const);
  const observe = (exchange: Exchange): void => {
    // The contract says nothing of what was removed, and of a failing server nobody learns what it chooses.
    if (isRemoved(exchange) || (exchange.response?.status ?? 0) >= 500) return;
    for (const [, learner] of learners) learner.observe(exchange);
  };
  return {
    observe,
    observeApart(exchange) {
      const { request, startedAt: began, milliseconds } = exchange;
      // As one that went with others: then nothing is made of what came before or after it.
      observe({ ...exchange, together: { batch: 0, requests: [request], began, ended: began + milliseconds } });
    },
    forget() {
      for (const [, learner] of learners) learner.forget?.();
    },
    learnt: () => new Map(learners.map(([id, learner]) => [id, learner.conclude()])),
  };
}

/** What some exchanges have shown. */
export function learntOf(contract: Contract, exchanges: Iterable<Exchange>): Learnt {
  const learning = createLearning(contract);
  for (const exchange of exchanges) learning.observe(exchange);
  return learning.learnt();
}
