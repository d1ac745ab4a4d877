import { STATUS_CODES } from 'node:http';
import { replyFor } from '../../openapi/contract';
import { type InputViolation, noOthers, Problem, unknownPath } from '../errors/problems';
import { behaviour } from './model';

export const errorCode = behaviour('error.code', {
  'upper-case': {
    code: (written) =>
      written
        .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
        .replaceAll(/[^A-Za-z\d]+/g, '_')
        .toUpperCase(),
  },
  numbers: { code: (_, { status, code }) => `E${status}${numberOf(code)}` },
});

/** Two figures that are always the same for a code. With these factors all of the mock's codes have others, as a test holds. */
export function numberOf(code: string): string {
  let sum = 0;
  for (const letter of code) sum = (sum * 53 + letter.charCodeAt(0)) % 97;
  return String(sum).padStart(2, '0');
}

export const errorMessage = behaviour('error.message', { phrase: { message: inBrief } });

function inBrief({ status, code, headers, violations, others }: Problem): Problem {
  const phrase = STATUS_CODES[status] ?? (status < 500 ? 'Client Error' : 'Server Error');
  const brief = (violation: InputViolation): InputViolation => ({ ...violation, message: phrase });
  const more = others === noOthers ? noOthers : () => others().map(brief);
  return new Problem(status, code, phrase, headers, violations.map(brief), more);
}

export const methodWrong = behaviour('method.wrong', {
  'not-found': {
    refusal: (problem, { operation, path }) =>
      operation === undefined && problem.status === 405 ? unknownPath(path, '') : problem,
  },
});

export const pathInvalid = behaviour('path.invalid', {
  'bad-request': {
    refusal(problem, { operation }) {
      const { status, message, headers, violations, others } = problem;
      // Who documents 422 says by it what is answered.
      const isPath = status === 404 && violations[0]?.place === 'path';
      if (operation === undefined || !isPath || replyFor(operation, 400) === undefined) return problem;
      return new Problem(400, 'invalid_parameter', message, headers, violations, others);
    },
  },
});
