import { STATUS_CODES } from 'node:http';
import { type InputViolation, MOST_VIOLATIONS, type Problem } from './problems';

/** What an error body may tell, of a problem as a whole or of one thing that is wrong with the request. */
export interface Facts {
  readonly status: number;
  /** The phrase of HTTP for the status, e.g. `Not Found`. */
  readonly title: string;
  readonly code: string;
  readonly message: string;
  /** Where the request is wrong, if it is in one place. */
  readonly violation: InputViolation | undefined;
  /** Everything that is wrong with the request, to be told one by one. */
  readonly violations: readonly InputViolation[];
  /** Unix milliseconds. */
  readonly now: number;
}

export function factsOf(problem: Problem, now: number): Facts {
  const { status, code, message } = problem;
  const violations = [...problem.violations, ...problem.others()].slice(0, MOST_VIOLATIONS);
  const title = STATUS_CODES[status] ?? (status < 500 ? 'Client Error' : 'Server Error');
  return { status, title, code, message, violation: violations[0], violations, now };
}

/** The facts of one thing that is wrong. */
export const factsOfOne = (facts: Facts, violation: InputViolation): Facts => ({
  ...facts,
  code: violation.keyword || facts.code,
  message: violation.message,
  violation,
  violations: [],
});
