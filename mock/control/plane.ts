import { type Operation, successOf } from '../../openapi/contract';
import type { Input } from '../actions/model';
import { internal, methodNotAllowed, Problem, storeFull, storeUnavailable } from '../errors/problems';
import { type Answer, noContent, type Outcome } from '../http/reply';
import { maskedResult } from '../observe/secrets';
import { CONTROL_PATH, documentAt, pageFileAt } from '../pages/pages';
import { isPreflight, preflightHeaders } from '../pipeline/cors';
import { identify } from '../pipeline/identify';
import type { Call } from '../pipeline/model';
import { toAnswer } from '../pipeline/reply';
import type { HttpRequest } from '../pipeline/request';
import { readParameters } from '../pipeline/validate';
import { sourceOf } from '../values/source';
import type { World } from '../world/stores/model';
import { StoreFull, StoreUnavailable } from '../world/stores/store';
import { corsHeaders, refuseFileOrigin, refuseOrigin, refuseToken } from './access';
import { withInput } from './body';
import { readControl } from './document';
import { HANDLERS, PUBLIC, RECORDS_IN, UNANNOUNCED } from './handlers';
import type { ControlEngine, Live } from './model';
import { fullFor, noSuchParameter, noSuchSession } from './problems';
import { CONTROL_HEADERS, isStream, type StreamReply } from './stream-reply';
import { createStreams, type Streams } from './streams';
import { createLongWork, type LongWork } from './turns';

/**
 * The API that shows and changes what happens in a running mock, as `openapi/control.yaml` describes it. Requests are
 * identified, validated and answered by steps of the request pipeline; access is decided here.
 */
export function createControlPlane(live: Live): (request: HttpRequest) => Promise<Answer | StreamReply> {
  const streams = createStreams(live);
  const shared = { streams, turns: createLongWork() };
  return async (request) => {
    const { engine } = live;
    const { contract, match } = await readControl();
    const ownDocumentAt = (path: string) => documentAt(path.slice(contract.prefix.length), contract.source);
    const call = identify({ contract, match, documentAt: ownDocumentAt }, request);
    const outcome = await carryOut(engine, shared, call).catch((error: unknown): Problem => {
      if (error instanceof Problem) return error;
      if (error instanceof StoreFull) return storeFull(error);
      if (error instanceof StoreUnavailable) return storeUnavailable(error);
      engine.log.failed(error);
      return internal();
    });
    const result = maskedResult(outcome, engine.secrets);
    const cors = corsHeaders(engine.access, request);
    if (isStream(result)) return { ...result, headers: [...result.headers, ...cors] };
    return toAnswer(contract, sourceOf(engine.worlds.main.state), call.operation, result, CONTROL_HEADERS, cors);
  };
}

/** What the operations of a control plane have in common. */
interface Shared {
  readonly streams: Streams;
  readonly turns: LongWork;
}

async function carryOut(
  engine: ControlEngine,
  { streams, turns }: Shared,
  call: Call,
): Promise<Outcome | Problem | StreamReply> {
  const { request, operation } = call;
  const isPublic = operation !== undefined && PUBLIC.has(operation.path);
  const page = isPublic ? undefined : pageAt(call);
  const isFile = page !== undefined && !(page instanceof Problem);
  const refuse = isFile ? refuseFileOrigin : refuseOrigin;
  const originRefusal = isPublic ? undefined : refuse(engine.access, request);
  if (originRefusal !== undefined) return originRefusal;
  if (isPreflight(request)) return noContent(preflightHeaders(request, call.allowed));
  if (page !== undefined) return page;
  if (call.document !== undefined && request.method !== 'OPTIONS') return call.refusal ?? call.document;
  // As in the API, OPTIONS needs no credential.
  if (request.method === 'OPTIONS' && call.allowed.length > 0) return noContent({ Allow: call.allowed.join(', ') });
  const refusal = (isPublic ? undefined : refuseToken(engine.access, request)) ?? call.refusal;
  if (refusal !== undefined || operation === undefined) return refusal ?? internal();

  refuseUnknownParameters(operation, call);
  // Before its body is read.
  const parameters = readParameters(operation, call);
  const { transact } = engine.worlds;
  const world = await transact(() => worldOf(engine, parameters));
  const name = `${operation.method} ${operation.path.replace('/sessions/{sessionId}/', '/')}`;
  const handle = HANDLERS[name] ?? missing;
  const reading = {
    engine,
    operation,
    call,
    contentType: contentTypeOf(request),
    recordsIn: RECORDS_IN[name],
    turns,
  };
  const body = await withInput(reading, async ({ input, records }) => {
    const work = async () => handle({ engine, world, input, records, streams, turns, request });
    // The health is answered without the store.
    const present = async () => (isPublic ? undefined : world.catchUp());
    // What changes something is never left half-way: it would be done after its client got a refusal. Such work may be
    // long, and has a deadline for each of its steps alone.
    if (operation.method === 'GET') return transact(async () => present().then(work));
    await transact(present);
    return work();
  }).catch((error: unknown) => {
    throw error instanceof StoreFull ? fullFor(error, name) : error;
  });
  if (operation.method !== 'GET' && !UNANNOUNCED.has(name)) world.notices.announce();
  return isStream(body) ? body : done(operation, body);
}

const METHODS = ['GET', 'HEAD'];

/** The console's file at a path, if any. Served without a token, since the files hold nothing secret. */
function pageAt({ request: { method }, path, query }: Call): Outcome | Problem | undefined {
  const file = pageFileAt(path);
  if (path !== CONTROL_PATH && file === undefined) return undefined;
  if (!METHODS.includes(method)) return methodNotAllowed(method, path, METHODS);
  if (file !== undefined) return file;
  // Relative, so that it works behind a proxy with another prefix.
  const location = `${CONTROL_PATH.slice(1)}/${query === '' ? '' : `?${query}`}`;
  return { status: 308, headers: { Location: location }, body: undefined, mediaType: '' };
}

/** Refuses unknown query parameters: a filter with a misspelt name would be ignored without notice. */
function refuseUnknownParameters({ parameters }: Operation, { query }: Call): void {
  if (query === '') return;
  const known = parameters.flatMap(({ in: place, name }) => (place === 'query' ? [name] : []));
  for (const name of new URLSearchParams(query).keys()) if (!known.includes(name)) throw noSuchParameter(name, known);
}

/** The default types of `curl -d` and `fetch` count as JSON, since every body here is JSON. */
function contentTypeOf({ headers }: HttpRequest): string | undefined {
  const sent = headers['content-type'];
  return /^(application\/x-www-form-urlencoded|text\/plain)/i.test(sent ?? '') ? 'application/json' : sent;
}

/** @throws Problem 404 for a session that is not open */
async function worldOf({ worlds }: ControlEngine, { path: { sessionId } }: Pick<Input, 'path'>): Promise<World> {
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
