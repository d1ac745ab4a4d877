import type { Asked, Problem } from './model';
import { documentedOf } from './subject';

/** The refusal of a request. Any other error is a 500. */
export class Refused extends Error {
  readonly problem: Problem;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.problem = { status, code, message };
  }
}

/** What a body says is not accepted: 422 where the operation documents that, else 400. */
export function invalid(message: string, asked?: Asked): Refused {
  const replies = asked === undefined ? [] : (documentedOf(asked)?.replies ?? []);
  return new Refused(replies.some(({ status }) => status === 422) ? 422 : 400, 'invalid', message);
}

export const unauthorized = (): Refused => new Refused(401, 'unauthorized', 'A valid API key is needed.');
export const notFound = (message: string): Refused => new Refused(404, 'not_found', message);
