import { STATUS_CODES } from 'node:http';
import {
  type Contract,
  type Direction,
  type Operation,
  type ParameterLocation,
  pointerTokens,
  type Schema,
  type SecurityScheme,
  sentenceOf,
  type Violation,
  validatorOf,
  violationsOf,
} from '../../openapi/contract';
import type { StoreFull } from '../world/stores/store';
import { refusalFor } from './refusal';
import { type Everything, everything, type InputViolation, MOST_VIOLATIONS, placeName } from './violations';

/** The phrase of HTTP for a status, e.g. `Not Found`. */
export const phraseOf = (status: number): string =>
  STATUS_CODES[status] ?? (status < 500 ? 'Client Error' : 'Server Error');

/**
 * Why a request is answered with an error; `errorBody` writes it in the contract's envelope. The contract does not define
 * the values of `code`: these are the mock's.
 */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Headers that belong to the error. */
    readonly headers: Readonly<Record<string, string>> = {},
    /** What of the request is wrong, where it is something of it: the first that was found. */
    readonly violations: readonly InputViolation[] = [],
    /** Finds all that is wrong, which takes time. Left out: it is known. */
    readonly findAll?: (() => Everything) | undefined,
  ) {
    super(message);
  }

  /** The same problem but for these parts. */
  with(change: Partial<Pick<Problem, 'status' | 'code' | 'message' | 'headers' | 'violations' | 'findAll'>>): Problem {
    const { status, code, message, headers, violations, findAll } = { ...this, message: this.message, ...change };
    return new Problem(status, code, message, headers, violations, findAll);
  }

  /** The same problem in other words, also where it is told whole. */
  inWords(
    message: (text: string, violations: readonly InputViolation[]) => string,
    violation: (one: InputViolation) => InputViolation,
  ): Problem {
    const changed = (all: Everything): Everything => ({
      message: message(all.message, all.violations),
      violations: all.violations.map(violation),
    });
    const { findAll } = this;
    return this.with({ ...changed(this), findAll: findAll && (() => changed(findAll())) });
  }

  /** The same problem with all that is wrong. */
  whole(): Problem {
    return this.findAll === undefined ? this : this.with({ ...this.findAll(), findAll: undefined });
  }
}

/** @param violation of the parameter's value, where it has one that is not allowed */
export function invalidParameter(
  status: number,
  place: ParameterLocation,
  name: string,
  problem: string,
  violation: Violation = { pointer: '', keyword: '', expected: '', found: '' },
): Problem {
  const { pointer, keyword: judge, standard, expected, found } = violation;
  const inside = pointerTokens(pointer);
  const steps = [name, ...inside];
  const message = `The ${place} parameter "${placeName({ place, steps })}" ${problem}.`;
  const keyword = standard ?? judge;
  return new Problem(status, status === 404 ? 'not_found' : 'invalid_parameter', message, {}, [
    { place, steps, keyword: keyword || 'parameter', expected, found, message },
  ]);
}

export const missingBody = (status: number): Problem =>
  ofBody(status, 'invalid_body', 'The request body is missing.', { keyword: 'required', found: 'nothing' });

/** @param expected what it can't be read as */
export const malformedBody = (status: number, problem: string, expected = 'JSON'): Problem =>
  ofBody(status, 'malformed_body', `The request body is not ${expected}: ${problem}.`, { keyword: 'json' });

/** @param whole what the violation is of */
export const invalidBody = (status: number, violation: Violation, whole = 'The request body'): Problem => {
  const told = toldOf(violation, whole);
  return new Problem(status, 'invalid_body', told.message, {}, [told]);
};

/** Why a value breaks the schema of a body, or of what a body leads to; undefined where it fits. */
export function refusalOfBody(
  status: number,
  schema: Schema,
  direction: Direction,
  value: unknown,
  whole = 'The request body',
): Problem | undefined {
  const first = validatorOf(schema, direction)(value);
  if (first === undefined) return undefined;
  const findAll = () => {
    const { told, more } = violationsOf(schema, direction, value, MOST_VIOLATIONS);
    return everything(
      told.map((one) => toldOf(one, whole)),
      more,
    );
  };
  return invalidBody(status, first, whole).with({ findAll });
}

const toldOf = (violation: Violation, whole: string): InputViolation =>
  inBody(violation, `${sentenceOf(violation, whole)}.`);

/** @param fault whether the operations are wrong, or do not go with the record */
export const inapplicablePatch = (status: number, fault: 'operations' | 'record', problem: string): Problem =>
  ofBody(status, fault === 'record' ? 'conflict' : 'invalid_body', `The patch can't be applied: ${problem}.`, {
    keyword: 'json-patch',
  });

