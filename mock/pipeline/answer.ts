import type { Operation } from '../../openapi/contract';
import { internal, Problem } from '../errors/problems';
import type { Answer } from '../http/answer';
import type { Outcome } from '../http/outcome';
import type { RawHeaders } from '../http/raw-headers';
import { checkReply } from '../observe/check-reply';
import { act } from './act';
import { applyFaults } from './apply-faults';
import { authenticate } from './authenticate';
import { deprecationHeaders } from './deprecation';
import { identify } from './identify';
import { addToJournal, logRequest } from './listeners';
import { meter, peek } from './meter';
import type { AnswerOrAbort, Call, Caller, Engine, Metered } from './model';
import { prefer } from './prefer';
import { answerQuestion } from './questions';
import { isUnread, receiveIfSmall } from './receive';
import type { HttpRequest } from './request';
import { toAnswer } from './to-answer';
import { validate } from './validate';

/**
 * A request's way to the API: every step in its order. A refusal is noted by the step that finds it, and the first in
 * this order is the one that is answered: limit, fault, path, key, preference, parameters, body, records.
 */
export async function answer(engine: Engine, request: HttpRequest): Promise<AnswerOrAbort> {
  const startedAt = performance.now();
  // 1. Which operation it means.
  const call = identify(engine, request);
  // 2. Who asks, in which world, and what time it is there: from here on nobody looks at a clock.
  const caller = await authenticate(engine, call);

  // 3. A question about the API is no request to it: it costs nothing, and stands in the log alone.
  const question = answerQuestion(engine, call);
  if (question !== undefined) {
    const { headers } = await peek(engine.contract, caller);
    const reply = withCommonHeaders(engine, call, caller, undefined, question, headers);
    logRequest(engine, call, caller, { startedAt, answer: reply, result: question });
    return reply;
  }

  // 4. One request is taken from the allowance, or it is refused.
  const allowance = await meter(engine.contract, caller);
  // 5. The faults that strike it delay it, break it off or answer it; a request over the limit meets none.
  const isServed = allowance.refusal === undefined;
  const effect = isServed ? await caller.state.faults.strike(call.operation?.id, caller.keyName) : undefined;
  const fault = effect && (await applyFaults(engine, caller, call, allowance, effect));
  if (fault !== undefined && (fault.isStale || fault.abort !== undefined)) {
    if (isUnread(call)) await receiveIfSmall(call);
    if (!fault.isStale) addToJournal(engine, call, caller, { startedAt, fault });
    return { abort: fault.abort ?? 'EMPTY_RESPONSE' };
  }

  // 6.–8. What it is for, unless something refuses it.
  const refusal = allowance.refusal ?? fault?.refusal ?? call.refusal ?? caller.refusal;
  const result = refusal ?? (await perform(engine, call, caller, allowance));
  if (isUnread(call)) await receiveIfSmall(call);

  // 9. The reply, with the headers of the steps before.
  const reply = withCommonHeaders(engine, call, caller, call.operation, result, allowance.headers);
  // What somebody asked to go wrong need not be as the contract has it.
  if (engine.checkReplies && fault === undefined) check(engine, call.operation, reply);
  // Here the journal and the log listen. A client that has gone got nothing.
  const sent = request.isAbandoned ? undefined : reply;
  addToJournal(engine, call, caller, { startedAt, answer: sent, result, fault });
  return reply;
}

/** What the request is for: the documented reply that it prefers, or else what its operation does. */
async function perform(engine: Engine, call: Call, caller: Caller, allowance: Metered): Promise<Outcome | Problem> {
  const { operation } = call;
  if (operation === undefined) return internal();
  try {
    // 6. The documented reply that it prefers.
    const preferred = await prefer(engine, caller, call, operation, allowance);
    if (preferred !== undefined) return preferred;
    // 7. What it says, held against the contract.
    const input = await validate(operation, call);
    // 8. What its operation does to the records.
    return await act(engine, caller, operation, input);
  } catch (error) {
    if (error instanceof Problem) return error;
    engine.log.failed(error);
    return internal();
  }
}

/** An answer with the headers that every reply has. */
function withCommonHeaders(
  { contract, cors }: Engine,
  { request }: Call,
  { source }: Caller,
  operation: Operation | undefined,
  result: Outcome | Problem,
  allowance: RawHeaders,
): Answer {
  const deprecation = operation === undefined ? NO_HEADERS : deprecationHeaders(contract, operation);
  return toAnswer(contract, source, operation, result, cors.headersFor(request), allowance, deprecation);
}

const NO_HEADERS: RawHeaders = [];

function check({ log }: Engine, operation: Operation | undefined, reply: Answer): void {
  if (operation !== undefined) for (const complaint of checkReply(operation, reply)) log.broken(complaint);
}
