import type { Outcome } from '../http/reply';
import type { Admitted, Moment } from '../world/stores/admission';
import type { RequestFacts } from '../world/stores/journal';
import type { Records } from '../world/stores/records';
import type { Awaitable } from '../world/stores/store';
import type { Call, Caller, Context, Ending } from './model';
import { carryOut } from './perform';
import { mayPrefer } from './prefer';
import { meter } from './quota';
import { isSmall, receiveUnjudged } from './receive';

/**
 * The stage that has the stores admit the request: in one step they tell its time, take it from the allowance of its caller, and
 * have faults applied to it.
 */
export function admit(context: Context): Awaitable<Ending | undefined> {
  const { call, caller } = context;
  if (caller.state.faults.lookAt === 'body') return receiveUnjudged(call).then(() => ask(context));
  return ask(context);
}

function ask(context: Context): Awaitable<Ending | undefined> {
  const { call, caller } = context;
  const { state, world, account, allowances, source: moment } = caller;
  const admitting = state.admit<Outcome>({
    ...{ moment, account, deadline: call.deadline, records: state.records },
    allowances: world.planLimits ? allowances : undefined,
    facts: state.faults.lookAt === 'nothing' ? undefined : factsOf(call, caller),
    begin: (records, early) => begin(context, records, early),
  });
  return admitting instanceof Promise
    ? admitting.then((admitted) => goOn(context, admitted))
    : goOn(context, admitting);
}

function goOn(context: Context, admitted: Admitted<Outcome>): Ending | undefined {
  const { engine, caller } = context;
  if (admitted.moment !== caller.source) context.caller = { ...caller, source: admitted.moment };
  context.admitted = admitted;
  context.allowance = meter(engine.contract, context.caller, admitted.decision);
  return context.allowance.refusal;
}

/** Carries out the operation where nothing stands before it but the admission. */
function begin(context: Context, records: Records, early: Moment): Promise<Outcome> | undefined {
  const { call, caller } = context;
  const { operation, request } = call;
  if (operation === undefined || (call.refusal ?? caller.refusal) !== undefined || mayPrefer(call)) return undefined;
  // A body that is large is read once the request is admitted.
  if (request.hasBody && !isSmall(call)) return undefined;
  return (async () => carryOut(context, operation, records, early))();
}

/** What faults look at, its body only if that has been read. */
const factsOf = (
  { request, path, query, operation, received }: Call,
  { keyName }: Pick<Caller, 'keyName'>,
): RequestFacts => ({
  method: request.method,
  path,
  query,
  operationId: operation?.id,
  keyName,
  requestHeaders: request.rawHeaders,
  requestBody: received.bytes,
});
