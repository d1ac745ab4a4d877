import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Operation, successOf } from '../../openapi/contract';
import { internal, Problem } from '../errors/problems';
import { identify } from '../pipeline/identify';
import type { Call, Engine, Input, Outcome } from '../pipeline/model';
import { noContent } from '../pipeline/questions';
import { sourceOf, toAnswer } from '../pipeline/reply';
import { validate } from '../pipeline/validate';
import { send } from '../server/send';
import type { World } from '../world/stores/model';
import { refuseOrigin, refuseToken } from './access';
import { pageAt } from './console';
import { readControl } from './document';
import { HANDLERS, UNANNOUNCED } from './handlers';
import { CONTROL_HEADERS } from './headers';
import { noSuchParameter, noSuchSession } from './problems';
import { createStreams, type Streams } from './streams';

/** Bytes of a body that are read at most: a world as one document may be large. */
const BODY_LIMIT = 256 * 2 ** 20;

/** Whether a request's target is the control plane's, whose document gives `/__admin` for its server. */
export const isControl = (target: string): boolean =>
  target.includes('/__admin') && /^(https?:\/\/[^/?#]*)?\/__admin(?=[/?#]|$)/i.test(target);

/**
 * The way to look into a running mock and to change what happens in it, as `openapi/control.yaml` describes it. Its
 * requests are identified, validated and replied to by the steps of the API's own; whose they are is another matter.
 */
export function createControlPlane(
  engine: Engine,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const streams = createStreams(engine);
  return async (request, response) => {
    const { contract, match } = await readControl();
    const call = identify({ contract, match }, request);
    const result = await answer(engine, streams, call, response).catch((error: unknown): Problem => {
      if (error instanceof Problem) return error;
      engine.log.failed(error);
      return internal();
    });
    if (result === undefined) return;
    await send(
      request,
      response,
      toAnswer({ contract }, sourceOf(engine.worlds.main.state), call.operation, result, CONTROL_HEADERS),
    );
  };
}

/** @returns undefined where the handler has answered by itself, for as long as the client stays */
async function answer(
  engine: Engine,
  streams: Streams,
  call: Call,
  response: ServerResponse,
): Promise<Outcome | Problem | undefined> {
  const { request, operation } = call;
  const foreign = refuseOrigin(engine.access, request);
  if (foreign !== undefined) return foreign;
  const page = pageAt(call);
  if (page !== undefined) return page;
  // As outside: a question about a path is nobody's request.
  if (call.method === 'OPTIONS' && call.allowed.length > 0) return noContent({ Allow: call.allowed.join(', ') });
  const refusal = refuseToken(engine.access, request) ?? call.refusal;
  if (refusal !== undefined || operation === undefined) return refusal ?? internal();

  refuseStrangers(operation, call);
  takeForJson(request);
  const input = await validate(operation, call, BODY_LIMIT);
  const world = await worldOf(engine, input);
  const name = `${operation.method} ${operation.path.replace('/sessions/{sessionId}/', '/')}`;
  const handle = HANDLERS[name] ?? missing;
  const body = await handle({ engine, world, input, streams, request, response });
  if (response.headersSent) return undefined;
  if (operation.method !== 'GET' && !UNANNOUNCED.has(name)) world.notices.announce();
  return done(operation, body);
}

/**
 * A parameter with a typing slip in its name would leave out what it was to leave in.
 *
 * @throws Problem 400 for a query parameter that the operation has not
 */
function refuseStrangers({ parameters }: Operation, { query }: Call): void {
  if (query === '') return;
  const known = parameters.flatMap(({ in: place, name }) => (place === 'query' ? [name] : []));
  for (const name of new URLSearchParams(query).keys()) if (!known.includes(name)) throw noSuchParameter(name, known);
}

/** What `curl -d` and `fetch` say of a text unless they are told otherwise: every body here is JSON. */
function takeForJson({ headers }: IncomingMessage): void {
  if (/^(application\/x-www-form-urlencoded|text\/plain)/i.test(headers['content-type'] ?? '')) {
    headers['content-type'] = 'application/json';
  }
}

/** @throws Problem 404 for a session that is not open */
async function worldOf({ worlds }: Engine, { path: { sessionId } }: Input): Promise<World> {
  if (sessionId === undefined) return worlds.main;
  const world = await worlds.worldOfSession(String(sessionId));
  if (world === undefined) throw noSuchSession(String(sessionId));
  return world;
}

const missing = (): never => {
  throw new Error('An operation of the control plane has no handler.');
};

function done(operation: Operation, body: unknown): Outcome {
  const success = successOf(operation);
  return { status: success?.status ?? 200, headers: {}, body, mediaType: success?.reply.content[0]?.type ?? '' };
}
