import type { Operation } from '../../openapi/contract';
import type { Taken } from '../../openapi/silences/chosen';
import { clientLeft, internal, Problem, storeFull, storeUnavailable } from '../errors/problems';
import type { Answer, Outcome } from '../http/reply';
import { checkReply } from '../observe/check-reply';
import { maskedResult } from '../observe/secrets';
import type { Awaitable } from '../world/stores/awaitable';
import { Outdated, StoreUnavailable } from '../world/stores/failures';
import { PATIENT, uncounted, type Waiting } from '../world/stores/in-time';
import { StoreFull } from '../world/stores/store-full';
import { act } from './act';
import { admit } from './admit';
import type { Begun } from './ahead';
import { answerUnavailable } from './answer-unavailable';
import { applyFaults, strike } from './apply-faults';
import { authenticate, credentialsOf, findHolder } from './authenticate';
import { ensureAwaited } from './ensure-awaited';
import { identify, nothingYet } from './identify';
import { addToJournal, logRequest } from './listeners';
import { giveBack, meter, peek, spend } from './meter';
import type { AnswerOrAbort, Call, Caller, Engine, Metered } from './model';
import { withOwnHeaders } from './own-headers';
import { prefer } from './prefer';
import { answerQuestion } from './questions';
import { receiveIfSmall } from './receive';
import { withoutRemoved } from './removed';
import type { HttpRequest } from './request';
import { roomForReply } from './room-for-reply';
import { validate } from './validate';
import { withCommonHeaders } from './with-common-headers';

/**
 * The request pipeline of the API: every step in its order. Each step notes its own refusal, and the first in this order
 * is the one that is sent: limit, fault, path, key, preference, parameters, body, records.
 */
export function answer(engine: Engine, request: HttpRequest): Promise<AnswerOrAbort> {
  const startedAt = performance.now();
  const { inTime } = engine.worlds;
  if (inTime === undefined) return answerPresently(engine, request, startedAt, PATIENT);
  const answering = inTime((waiting) => answerPresently(engine, request, startedAt, waiting));
  return answering.catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    return answerUnavailable(engine, request, startedAt, error);
  });
}

/** Answers by the state that is present once the request is admitted. */
async function answerPresently(
  engine: Engine,
  request: HttpRequest,
  startedAt: number,
  waiting: Waiting,
): Promise<AnswerOrAbort> {
  const received = nothingYet(waiting);
  for (let tries = 1; ; tries += 1) {
    try {
      return await answerOnce(engine, request, startedAt, received, waiting);
    } catch (error) {
      if (error instanceof Outdated && tries < MOST_TRIES && !waiting.isOver) continue;
      const isLost = error instanceof StoreUnavailable || error instanceof Outdated;
      if (!isLost || waiting.isOver) throw error;
      const reason = error instanceof Outdated ? changesAllTheTime() : error;
      return answerUnavailable(engine, request, startedAt, reason);
    }
  }
}

/** Where a world changes so often while a request comes in that it is never seen as it is, the request is turned away. */
const MOST_TRIES = 10;
const changesAllTheTime = (): StoreUnavailable =>
  new StoreUnavailable('What this mock has stored is changed all the time.');

