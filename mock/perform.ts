import { type Awaitable, after, recover } from './awaitable';
import { internal, Problem } from './errors/problems';
import type { Call, Caller, Engine, Outcome } from './model';
import { act } from './steps/act';
import { prefer } from './steps/prefer';
import { validate } from './steps/validate';

/** What the request is for: the reply that it prefers, or what its operation does once it is found valid. */
export function perform(engine: Engine, call: Call, caller: Caller): Awaitable<Outcome | Problem> {
  const { operation } = call;
  if (operation === undefined) return internal();
  return recover<Outcome | Problem>(
    () =>
      prefer(engine, caller, call, operation) ??
      after(validate(operation, call), (input) => act(engine, caller.world, operation, input)),
    (error) => {
      if (error instanceof Problem) return error;
      engine.log.failed(error);
      return internal();
    },
  );
}