const ofBody = (status: number, code: string, message: string, violation: Partial<Violation>): Problem =>
  new Problem(status, code, message, {}, [inBody(violation, message)]);

const inBody = (
  { pointer = '', keyword = '', standard = keyword, expected = '', found = '' }: Partial<Violation>,
  message: string,
): InputViolation => ({ place: 'body', steps: pointerTokens(pointer), keyword: standard, expected, found, message });

export const invalidPreference = (problem: string): Problem => new Problem(400, 'invalid_preference', problem);

/** RFC 9110 §15.5.2: a challenge is required, and of a 401 alone. */
export const unauthorized = (challenge: string, problem: string, status = 401): Problem =>
  new Problem(status, 'unauthorized', problem, status === 401 ? { 'WWW-Authenticate': challenge } : {});

/** RFC 9110 §15.5.4. */
export const forbidden = (problem: string, headers: Problem['headers']): Problem =>
  new Problem(403, 'forbidden', problem, headers);

export const notFound = (resource: string, id: unknown, operation?: Operation): Problem =>
  new Problem(
    refusalFor(operation, 'notFound'),
    'not_found',
    `There is no record ${id === undefined ? 'without an id' : String(id)} in ${resource}.`,
  );

export const nothingAt = (path: string, operation: Operation): Problem =>
  new Problem(refusalFor(operation, 'notFound'), 'not_found', `There is nothing at ${path}: it was deleted.`);

export const unknownPath = (path: string, hint: string): Problem =>
  new Problem(404, 'unknown_path', `There is nothing at ${excerpt(path)}.${hint}`);

/** RFC 9110 §15.5.6: `Allow` is required. */
export const methodNotAllowed = (method: string, path: string, allowed: readonly string[]): Problem =>
  new Problem(405, 'method_not_allowed', `${excerpt(path)} has no ${method}; it has ${allowed.join(', ')}.`, {
    Allow: allowed.join(', '),
  });

/** @param part of the request that is too large */
export const bodyTooLarge = (limit: number, part = 'The request body'): Problem =>
  new Problem(413, 'body_too_large', `${part} is larger than ${limit} bytes.`);

/** What stands between the parts of a body: clients make it up, and it says nothing of the type. */
const BOUNDARY = /;[ \t]*boundary=("[^"]*"|[^;]*)/i;

export const unsupportedMediaType = (found: string, expected: readonly string[]): Problem =>
  new Problem(
    415,
    'unsupported_media_type',
    `The request body must be ${expected.join(' or ')}, not ${excerpt(found.replace(BOUNDARY, ''))}.`,
    {
      Accept: expected.join(', '),
    },
  );

export const unsupportedEncoding = (found: string): Problem =>
  new Problem(415, 'unsupported_media_type', `The encoding of the request body, ${excerpt(found)}, is not supported.`);

/** RFC 6585 §4; `Retry-After` in whole seconds, RFC 9110 §10.2.3. */
export const rateLimited = (window: string, limit: number, retryAfter: number): Problem =>
  tooMany(
    'rate_limit_exceeded',
    `The allowance of ${limit} ${limit === 1 ? 'request' : 'requests'} ${window === 'hour' ? 'an' : 'a'} ${window} is used up.`,
    retryAfter,
  );

export const banned = (retryAfter: number): Problem =>
  tooMany(
    'temporarily_banned',
    'Too many requests were sent after the allowance was used up: their sender is banned for a while.',
    retryAfter,
  );

const tooMany = (code: string, problem: string, retryAfter: number): Problem =>
  new Problem(429, code, `${problem} Try again in ${retryAfter} s.`, { 'Retry-After': String(retryAfter) });

export const malformedRequest = (problem: string): Problem =>
  new Problem(400, 'malformed_request', `The request can't be read: ${problem}.`);

export const requestTimeout = (): Problem =>
  new Problem(408, 'request_timeout', 'The request was not complete in time.');

/** It is in the log alone. */
export const clientLeft = (): Problem =>
  new Problem(408, 'client_left', 'The client left before there was room for its reply.');

export const expectationFailed = (expectation: string): Problem =>
  new Problem(417, 'expectation_failed', `The expectation ${excerpt(expectation)} can't be met.`);

export const headersTooLarge = (): Problem =>
  new Problem(431, 'headers_too_large', 'The request line and headers are larger than 16 KiB.');

/** @param remedy what the mock may be started with, so that there may be more */
export const tooManyConnections = (most: number, remedy: string): Problem =>
  new Problem(
    503,
    'too_many_connections',
    `${most} connections are open, which is the most. Close one, or start the mock with ${remedy}.`,
    { 'Retry-After': '1' },
  );

export const internal = (): Problem =>
  new Problem(500, 'internal_error', 'The mock failed at this request. Its log has the reason.');

