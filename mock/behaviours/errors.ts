import { replyFor } from '../../openapi/contract';
import { type Problem, phraseOf, unknownPath } from '../errors/problems';
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

function inBrief(problem: Problem): Problem {
  const message = phraseOf(problem.status);
  return problem.inWords(
    () => message,
    (violation) => ({ ...violation, message }),
  );
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
      const { status, violations } = problem;
      // A document with 422 says by it what is answered.
      const isPath = status === 404 && violations[0]?.place === 'path';
      if (operation === undefined || !isPath || replyFor(operation, 400) === undefined) return problem;
      return problem.with({ status: 400, code: 'invalid_parameter' });
    },
  },
});
