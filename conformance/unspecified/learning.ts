import { BEHAVIOUR_IDS, type BehaviourId } from '../../openapi/behaviours/options';
import { type Contract, surePurposesOf } from '../../openapi/contract';
import type { Exchange } from '../exchange/exchange';
import { isRemoved } from '../exchange/removal';
import type { Learnt } from '../verdict/result';
import { learnCompression, learnConnection, learnFraming, learnLatency } from './connections';
import { learnEscapes, learnMemberOrder, learnSpacing } from './json';
import type { NewLearner } from './learner';
import { learnCost, learnWindows } from './limits';
import { learnIds, learnOmitted, learnReads } from './new-records';
import { learnInvalidQuery, learnUnknownQuery } from './queries';
import { learnFurtherInRecords, learnListOrder, learnOptional } from './records';
import {
  learnCase,
  learnChallenge,
  learnCharset,
  learnErrorCode,
  learnErrorMessage,
  learnFurtherHeaders,
  learnFurtherInErrors,
  learnRetryAfter,
} from './replies';
import { learnInvalidPath, learnUnknownMembers, learnWrongMethod } from './requests';

/** A learner for each unspecified behaviour of `openapi/silences.yaml`, in its order; TypeScript asks for one that is missing. */
const LEARNERS: { readonly [Id in BehaviourId]: NewLearner<Id> } = {
  'query.invalid': learnInvalidQuery,
  'path.invalid': learnInvalidPath,
  'query.unknown': learnUnknownQuery,
  'body.unknown': learnUnknownMembers,
  'method.wrong': learnWrongMethod,
  'record.omitted': learnOmitted,
  'record.optional': learnOptional,
  'list.order': learnListOrder,
  ids: learnIds,
  reads: learnReads,
  'record.further': learnFurtherInRecords,
  'error.further': learnFurtherInErrors,
  'error.code': learnErrorCode,
  'error.message': learnErrorMessage,
  challenge: learnChallenge,
  windows: learnWindows,
  'refusals.cost': learnCost,
  'retry-after': learnRetryAfter,
  'headers.further': learnFurtherHeaders,
  'headers.case': learnCase,
  'json.member-order': learnMemberOrder,
  'json.spacing': learnSpacing,
  'json.escapes': learnEscapes,
  charset: learnCharset,
  framing: learnFraming,
  compression: learnCompression,
  connection: learnConnection,
  latency: learnLatency,
};

/** Learns what a server chooses where its document leaves things open, from exchanges alone, whichever client sent them. */
export interface Learning {
  /** Exchanges come in the order of their replies, with the values of their bodies. */
  observe(exchange: Exchange): void;
  /** An exchange of which it is not known what came before it. */
  observeApart(exchange: Exchange): void;
  /** Requests went by unseen. */
  forget(): void;
  learnt(): Learnt;
}

export function createLearning(contract: Contract): Learning {
  const learners = BEHAVIOUR_IDS.map((id) => [id, LEARNERS[id](contract)] as const);
  const purposes = surePurposesOf(contract);
  const observe = (exchange: Exchange): void => {
    // The contract says nothing of what was removed, and a failing server does not show what it chooses.
    if (isRemoved(exchange) || (exchange.response?.status ?? 0) >= 500) return;
    for (const [, learner] of learners) learner.observe(exchange, purposes.get(exchange.request.operation));
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