/** @throws Outdated before anything was done, and StoreUnavailable */
async function answerOnce(
  engine: Engine,
  request: HttpRequest,
  startedAt: number,
  received: Call['received'],
  waiting: Waiting,
): Promise<AnswerOrAbort> {
  // 1. The operation that is requested.
  const asked = identify(engine, request, received);
  // 2. The caller, its world, and the time there: no later step reads a clock. What is removed by then is not there.
  const credentials = credentialsOf(engine, asked);
  const asking = authenticate(engine, asked, credentials, await findHolder(engine, asked, credentials));
  const { call, caller: arrived } = withoutRemoved(engine, { call: asked, caller: asking }, credentials);

  // 3. A question about the API (preflight, OPTIONS, a document) costs nothing and is only logged.
  const question = maskedResult(answerQuestion(call), engine.secrets);
  if (question !== undefined) {
    const { headers } = meter(engine.contract, arrived, await peek(arrived));
    const reply = withCommonHeaders(engine, call, arrived, undefined, question, headers);
    ensureAwaited(waiting);
    logRequest(engine, call, arrived, { startedAt, answer: reply, result: question });
    return reply;
  }

  // 4. The request is taken from the allowance, or refused.
  const admitting = askToAdmit(engine, call, arrived);
  const admitted = admitting && (await admitting);
  ensureAwaited(waiting, admitted?.begun);
  const caller = admitted?.caller ?? arrived;
  const allowance = meter(engine.contract, caller, admitted?.decision ?? (await spend(caller)));
  // 5. Faults delay the request, abort it or answer it, unless it is over the limit.
  const mayStrike = allowance.refusal === undefined && caller.state.faults.lookAt !== 'nothing';
  const effect = admitted === undefined && mayStrike ? await strike(call, caller) : admitted?.effect;
  const fault = effect && (await applyFaults(engine, caller, call, allowance, effect));
  ensureAwaited(waiting, admitted?.begun);
  if (fault !== undefined && (fault.isStale || fault.abort !== undefined)) {
    await receiveIfSmall(call);
    if (!fault.isStale) addToJournal(engine, call, caller, { startedAt, fault });
    return { abort: fault.abort ?? 'EMPTY_RESPONSE' };
  }

  // 6.–8. The operation, unless the request is refused.
  const byFault = fault?.answer;
  const refusal = allowance.refusal ?? byFault?.result ?? call.refusal ?? caller.refusal;
  const result = maskedResult(
    refusal ?? (await perform(engine, call, caller, allowance, admitted?.begun)),
    engine.secrets,
  );
  // 9. A small body that no step has read.
  await receiveIfSmall(call);
  if (caller.choices?.of('latency') === 'slow') await uncounted(waiting, takeTime(engine, call, caller.choices));
  // 10. The answer, with the headers of the steps before.
  const returning = byFault === undefined ? giveBack(caller, allowance, result.status) : undefined;
  const returned = returning instanceof Promise ? await returning : returning;
  const left = returned === undefined ? allowance : meter(engine.contract, caller, returned);
  const allowanceHeaders = byFault?.allowance ?? left.headers;
  const common = withCommonHeaders(engine, call, caller, call.operation, result, allowanceHeaders, byFault);
  const reply = byFault === undefined ? common : withOwnHeaders(common, byFault.own);
  // 11. With --check-replies, whether it conforms to the contract; an injected reply need not.
  if (engine.checkReplies && fault === undefined) check(engine, call.operation, reply, result);
  // 12. Journal and log. A client that has left received nothing.
  const sent = request.isAbandoned ? undefined : reply;
  ensureAwaited(waiting);
  addToJournal(engine, call, caller, { startedAt, answer: sent, result, fault });
  return reply;
}

/** Undefined where the stores answer at once, so that their steps are taken one after the other. */
function askToAdmit(engine: Engine, call: Call, arrived: Caller): ReturnType<typeof admit> | undefined {
  const ask = arrived.state.admit;
  if (ask === undefined) return undefined;
  return admit(engine, call, arrived, ask, (caller, operation) => carryOut(engine, call, caller, operation));
}

/** Answers with the documented reply that the request prefers, or else carries out its operation. */
async function perform(
  engine: Engine,
  call: Call,
  caller: Caller,
  allowance: Metered,
  begun: Begun | undefined,
): Promise<Outcome | Problem> {
  const { operation } = call;
  if (operation === undefined) return internal();
  try {
    // 6. The documented reply that the request prefers.
    const preferred = prefer(engine, caller, call, operation, allowance);
    if (preferred !== undefined) return await preferred;
    // 7. and 8., unless that was begun before.
    const outcome = await (begun?.outcomeBy(caller.source) ?? carryOut(engine, call, caller, operation));
    // What is large waits for room before it is made: it would take memory meanwhile.
    const room = roomForReply(call.request, outcome);
    return room === undefined || (await uncounted(call.received.waiting, room)) ? outcome : clientLeft();
  } catch (error) {
    if (error instanceof Problem) return error;
    if (error instanceof StoreFull) return storeFull(error, operation);
    if (error instanceof StoreUnavailable) return storeUnavailable(error, operation);
    engine.log.failed(error);
    return internal();
  }
}

/** Steps 7 and 8: parameters and body, validated against the contract; then the operation, carried out on the records. */
function carryOut(engine: Engine, call: Call, caller: Caller, operation: Operation): Awaitable<Outcome> {
  const { choices } = caller;
  if (choices?.of('query.unknown') === 'refused') {
    // Loaded where somebody has chosen it.
    const { refuseUnknown } = require('./unknown-query') as typeof import('./unknown-query');
    refuseUnknown(engine.contract, operation, call.query);
  }
  const input = validate(operation, call, undefined, undefined, choices);
  return input instanceof Promise
    ? input.then((read) => act(engine, call, caller, operation, read))
    : act(engine, call, caller, operation, input);
}

/** Waits as a slow server would, where somebody has chosen that. */
function takeTime({ readiness }: Engine, { request }: Call, choices: Taken): Promise<void> {
  if (request.isAbandoned || !readiness.isReady) return Promise.resolve();
  // Loaded where somebody has chosen.
  const slowly = require('../choices/latency') as typeof import('../choices/latency');
  return slowly.takeTime(choices, [(left) => request.onAbandoned(left), readiness.onEnd]);
}

function check({ log }: Engine, operation: Operation | undefined, reply: Answer, result: Outcome | Problem): void {
  if (operation === undefined) return;
  for (const complaint of checkReply(operation, reply, result instanceof Problem)) log.broken(complaint);
}
