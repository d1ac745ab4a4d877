import { Problem } from '../errors/problems';
import type { Answer, Outcome } from '../http/reply';
import type { Context } from './model';
import { forcedStatusMessage } from './problem-of-status';

/** How a request has ended. */
interface Ended {
  /** What was sent, if anything. */
  readonly answer?: Answer | undefined;
  readonly result?: Outcome | Problem | undefined;
  /** Whether the key could not be looked for. */
  readonly isKeyUnknown?: true;
}

type Logged = Pick<Context, 'engine' | 'call' | 'startedAt' | 'fault'> & {
  readonly caller: Pick<Context['caller'], 'keyName' | 'world'>;
};

/** Adds a request to the journal of the caller's world, and to the log. */
export function addToJournal(context: Context, ended: Ended = {}): void {
  const { call, caller, fault, startedAt } = context;
  const { answer } = ended;
  const { method, rawHeaders } = call.request;
  caller.state.journal.add({
    at: caller.source.now,
    milliseconds: performance.now() - startedAt,
    method,
    path: call.path,
    query: call.query,
    operationId: call.operation?.id,
    keyName: caller.keyName,
    status: answer?.status,
    faultId: fault?.faultId,
    requestHeaders: rawHeaders,
    requestBody: call.received.bytes,
    responseHeaders: answer?.headers ?? NO_HEADERS,
    responseBody: method === 'HEAD' ? '' : ((answer?.plain ?? answer?.bytes)?.toString() ?? ''),
  });
  logRequest(context, ended);
}

const NO_HEADERS: Answer['headers'] = [];

/** Adds it to the log alone: the journal has only requests to operations of the API. */
export function logRequest(
  { engine: { log, secrets, worlds }, call, caller: { keyName, world }, fault, startedAt }: Logged,
  { answer, result, isKeyUnknown }: Ended,
): void {
  if (!log.wants(answer?.status)) return;
  const path = secrets.inText(call.path);
  log.answered({
    method: secrets.inText(call.request.method),
    target: call.query === '' ? path : `${path}?${secrets.inQuery(call.query)}`,
    status: answer?.status,
    milliseconds: performance.now() - startedAt,
    keyName,
    isKeyUnknown,
    session: world === worlds.main ? undefined : { id: world.id, name: world.name },
    message:
      result instanceof Problem ? result.message : fault?.answer && forcedStatusMessage(fault.answer.result.status),
  });
}
