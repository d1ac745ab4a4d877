import { JsonError, parseJson, stringifyJson } from '../../openapi/contract';
import { bodySchemaOf } from '../control/document';
import { fullFor, type RefuseInput } from '../control/problems';
import { Problem, refusalOfBody } from '../errors/problems';
import { StoreFull } from '../world/stores/store';

/**
 * Does what an operation of the control plane does, with a copy of a body that its document allows.
 *
 * @throws TypeError for a body that the control plane would refuse
 * @throws Error where it would answer 429 or 507: the body may be as it is
 */
export async function withChecked<Body, T>(
  method: string,
  path: string,
  given: Body,
  act: (body: Body) => Promise<T>,
): Promise<T> {
  // Copied before anything is waited for: the caller may go on to change it.
  const body = copyOf(given);
  const refusal = refusalOfBody(400, await bodySchemaOf(method, path), 'request', body, 'The argument');
  if (refusal !== undefined) throw new TypeError(refusal.whole().message);
  try {
    return await act(body);
  } catch (error) {
    if (error instanceof StoreFull) throw new Error(fullFor(error, `${method} ${path}`).message);
    if (!(error instanceof Problem)) throw error;
    throw error.status === 429 ? new Error(error.message) : new TypeError(error.message);
  }
}

export const refuseArgument: RefuseInput = (problem) => new TypeError(`The argument ${problem}.`);

/** A copy, so that no later change reaches the other side; TypeError for what can't be written as JSON. */
export function copyOf<T>(value: T): T {
  if (value === undefined) return value;
  try {
    // What JSON writes of a value is read back as a value of its type.
    return parseJson(stringifyJson(value)) as T;
  } catch (error) {
    const reason = error instanceof JsonError ? error.message : 'it contains itself, or JSON has no word for it';
    throw new TypeError(`The argument can't be written as JSON: ${reason}.`);
  }
}
