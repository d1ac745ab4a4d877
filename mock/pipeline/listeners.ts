import { Problem } from '../errors/problems';
import type { Answer, Outcome } from '../http/reply';
import type { AppliedFaults, Call, Caller, Engine } from './model';
import { toldToAnswer } from './problem-of-status';

/** What is known at the end of the pipeline, beside call and caller. */
interface Ending {
  /** When the request arrived, by `performance.now()`. */
  readonly startedAt: number;
  /** What was sent, if anything. */
  readonly answer?: Answer | undefined;
  readonly result?: Outcome | Problem | undefined;
  readonly fault?: AppliedFaults | undefined;
  /** Whether the key could not be looked for. */
  readonly isKeyUnknown?: true;
}

/** Adds a request to the journal of the caller's world, and to the log. */
export function addToJournal(engine: Engine, call: Call, caller: Caller, ending: Ending): void {
  const { answer } = ending;
  const { method, rawHeaders } = call.request;
  caller.state.journal.add({
    at: caller.source.now,
    milliseconds: performance.now() - ending.startedAt,
    method,
    path: call.path,
    query: call.query,
    operationId: call.operation?.id,
    keyName: caller.keyName,
    status: answer?.status,
    faultId: ending.fault?.faultId,
    requestHeaders: rawHeaders,
    requestBody: call.received.bytes,
    responseHeaders: answer?.headers ?? NO_HEADERS,
    responseBody: method === 'HEAD' ? '' : ((answer?.plain ?? answer?.bytes)?.toString() ?? ''),
  });
  logRequest(engine, call, caller, ending);
}

const NO_HEADERS: Answer['headers'] = [];

/** Adds it to the log alone: the journal has only requests to operations of the API. */
export function logRequest(
  { log, secrets, worlds }: Engine,
  call: Call,
  { keyName, world }: Caller,
  { startedAt, answer, result, fault, isKeyUnknown }: Ending,
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
    message: result instanceof Problem ? result.message : fault?.answer && toldToAnswer(fault.answer.result.status),
  });
}
