import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type Request } from 'express';
import { checkReply } from './check-reply';
import { createControlPlane, isControl } from './control/plane';
import { deprecationHeaders } from './deprecation';
import { internal, Problem } from './errors/problems';
import { abort } from './http/abort';
import { send } from './http/send';
import type { Call, Caller, Engine, Outcome } from './model';
import { answerQuestion } from './questions';
import { log, record } from './report';
import { act } from './steps/act';
import { authenticate } from './steps/authenticate';
import { disturb } from './steps/disturb';
import { identify } from './steps/identify';
import { meter, peek } from './steps/meter';
import { prefer } from './steps/prefer';
import { type Answer, toAnswer } from './steps/reply';
import { validate } from './steps/validate';
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

async function answer(engine: Engine, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const startedAt = performance.now();
  const call = identify(engine, request);
  const caller = authenticate(engine, call);
  const at = caller.world.clock.now();

  const question = answerQuestion(engine, call);
  if (question !== undefined) {
    const answered = dress(
      engine,
      caller,
      { ...call, operation: undefined },
      question,
      (await peek(engine, caller)).headers,
    );
    log(engine, call, caller, answered, { startedAt, problem: problemIn(question) });
    return send(request, response, answered);
  }

  const allowance = await meter(engine, caller);
  const fault = allowance.refusal === undefined ? await disturb(engine, caller, call) : undefined;
  const passage = { startedAt, at, faultId: fault?.faultId };
  if (fault?.abort !== undefined) {
    record(engine, call, caller, undefined, { ...passage, problem: undefined });
    return abort(request, response, fault.abort, createRandom(0));
  }

  const refusal = allowance.refusal ?? fault?.refusal ?? call.refusal ?? caller.refusal;
  const result = await perform(engine, call, caller, refusal).catch(toProblem(engine));
  const answered = dress(engine, caller, call, result, allowance.headers);
  if (engine.checkReplies && call.operation !== undefined)
    checkReply(call.operation, answered).forEach(engine.log.broken);
  record(engine, call, caller, answered, { ...passage, problem: problemIn(result) });
  await send(request, response, answered);
}

async function perform(engine: Engine, call: Call, caller: Caller, refusal: Problem | undefined): Promise<Outcome> {
  const { operation } = call;
  if (refusal !== undefined) throw refusal;
  if (operation === undefined) throw internal();
  const preferred = prefer(engine, caller, call, operation);
  if (preferred !== undefined) return preferred;
  const input = await validate(operation, call);
  return act(engine, caller.world, operation, input);
}

/** What leaves, with the headers that every reply has. */
function dress(
  engine: Engine,
  { world }: Caller,
  { request, operation }: Pick<Call, 'request' | 'operation'>,
  result: Outcome | Problem,
  allowance: Answer['headers'],
): Answer {
  return toAnswer(engine, world, operation, result, {
    ...engine.cors.headersFor(request),
    ...allowance,
    ...(operation === undefined ? {} : deprecationHeaders(engine.contract, operation)),
  });
}

const problemIn = (result: Outcome | Problem): Problem | undefined => (result instanceof Problem ? result : undefined);

const toProblem =
  ({ log }: Engine) =>
  (error: unknown): Problem => {
    if (error instanceof Problem) return error;
    log.failed(error);
    return internal();
  };
