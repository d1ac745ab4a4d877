import { type InputViolation, noOthers, Problem } from '../errors/problems';
import type { Log } from './log';
import type { Secrets } from './secrets';

/** No longer message is read by anybody: what a client sends may have names of millions of characters. */
const LONGEST = 10_000;

/** A result whose message, which may quote the request, shows no known value, and is not endless. */
export function maskedResult<Result>(result: Result, secrets: Secrets): Result | Problem {
  if (!(result instanceof Problem)) return result;
  const { status, code, message, headers, violations, others } = result;
  const show = (text: string) => secrets.inText(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
  const shown = show(message);
  if (shown === message && others === noOthers) return result;
  const masked = (violation: InputViolation): InputViolation => ({
    ...violation,
    steps: violation.steps.map(show),
    found: show(violation.found),
    message: show(violation.message),
  });
  const more = others === noOthers ? noOthers : () => others().map(masked);
  return new Problem(status, code, shown, headers, violations.map(masked), more);
}

/** A log whose reports of failures and of broken replies, which may quote the request, show no known value. */
export const maskedLog = (log: Log, secrets: Secrets): Log => ({
  ...log,
  failed: (error) => log.failed(error instanceof Error ? maskedError(error, secrets) : secrets.inText(String(error))),
  broken: (what) => log.broken(secrets.inText(what)),
});

function maskedError(error: Error, { inText }: Secrets): Error {
  const [shown, stack] = [new Error(inText(error.message)), error.stack];
  shown.name = error.name;
  if (stack !== undefined) shown.stack = inText(stack);
  return shown;
}
