import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Express, type Request } from 'express';
import type { Contract } from '../openapi/contract';
import { checkReply } from './check-reply';
import { deprecationHeaders } from './deprecation';
import type { Call, Caller, Engine, Outcome } from './model';
import { internal, Problem } from './problems';
import { answerQuestion } from './questions';
import { send } from './send';
import { act } from './steps/act';
import { authenticate } from './steps/authenticate';
import { identify } from './steps/identify';
import { meter, peek } from './steps/meter';
import { toAnswer } from './steps/reply';
import { validate } from './steps/validate';

/** The mock as an Express app: every request goes through the same six steps. */
export function createApp(engine: Engine): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((request, response) => answer(engine, request, response));
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
  const answeredQuestion = answerQuestion(engine, call);
  const operation = answeredQuestion === undefined ? call.operation : undefined;
  const allowance = await (answeredQuestion === undefined ? meter : peek)(engine, caller);
  const result =
    answeredQuestion ??
    (await perform(engine, call, caller, allowance.refusal ?? call.refusal ?? caller.refusal).catch(toProblem(engine)));
  const answered = toAnswer(engine, caller.world, operation, result, {
    ...engine.cors.headersFor(request),
    ...allowance.headers,
    ...(operation === undefined ? {} : deprecationHeaders(engine.contract, operation)),
  });
  if (engine.checkReplies && operation !== undefined) checkReply(operation, answered).forEach(engine.log.broken);
  report(engine, call, caller, result, performance.now() - startedAt);
  await send(request, response, answered);
}

async function perform(engine: Engine, call: Call, { world }: Caller, refusal: Problem | undefined): Promise<Outcome> {
  if (refusal !== undefined) throw refusal;
  if (call.operation === undefined) throw internal();
  const input = await validate(call.operation, call);
  return act(engine, world, call.operation, input);
}

const toProblem =
  ({ log }: Engine) =>
  (error: unknown): Problem => {
    if (error instanceof Problem) return error;
    log.failed(error);
    return internal();
  };

function report(
  { log, contract }: Engine,
  call: Call,
  { keyName }: Caller,
  result: Outcome | Problem,
  milliseconds: number,
): void {
  const { status } = result;
  if (!log.wants(status)) return;
  const target = call.query === '' ? call.path : `${call.path}?${withoutKeys(contract, call.query)}`;
  const message = result instanceof Problem ? result.message : undefined;
  log.answered({ method: call.method, target, status, milliseconds, keyName, message });
}

/** The query for a log: a key that travels in it is not repeated. */
function withoutKeys({ operations }: Contract, query: string): string {
  const names = operations
    .flatMap(({ security }) => security)
    .flatMap((scheme) => (scheme.kind === 'apiKey' && scheme.in === 'query' ? [scheme.parameter] : []));
  if (names.length === 0) return query;
  const shown = new URLSearchParams(query);
  for (const name of names) if (shown.has(name)) shown.set(name, 'hidden');
  return String(shown);
}
