import type { Outcome } from '../http/reply';
import type { Admitted, Moment } from '../world/stores/admission';
import type { RequestFacts } from '../world/stores/journal';
import type { Records } from '../world/stores/records';
import { type Awaitable, after } from '../world/stores/store';
import { hasKey } from './idempotency';
import type { Context, Ending } from './model';
import { carryOut } from './perform';
import { mayPrefer } from './prefer';
import { quotaOf, unusedQuota } from './quota';
import { isSmall, receiveUnjudged } from './receive';

/** The stage in which the stores admit the request: one step reads the time, takes quota, and applies faults. */
export function admit(context: Context): Awaitable<Ending | undefined> {
  const { call, caller } = context;
  const ask = () => after(admissionOf(context), (admitted) => goOn(context, admitted));
  return caller.state.faults.lookAt === 'body' ? receiveUnjudged(call).then(ask) : ask();
}

function admissionOf(context: Context): Awaitable<Admitted<Outcome>> {
  const { call, caller } = context;
  const { state, world, account, allowances, source: moment } = caller;
  return state.admit<Outcome>({
    moment,
    account,
    deadline: call.deadline,
    records: state.records,
    allowances: world.planLimits ? allowances : undefined,
    facts: state.faults.lookAt === 'nothing' ? undefined : factsOf(context),
    begin: (records, early) => begin(context, records, early),
  });
}

function goOn(context: Context, admitted: Admitted<Outcome>): Ending | undefined {
  const { caller, engine } = context;
  const { moment, decision } = admitted;
  if (moment !== caller.source) context.caller = { ...caller, source: moment };
  context.admitted = admitted;
  context.quota =
    decision === undefined
      ? unusedQuota(engine.contract, context.caller)
      : quotaOf(engine.contract, context.caller, decision);
  return context.quota.refusal;
}

/** Carries out the operation where nothing stands before it but the admission. */
function begin(context: Context, records: Records, early: Moment): Promise<Outcome> | undefined {
  const { call, caller } = context;
  const { operation, request } = call;
  if (operation === undefined || (call.refusal ?? caller.refusal) !== undefined || mayPrefer(call)) return undefined;
  // What was done under its key may be done no second time, so that it waits for its turn.
  if (hasKey(operation, call)) return undefined;
  // A body that is large is read once the request is admitted.
  if (request.hasBody && !isSmall(call)) return undefined;
  return (async () => carryOut(context, operation, records, early))();
}

/** What faults look at, its body only if that has been read. */
const factsOf = ({ call: { request, path, query, operation, received }, caller }: Context): RequestFacts => ({
  method: request.method,
  path,
  query,
  operationId: operation?.id,
  keyName: caller.keyName,
  requestHeaders: request.rawHeaders,
  requestBody: received.bytes,
});
