import type { ServerResponse } from 'node:http';
import express, { type Express, type Request } from 'express';
import type { Contract } from '../openapi/contract';
import { checkReply } from './check-reply';
import { isPreflight } from './cors';
import { deprecationHeaders } from './deprecation';
import { serveDocument } from './document';
import type { Call, Caller, Engine, Outcome } from './model';
import { internal, Problem } from './problems';
import { act } from './steps/act';
import { authenticate } from './steps/authenticate';
import { identify } from './steps/identify';
import { meter, peek } from './steps/meter';
import { reply, toAnswer } from './steps/reply';
import { validate } from './steps/validate';

/** The mock as an Express app: every request goes through the same six steps. */
export function createApp(engine: Engine): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(serveDocument(engine.contract));
  app.use((request, response) => answer(engine, identify(engine, request), response));
  // Four parameters make it Express's error handler.
  app.use((error: unknown, request: Request, response: ServerResponse, _: unknown) => {
    engine.log.failed(error);
    reply(response, request.method, toAnswer(engine, engine.worlds.main, undefined, internal(), {}));
  });
  return app;
}

async function answer(engine: Engine, call: Call, response: ServerResponse): Promise<void> {
  const startedAt = performance.now();
  const caller = authenticate(engine, call);
  // A question about the path, by a browser or a person, is nobody's request: it needs no key and costs nothing.
  const isQuestion =
    call.method === 'OPTIONS' && call.operation === undefined && (call.allowed.length > 0 || isPreflight(call.request));
  const allowance = await (isQuestion ? peek : meter)(engine, caller);
  const result = isQuestion
    ? describePath(engine, call)
    : await perform(engine, call, caller, allowance.refusal ?? call.refusal ?? caller.refusal).catch(toProblem(engine));
  const answered = toAnswer(engine, caller.world, call.operation, result, {
    ...engine.cors.headersFor(call.request),
    ...allowance.headers,
    ...(call.operation === undefined ? {} : deprecationHeaders(engine.contract, call.operation)),
  });
  if (engine.checkReplies && call.operation !== undefined)
    checkReply(call.operation, answered).forEach(engine.log.broken);
  reply(response, call.method, answered);
  report(engine, call, caller, result, performance.now() - startedAt);
}

async function perform(engine: Engine, call: Call, { world }: Caller, refusal: Problem | undefined): Promise<Outcome> {
  if (refusal !== undefined) throw refusal;
  if (call.operation === undefined) throw internal();
  const input = await validate(call.operation, call);
  return act(engine, world, call.operation, input);
}

function describePath({ cors }: Engine, { request, allowed }: Call): Outcome {
  const headers = isPreflight(request) ? cors.preflight(request, allowed) : { Allow: allowed.join(', ') };
  return { status: 204, headers, body: undefined, mediaType: '' };
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