/** Of an app around the mock. */
export const bodyReadBefore = (): Problem =>
  new Problem(
    500,
    'body_read_before',
    'The request body was read before the mock got it, and what was sent is not known any more. Put mock.app before the ' +
      'body parsers of the app around it, such as express.json().',
  );

/** Connections may have taken all file descriptors; the next of them that closes gives one back. */
export const outOfFiles = (): Problem =>
  new Problem(503, 'out_of_files', 'The mock has no file descriptor left to read what it needs. Try again in 1 s.', {
    'Retry-After': '1',
  });

/** 409 and not 5xx: the request conflicts with the stored records. @param why what bounds the ids, without its full stop */
export const outOfIds = (resource: string, why = ''): Problem =>
  new Problem(409, 'out_of_ids', `No id is left for another record of ${resource}${why}.`);

export const idTaken = (resource: string, id: unknown, operation: Operation): Problem =>
  new Problem(
    refusalFor(operation, 'conflict'),
    'conflict',
    `There is a record ${excerpt(String(id))} in ${resource} already.`,
  );

/** Of an action that can be done once. */
export const doneBefore = (resource: string, id: unknown): Problem =>
  new Problem(409, 'conflict', `That was done to the record ${excerpt(String(id))} in ${resource} before.`);

/** The document says of which states alone an action may be asked. */
export const otherState = (resource: string, id: unknown): Problem =>
  new Problem(409, 'conflict', `That is not done to the record ${excerpt(String(id))} in ${resource} in its state.`);

/** draft-ietf-httpapi-idempotency-key-header-07 §2.7. */
export const keyReused = (operation: Operation): Problem =>
  new Problem(
    refusalFor(operation, 'keyReused'),
    'idempotency_key_reused',
    'The idempotency key was sent with another request before. Send a new key with each new request.',
  );

/** RFC 9110 §15.5.13. @param tag what there is now, if anything */
export const preconditionFailed = (
  header: string,
  asked: string,
  tag: string | undefined,
  operation: Operation,
): Problem =>
  new Problem(
    refusalFor(operation, 'precondition'),
    'precondition_failed',
    `${header} asks for ${excerpt(asked)}, and ${tag === undefined ? 'there is nothing yet' : `the version is ${excerpt(tag)} now`}. Nothing was changed.`,
  );

/** RFC 6585 §3. */
export const preconditionRequired = (): Problem =>
  new Problem(
    428,
    'precondition_required',
    'The request must say which version it changes: send the ETag of what was read in If-Match.',
  );

/** The server has no room; the request may be repeated once there is some. */
export const storeFull = ({ message }: StoreFull, operation?: Operation): Problem =>
  new Problem(refusalFor(operation, 'noRoom'), 'insufficient_storage', message);

/** What the mock stores is out of reach, for some time at the most (RFC 9110 §15.6.4). */
export const storeUnavailable = ({ message }: Error, operation?: Operation): Problem =>
  new Problem(refusalFor(operation, 'unavailable'), 'store_unavailable', message, { 'Retry-After': '1' });

/** A text of a request, shortened for use in a message. */
export function excerpt(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 99)}…`;
}

/** Why a credential is refused. Deliberately no more than that. */
export const INVALID = 'The API key is not valid.';

/** Why a credential is refused that has the form of a session's: what was made up in that form learns no more. */
export const ENDED =
  'The session of this API key has ended, or the mock has restarted since. Open a session, and send one of its keys.';

/**
 * The `WWW-Authenticate` of a 401: a challenge for each kind of credential that is accepted (RFC 9110 §11.6.1). For a
 * bearer token it has an error code only if one was sent (RFC 6750 §3). For a key in a field of its own no scheme is
 * registered; `ApiKey` is the most common name. User names of Basic are UTF-8 (RFC 7617 §2.1).
 *
 * @param sent the schemes by which a credential was sent
 * @param reason why it is refused
 */
export function challengeOf(
  { title }: Contract,
  schemes: readonly SecurityScheme[],
  sent: readonly SecurityScheme[],
  reason = INVALID,
): string {
  const realm = `realm="${title.replaceAll(/[^ !#-[\]-~]/g, '')}"`;
  const isRefused = sent.some(({ kind }) => kind === 'bearer');
  const error = isRefused ? `, error="invalid_token", error_description="${reason}"` : '';
  const challenge = {
    bearer: `Bearer ${realm}${error}`,
    basic: `Basic ${realm}, charset="UTF-8"`,
    apiKey: `ApiKey ${realm}`,
  };
  const challenges = schemes.map((scheme) =>
    scheme.kind === 'http' ? `${scheme.scheme} ${realm}` : challenge[scheme.kind],
  );
  return [...new Set(challenges)].join(', ');
}
