import { type ContractError, fieldAt, stringifyJson } from '../../openapi/contract';
import { excerpt, invalidParameter, Problem } from '../errors/problems';
import type { Refuse } from '../resources/fixtures';
import { StoreFull } from '../world/stores/store';

/** Refusals of the control plane that the API does not have. */
export const forbidden = (reason: string): Problem => new Problem(403, 'forbidden', reason);

export const shuttingDown = (): Problem => new Problem(503, 'shutting_down', 'The mock is shutting down.');

/** @param pointer to the field of the request's body that is wrong */
export const invalidControl = (pointer: string, problem: string): Problem =>
  new Problem(400, 'invalid_body', `${fieldAt(pointer)} ${problem}.`);

/** Makes an error from what is wrong with an input, such as "must be at least 0, not -1", and adds where the input is. */
export type RefuseInput = (problem: string) => Error;

export const inBody =
  (pointer: string): RefuseInput =>
  (problem) =>
    invalidControl(pointer, problem);

export const inQuery =
  (name: string): RefuseInput =>
  (problem) =>
    invalidParameter(400, 'query', name, problem);

/** A text of a request for use in a message: quoted, and shortened if it is long. */
export const quoted = (text: string): string => stringifyJson(excerpt(text));

/** @param known the existing names */
export const noSuch = (kind: string, name: string, known: readonly string[]): Problem =>
  new Problem(
    404,
    'not_found',
    `There is no ${kind} ${quoted(name)}${known.length === 0 ? '' : `; there is ${known.join(', ')}`}.`,
  );

export const noSuchParameter = (name: string, known: readonly string[]): Problem =>
  new Problem(
    400,
    'invalid_parameter',
    `There is no query parameter ${quoted(name)}; there is ${known.join(', ') || 'none'}.`,
  );

/** The code of a 404 that is about the session in the path, and not about what is below it. */
export const NO_SUCH_SESSION = 'no_such_session';

export const noSuchSession = (id: string): Problem =>
  new Problem(404, NO_SUCH_SESSION, `There is no session ${quoted(id)}; it may have ended.`);

export const planLimitsOff = (): Problem =>
  new Problem(409, 'plan_limits_off', 'Requests cost no quota here: start the mock with --plan-limits on.');

/** @param waitSeconds until the next session may expire */
export const tooManySessions = (problem: string, waitSeconds: number): Problem =>
  new Problem(429, 'too_many_sessions', `${problem} Close one, or start the mock with a higher --max-sessions.`, {
    'Retry-After': String(waitSeconds),
  });

export const tooManyStreams = (most: number): Problem =>
  new Problem(429, 'too_many_streams', `${most} clients follow the requests, which is the most.`, {
    'Retry-After': '1',
  });

/** Reads a part of a request's body, at a pointer; throws a Problem for the first value that does not fit the contract. */
export function readOrRefuse<T>(pointer: string, read: (refuse: Refuse) => T): T {
  return read((error: ContractError) => {
    const place = fieldAt(`${pointer}${error.pointer}`);
    throw new Problem(400, 'invalid_body', `${place}: ${error.problem} ${error.remedy}`);
  });
}

/** What an operation answers where its store is full, by its method and path, as in `HANDLERS`. */
export const fullFor = (full: StoreFull, name: string): StoreFull =>
  name === 'PUT /state' && full.of === 'bytes' ? new StoreFull(`${full.message} ${BESIDE}`) : full;

/** Of what replaces the records of before, which stay until it is whole. */
const BESIDE = 'A state needs room beside the records that it replaces: reset, or put {"records":{}} first.';
