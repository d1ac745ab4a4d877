import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type Request } from 'express';
import type { Operation } from '../openapi/contract';
import { type Awaitable, after, recover } from './awaitable';
import { checkReply } from './check-reply';
import { createControlPlane, isControl } from './control/plane';
import { deprecationHeaders } from './deprecation';
import { internal, Problem } from './errors/problems';
import { abort } from './http/abort';
import { send } from './http/send';
import type { Call, Caller, Engine, Metered, Outcome } from './model';
import { answerQuestion } from './questions';
import { log, type Passage, record } from './report';
import { act } from './steps/act';
import { authenticate } from './steps/authenticate';
import { disturb } from './steps/disturb';
import { identify } from './steps/identify';
import { meter, peek } from './steps/meter';
import { prefer } from './steps/prefer';
import { isUnread, takeIn } from './steps/receive';
import { type Answer, toAnswer } from './steps/reply';
import { validate } from './steps/validate';
import type { Abort } from './world/faults';
import { createRandom } from './world/random';

/** The mock as an Express app. Every request to the API goes through the same steps, in the order of `answer`. */
export function createApp(engine: Engine): Express {
  const control = engine.access.kind === 'off' ? undefined : createControlPlane(engine);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request, response) =>
    control !== undefined && isControl(request.url) ? control(request, response) : answer(engine, request, response),
  );
  // Four parameters make it Express's error handler.
  app.use((error: unknown, request: Request, response: ServerResponse, _: unknown) => {
    engine.log.failed(error);
    void send(request, response, toAnswer(engine, engine.worlds.main, undefined, internal(), {}));
  });
  return app;
}

/** A request's way from top to bottom. */
function answer(engine: Engine, request: IncomingMessage, response: ServerResponse): Awaitable<void> {
  const startedAt = performance.now();
  const call = identify(engine, request);
  const caller = authenticate(engine, call);
  const at = caller.world.clock.now();
  const question = answerQuestion(engine, call);
  if (question !== undefined) return answerAside(engine, call, caller, response, question, startedAt);

  return after(meter(engine, caller), (allowance) =>
    after(allowance.refusal === undefined ? disturb(engine, caller, call) : undefined, (fault) => {
      const passage = { startedAt, at, faultId: fault?.faultId };
      if (fault?.isStale === true) return abort(request, response, 'EMPTY_RESPONSE', createRandom(0));
      if (fault?.abort !== undefined) return breakOff(engine, call, caller, response, fault.abort, passage);
      const refusal = allowance.refusal ?? fault?.refusal ?? call.refusal ?? caller.refusal;
      return after(perform(engine, call, caller, refusal), (result) =>
        after(isUnread(call) ? takeIn(call) : undefined, () => {
          const answered = dress(engine, caller, call, call.operation, result, allowance.headers);
          if (engine.checkReplies && fault === undefined) judge(engine, call, answered);
          const sent = request.socket.destroyed ? undefined : answered;
          record(engine, call, caller, sent, { ...passage, problem: problemIn(result) });
          return send(request, response, answered);
        }),
      );
    }),
  );
}

/** Breaks the connection off instead of an answer. */
function breakOff(
  engine: Engine,
  call: Call,
  caller: Caller,
  response: ServerResponse,
  kind: Abort,
  passage: Omit<Passage, 'problem'>,
): Awaitable<void> {
  return after(isUnread(call) ? takeIn(call) : undefined, () => {
    record(engine, call, caller, undefined, { ...passage, problem: undefined });
    abort(call.request, response, kind, createRandom(0));
  });
}

/** The answer to a question about the API: no request to it, and in no journal. */
async function answerAside(
  engine: Engine,
  call: Call,
  caller: Caller,
  response: ServerResponse,
  question: Outcome | Problem,
  startedAt: number,
): Promise<void> {
  const { headers } = await peek(engine, caller);
  const answered = dress(engine, caller, call, undefined, question, headers);
  log(engine, call, caller, answered, { startedAt, problem: problemIn(question) });
  await send(call.request, response, answered);
}

/** What the request is for, or why it is not done. */
function perform(
  engine: Engine,
  call: Call,
  caller: Caller,
  refusal: Problem | undefined,
): Awaitable<Outcome | Problem> {
  const { operation } = call;
  if (refusal !== undefined) return refusal;
  if (operation === undefined) return internal();
  return recover<Outcome | Problem>(
    () =>
      prefer(engine, caller, call, operation) ??
      after(validate(operation, call), (input) => act(engine, caller.world, operation, input)),
    (error) => {
      if (error instanceof Problem) return error;
      engine.log.failed(error);
      return internal();
    },
  );
}

/** What leaves, with the headers that every reply has. */
function dress(
  engine: Engine,
  { world }: Caller,
  { request }: Call,
  operation: Operation | undefined,
  result: Outcome | Problem,
  allowance: Metered['headers'],
): Answer {
  const cors = engine.cors.headersFor(request);
  if (operation === undefined) return toAnswer(engine, world, operation, result, cors, allowance);
  const deprecation = deprecationHeaders(engine.contract, operation);
  return toAnswer(engine, world, operation, result, cors, allowance, deprecation);
}

function judge({ log }: Engine, { operation }: Call, answered: Answer): void {
  if (operation !== undefined) for (const complaint of checkReply(operation, answered)) log.broken(complaint);
}

const problemIn = (result: Outcome | Problem): Problem | undefined => (result instanceof Problem ? result : undefined);
