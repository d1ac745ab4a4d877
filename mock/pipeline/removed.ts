import { type Contract, createMatcher, type Operation, once } from '../../openapi/contract';
import { Problem } from '../errors/problems';
import { refusalWithoutKey } from './authenticate';
import { identify } from './identify';
import type { Context, Engine, Remaining } from './model';

/**
 * What a contract has left at a time in Unix milliseconds; undefined while it has everything. An operation is gone from
 * the instant of its removal on (RFC 8594 §3).
 */
export function remainingAt(contract: Contract): Engine['remainingAt'] {
  const instants = [...new Set(contract.operations.flatMap((operation) => removalOf(operation) ?? []))];
  const latestFirst = instants
    .sort((a, b) => b - a)
    .map((instant) => ({ instant, remaining: once(() => remainingFrom(contract, instant)) }));
  return (now) => latestFirst.find(({ instant }) => now >= instant)?.remaining();
}

/** Unix milliseconds. */
function removalOf({ deprecation }: Operation): number | undefined {
  return deprecation?.removal === undefined ? undefined : deprecation.removal * 1000;
}

function remainingFrom(contract: Contract, instant: number): Remaining {
  const operations = contract.operations.filter(
    (operation) => (removalOf(operation) ?? Number.POSITIVE_INFINITY) > instant,
  );
  const left = { ...contract, operations };
  return { contract: left, match: createMatcher(left) };
}

/**
 * The stage that sees the request as if the document had no operation whose removal is over by the world's clock: it may lead to
 * another operation, to another method's path, or nowhere.
 */
export function withdrawRemoved(context: Context): undefined {
  const { engine, call, caller } = context;
  const remaining = engine.remainingAt(caller.source.now);
  if (remaining === undefined) return;
  const left = identify({ ...engine, ...remaining }, call.request, call.received, call.deadline);
  context.call = left;
  const { operation } = call;
  if (left.operation === operation) return;
  const refusal = left.refusal && operation && withReason(left.refusal, operation, remaining, engine.contract);
  context.call = { ...left, refusal: refusal ?? left.refusal };
  if (caller.keyName === undefined)
    context.caller = { ...caller, refusal: refusalWithoutKey(engine, left, caller.credentials) };
}

/** The refusal, with the day of the removal and what there is instead. */
function withReason(
  { status, code, message, headers }: Problem,
  operation: Operation,
  { contract: { operations } }: Remaining,
  { prefix }: Contract,
): Problem {
  const { method, path, deprecation } = operation;
  const instead = operations.find(({ id }) => id === deprecation?.replacement);
  const advice = instead === undefined ? '' : `; use ${instead.method} ${prefix}${instead.path} instead`;
  const reason = `${method} ${prefix}${path} was removed on ${dayOfRemoval(operation)}${advice}.`;
  return new Problem(status, code, `${message} ${reason}`, headers);
}

/** As `YYYY-MM-DD`; empty for an operation that is there to stay. */
export function dayOfRemoval(operation: Operation): string {
  const instant = removalOf(operation);
  return instant === undefined ? '' : new Date(instant).toISOString().slice(0, 10);
}
