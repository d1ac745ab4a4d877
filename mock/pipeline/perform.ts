import { internal, Problem } from '../errors/problems';
import { type Awaitable, after, recover } from '../world/stores/awaitable';
import { act } from './act';
import type { Call, Caller, Engine, Input, Outcome } from './model';
import { prefer } from './prefer';
import { validate } from './validate';

type Result = Outcome | Problem;

/**
 * What the request is for: the reply that it prefers, or what its operation does once it is found valid.
 *
 * @param conclude what becomes of it; nothing is waited for in between
 */
export function perform(
  engine: Engine,
  call: Call,
  caller: Caller,
  conclude: (result: Result) => Awaitable<void>,
): Awaitable<void> {
  const { operation } = call;
  if (operation === undefined) return conclude(internal());
  const mend = (error: unknown): Result => {
    if (error instanceof Problem) return error;
    engine.log.failed(error);
    return internal();
  };
  let validated: Awaitable<Input>;
  try {
    const preferred = prefer(engine, caller, call, operation);
    if (preferred !== undefined) return preferred.then(conclude, (error) => conclude(mend(error)));
    validated = validate(operation, call);
  } catch (error) {
    return conclude(mend(error));
  }
  return after(
    validated,
    (input) =>
      after(
        recover<Result>(() => act(engine, caller.state, operation, input), mend),
        conclude,
      ),
    (error) => conclude(mend(error)),
  );
}
