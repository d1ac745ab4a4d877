import { replyFor } from '../../openapi/contract';
import { Problem, unknownPath } from '../errors/problems';
import { behaviour } from './model';

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
