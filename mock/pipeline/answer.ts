import { internal, Problem } from '../errors/problems';
import type { Answer, Outcome } from '../http/reply';
import { checkReply } from '../observe/check-reply';
import { maskedResult } from '../observe/secrets';
import { StoreUnavailable } from '../world/stores/store';
import { admit } from './admit';
import { authenticate } from './authenticate';
import { applyFaults } from './faults';
import { identify, nothingReceived, withdrawRemoved } from './identify';
import type { AnswerOrAbort, Call, Context, Engine, Stage } from './model';
import { perform } from './perform';
import { answerQuestion } from './questions';
import { giveBack } from './quota';
import { receiveIfSmall } from './receive';
import { addToJournal } from './record';
import { takeTime, withCommonHeaders } from './reply';
import type { HttpRequest } from './request';
import { answerUnavailable } from './unserved';

/**
 * The order of a request to the API. Each stage notes in the context what it finds out, for those after it, and
 * returns what ends the request, or nothing. So the first refusal in this order is the one that is sent.
 *
 * To add one:
 * 1. Write a `Stage` (`model.ts`) in a file here. It knows no server and reads no clock: the time is `source.now` of
 *    the `Caller`. It returns a promise only where it has to wait.
 * 2. What it finds out becomes a member of `Context`; what it refuses, a function of `mock/errors/problems.ts`.
 * 3. Add it to the list below, at its place in the order.
 * 4. Test it through both adapters (`mock/testing/adapters.ts`), as `limits.test.ts` does. Where the document does
 *    not say what the stage does, that is an unspecified behaviour: see `mock/behaviours/index.ts`.
 */
const STAGES: readonly Stage[] = [
  // Who sends it, to which world, and at what time: no later stage reads a clock. What is removed by then is not there.
  authenticate,
  withdrawRemoved,
  // A question about the API (preflight, OPTIONS, a document) costs nothing.
  answerQuestion,
  // It is taken from the allowance, or refused. Faults delay it, abort it or answer it.
  admit,
  applyFaults,
  // Its path or its key is refused.
  ({ call, caller }) => call.refusal ?? caller.refusal,
  // The documented reply that it prefers; else parameters and body are validated, and the operation is carried out.
  perform,
];

/** Answers a request to the API. */
export async function answer(engine: Engine, request: HttpRequest): Promise<AnswerOrAbort> {
  const startedAt = performance.now();
  const received = nothingReceived();
  try {
    return await engine.worlds.transact((deadline) =>
      serve(arriving(engine, identify(engine, request, received, deadline), startedAt)),
    );
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return answerUnavailable(engine, request, startedAt, error);
  }
}

function arriving(engine: Engine, call: Call, startedAt: number): Context {
  // A stage reads only what one before it has set.
  const unset = undefined as never;
  return { engine, call, startedAt, caller: unset, quota: unset, admitted: unset, fault: undefined };
}

/** Runs the stages, and waits for those alone that are not done at once. */
async function serve(context: Context): Promise<AnswerOrAbort> {
  const { deadline } = context.call;
  for (const stage of STAGES) {
    const found = stage(context);
    const ending = found instanceof Promise ? await found : found;
    deadline.throwIfOver();
    if (ending === undefined) continue;
    if (!('sent' in ending)) return present(context, ending);
    ending.record();
    return ending.sent;
  }
  return present(context, internal());
}

/** Sends what a request has come to, with what the stages before add to it, and records it. */
async function present(context: Context, found: Outcome | Problem): Promise<Answer> {
  const { engine, call, caller, quota, fault } = context;
  const result = maskedResult(found, engine.secrets);
  // A small body that no stage has read.
  const reading = receiveIfSmall(call);
  if (reading !== undefined) await reading;
  const slow = takeTime(context);
  if (slow !== undefined) await slow;
  const returning = fault?.answer === undefined ? giveBack(context, result.status) : undefined;
  const left = (returning instanceof Promise ? await returning : returning) ?? quota;
  const reply = withCommonHeaders(engine, call, caller, call.operation, result, left.headers, fault?.answer);
  // An injected reply need not conform to the contract.
  if (engine.checkReplies && fault === undefined && call.operation !== undefined)
    for (const complaint of checkReply(call.operation, reply, result instanceof Problem)) engine.log.broken(complaint);
  call.deadline.throwIfOver();
  // A client that has left received nothing.
  const answer = call.request.isAbandoned ? undefined : reply;
  addToJournal(context, { answer, result });
  return reply;
}
