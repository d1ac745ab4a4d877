import type { Problem } from '../errors/problems';
import { createSecrets } from '../observe/secrets';
import type { Call, Caller, Engine } from './model';
import type { Answer } from './reply';

/** What is told of a request beside its call and its caller. */
export interface Passage {
  /** When it came: by `performance.now()`, and by the world's clock. */
  readonly startedAt: number;
  readonly at: number;
  /** Why it was refused. */
  readonly problem: Problem | undefined;
  /** The last fault that struck it. */
  readonly faultId: string | undefined;
}

/** Tells the journal of the caller's world about a request, and the log. */
export function record(
  engine: Engine,
  call: Call,
  caller: Caller,
  answered: Answer | undefined,
  passage: Passage,
): void {
  const milliseconds = performance.now() - passage.startedAt;
  caller.state.journal.add({
    at: passage.at,
    milliseconds,
    method: call.method,
    path: call.path,
    query: call.query,
    operationId: call.operation?.id,
    keyName: caller.keyName,
    status: answered?.status,
    faultId: passage.faultId,
    requestHeaders: call.request.rawHeaders,
    requestBody: call.received.bytes,
    responseHeaders: answered?.headers ?? NO_HEADERS,
    responseBody: call.method === 'HEAD' ? '' : (answered?.bytes ?? ''),
  });
  log(engine, call, caller, answered, passage);
}

const NO_HEADERS: Answer['headers'] = [];

/** Tells the log alone: what is no request to the API is in no journal. */
export function log(
  { log, contract, worlds }: Engine,
  call: Call,
  { keyName, world }: Caller,
  answered: Answer | undefined,
  { startedAt, problem }: Pick<Passage, 'startedAt' | 'problem'>,
): void {
  if (!log.wants(answered?.status)) return;
  const secrets = createSecrets(contract, worlds.isKey);
  const path = secrets.inText(call.path);
  const target = call.query === '' ? path : `${path}?${secrets.inQuery(call.query)}`;
  const milliseconds = performance.now() - startedAt;
  log.answered({
    method: call.method,
    target,
    status: answered?.status,
    milliseconds,
    keyName,
    session: world === worlds.main ? undefined : world.id,
    // It may quote what was sent.
    message: problem && secrets.inText(problem.message),
  });
}
