import { type Awaitable, afterOr, recover } from './awaitable';
import { internal, Problem } from './errors/problems';
import type { Call, Caller, Engine, Input, Outcome } from './model';
import { act } from './steps/act';
import { prefer } from './steps/prefer';
import { validate } from './steps/validate';

/** What the request is for: the reply that it prefers, or what its operation does once it is found valid. */
export function perform(engine: Engine, call: Call, caller: Caller): Awaitable<Outcome | Problem> {
  const { operation } = call;
  if (operation === undefined) return internal();
  type Result = Outcome | Problem;
  const mend = (error: unknown): Result => {
    if (error instanceof Problem) return error;
    engine.log.failed(error);
    return internal();
  };
  const carryOut = (input: Input) => recover<Result>(() => act(engine, caller.world, operation, input), mend);
  const same = (result: Result) => result;
  try {
    const preferred = prefer(engine, caller, call, operation);
    if (preferred !== undefined) return afterOr(preferred, same, mend);
    return afterOr(validate(operation, call), carryOut, mend);
  } catch (error) {
    return mend(error);
  }
}
