import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '../../openapi/contract';
import { Problem } from '../errors/problems';
import { checkReply } from '../observe/check-reply';
import { abort } from '../server/abort';
import { send } from '../server/send';
import { createRandom } from '../world/rules/random';
import { type Awaitable, after } from '../world/stores/awaitable';
import type { Abort } from '../world/stores/faults';
import { authenticate } from './authenticate';
import { deprecationHeaders } from './deprecation';
import { type Disturbance, disturb } from './disturb';
import { identify } from './identify';
import { meter, peek } from './meter';
import type { Call, Caller, Engine, Metered, Outcome } from './model';
import { perform } from './perform';
import { answerQuestion } from './questions';
import { isUnread, takeIn } from './receive';
import { type Answer, sourceOf, toAnswer } from './reply';
import { log, type Passage, record } from './report';

/** One request on its way, and who asks. */
interface Visit {
  readonly call: Call;
  readonly caller: Caller;
  readonly response: ServerResponse;
  /** When it came: by `performance.now()`, and by the world's clock. */
  readonly startedAt: number;
  readonly at: number;
}

/** A request's way to the API, from top to bottom: what is on it is in `steps/`. */
export function answer(engine: Engine, request: IncomingMessage, response: ServerResponse): Awaitable<void> {
  const startedAt = performance.now();
  const call = identify(engine, request);
  return after(authenticate(engine, call), (caller) => admit(engine, call, caller, response, startedAt));
}

function admit(
  engine: Engine,
  call: Call,
  caller: Caller,
  response: ServerResponse,
  startedAt: number,
): Awaitable<void> {
  const visit = { call, caller, response, startedAt, at: caller.state.clock.now() };
  const question = answerQuestion(engine, call);
  if (question !== undefined) return answerAside(engine, visit, question);
  return after(meter(engine, caller), (allowance) => {
    const disturbed = allowance.refusal === undefined ? disturb(engine, caller, call) : undefined;
    return after(disturbed, (fault) =>
      fault !== undefined && (fault.isStale || fault.abort !== undefined)
        ? breakOff(engine, visit, fault)
        : serve(engine, visit, allowance, fault),
    );
  });
}

/** The first refusal on the way, or else what the request is for. */
function serve(engine: Engine, visit: Visit, allowance: Metered, fault: Disturbance | undefined): Awaitable<void> {
  const { call, caller } = visit;
  const refusal = allowance.refusal ?? fault?.refusal ?? call.refusal ?? caller.refusal;
  const conclude = (result: Outcome | Problem) =>
    isUnread(call)
      ? takeIn(call).then(() => reply(engine, visit, allowance, fault, result))
      : reply(engine, visit, allowance, fault, result);
  return refusal === undefined ? perform(engine, call, caller, conclude) : conclude(refusal);
}

/** Sends what came of the request, and tells of it. */
function reply(
  engine: Engine,
  visit: Visit,
  allowance: Metered,
  fault: Disturbance | undefined,
  result: Outcome | Problem,
): Awaitable<void> {
  const { call, caller, response } = visit;
  const answered = dress(engine, visit, call.operation, result, allowance.headers);
  // What somebody asked to go wrong need not be as the contract has it.
  if (engine.checkReplies && fault === undefined) judge(engine, call, answered);
  const sent = call.request.socket.destroyed ? undefined : answered;
  record(engine, call, caller, sent, passageOf(visit, result, fault));
  return send(call.request, response, answered);
}

/** Breaks the connection off instead of an answer. What a reset has left behind is in no journal. */
function breakOff(engine: Engine, visit: Visit, fault: Disturbance): Awaitable<void> {
  const { call, caller, response } = visit;
  const kind: Abort = fault.abort ?? 'EMPTY_RESPONSE';
  return after(isUnread(call) ? takeIn(call) : undefined, () => {
    if (!fault.isStale) record(engine, call, caller, undefined, passageOf(visit, undefined, fault));
    abort(call.request, response, kind, createRandom(0));
  });
}

/** The answer to a question about the API, which is no request to it, and in no journal. */
async function answerAside(engine: Engine, visit: Visit, question: Outcome | Problem): Promise<void> {
  const { call, caller, response } = visit;
  const { headers } = await peek(engine, caller);
  const answered = dress(engine, visit, undefined, question, headers);
  log(engine, call, caller, answered, passageOf(visit, question, undefined));
  await send(call.request, response, answered);
}

/** What leaves, with the headers that every reply has. */
function dress(
  engine: Engine,
  { call, caller: { state } }: Visit,
  operation: Operation | undefined,
  result: Outcome | Problem,
  allowance: Metered['headers'],
): Answer {
  const cors = engine.cors.headersFor(call.request);
  if (operation === undefined) return toAnswer(engine, sourceOf(state), operation, result, cors, allowance);
  const deprecation = deprecationHeaders(engine.contract, operation);
  return toAnswer(engine, sourceOf(state), operation, result, cors, allowance, deprecation);
}

function judge({ log }: Engine, { operation }: Call, answered: Answer): void {
  if (operation !== undefined) for (const complaint of checkReply(operation, answered)) log.broken(complaint);
}

const passageOf = (
  { startedAt, at }: Visit,
  result: Outcome | Problem | undefined,
  fault: Disturbance | undefined,
): Passage => ({
  startedAt,
  at,
  problem: result instanceof Problem ? result : undefined,
  faultId: fault?.faultId,
});
