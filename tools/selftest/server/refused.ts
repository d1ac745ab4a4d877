import type { Problem } from './model';

/** The refusal of a request. Any other error is a 500. */
export class Refused extends Error {
  readonly problem: Problem;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.problem = { status, code, message };
  }
}

export const invalid = (message: string): Refused => new Refused(400, 'invalid', message);
export const unauthorized = (): Refused => new Refused(401, 'unauthorized', 'A valid API key is needed.');
export const notFound = (message: string): Refused => new Refused(404, 'not_found', message);
